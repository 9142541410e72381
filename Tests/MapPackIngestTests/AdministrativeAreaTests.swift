import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import Testing

@testable import MapPackIngest

// 国土数値情報 N03 as published: to 2023 a designated city in N03_003 and its ward in N03_004, from 2024 the city in
// N03_004 and the ward in N03_005.

private let jgd2011 = """
  GEOGCS["GCS_JGD_2011",DATUM["D_JGD_2011",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],\
  UNIT["Degree",0.0174532925199433]]
  """

/// A hundredth of a degree, by column and row from 141.3° E, 43° N.
private func cell(_ column: Int, _ row: Int) -> [(Double, Double)] {
  let x = [141.30, 141.31, 141.32, 141.33, 141.34]
  let y = [43.00, 43.01, 43.02]
  let (west, east, south, north) = (x[column], x[column + 1], y[row], y[row + 1])
  return [(west, south), (west, north), (east, north), (east, south), (west, south)]
}

/// A municipality's feature in the words of both editions.
private struct Municipality {
  var prefecture = "北海道"
  var office: String?
  /// 郡.
  var district: String?
  var city: String?
  var ward: String?
  var code: String?
  var ring: [(Double, Double)]

  var in2023: PublisherTable.Row {
    .init([prefecture, office, ward == nil ? district : city, ward ?? city, code], ring)
  }
  var in2024: PublisherTable.Row { .init([prefecture, office, district, city, ward, code], ring) }
}

private let municipalities = [
  Municipality(office: "石狩振興局", city: "札幌市", ward: "中央区", code: "01101", ring: cell(0, 0)),
  Municipality(office: "石狩振興局", city: "札幌市", ward: "北区", code: "01102", ring: cell(1, 0)),
  Municipality(office: "石狩振興局", city: "札幌市", ward: "北区", code: "01102", ring: cell(3, 1)),
  Municipality(office: "檜山振興局", district: "檜山郡", city: "江差町", code: "01361", ring: cell(0, 1)),
  Municipality(office: "檜山振興局", district: "﨑髙郡", city: "表ソ町", code: "01362", ring: cell(1, 1)),
  Municipality(city: "所属未定地", ring: cell(2, 0)),
  Municipality(city: "所属未定地", code: "01000", ring: cell(3, 0)),
]

private let fields2023: [ShapefileFixture.Field] = [
  .text("N03_001", width: 10), .text("N03_002", width: 20), .text("N03_003", width: 20), .text("N03_004", width: 20),
  .text("N03_007", width: 5),
]
private let fields2024 = fields2023.prefix(4) + [.text("N03_005", width: 20)] + fields2023.suffix(1)

private func edition(_ year: Int, in folder: TemporaryFolder) throws -> String {
  let is2024 = year == 2024
  let table = PublisherTable(
    fields: is2024 ? Array(fields2024) : fields2023, rows: municipalities.map { is2024 ? $0.in2024 : $0.in2023 })
  return try table.writeShapefile(
    to: folder, stem: is2024 ? "N03-20240101_01" : "N03-23_01_230101", encoding: is2024 ? "UTF-8" : "CP932",
    projection: jgd2011, codePage: is2024 ? "UTF-8" : nil)
}

private func name(_ year: Int) throws -> Template {
  try Template(year == 2024 ? "{N03_003}{N03_004}{N03_005}" : "{N03_003}{N03_004}")
}

private let expected = [
  RegionFacts(code: "01101", name: "札幌市中央区", polygons: 1), RegionFacts(code: "01102", name: "札幌市北区", polygons: 2),
  RegionFacts(code: "01361", name: "檜山郡江差町", polygons: 1), RegionFacts(code: "01362", name: "﨑髙郡表ソ町", polygons: 1),
]

@Test(arguments: [(2023, "CP932"), (2024, "UTF-8")])
func `both editions of N03 give the same municipalities, and land of no one is dropped in the ledger`(
  year: Int, encoding: String
) throws {
  let folder = try TemporaryFolder()
  let table = try ingest(
    try edition(year, in: folder), drop: FeatureFilter(terms: [("N03_004", ["所属未定地"])]))
  #expect(table.sources.map(\.encoding) == [encoding] && table.sources.map(\.coordinateSystem) == ["JGD2011"])
  #expect(table.findings == [] && table.brokenPromises == [])
  let coverage = try merge(
    table, options: MergeOptions(key: try Template("N03_007"), name: try name(year), clean: .none))
  #expect(coverage.facts == expected)
  #expect(coverage.dropped == ["drop": 2])
  // Four cells of a hundredth of a degree at 43° N, in square meters.
  for region in coverage.regions {
    #expect(abs(region.area / (region.code == "01102" ? 1_811_900 : 905_900) - 1) < 0.001, "\(region.area)")
  }
}

