import MapArrangement
import MapFeatures
import MapGeometry

extension Coverage {
  /// All promises of a coverage of lines or points that are broken at a level: every line has its two ends and no vertex
  /// twice in a row, every point its vertex, and every region has one.
  /// - Complexity: O(n) for n vertices.
  func lineFaults(level: Int) -> [LevelFault] {
    var faults: [LevelFault] = []
    for region in regions.indices {
      let lines = polygonStart[region]..<polygonStart[region + 1]
      var isThere = false
      for line in lines where Int(polygonLevel[line]) >= level {
        isThere = true
        let place = line - lines.lowerBound
        let vertices = arcs.vertices(of: line)
        let present = vertices.filter { Int(arcs.vertexLevel[$0]) >= level }
        if present.first != vertices.first || present.last != vertices.last || present.count < kind.leastVertices {
          faults.append(
            LevelFault(
              rule: .tooFewPoints, message: kind == .lines ? "a line lacks an end" : "a point lacks its vertex",
              point: vertices.first.map(arcs.point),
              region: region, polygon: place))
        }
        for (a, b) in zip(present, present.dropFirst()) where arcs.point(a) == arcs.point(b) {
          faults.append(
            LevelFault(
              rule: .repeatedVertex, message: "a line has a vertex twice in a row", point: arcs.point(a),
              region: region, polygon: place))
        }
      }
      if !isThere {
        faults.append(LevelFault(rule: .noShape, message: "the region has no \(kind.part)", region: region))
      }
    }
    return faults
  }
}
