import MapPackFeatures
import TestSupport

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
    FeatureTable(
      path: "meters.geojson", fields: ["code": features.map { .text($0.code) }],
      polygons: features.map { [$0.rings.map { $0.map { ($0.0 * Self.degree, $0.1 * Self.degree) } }] })
  }

  static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> Ring {
    [(west, south), (east, south), (east, north), (west, north)]
  }
}
