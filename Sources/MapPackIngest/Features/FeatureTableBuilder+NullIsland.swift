import MapPackFeatures

/// The part of `FeatureTableBuilder` that notices positions at exactly (0, 0) that are far from all others: devices and
/// programs write them for a position that they do not know. They are kept, with a finding for each feature.
extension FeatureTableBuilder {
  /// How far from (0, 0) the rest of a feature is at least, in degrees, if the position is to be told from a vertex of a
  /// shape there. The rest must be farther away than it is large, too.
  private static let leastDistance = 1.0
  /// How far from (0, 0) all other positions of the source are at least, in degrees, if a feature has no other one. The
  /// nearest land is 5° away.
  private static let leastDistanceInSource = 3.0

  /// Adds the findings for the features of a source.
  /// - Parameter sourceStart: the index of its first feature.
  /// - Complexity: O(n) for n vertices of the source.
  mutating func noteNullIslands(sourceStart: Int) {
    let rings = table.rings(ofAll: table.polygonStart[sourceStart]..<table.polygonCount)
    let vertices = table.vertexStart[rings.lowerBound]..<table.vertexCount
    guard vertices.contains(where: isNullIsland) else { return }
    let nearest = distance(toRestOf: vertices)
    for feature in sourceStart..<table.featureCount {
      let polygons = table.polygons(of: feature)
      let rings = table.rings(ofAll: polygons)
      let vertices = table.vertexStart[rings.lowerBound]..<table.vertexStart[rings.upperBound]
      let count = vertices.count(where: isNullIsland)
      guard count > 0 else { continue }
      var box = CoordinateBox()
      for vertex in vertices where !isNullIsland(vertex) {
        box.minX = min(box.minX, table.longitude[vertex])
        box.maxX = max(box.maxX, table.longitude[vertex])
        box.minY = min(box.minY, table.latitude[vertex])
        box.maxY = max(box.maxY, table.latitude[vertex])
      }
      let size = Self.length(max(0, box.maxX - box.minX), max(0, box.maxY - box.minY))
      let own = distance(toRestOf: vertices)
      let isOfSource = size == 0
      let distance = isOfSource ? nearest : own
      guard let distance, distance > (isOfSource ? Self.leastDistanceInSource : max(Self.leastDistance, size)) else {
        continue
      }
      resume(
        record: Int(table.record[feature]), identifier: table.identifier[feature],
        row: table.values.map { $0[feature] })
      let whose = isOfSource ? "any other position of the source" : "the rest of the feature"
      let positions = count == 1 ? "a position is" : "\(Figures.grouped(count)) positions are"
      let words = "\(positions) exactly (0, 0), \(Figures.grouped(Int(distance.rounded())))° from \(whose)"
      let remedy = self.remedy(isWhole: count == vertices.count)
      note(.nullIsland) { finding in
        finding.longitude = 0
        finding.latitude = 0
        finding.message = words
        finding.remedy = remedy
      }
    }
  }

  private func isNullIsland(_ vertex: Int) -> Bool { table.longitude[vertex] == 0 && table.latitude[vertex] == 0 }

  /// The distance from (0, 0) to the nearest other vertex, in degrees as on a plane; `nil` if there is none.
  private func distance(toRestOf vertices: Range<Int>) -> Double? {
    var nearest: Double?
    for vertex in vertices where !isNullIsland(vertex) {
      nearest = min(nearest ?? .infinity, Self.length(table.longitude[vertex], table.latitude[vertex]))
    }
    return nearest
  }

  private static func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

  private func remedy(isWhole: Bool) -> String {
    if isWhole { return "drop the feature, or give it its position in the source" }
    return table.kind == .lines
      ? "delete the point of the track in the source: a device writes it while it does not know where it is"
      : "give the vertex its position in the source, or delete it there"
  }
}
