import Foundation
import MapPackNames
import MapPackProject
import MapPackTool
import TestSupport
import Testing

private let list = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"]
  .map { "\($0)/jp-code-kana/localgovjp-utf8.csv" }.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }

/// All of Japan's municipalities and wards, from a list of local governments that is not part of the project.
@Suite(.enabled(if: list != nil)) struct JapanTests {
  /// The case of every code on a map of these regions.
  private static func naming(_ rows: some Sequence<NameTable.Row>, map: String) throws -> Naming {
    let inputs = rows.map { row in
      NamingInput(code: row.code, name: row.name ?? "", romanized: row.romanized(name: row.name ?? ""))
    }
    return try nameRegions(inputs, lock: nil, map: map)
  }

  private static func table() throws -> NameTable {
    let list = try #require(list)
    return try NameTable(contentsOf: list, called: "list")
  }

  @Test(arguments: SwiftCompiler.Setting.allCases)
  func `every prefecture and the nation have an enum that compiles`(setting: SwiftCompiler.Setting) throws {
    let table = try Self.table()
    try #require(table.rows.count == 1916)
    var sources: [SwiftCompiler.Module.Source] = []
    for prefecture in 1...47 {
      let digits = prefecture < 10 ? "0\(prefecture)" : "\(prefecture)"
      let rows = table.rows.filter { $0.code.hasPrefix(digits) }
      let map = "Prefecture\(digits)"
      sources.append((map, try Self.source(try Self.naming(rows, map: map), map: map)))
    }
    sources.append(("Japan", try Self.source(try Self.naming(table.rows, map: "Japan"), map: "Japan")))
    try SwiftCompiler.check(SwiftCompiler.Module(name: "Enums", sources: sources), isStrict: true, setting: setting)
  }

  private static func source(_ naming: Naming, map: String) throws -> String {
    let cases = naming.lock.regions.map(\.caseName)
    // All have readings: nothing is left in kanji, and nothing has a number but what needs its code.
    #expect(cases.allSatisfy { $0.allSatisfy { $0.isASCII } })
    return try SwiftSource(
      map: map, typeName: map, lock: naming.lock, identity: naming.lock.identity(map: map), packResource: map
    ).text()
  }

  @Test(arguments: [
    ("Nagasaki", "42", ["42201": "nagasakiCity", "42202": "sasebo", "42211": "goto", "42208": "matsuura"]),
    (
      "Hokkaido", "01",
      [
        "01206": "kushiroCity", "01661": "kushiroTown", "01361": "esashi01361", "01514": "esashi01514",
        "01220": "shibetsuCity", "01693": "shibetsuTown", "01101": "sapporoChuo", "01403": "tomari",
      ]
    ),
    ("Saitama", "11", ["11237": "misatoCity", "11381": "misatoTown"]),
    ("Tokyo", "13", ["13116": "toshimaWard", "13362": "toshimaVillage", "13206": "fuchu"]),
    ("Fukui", "18", ["18209": "echizenCity", "18423": "echizenTown", "18201": "fukuiCity"]),
    (
      "Nagano", "20",
      ["20402": "matsukawaTown", "20482": "matsukawaVillage", "20425": "kisoVillage", "20432": "kisoTown"]
    ),
    ("Gifu", "21", ["21506": "shirakawaTown", "21604": "shirakawaVillage"]),
    ("Hiroshima", "34", ["34208": "fuchuCity", "34302": "fuchuTown"]),
    ("Hyogo", "28", ["28586": "shinonsen"]), ("Yamaguchi", "35", ["35216": "sanyoonoda"]),
  ])
  func `names come out as the rule says`(map: String, prefecture: String, expected: [String: String]) throws {
    let naming = try Self.naming(try Self.table().rows.filter { $0.code.hasPrefix(prefecture) }, map: map)
    let cases = Dictionary(uniqueKeysWithValues: naming.lock.regions.map { ($0.code, $0.caseName) })
    for (code, caseName) in expected { #expect(cases[code] == caseName) }
  }
}
