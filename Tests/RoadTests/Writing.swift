import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackGeometry
import MapPackIngest
import MapPackMerge
import MapPackSimplify

/// A map as a publisher might write it down: longitudes in any way, rings of the features' polygons, the shell first.
struct Writing {
  typealias Ring = [(Double, Double)]

  var features: [(code: String, polygons: [[Ring]])]

  func table() throws(StageError) -> FeatureTable {
    var builder = FeatureTableBuilder()
    builder.beginSource(Source(path: "globe.geojson"))
    let column = builder.column(named: "CODE")
    for (index, feature) in features.enumerated() {
      var geometry = FeatureGeometry()
      for polygon in feature.polygons {
        let first = geometry.ringOrder.count
        for ring in polygon {
          let begin = geometry.x.count
          for (x, y) in ring + ring.prefix(1) {
            geometry.x.append(x)
            geometry.y.append(y)
          }
          geometry.ringOrder.append(geometry.rings.count)
          geometry.rings.append(begin..<geometry.x.count)
        }
        geometry.polygons.append(first..<geometry.ringOrder.count)
      }
      builder.beginFeature(record: index + 1)
      builder.set(.text(feature.code), inColumn: column)
      try builder.keep(geometry, winding: .free)
    }
    return try builder.finish()
  }

  func merged() throws -> Coverage { try merge(try table(), options: MergeOptions(key: Template("CODE"))) }

  func simplified(_ change: (inout SimplifyOptions) -> Void) throws -> Coverage {
    var options = SimplifyOptions()
    change(&options)
    return try simplify(try merged(), options: options)
  }

  func changed(_ change: (Ring) -> Ring) -> Writing {
    Writing(features: features.map { ($0.code, $0.polygons.map { $0.map(change) }) })
  }

  static func square(_ x: Double, _ y: Double, _ size: Double) -> Ring {
    [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
  }
}

extension Coverage {
  /// Without what says how the source was written.
  var map: Coverage {
    var map = self
    map.findings = []
    map.ledger.accounts = []
    return map
  }
}

func pack(_ coverage: Coverage) throws -> Pack {
  try Pack(
    data: packData(
      PackContents(
        map: "Globe", identity: 1, coverage: coverage, rawValues: coverage.regions.indices.map { UInt16($0 + 1) })))
}

extension Pack {
  func code(_ longitude: Double, _ latitude: Double) -> String? {
    shape(at: MapPoint(x: WebMercator.x(longitude: longitude), y: WebMercator.y(latitude: latitude)))?.code
  }
}
