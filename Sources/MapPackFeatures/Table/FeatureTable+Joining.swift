extension FeatureTable {
  /// Joins several tables, one after the other. The result is the same as if all their sources were read at once.
  /// Commands that are given several files of features begin with it.
  ///
  /// Fields of one name become one field, in the order of their first occurrence. Features of a table without the field
  /// have no value there. The map is the first one that is named. Without tables, the result is an empty table of
  /// areas.
  ///
  /// - Precondition: all tables are of one kind, and are as they were read: what merge enters into a ledger is not
  ///   joined.
  /// - Complexity: O(n + f · v) for n vertices and f fields of v features in all.
  package init(joining tables: [FeatureTable]) {
    self.init()
    kind = tables.first?.kind ?? .areas
    var indexByField: [String: Int] = [:]
    for table in tables {
      let firstSource = sources.count
      let firstFeature = featureCount
      map = map ?? table.map
      sources += table.sources
      inputs += table.inputs.filter { !inputs.contains($0) }

      for (field, column) in zip(table.fields, table.values) {
        let index: Int
        if let known = indexByField[field] {
          index = known
        } else {
          index = fields.count
          indexByField[field] = index
          fields.append(field)
          values.append(Array(repeating: .null, count: firstFeature))
        }
        values[index] += column
      }
      source += table.source.map { $0 + Int32(firstSource) }
      record += table.record
      identifier += table.identifier
      for index in values.indices where values[index].count < featureCount {
        values[index] += Array(repeating: .null, count: featureCount - values[index].count)
      }

      let (polygons, rings, vertices) = (polygonCount, ringCount, vertexCount)
      polygonStart += table.polygonStart.dropFirst().map { $0 + polygons }
      ringStart += table.ringStart.dropFirst().map { $0 + rings }
      vertexStart += table.vertexStart.dropFirst().map { $0 + vertices }
      longitude += table.longitude
      latitude += table.latitude

      ledger.entries += table.ledger.entries.map { entry in
        var entry = entry
        entry.source += firstSource
        return entry
      }
      ledger.droppedPolygons.merge(table.ledger.droppedPolygons, uniquingKeysWith: +)
      findings += table.findings
    }
  }
}
