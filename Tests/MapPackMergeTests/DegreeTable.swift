import MapPackFeatures

/// A table with the fields `code` and `name`, one feature per entry, each a list of polygons of rings.
func degreeTable(
  _ features: [(code: String?, name: String, polygons: [[[(Double, Double)]]])]
) -> FeatureTable {
  var table = FeatureTable()
  table.sources = [Source(path: "towns.geojson")]
  table.fields = ["code", "name"]
  table.values = [
    features.map { $0.code.map(AttributeValue.text) ?? .null }, features.map { .text($0.name) },
  ]
  for (index, feature) in features.enumerated() {
    table.source.append(0)
    table.record.append(Int32(index + 1))
    table.identifier.append(nil)
    table.ledger.entries.append(.init(source: 0, record: index + 1, outcome: .pending))
    for polygon in feature.polygons {
      for ring in polygon {
        for (longitude, latitude) in ring {
          table.longitude.append(longitude)
          table.latitude.append(latitude)
        }
        table.vertexStart.append(table.vertexCount)
      }
      table.ringStart.append(table.ringCount)
    }
    table.polygonStart.append(table.polygonCount)
  }
  return table
}
