import Foundation

/// The indices of a name table's columns, found by their headings; `nil` for a column that is not there. If several
/// headings mean one column, the word that is listed first in `init(headings:)` wins; if several columns have that
/// word, the first of them.
///
/// Besides plain words, it knows the headings of the official list of Japan's municipalities (総務省) and of localgovjp.
/// A further heading is added in `init(headings:)`. `NameTable` asks it, and says which columns have to be there.
struct NameTableColumns {
  private(set) var code: Int?
  private(set) var name: Int?
  private(set) var kana: Int?
  private(set) var romaji: Int?
  private(set) var english: Int?
  /// The prefecture's name, which is that of a row without a municipality.
  private(set) var prefectureName: Int?
  /// The reading of the prefecture's name.
  private(set) var prefectureKana: Int?

  init(headings: [String]) {
    let plain = headings.map(Self.plain)
    func column(_ words: [String]) -> Int? { words.lazy.compactMap { plain.firstIndex(of: $0) }.first }
    code = column(["code", "団体コード", "全国地方公共団体コード", "市区町村コード", "行政区域コード", "lgcode", "cid"])
    name = column(["name", "市区町村名(漢字)", "市区町村名", "市町村名", "city"])
    kana = column(["kana", "市区町村名(カナ)", "市区町村名カナ", "市区町村カナ", "読み", "よみ", "citykana"])
    romaji = column(["romaji", "ローマ字"])
    english = column(["english", "name_en", "英語"])
    prefectureName = column(["都道府県名(漢字)", "都道府県名"])
    prefectureKana = column(["都道府県名(カナ)", "都道府県名カナ"])
  }

  /// Whether there is a column of kana, romaji or English names.
  var hasReadings: Bool { kana != nil || romaji != nil || english != nil }

  /// A heading as it is compared: the width of characters, capitals, spaces and line breaks make no difference.
  private static func plain(_ heading: String) -> String {
    heading.precomposedStringWithCompatibilityMapping.filter { !$0.isWhitespace }.lowercased()
  }
}
