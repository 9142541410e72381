import Foundation
import MapPack
import MapPackCoverage
import MapPackMerge
import TestSupport
import Testing

/// Names in several languages.
@Suite struct NameTests {
  /// The letters, with further texts by raw value 7, 2 and 300: A, B and C.
  private static func map(_ texts: [[(kind: String, text: String)]]) throws -> RegionMap<Letter> {
    var coverage = letters()
    for (region, texts) in texts.enumerated() {
      coverage.regions[region].attributes = texts.map { .init(field: $0.kind, value: $0.text) }
    }
    return try RegionMap(data: data(coverage, rawValues: [7, 2, 300]))
  }

  @Test(arguments: [
    ("en_US", "Second"), ("en", "Second"), ("ja_JP", "にばん"), ("zh_Hant_TW", "繁"), ("zh_Hans_CN", "简"),
    ("fr_FR", "02"), ("id_ID", "02"), ("pt_BR", "Segundo"),
  ])
  func `a name comes in the language of the locale, else as published`(locale: String, expected: String) throws {
    let map = try Self.map([
      [],
      [
        ("english", "Second"), ("name:ja", "にばん"), ("NAME_ZH_HANT", "繁"), ("name_zh-Hans", "简"), ("id", "7"),
        ("NAME_PT", "Segundo"), ("name", "plain"), ("pop", "12"),
      ],
    ])
    #expect(map.name(of: .b, in: Locale(identifier: locale)) == expected)
    // One that has no such text keeps the name as published.
    #expect(map.name(of: .c, in: Locale(identifier: locale)) == "03")
  }

  @Test(arguments: [("zh_TW", "日本國"), ("zh_Hant", "日本國"), ("zh_HK", "日本國"), ("zh_CN", "日本国"), ("zh", "日本国")])
  func `Natural Earth's Chinese in traditional characters is for those who read these`(locale: String, expected: String)
    throws
  {
    let map = try Self.map([[("NAME_ZH", "日本国"), ("NAME_ZHT", "日本國")]])
    #expect(map.name(of: .a, in: Locale(identifier: locale)) == expected)
  }

  @Test func `of several names in a language, the best that a region has is taken, and the first if they are equal`()
    throws
  {
    let map = try Self.map([
      [("NAME_EN", "Colour"), ("NAME_EN_US", "Color"), ("english", "Hue")],
      [("english", "Hue"), ("NAME_EN", "Colour")],
      [("english", "Hue")],
    ])
    let locale = Locale(identifier: "en_US")
    #expect([Letter.a, .b, .c].map { map.name(of: $0, in: locale) } == ["Color", "Colour", "Hue"])
  }

  @Test func `regions are sorted as the language sorts them, in Japanese by their readings`() throws {
    let map = try Self.map([
      [("kana", "さっぽろし"), ("english", "Sapporo")], [("kana", "あさひかわし"), ("english", "asahikawa")],
      [("kana", "はこだてし"), ("english", "Hakodate")],
    ])
    #expect(map.sortedByName(in: Locale(identifier: "ja_JP")) == [.b, .a, .c])
    #expect(map.sortedByName(in: Locale(identifier: "en_US")) == [.b, .c, .a])
    // Without any text: by the names of the enum.
    #expect(map.sortedByName(in: Locale(identifier: "fr_FR")) == [.a, .b, .c])
  }
}
