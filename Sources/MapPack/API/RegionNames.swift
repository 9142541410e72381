import Foundation

// Names in the languages of the pack.
extension RegionMap {
  /// The name of a region in the language of a locale, if the pack has it; else the name as published.
  /// - Complexity: as `RegionShape.name(in:)`: a label may ask for it for every region.
  public func name(of region: Region, in locale: Locale = .current) -> String {
    self[region].name(in: locale) ?? region.name
  }

  /// The regions that the pack holds, sorted by name by the rules of a locale.
  ///
  /// In Japanese a region is sorted by its reading, if it has a text `kana`; else by its name in the language of the
  /// locale, if the pack has it; else by its name as published. Letter case does not count, and runs of digits count as
  /// numbers. Equal ones are ordered by raw value.
  ///
  /// Comparing texts by the rules of a language takes its time, about a tenth of a second for thousands of regions. Keep
  /// the result; do not ask for it in the `body` of a view.
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
  /// writes it: `NAME_EN`, `name:ja`, `name_zh-Hant`; Natural Earth calls the last one `NAME_ZHT`. Of the region's texts
  /// in the language, the one whose kind fits the locale's script and region best is taken; of several that fit equally
  /// well, the first in `Pack.textKinds`.
  /// - Complexity: O(names in languages + length of the texts in the language). The kinds of texts are read when the
  ///   pack is opened.
  public func name(in locale: Locale) -> String? {
    let kinds = pack.storage.nameKinds
    // A locale takes its time to say its language, and more to say its script.
    guard !kinds.isEmpty else { return nil }
    let wanted = locale.language
    let code = wanted.languageCode?.identifier.lowercased()
    let fitting = kinds.filter { $0.code == code }
    guard fitting.count > 1 else { return fitting.first.flatMap { text($0) } }
    let known = [wanted.script?.identifier, wanted.region?.identifier].compactMap { $0?.lowercased() }
    var best: (name: String, fit: Int)?
    for kind in fitting {
      let fit = kind.fit(known)
      if fit > best?.fit ?? .min, let name = text(kind) { best = (name, fit) }
    }
    return best?.name
  }

  /// A further text about the region, such as a name in another language; nil if it has none of this kind.
  /// - Parameter kind: one of `pack.textKinds`.
  /// - Complexity: O(text kinds + length of the text)
  public func text(_ kind: String) -> String? { pack.textKinds.firstIndex(of: kind).flatMap(text(ofKind:)) }

  private func text(_ kind: NameKind) -> String? { text(ofKind: kind.index) }

  /// The text of a kind by its index in `pack.textKinds`.
  private func text(ofKind index: Int) -> String? {
    let text = pack.storage.text(PackFormat.nameKind + 1 + index, of: Int(rawValue))
    return text.isEmpty ? nil : text
  }

  /// The text that the region is sorted by in the language of a locale; nil if the pack has none.
  fileprivate func sortKey(in locale: Locale) -> String? {
    (locale.language.languageCode == .japanese ? text("kana") : nil) ?? name(in: locale)
  }
}
