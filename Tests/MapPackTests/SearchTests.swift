import Foundation
import MapPack
import TestSupport
import Testing

/// What people type, and the regions that they mean.
@Suite struct SearchTests {
  private enum Town: UInt16, MapRegion {
    case a = 1
    case b, c, d

    static let regionTable = RegionTable<Self>(resource: "", identity: 0x1234, table: "\n\n\n\n")
  }

  private static let names: [(name: String, kana: String)] = [
    ("Évora", "えぼら"), ("長崎市", "ながさきし"), ("Old Nagasaki", "おうるどながさき"), ("佐世保市", "させぼし"),
  ]

  private static func map() throws -> RegionMap<Town> {
    var coverage = quilt(columns: 2, rows: 2, verticesPerArc: 3, seed: 1)
    for (index, text) in names.enumerated() {
      coverage.regions[index].name = text.name
      coverage.regions[index].attributes = [.init(field: "kana", value: text.kana)]
    }
    return try RegionMap(Town.self, pack: pack(coverage))
  }

  @Test(arguments: [
    ("evora", ["Évora"]), ("ＥＶＯ", ["Évora"]), ("ながさき", ["長崎市", "Old Nagasaki"]),
    ("ナガサキ", ["長崎市", "Old Nagasaki"]), ("nagasaki", ["長崎市", "Old Nagasaki"]), ("保", ["佐世保市"]), ("zz", []),
    ("1001", ["長崎市"]),
  ])
  func `a name is found in any script, beginnings first`(text: String, expected: [String]) throws {
    let map = try Self.map()
    #expect(map.matching(text).map { map[$0].name } == expected)
    #expect(RegionSearch(map).matching("  \(text) ").count == expected.count)
  }

  @Test func `an empty text finds all, in the order of their names`() throws {
    let map = try Self.map()
    #expect(map.matching("") == map.sortedByName())
  }
}
