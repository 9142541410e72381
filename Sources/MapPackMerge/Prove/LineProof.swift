import MapPackFeatures
import MapPackGeometry

// The counterpart of `LevelProof` for lines and points; `faults(level:jobs:)` calls it.
extension Coverage {
  /// All broken promises of a coverage of lines or points at a level.
  ///
  /// The promises are that every line has its two ends and no vertex twice in a row, that every point has its vertex,
  /// and that every region has a line or a point.
  /// - Complexity: O(n) for n vertices.
  func lineFaults(level: Int) -> [LevelFault] {
    var faults: [LevelFault] = []
    for region in regions.indices {
      let lines = polygons(of: region)
      var isThere = false
      for line in lines where Int(polygonLevel[line]) >= level {
        isThere = true
        let index = line - lines.lowerBound
        let vertices = arcs.vertices(of: line)
        let present = vertices.filter { Int(arcs.vertexLevel[$0]) >= level }
        if present.first != vertices.first || present.last != vertices.last || present.count < kind.leastVertices {
          faults.append(
            LevelFault(
              rule: .tooFewPoints, message: kind == .lines ? "a line lacks an end" : "a point lacks its vertex",
              point: vertices.first.map(arcs.point),
              region: region, polygon: index))
        }
        for (a, b) in zip(present, present.dropFirst()) where arcs.point(a) == arcs.point(b) {
          faults.append(
            LevelFault(
              rule: .repeatedVertex, message: "a line has a vertex twice in a row", point: arcs.point(a),
              region: region, polygon: index))
        }
      }
      if !isThere {
        faults.append(LevelFault(rule: .noShape, message: "the region has no \(kind.part)", region: region))
      }
    }
    return faults
  }
}
