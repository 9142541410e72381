import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import Testing

@testable import MapPackIngest

// The small areas of the census of 2020 as e-Stat publishes them: their fields, CP932 without a .cpg, meters of a
// plane rectangular zone; and the same as KML.

private let zone9 = """
  PROJCS["JGD_2011_Japan_Zone_9",GEOGCS["GCS_JGD_2011",DATUM["D_JGD_2011",\
  SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],\
  PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],\
  PARAMETER["Central_Meridian",139.8333333333333],PARAMETER["Scale_Factor",0.9999],\
  PARAMETER["Latitude_Of_Origin",36.0],UNIT["Meter",1.0]]
  """

/// Six records of two wards: a small area in two parts, one with a hole that the other ward fills, and one of water.
private enum SmallAreas {
  static let fields: [ShapefileFixture.Field] =
    [
      .text("KEY_CODE", width: 12), .text("PREF", width: 2), .text("CITY", width: 3), .text("S_AREA", width: 7),
      .text("PREF_NAME", width: 12), .text("CITY_NAME", width: 24), .text("S_NAME", width: 96),
      .text("KIGO_E", width: 3), .number("HCODE"), .number("AREA", decimals: 3), .number("PERIMETER", decimals: 3),
      .number("R2KA13"), .number("R2KA13_ID"), .text("KIHON1", width: 4), .text("DUMMY1", width: 1),
      .text("KIHON2", width: 2), .text("KEYCODE1", width: 9), .text("KEYCODE2", width: 9),
      .text("AREA_MAX_F", width: 1), .text("KIGO_D", width: 2), .text("N_KEN", width: 2), .text("N_CITY", width: 3),
      .text("KIGO_I", width: 1), .number("KBSUM"), .number("JINKO"), .number("SETAI"),
      .number("X_CODE", decimals: 5), .number("Y_CODE", decimals: 5), .text("KCODE1", width: 7),
    ]

  private static func values(
    _ number: Int, city: String, _ cityName: String, area: String, _ name: String?, part: String? = nil,
    kind: Int = 8101, size: Double, people: Int
  ) -> [String?] {
    [
      "13\(city)\(area)", "13", city, area, "東京都", cityName, name, part, "\(kind)", String(format: "%.3f", size),
      "2000.000", "\(number + 1)", "\(number)", String(area.prefix(4)), "-", String(area.suffix(2)),
      "\(city)\(area)", "\(city)\(area.prefix(4))", part == "E2" ? "2" : "M", nil, nil, nil, nil, "\(number % 7)",
      "\(people)", "\(people / 2)", "139.76532", "35.67912", "\(area.prefix(4))-\(area.suffix(2))",
    ]
  }

  static let table = PublisherTable(
    fields: fields,
    rows: [
      .init(
        values(0, city: "101", "千代田区", area: "001001", "丸の内一丁目", size: 240_000, people: 3),
        rectangle(-6000, -36_000, 500, 500),
        rectangle(-5800, -35_800, 100, 100).reversed()),
      .init(
        values(1, city: "101", "千代田区", area: "002000", "髙輪〜表町", part: "E1", size: 250_000, people: 420),
        rectangle(-6000, -35_500, 500, 500)),
      .init(
        values(2, city: "101", "千代田区", area: "002000", "髙輪〜表町", part: "E2", size: 40_000, people: 0),
        rectangle(-5000, -35_000, 200, 200)),
      .init(
        values(3, city: "102", "中央区", area: "001000", "八重洲①", size: 250_000, people: 88),
        rectangle(-5500, -36_000, 500, 500)),
      .init(
        values(4, city: "102", "中央区", area: "003002", "飛地", size: 10_000, people: 1),
        rectangle(-5800, -35_800, 100, 100)),
      .init(
        values(5, city: "102", "中央区", area: "900000", nil, kind: 8154, size: 250_000, people: 0),
        rectangle(-5500, -36_500, 500, 500)),
    ])

  /// The corners of the first area, by PROJ 9.5.1 from EPSG:6677 to EPSG:6668.
  static let corners = [
    SIMD2(139.76705152358704, 35.67549636248681), SIMD2(139.76704779670266, 35.68000322122039),
    SIMD2(139.77257158851413, 35.680006135607705),
  ]
}

private let water = FeatureFilter(terms: [("HCODE", ["8154"])])
private let municipalities = MergeOptions(
  key: try? Template("{PREF}{CITY}"), name: try? Template("{PREF_NAME}{CITY_NAME}"), clean: .none)

/// Looks at the municipalities that the small areas make.
private func expectMunicipalities(_ coverage: Coverage, areas: [Double] = [530_000, 260_000]) {
  #expect(
    coverage.facts == [
      RegionFacts(code: "13101", name: "東京都千代田区", polygons: 2),
      RegionFacts(code: "13102", name: "東京都中央区", polygons: 2),
    ])
  #expect(coverage.dropped == ["drop": 1])
  #expect(coverage.ledger.entries.map(\.record) == [1, 2, 3, 4, 5, 6])
  for (region, area) in zip(coverage.regions, areas) {
    // A meter of the zone is 1 / 0.9999 on the ground at its meridian.
    #expect(abs(region.area * 0.9999 * 0.9999 / area - 1) < 1e-5, "\(region.code) \(region.area)")
  }
}