@Test(arguments: [2023, 2024])
func `land of no one without a code is left out and said, with a code ending in 000 it is a region`(year: Int) throws {
  let folder = try TemporaryFolder()
  let coverage = try merge(
    try ingest(try edition(year, in: folder)),
    options: MergeOptions(key: try Template("N03_007"), name: try name(year), clean: .none))
  #expect(coverage.facts == [RegionFacts(code: "01000", name: "所属未定地", polygons: 1)] + expected)
  #expect(coverage.dropped == ["no-key": 1])
  #expect(coverage.findings.map(\.rule) == [.noKey])
}

@Test func `the wards of a city become the city by the fields of 2024`() throws {
  let folder = try TemporaryFolder()
  let coverage = try merge(
    try ingest(try edition(2024, in: folder), select: FeatureFilter(terms: [("N03_002", ["石狩振興局"])])),
    options: MergeOptions(key: try Template("{N03_001}{N03_004}"), clean: .none))
  // The two that are neighbors are one polygon.
  #expect(coverage.facts == [RegionFacts(code: "北海道札幌市", name: "北海道札幌市", polygons: 2)])
  #expect(coverage.dropped == ["select": 4])
}

@Test func `the ward's field of 2024 asked of 2023 is wrong usage, and the fields are named`() throws {
  let folder = try TemporaryFolder()
  let table = try ingest(try edition(2023, in: folder))
  do throws(StageError) {
    _ = try merge(table, options: MergeOptions(key: try? Template("N03_007"), name: try? Template("{N03_005}")))
    #expect(Bool(false), "a field that is not there was used")
  } catch {
    #expect(error.status == .usage && error.description.contains("N03_005"), "\(error)")
  }
}

// MARK: Tokyo Datum

private let tokyo = """
  GEOGCS["GCS_Tokyo",DATUM["D_Tokyo",SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],\
  UNIT["Degree",0.0174532925199433]]
  """

/// A location on Tokyo Datum, and on WGS 84 by a shift of the earth's center by -146.414, 507.337 and 680.507 m.
private let from = SIMD2(139.70, 35.68)
private let to = SIMD2(139.696_771_765_284_27, 35.683_237_218_242_986)

@Test func `N03 on Tokyo Datum is moved to where it lies, and how exact that is stands in the report`() throws {
  let folder = try TemporaryFolder()
  let ring = rectangle(from.x, from.y, 0.01, 0.01)
  let written = PublisherTable(
    fields: fields2023, rows: [.init(["東京都", nil, nil, "千代田区", "13101"], ring)])
  let path = try written.writeShapefile(to: folder, encoding: "CP932", projection: tokyo)
  let table = try ingest(path)
  let coverage = try merge(
    table, options: MergeOptions(key: try Template("N03_007"), name: try Template("N03_004"), clean: .none))
  #expect(coverage.facts == [RegionFacts(code: "13101", name: "千代田区", polygons: 1)])
  // Within a meter, a degree being 111 km and 90 km there.
  let corner = try #require(table.ring(0).min { $0.x + $0.y < $1.x + $1.y })
  #expect(abs(corner.x - to.x) * 90_000 < 1 && abs(corner.y - to.y) * 111_000 < 1, "\(corner)")
  // Which is some 460 m to the north-west of the same numbers on WGS 84.
  let (east, north) = ((corner.x - from.x) * 90_500, (corner.y - from.y) * 110_950)
  #expect((-300 ... -285).contains(east) && (350...370).contains(north))
  #expect(
    table.sources[0].coordinateSystem
      == "Tokyo → WGS 84 longitude/latitude, Tokyo to WGS 84 (108), accurate to 9 m")
  // PROJ has no grid for it, the country's survey has.
  #expect(table.findings.map(\.rule) == [.gridUnused] && table.findings[0].severity == .warning)
  #expect(table.findings[0].message.contains("TKY2JGD"))
  // The user's word goes before the file's: then the numbers are taken as they stand.
  let taken = try ingest(path, system: "EPSG:6668")
  #expect(taken.ring(0).contains(from) && taken.findings == [])
}
