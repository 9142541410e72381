import CMapPackShapelib
import Foundation
import MapPackFeatures
import Testing

@testable import MapPackIngest

private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"]

private func corpus(_ path: String) throws -> String { try #require(corpora) + "/" + path }

/// A list of all municipalities and wards: prefecture and name by code.
private func officialNames(_ path: String) throws -> [String: String] {
  let text = try tableText(try Data(contentsOf: URL(fileURLWithPath: try corpus(path))), file: path).text
  var names: [String: String] = [:]
  for line in text.split(whereSeparator: \.isNewline).dropFirst() {
    let cells = line.split(separator: ",", maxSplits: 4).map { $0.trimmingCharacters(in: ["\""]) }
    try #require(cells.count == 5)
    // A code has lost the zero in front; a ward stands behind its city and a space.
    let code = String(repeating: "0", count: 5 - cells[2].count) + cells[2]
    names[code] = cells[1] + cells[3].replacing(" ", with: "")
  }
  // A city with wards is not an area of its own.
  let cities = names.filter { code, name in
    name.hasSuffix("市") && names.contains { $0.key != code && $0.value.hasPrefix(name) && $0.value.hasSuffix("区") }
  }
  return names.filter { cities[$0.key] == nil }
}

private enum List: String, CaseIterable {
  /// UTF-8, of 2026.
  case recent = "jp-code-kana/localgovjp-utf8.csv"
  /// CP932, of 2020 and earlier.
  case old = "jp-code-kana/20200104/localgovjp-sjis.csv"

  /// What N03 has if the list has something else: another form of a character, another name, another code.
  var differences: [String: String?] {
    // 檮 and 梼 are one character in an old and a new form.
    var differences: [String: String?] = ["39405": "高知県梼原町"]
    if self == .old {
      differences["04302"] = "宮城県七ヶ宿町"
      differences["28221"] = "兵庫県丹波篠山市"
      differences["40231"] = "福岡県那珂川市"
      differences.updateValue(nil, forKey: "40305")
    }
    return differences
  }

  /// The villages of the Northern Territories, which no list of local governments has.
  static let northern = [
    "01695": "北海道色丹村", "01696": "北海道泊村", "01697": "北海道留夜別村", "01698": "北海道留別村",
    "01699": "北海道紗那村", "01700": "北海道蘂取村",
  ]
}

/// An edition of N03 in the corpora.
private struct Edition: Sendable {
  var path: String
  var features: Int
  var withoutCode = 0
  /// Codes that the corpus lacks.
  var missing: Set<String> = []
  /// The number of municipalities and wards in it.
  var municipalities: Int

  static let all = [
    Edition(
      path: "jp-n03-2019-42-nagasaki-split/raw-layout/N03-19_42_190101.shp", features: 2629, missing: nagasakiIslands,
      municipalities: 16),
    Edition(
      path: "jp-n03-2019-42-nagasaki-split/raw-layout/N03-19_42_190101.geojson", features: 2629,
      missing: nagasakiIslands, municipalities: 16),
    Edition(
      path: "jp-n03-2019-29-nara-split/raw-layout/N03-19_29_190101.shp", features: 40, municipalities: 39),
    Edition(path: "jp-n03-2024-17-ishikawa-shp/N03-20240101_17.shp", features: 1710, municipalities: 19),
    Edition(path: tokyo, features: 6173, withoutCode: 124, municipalities: 62),
    Edition(
      path: "jp-n03-2020-42-nagasaki/per-municipality", features: 11,
      missing: nagasakiIslands.union(["42207", "42208", "42212", "42214", "42411"]), municipalities: 11),
    Edition(
      path: "jp-n03-2021-smartnews-simplified/s0010/N03-21_42_210101.json", features: 21, municipalities: 21),
    Edition(
      path: "jp-n03-2021-smartnews-simplified/s0010/N03-21_17_210101.json", features: 19, municipalities: 19),
    // The eight that its simplification lost.
    Edition(
      path: "jp-n03-2021-smartnews-simplified/s0001/N03-21_210101.json", features: 1897, withoutCode: 3,
      missing: ["13362", "13402", "31384", "38356", "44322", "47354", "47355", "47356"], municipalities: 1894),
  ]

  static let nagasakiIslands: Set = ["42201", "42202", "42209", "42210", "42211"]
  /// A table whose shapes are missing.
  static let tokyo = "jp-n03-2020-13-tokyo-sjis-dbf/Tokyo_N03-200101_13_GML/N03-20_13_200101.dbf"

  func table() throws -> FeatureTable {
    let location = try corpus(path)
    if path == Self.tokyo { return try tableWithoutShapes(location) }
    guard path.hasSuffix("per-municipality") else { return try ingest(location) }
    let names = try FileManager.default.contentsOfDirectory(atPath: location).sorted()
    return try ingest(names.map { request(location + "/" + $0) })
  }

  /// A .dbf's rows, beside a .shp of null shapes.
  private func tableWithoutShapes(_ location: String) throws -> FeatureTable {
    let folder = try TemporaryFolder()
    try folder.write(try Data(contentsOf: URL(fileURLWithPath: location)), to: "map.dbf")
    do {
      let shapes = try #require(SHPCreate(folder.path("map"), SHPT_POLYGON))
      defer { SHPClose(shapes) }
      let nothing = SHPCreateSimpleObject(SHPT_NULL, 0, nil, nil, nil)
      defer { SHPDestroyObject(nothing) }
      for _ in 0..<features { #expect(SHPWriteObject(shapes, -1, nothing) >= 0) }
    }
    // Nothing says that it lies in Japan.
    return try ingest(folder.path("map.shp"), encoding: "CP932")
  }
}

@Suite(.enabled(if: corpora != nil))
struct MunicipalityNameCorporaTests {
  @Test(arguments: Edition.all.indices)
  fileprivate func `every edition of N03 has the codes and the names of the official lists`(number: Int) throws {
    let edition = Edition.all[number]
    let table = try edition.table()
    #expect(table.featureCount == edition.features)
    func texts(_ field: String) -> [String?] {
      let column = table.column(field)
      return column.isEmpty ? Array(repeating: nil, count: table.featureCount) : column.map(\.displayText)
    }
    let (prefectures, districts, cities, wards) = (
      texts("N03_001"), texts("N03_003"), texts("N03_004"), texts("N03_005")
    )
    var found: [String: Set<String>] = [:]
    var withoutCode: Set<String?> = []
    var keyless = 0
    for (feature, code) in texts("N03_007").enumerated() {
      // A district or, on Tokyo's islands, an office of the prefecture: of these the list has nothing.
      #expect(districts[feature].map { name in ["郡", "市", "支庁"].contains { name.hasSuffix($0) } } ?? true)
      let city = [districts[feature].flatMap { $0.hasSuffix("市") ? $0 : nil }, cities[feature], wards[feature]]
      let name = city.compactMap { $0 }.joined()
      guard let code else {
        withoutCode.insert(name)
        keyless += 1
        continue
      }
      found[code, default: []].insert((prefectures[feature] ?? "") + name)
    }
    #expect(keyless == edition.withoutCode && withoutCode.isSubset(of: ["所属未定地"]))
    #expect(found.count == edition.municipalities)

    let areas = Set(found.keys.map { $0.prefix(2) })
    for list in List.allCases {
      var expected = try officialNames(list.rawValue)
      expected.merge(List.northern) { $1 }
      for (code, name) in list.differences { expected[code] = name }
      expected = expected.filter { areas.contains($0.key.prefix(2)) && !edition.missing.contains($0.key) }
      for code in Set(found.keys).union(expected.keys).sorted() {
        #expect(found[code].map { $0.sorted() } == expected[code].map { [$0] }, "\(code) in \(list.rawValue)")
      }
    }
  }

  @Test func `the two lists, in UTF-8 and in CP932, are of the same municipalities but for those that changed`() throws
  {
    let recent = try officialNames(List.recent.rawValue)
    let old = try officialNames(List.old.rawValue)
    #expect(recent.count == 1896 && old.count == 1896)
    let changed = Set(recent.keys).union(old.keys).filter { recent[$0] != old[$0] }
    #expect(changed == ["04302", "28221", "40231", "40305"])
  }
}