@Test func `e-Stat's small areas in meters come as they were written, and make their municipalities`() throws {
  let folder = try TemporaryFolder()
  let written = SmallAreas.table
  let path = try written.writeShapefile(to: folder, stem: "r2ka13101", encoding: "CP932", projection: zone9)
  let table = try ingest(path)
  #expect(table.fields == SmallAreas.fields.map(\.name) && table.fields.count == 29)
  #expect(table.sources.map(\.encoding) == ["CP932"])
  #expect(table.sources[0].coordinateSystem?.hasPrefix("JGD2011 / Japan Plane Rectangular CS IX → JGD2011") == true)
  for field in ["KEY_CODE", "PREF", "CITY", "S_AREA", "PREF_NAME", "CITY_NAME", "S_NAME", "KIGO_E", "HCODE", "KCODE1"] {
    // CP932's wave is the full-width tilde.
    let texts = written.texts(field).map { $0?.replacing("〜", with: "～") }
    #expect(table.column(field).map(\.displayText) == texts, "\(field)")
  }
  #expect(table.column("AREA") == [240_000, 250_000, 40_000, 250_000, 10_000, 250_000].map { .real($0) })
  #expect(table.column("JINKO") == [3, 420, 0, 88, 1, 0].map { .integer($0) })
  for corner in SmallAreas.corners {
    #expect(table.ring(0).contains { abs($0.x - corner.x) < 1e-9 && abs($0.y - corner.y) < 1e-9 })
  }
  #expect(table.findings == [] && table.brokenPromises == [])

  expectMunicipalities(try merge(try ingest(path, drop: water), options: municipalities))
  // With the water they are larger, and nothing else tells.
  let wet = try merge(table, options: municipalities)
  #expect(wet.facts.map(\.polygons) == [2, 2] && wet.regions[1].area > 500_000)
}

@Test func `the parts of a small area are one region under its own key`() throws {
  let folder = try TemporaryFolder()
  let path = try SmallAreas.table.writeShapefile(to: folder, encoding: "CP932", projection: zone9)
  let coverage = try merge(
    try ingest(path, drop: water),
    options: MergeOptions(key: try Template("KEY_CODE"), name: try Template("S_NAME"), clean: .none))
  #expect(
    coverage.facts == [
      RegionFacts(code: "13101001001", name: "丸の内一丁目", polygons: 1),
      RegionFacts(code: "13101002000", name: "髙輪～表町", polygons: 2),
      RegionFacts(code: "13102001000", name: "八重洲①", polygons: 1),
      RegionFacts(code: "13102003002", name: "飛地", polygons: 1),
    ])
}

@Test(
  arguments: [
    ("UTF-8", [], "http://www.opengis.net/kml/2.2"), ("UTF-8", [0xEF, 0xBB, 0xBF], "http://www.opengis.net/kml/2.3"),
    ("UTF-16LE", [0xFF, 0xFE], "http://www.opengis.net/kml/2.2"),
    ("UTF-16BE", [0xFE, 0xFF], "http://www.opengis.net/kml/2.3"), ("Shift_JIS", [], "http://www.opengis.net/kml/2.2"),
  ] as [(String, [UInt8], String)])
func `the same small areas as KML, in any of its encodings, make the same municipalities`(
  encoding: String, mark: [UInt8], namespace: String
) throws {
  let folder = try TemporaryFolder()
  let shapes = try ingest(
    try SmallAreas.table.writeShapefile(to: folder, encoding: "CP932", projection: zone9), drop: water)
  var locations: [[Double]: SIMD2<Double>] = [:]
  for feature in shapes.source.indices {
    let row = SmallAreas.table.rows[feature]
    // Shells are turned by the reader, and a vertex keeps its position among the others of its ring.
    for (ring, published) in row.rings.enumerated() {
      let read = shapes.ring(shapes.ringStart[shapes.polygonStart[feature]] + ring)
      for (vertex, location) in zip(published.dropLast(), read.reversed()) {
        locations[[vertex.0, vertex.1]] = location
      }
    }
  }
  let text = SmallAreas.table.kml(
    schema: "r2ka13101", namespace: namespace,
    encoding: encoding == "Shift_JIS" ? encoding : String(encoding.prefix(6)),
    name: "S_NAME"
  ) { x, y in locations[[x, y]].map { ($0.x, $0.y) } ?? (139.7, 35.6) }
  let path = try folder.write(
    mark + (try encoded(text, in: encoding == "Shift_JIS" ? "CP932" : encoding)), to: "r2ka13101.kml")

  let table = try ingest(path, drop: water)
  #expect(table.sources.map(\.encoding) == [encoding == "Shift_JIS" ? "CP932" : encoding])
  // A field that is blank everywhere is not in the text.
  let filled = SmallAreas.fields.map(\.name).filter { !SmallAreas.table.texts($0).allSatisfy { $0 == nil } }
  #expect(Set(table.fields) == Set(["name", "Folder"] + filled))
  for field in ["KEY_CODE", "PREF", "CITY", "CITY_NAME", "S_NAME", "KIGO_E", "HCODE"] {
    let expected = shapes.column(field).map { $0.displayText?.replacing("～", with: "〜") }
    #expect(table.column(field).map { $0.displayText?.replacing("～", with: "〜") } == expected, "\(field)")
  }
  #expect(table.column("Folder").allSatisfy { $0 == .text("r2ka13101") })
  #expect(Set(table.longitude) == Set(shapes.longitude) && Set(table.latitude) == Set(shapes.latitude))
  #expect(table.findings == [] && table.brokenPromises == [])
  expectMunicipalities(try merge(table, options: municipalities))
}
