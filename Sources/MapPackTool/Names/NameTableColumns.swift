import Foundation

/// The indices of a name table's columns, found by their headings. If several headings mean one column, the word that
/// is listed first wins; if several columns have that word, the first of them. It knows the headings of the official
/// list of Japan's municipalities (総務省) and of localgovjp.
struct NameTableColumns {
  let code, name, kana, romaji, english, reading, caseName: Int?
  /// The prefecture's name and reading, which are those of a row without a municipality.
  let prefectureName, prefectureKana: Int?
  /// The headings that are not known, in their order.
  let unknown: [String]

  /// The columns that a table can have.
  static let known = ["code", "name", "kana", "romaji", "reading", "english", "case"]

  init(headings: [String]) {
    let plain = headings.map(Self.plain)
    var found: Set<Int> = []
    func column(_ words: [String]) -> Int? {
      found.formUnion(plain.indices.filter { words.contains(plain[$0]) })
      return words.lazy.compactMap { plain.firstIndex(of: $0) }.first
    }
    code = column(["code", "団体コード", "全国地方公共団体コード", "市区町村コード", "行政区域コード", "lgcode", "cid"])
    name = column(["name", "市区町村名(漢字)", "市区町村名", "市町村名", "city"])
    kana = column(["kana", "市区町村名(カナ)", "市区町村名カナ", "市区町村カナ", "読み", "よみ", "citykana"])
    romaji = column(["romaji", "ローマ字"])
    english = column(["english", "name_en", "英語"])
    reading = column(["reading"])
    caseName = column(["case"])
    prefectureName = column(["都道府県名(漢字)", "都道府県名"])
    prefectureKana = column(["都道府県名(カナ)", "都道府県名カナ"])
    // What else localgovjp has is known, and not read.
    _ = column(["pid", "pref", "lat", "lng", "url", "phrase"])
    unknown = headings.indices.filter { !found.contains($0) && !plain[$0].isEmpty }.map { headings[$0] }
  }

  /// The columns that are read, in the order of the file.
  var read: [Int] {
    [code, name, kana, romaji, english, reading, caseName, prefectureName, prefectureKana].compactMap(\.self).sorted()
  }

  var hasReadings: Bool { kana != nil || romaji != nil || english != nil || reading != nil }

  /// Whether there is a code, and something to say of it.
  var areComplete: Bool { code != nil && (name != nil || caseName != nil || hasReadings) }

  /// A heading as it is compared: the width of characters, capitals, spaces and line breaks make no difference.
  private static func plain(_ heading: String) -> String {
    heading.precomposedStringWithCompatibilityMapping.filter { !$0.isWhitespace }.lowercased()
  }
}
