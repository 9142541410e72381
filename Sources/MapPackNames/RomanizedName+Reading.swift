import Foundation
import MapPackFeatures

/// A romanized name from what a name table has: a reading in kana or a name in Latin letters. `NameTable` calls it.
extension RomanizedName {
  /// The romanized form of a name, from its reading in hiragana; `nil` if the reading is empty or `Hepburn` cannot read
  /// one of its words.
  ///
  /// If name and reading have as many words, each word of the reading is that of the name; otherwise the whole name
  /// belongs to the last word, and the words before it have no kind. An ending stays in the stem unless the last
  /// character of the name is read so.
  ///
  /// - Parameters:
  ///   - hiragana: the reading as `Kana.hiragana` gives it.
  ///   - name: the name as published.
  package init?(hiragana: String, name: String) {
    var parts: [Part] = []
    for word in Self.words(of: hiragana, name: name) {
      let starts = WordStarts.find(in: word.stem, of: word.kind == nil ? word.name : word.name.dropLast())
      guard let letters = Hepburn.romanize(word.stem, wordStarts: starts) else { return nil }
      parts.append(Part(stem: letters.prefix(1).uppercased() + letters.dropFirst(), kind: word.kind?.rawValue))
    }
    guard !parts.isEmpty else { return nil }
    self.init(parts: parts)
  }

  /// Whether every word of a reading ends in a reading of its name's last character; 村 in …む does not. A name that does
  /// not end in a kind is regular. The finding `irregular-reading` reports the others.
  package static func isRegular(hiragana: String, name: String) -> Bool {
    words(of: hiragana, name: name).allSatisfy(\.isRegular)
  }

  private struct Word {
    var name: Substring
    /// The reading without the kind.
    var stem: Substring
    var kind: AdministrativeKind?
    var isRegular: Bool
  }

  private static func words(of reading: String, name: String) -> [Word] {
    let readings = reading.split(separator: " ")
    var names = name.split(whereSeparator: \.isWhitespace)
    // A name in one piece belongs to the last word, the only one whose kind it tells.
    if names.count != readings.count {
      names = [Substring](repeating: "", count: max(0, readings.count - 1)) + [name[...]]
    }
    return zip(readings, names).map { reading, name in
      guard let area = AdministrativeKind.of(name) else {
        return Word(name: name, stem: reading, kind: nil, isRegular: true)
      }
      let ending = area.readings.first { reading.hasSuffix($0) && reading.count > $0.count }
      return Word(
        name: name, stem: reading.dropLast(ending?.count ?? 0), kind: area.kind, isRegular: ending != nil)
    }
  }

  /// The romanized form of a name that is given in Latin letters too: in Japanese (Nagasaki-shi, NAGASAKI SHI,
  /// Nagasaki) or in English (Nagasaki City). The name itself tells what kind of area it is. `nil` if nothing is left
  /// of the letters.
  package init?(latin: String, name: String) {
    let area = AdministrativeKind.of(name)
    var words = latin.split { $0.isWhitespace }.map(String.init)
    if let area, let last = words.last {
      let endings = (Self.romajiEndings[area.kind] ?? []) + [area.kind.rawValue.lowercased()]
      if words.count > 1, (endings + (area.kind == .ward ? ["city"] : [])).contains(last.lowercased()) {
        words.removeLast()
      } else if let ending = endings.first(where: { last.lowercased().hasSuffix("-" + $0) }) {
        words[words.count - 1] = String(last.dropLast(ending.count + 1))
      }
    }
    let stem = words.joined(separator: " ")
    guard !stem.isEmpty else { return nil }
    let isShouted = stem == stem.uppercased() && stem != stem.lowercased()
    self.init(parts: [Part(stem: isShouted ? stem.capitalized : stem, kind: area?.kind.rawValue)])
  }

  /// The endings that are cut off names in Latin letters; `AdministrativeKind` has those in hiragana.
  private static let romajiEndings: [AdministrativeKind: [String]] = [
    .city: ["shi"], .town: ["cho", "machi", "chō"], .village: ["son", "mura"], .ward: ["ku"], .metropolis: ["to"],
    .prefecture: ["fu", "ken"],
  ]

  /// The stems of all parts: Sapporo Chuo.
  var stem: String { parts.map(\.stem).joined(separator: " ") }
  /// The kind of the last part.
  var kind: String? { parts.last?.kind }

  /// The name to show to readers of English, smaller areas first: Chuo Ward, Sapporo City.
  ///
  /// - Parameter isSpecialWard: whether it is one of Tokyo's 23 wards, which call themselves cities.
  package func english(isSpecialWard: Bool = false) -> String {
    parts.reversed().map { part in
      let kind = isSpecialWard && part.kind == AdministrativeKind.ward.rawValue ? "City" : part.kind
      return kind.map { "\(part.stem) \($0)" } ?? part.stem
    }.joined(separator: ", ")
  }
}
