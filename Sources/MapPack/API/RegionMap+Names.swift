import Foundation

// Names in the languages that the pack has them in.
extension RegionMap {
  /// The name of a region in the language of a locale, if the pack has it; else the name as published.
  public func name(of region: Region, in locale: Locale = .current) -> String {
    self[region].name(in: locale) ?? region.name
  }

  /// The regions that the pack holds, sorted by their names as the language of a locale sorts them: in Japanese by their
  /// readings, if the pack has a text `kana`.
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
  /// The name of the region in the language of a locale; nil if the pack does not have it.
  ///
  /// A kind of text is a name in a language if it is called `english`, or `name` and a language as BCP 47 writes it:
  /// `NAME_EN`, `name:ja`, `name_zh-Hant`. Of several that fit, the one that also fits the locale's script and region is
  /// taken.
  /// - Complexity: O(text kinds + length of the text)
  public func name(in locale: Locale) -> String? {
    let wanted = locale.language
    let named = pack.textKinds.compactMap { kind in NameLanguage(kind: kind).map { (kind: kind, language: $0) } }
      .filter { $0.language.code == wanted.languageCode?.identifier.lowercased() }
    // The first of those that fit best.
    let best = named.reversed().max { a, b in a.language.fit(wanted) < b.language.fit(wanted) }
    return best.flatMap { text($0.kind) }
  }

  /// What the region is sorted by in the language of a locale.
  fileprivate func sortKey(in locale: Locale) -> String? {
    (locale.language.languageCode == .japanese ? text("kana") : nil) ?? name(in: locale)
  }
}

/// The language that a kind of text is in, by its name.
private struct NameLanguage {
  /// In lower case.
  var code: String
  /// Script and region, in lower case.
  var subtags: [Substring]

  /// Nil if the kind is no name in a language.
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

  /// How well the language fits one of the same code: negative if it says something else.
  func fit(_ wanted: Locale.Language) -> Int {
    let known = [wanted.script?.identifier, wanted.region?.identifier].compactMap { $0?.lowercased() }
    return subtags.reduce(0) { $0 + (known.contains(String($1)) ? 1 : -1) }
  }
}
