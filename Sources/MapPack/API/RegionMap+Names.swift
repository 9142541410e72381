import Foundation

// Names in the languages of the pack.
extension RegionMap {
  /// The name of a region in the language of a locale, if the pack has it; else the name as published.
  public func name(of region: Region, in locale: Locale = .current) -> String {
    self[region].name(in: locale) ?? region.name
  }

  /// The regions that the pack holds, sorted by name by the rules of a locale.
  ///
  /// In Japanese a region is sorted by its reading, if it has a text `kana`; else by its name in the language of the
  /// locale, if the pack has it; else by its name as published. Letter case does not count, and runs of digits count as
  /// numbers. Equal ones are ordered by raw value.
  /// - Complexity: O(n log n) comparisons for n regions
  public func sortedByName(in locale: Locale = .current) -> [Region] {
    let keyed = shapes.map { region, shape in (region: region, key: shape.sortKey(in: locale) ?? region.name) }
    return keyed.sorted { a, b in
      let order = a.key.compare(b.key, options: [.caseInsensitive, .numeric], range: nil, locale: locale)
      return order == .orderedSame ? a.region.rawValue < b.region.rawValue : order == .orderedAscending
    }.map(\.region)
  }
}

extension RegionShape {
  /// The name of the region in the language of a locale; nil if the pack has none for this region.
  ///
  /// A kind of text is a name in a language if it is called `english`, or `name` followed by a language as BCP 47
  /// writes it: `NAME_EN`, `name:ja`, `name_zh-Hant`. Of the region's texts in the language, the one whose kind fits the
  /// locale's script and region best is taken; of several that fit equally well, the first in `Pack.textKinds`.
  /// - Complexity: O(text kinds + length of the texts in the language)
  public func name(in locale: Locale) -> String? {
    let wanted = locale.language
    let code = wanted.languageCode?.identifier.lowercased()
    var best: (name: String, fit: Int)?
    for kind in pack.textKinds {
      guard let language = NameLanguage(kind: kind), language.code == code, let name = text(kind) else { continue }
      let fit = language.fit(wanted)
      if fit > best?.fit ?? .min { best = (name, fit) }
    }
    return best?.name
  }

  /// The text that the region is sorted by in the language of a locale; nil if the pack has none.
  fileprivate func sortKey(in locale: Locale) -> String? {
    (locale.language.languageCode == .japanese ? text("kana") : nil) ?? name(in: locale)
  }
}

/// The language of a kind of text, read from the kind's name.
private struct NameLanguage {
  /// The language code, in lower case.
  var code: String
  /// Script and region, in lower case.
  var subtags: [Substring]

  /// Nil if the kind is not a name in a language.
  init?(kind: String) {
    let words = kind.lowercased().split { "_:- .".contains($0) }
    if words == ["english"] {
      (code, subtags) = ("en", [])
      return
    }
    guard words.first == "name", words.count > 1, 2...3 ~= words[1].count, words[1].allSatisfy(\.isLetter) else {
      return nil
    }
    (code, subtags) = (String(words[1]), Array(words.dropFirst(2)))
  }

  /// How well the subtags fit a wanted language of the same code: plus 1 for each that it has, minus 1 for each other.
  func fit(_ wanted: Locale.Language) -> Int {
    let known = [wanted.script?.identifier, wanted.region?.identifier].compactMap { $0?.lowercased() }
    return subtags.reduce(0) { $0 + (known.contains(String($1)) ? 1 : -1) }
  }
}
