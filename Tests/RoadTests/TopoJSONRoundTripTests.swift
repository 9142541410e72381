import Foundation
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackIngest
import MapPackMerge
import TestSupport
import Testing

/// What is exported as TopoJSON and as GeoJSON is read again as the same polygons.
@Suite struct TopoJSONRoundTripTests {
  private struct Polygon: Hashable {
    var code: String
    /// Each from its smallest vertex on; the shell first, the holes in order.
    var rings: [[SIMD2<Double>]]
  }

  private static func fromSmallest(_ ring: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let start = ring.indices.min { (ring[$0].x, ring[$0].y) < (ring[$1].x, ring[$1].y) } ?? 0
    return Array(ring[start...] + ring[..<start])
  }

  private func polygons(_ table: FeatureTable) throws -> Set<Polygon> {
    let codes = table.values[try table.index(ofField: "code")]
    var polygons: Set<Polygon> = []
    for feature in 0..<table.featureCount {
      for polygon in table.polygonStart[feature]..<table.polygonStart[feature + 1] {
        let rings = (table.ringStart[polygon]..<table.ringStart[polygon + 1]).map { ring in
          Self.fromSmallest(
            (table.vertexStart[ring]..<table.vertexStart[ring + 1]).map { [table.longitude[$0], table.latitude[$0]] })
        }
        let holes = rings.dropFirst().sorted { ($0[0].x, $0[0].y) < ($1[0].x, $1[0].y) }
        polygons.insert(Polygon(code: codes[feature].displayText ?? "", rings: rings.prefix(1) + holes))
      }
    }
    return polygons
  }

  private func read(_ data: Data, as ending: String) throws -> FeatureTable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("mappack-\(UUID().uuidString).\(ending)")
    try data.write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    return try ingest([SourceRequest(location: path.path, source: Source(path: "map.\(ending)"))])
  }

  @Test(arguments: [
    ("natural-earth-110m/naturalearth_lowres.shp", "iso_a3"),
    ("us-census-counties-500k/cb_2016_new_england_county_500k.shp", "GEOID"),
    ("us-census-counties-500k/cb_2016_new_england_county_500k.shp", "STATEFP"),
  ])
  func `exports of one map in both formats are the same polygons`(path: String, key: String) throws {
    let location = SwiftCompiler.root.appendingPathComponent("RawData/" + path).path
    let source = try ingest([SourceRequest(location: location, source: Source(path: "map.shp"))])
    let coverage = try merge(source, options: MergeOptions(key: Template(key)))
    let flat = try read(try geoJSON(coverage), as: "geojson")
    let shared = try read(try topoJSON(coverage), as: "topojson")
    let expected = try polygons(flat)
    #expect(expected.count > 60)
    #expect(try polygons(shared) == expected)
    #expect(shared.column("code") == flat.column("code"))
    #expect(shared.column("name") == flat.column("name"))
    #expect(shared.findings == [])
  }
}

extension FeatureTable {
  fileprivate func column(_ name: String) -> [AttributeValue] { fields.firstIndex(of: name).map { values[$0] } ?? [] }
}
