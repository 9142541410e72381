import MapPackFeatures

extension FeatureTable {
  /// A table as `ingest` would make it, of one source, with records numbered in the order of the features. A line and a
  /// point are a polygon of one ring.
  package init(
    _ kind: GeometryKind = .areas, path: String = "made.geojson",
    fields: KeyValuePairs<String, [AttributeValue]> = [:], polygons features: [[[[(Double, Double)]]]]
  ) {
    self.init()
    self.kind = kind
    sources = [Source(path: path)]
    self.fields = fields.map(\.key)
    values = fields.map(\.value)
    for (index, polygons) in features.enumerated() {
      source.append(0)
      record.append(Int32(index + 1))
      identifier.append(nil)
      ledger.entries.append(Ledger.Entry(source: 0, record: index + 1, outcome: .pending))
      for polygon in polygons {
        for ring in polygon {
          longitude.append(contentsOf: ring.lazy.map { $0.0 })
          latitude.append(contentsOf: ring.lazy.map { $0.1 })
          vertexStart.append(longitude.count)
        }
        ringStart.append(ringCount)
      }
      polygonStart.append(polygonCount)
    }
  }
}
