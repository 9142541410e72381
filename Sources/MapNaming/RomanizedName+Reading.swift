import Foundation
import MapFeatures

extension RomanizedName {
  /// From a reading in hiragana and the name that it is of. Words are apart in both or in neither; an ending that the
  /// name does not ask for stays. `nil` where the reading cannot be one.
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

  /// Whether every word of a reading ends in what the name's last character is read as: not so 村 in …む.
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
    // A name in one piece is the last word's, the only one whose kind it tells.
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

  /// From a name in Latin letters, Japanese (Nagasaki-shi, NAGASAKI SHI, Nagasaki) or English (Nagasaki City), and the
  /// name that it is of, which tells what kind of area it is. `nil` where nothing is left of it.
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

  private static let romajiEndings: [AdministrativeKind: [String]] = [
    .city: ["shi"], .town: ["cho", "machi", "chō"], .village: ["son", "mura"], .ward: ["ku"], .metropolis: ["to"],
    .prefecture: ["fu", "ken"],
  ]

  /// All stems: Sapporo Chuo.
  var stem: String { parts.map(\.stem).joined(separator: " ") }
  /// The last part's.
  var kind: String? { parts.last?.kind }

  /// The name to show to readers of English, smaller areas first: Chuo Ward, Sapporo City.
  ///
  /// - Parameter isSpecialWard: whether it is one of Tokyo's 23, which call themselves cities.
  package func english(isSpecialWard: Bool = false) -> String {
    parts.reversed().map { part in
      let kind = isSpecialWard && part.kind == AdministrativeKind.ward.rawValue ? "City" : part.kind
      return kind.map { "\(part.stem) \($0)" } ?? part.stem
    }.joined(separator: ", ")
  }
}
