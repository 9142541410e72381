import Foundation

/// Finds regions by what people type: in any of the scripts in which the map has names, however accents, widths, capitals
/// and kana are written, and readings in Latin letters too.
///
/// Made once, it answers in a fraction of a millisecond; see `RegionMap.matching(_:)`.
public struct RegionSearch<Region: MapRegion>: Sendable {
  private let entries: [(region: Region, names: [String])]

  /// A search in a map.
  /// - Parameters:
  ///   - map: the map.
  ///   - locale: by whose order the regions are sorted, as in `RegionMap.sortedByName(in:)`.
  /// - Complexity: O(n log n) for n texts
  public init(_ map: RegionMap<Region>, locale: Locale = .current) {
    entries = map.sortedByName(in: locale).map { region in
      let shape = map[region]
      let texts = [shape.name, shape.code] + map.pack.textKinds.compactMap { shape.text($0) }
      // An ideograph has many readings, and the right one is no matter of the script.
      let latin = texts.filter { !$0.unicodeScalars.contains(where: \.properties.isIdeographic) }
        .compactMap { $0.applyingTransform(.toLatin, reverse: false) }
      return (region, (texts + latin).map(Self.folded))
    }
  }

  /// The regions of which a name has the text: first those whose name begins with it, then those of which a word does, then
  /// all others, each in the order of their names. All of them if the text is empty.
  /// - Complexity: O(n) for n texts
  public func matching(_ text: String) -> [Region] {
    let wanted = Self.folded(text.trimmingCharacters(in: .whitespaces))
    guard !wanted.isEmpty else { return entries.map(\.region) }
    var ranked: [[Region]] = [[], [], []]
    for entry in entries {
      let rank = entry.names.compactMap { Self.rank(of: wanted, in: $0) }.min()
      if let rank { ranked[rank].append(entry.region) }
    }
    return ranked.flatMap(\.self)
  }

  private static func rank(of wanted: String, in name: String) -> Int? {
    guard let found = name.range(of: wanted) else { return nil }
    if found.lowerBound == name.startIndex { return 0 }
    return name.split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(wanted) } ? 1 : 2
  }

  private static func folded(_ text: String) -> String {
    let kana = text.applyingTransform(.hiraganaToKatakana, reverse: false) ?? text
    return kana.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}

extension RegionMap {
  /// The regions of which a name has a text, as `RegionSearch` finds them. To search again and again, make one of those.
  public func matching(_ text: String) -> [Region] { RegionSearch(self).matching(text) }
}
