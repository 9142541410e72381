import MapPack
import MapPackFeatures

/// The part of `FeatureTableBuilder` that decides how polygons with edges wider than 180° are read (`WidePolygon`).
///
/// Holes are known when a feature is kept, and the other features of its source only at the end of that. So a feature
/// that its holes do not decide about waits until then, and then stands where the order of the source has it.
extension FeatureTableBuilder {
  /// A feature that waits for the end of its source.
  struct WaitingFeature {
    /// Its index among the features of the table and among the entries of the ledger, if those before it that wait have
    /// taken theirs.
    var feature: Int
    var entry: Int
    var record: Int
    var identifier: String?
    var row: [AttributeValue]
    /// With the rings of each polygon as they lie.
    var geometry: FeatureGeometry
    var winding: Winding
    var polygons: [WidePolygon]
  }

  /// Lets the features that wait take their rows, each with the readings that the features of the source show.
  /// - Throws: what `keep` throws.
  mutating func keepWaiting(sourceStart: Int) throws(StageError) {
    guard !waiting.isEmpty else { return }
    var features = waiting
    waiting = []
    decide(&features, sourceStart: sourceStart)
    for var feature in features {
      resume(record: feature.record, identifier: feature.identifier, row: feature.row)
      for polygon in feature.polygons where polygon.reading == nil { note(polygon) }
      let before = table.featureCount
      let written = Set(feature.polygons.filter { $0.reading == .written }.map(\.polygon))
      feature.geometry.measures = []
      try keep(feature.geometry, winding: feature.winding, area: 0, asWritten: written)
      if table.featureCount > before { table.moveLastFeature(to: feature.feature) }
      table.ledger.entries.insert(table.ledger.entries.removeLast(), at: feature.entry)
    }
  }

  private func decide(_ features: inout [WaitingFeature], sourceStart: Int) {
    func consider(_ shells: [[(x: Double, y: Double)]], except own: Int?) {
      for index in features.indices where index != own {
        for polygon in features[index].polygons.indices { features[index].polygons[polygon].consider(shells) }
      }
    }
    for feature in sourceStart..<table.featureCount {
      let shells = table.polygons(of: feature).map { polygon in
        table.vertices(ofRing: table.shell(of: polygon)).map { (table.longitude[$0], table.latitude[$0]) }
      }
      if !shells.isEmpty { consider(shells, except: nil) }
    }
    for (index, feature) in features.enumerated() {
      let geometry = feature.geometry
      let shells = geometry.polygons.compactMap { members in
        members.first.map { geometry.rings[geometry.ringOrder[$0]].map { (geometry.x[$0], geometry.y[$0]) } }
      }
      consider(shells, except: index)
    }
    for index in features.indices {
      for polygon in features[index].polygons.indices { features[index].polygons[polygon].decideByFeatures() }
    }
  }

  /// Adds the finding about a polygon of the current feature that nothing decides about.
  private mutating func note(_ polygon: WidePolygon) {
    note(.wideEdge) { finding in
      let (start, end) = (polygon.edge.start, polygon.edge.end)
      finding.polygon = polygon.polygon
      finding.ring = 0
      finding.vertex = polygon.edge.vertex
      finding.longitude = start.x
      finding.latitude = start.y
      let areas = polygon.areas
      let words =
        "an edge from longitude \(start.x) to \(end.x) is wider than 180°, and nothing shows which way it runs: across "
        + "±180° the polygon has \(Figures.area(squareMeters: areas.acrossAntimeridian)), and as it is written \(Figures.area(squareMeters: areas.written)); "
        + "it was read across ±180°"
      finding.message = words
    }
  }
}

extension FeatureTable {
  /// Moves the last feature to an index, before the features that are there.
  /// - Complexity: O(n) for n vertices, rings and features from there on.
  fileprivate mutating func moveLastFeature(to index: Int) {
    let last = featureCount - 1
    guard index < last else { return }
    let (polygon, ring, vertex) = (
      polygonStart[index], ringStart[polygonStart[index]], vertexStart[ringStart[polygonStart[index]]]
    )
    let polygons = polygonStart[last + 1] - polygonStart[last]
    let rings = ringStart[ringStart.count - 1] - ringStart[polygonStart[last]]
    let vertices = longitude.count - vertexStart[ringStart[polygonStart[last]]]
    Self.moveLast(vertices, to: vertex, in: &longitude)
    Self.moveLast(vertices, to: vertex, in: &latitude)
    Self.moveLast(rings, to: ring, by: vertices, in: &vertexStart)
    Self.moveLast(polygons, to: polygon, by: rings, in: &ringStart)
    Self.moveLast(1, to: index, by: polygons, in: &polygonStart)
    source.insert(source.removeLast(), at: index)
    record.insert(record.removeLast(), at: index)
    identifier.insert(identifier.removeLast(), at: index)
    for field in values.indices { values[field].insert(values[field].removeLast(), at: index) }
  }

  private static func moveLast(_ count: Int, to index: Int, in column: inout ContiguousArray<Double>) {
    let last = Array(column.suffix(count))
    column.removeLast(count)
    column.insert(contentsOf: last, at: index)
  }

  /// Moves the last `count` ranges of a column of starts.
  /// - Parameter length: how long they are together.
  private static func moveLast(_ count: Int, to index: Int, by length: Int, in starts: inout ContiguousArray<Int>) {
    let base = starts[starts.count - 1 - count]
    let moved = starts.suffix(count).map { $0 - base + starts[index] }
    starts.removeLast(count)
    for start in starts.indices[(index + 1)...] { starts[start] += length }
    starts.insert(contentsOf: moved, at: index + 1)
  }
}
