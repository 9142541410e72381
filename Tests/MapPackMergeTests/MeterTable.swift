import MapPackFeatures

/// A table of features drawn in meters round the point where the equator meets Greenwich's meridian; one polygon each.
struct MeterTable {
  typealias Ring = [(Double, Double)]

  /// Degrees per meter on the equator of the sphere of Web Mercator.
  static let degree = 360 / 40_075_016.685_578_49

  var features: [(code: String, rings: [Ring])]

  init(_ features: [(code: String, rings: [Ring])]) { self.features = features }

  /// The same map written down otherwise: features in another order, rings from another vertex.
  var turned: MeterTable {
    MeterTable(
      features.reversed().map { feature in
        (feature.code, feature.rings.map { Array($0.dropFirst($0.count / 2) + $0.prefix($0.count / 2)) })
      })
  }

  var table: FeatureTable {
    var table = FeatureTable()
    table.sources = [Source(path: "meters.geojson")]
    table.fields = ["code"]
    table.values = [features.map { .text($0.code) }]
    for (index, feature) in features.enumerated() {
      table.source.append(0)
      table.record.append(Int32(index + 1))
      table.identifier.append(nil)
      table.ledger.entries.append(.init(source: 0, record: index + 1, outcome: .pending))
      for ring in feature.rings {
        for (x, y) in ring {
          table.longitude.append(x * Self.degree)
          table.latitude.append(y * Self.degree)
        }
        table.vertexStart.append(table.vertexCount)
      }
      table.ringStart.append(table.ringCount)
      table.polygonStart.append(table.polygonCount)
    }
    return table
  }

  static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> Ring {
    [(west, south), (east, south), (east, north), (west, north)]
  }
}
