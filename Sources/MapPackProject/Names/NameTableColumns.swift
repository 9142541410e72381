import Foundation
import MapPackFeatures

/// The indices of a name table's columns, found by their headings. If several headings mean one column, the word that
/// is listed first wins; if several columns have that word, the first of them. It knows the headings of `Publisher`.
struct NameTableColumns {
  let code, name, kana, romaji, english, reading, caseName: Int?
  /// The prefecture's name and reading, which are those of a row without a municipality.
  let prefectureName, prefectureKana: Int?
  /// The headings that are not known, in their order.
  let unknown: [String]

  /// The columns that a table can have.
  static let known = ["code", "name", "kana", "romaji", "reading", "english", "case"]

  /// - Parameter names: what names the columns of the code and the name, if it does.
  init(headings: [String], as names: PipelineFile.Names? = nil) {
    let plain = headings.map(Self.plain)
    var found: Set<Int> = []
    func column(_ words: String..., of heading: Publisher.NameHeading? = nil) -> Int? {
      let words = words + (heading.map(Publisher.headings) ?? [])
      found.formUnion(plain.indices.filter { words.contains(plain[$0]) })
      return words.lazy.compactMap { plain.firstIndex(of: $0) }.first
    }
    code = names?.key.map(headings.firstIndex(of:)) ?? column("code", of: .code)
    name = names?.name.map(headings.firstIndex(of:)) ?? column("name", of: .name)
    kana = column("kana", of: .kana)
    romaji = column("romaji", "ローマ字")
    english = column("english", "name_en", "英語")
    reading = column("reading")
    caseName = column("case")
    prefectureName = column(of: .prefectureName)
    prefectureKana = column(of: .prefectureKana)
    // What else publishers have is known, and not read.
    _ = column(of: .other)
    // Who names columns knows that there are others.
    let isAsked = names?.key != nil || names?.name != nil
    unknown = isAsked ? [] : headings.indices.filter { !found.contains($0) && !plain[$0].isEmpty }.map { headings[$0] }
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
