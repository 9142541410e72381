import MapPackFeatures

/// A name in lines as it stands on a map.
struct NameLines: Hashable, Sendable {
  let lines: [String]
  /// The width of the widest line, in font sizes.
  let width: Double

  /// The distance from one baseline to the next, in font sizes.
  static let leading = 1.15
  private static let mostLines = 3
  private static let mostCharacters = 60
  /// Names with more words are not broken.
  private static let mostWords = 16

  init(_ lines: [String]) {
    self.lines = lines
    // As a page is sent it.
    width = (max(lines.map { TextMeasure.width($0) }.max() ?? 0, 0.1) * 100).rounded(.up) / 100
  }

  /// In font sizes.
  var height: Double { Double(lines.count) * Self.leading }

  /// A name in one line, then in two and three as far as they make it narrower; empty if it has no text.
  static func variants(of name: String) -> [NameLines] {
    let words = words(of: name.line(atMost: mostCharacters))
    guard !words.isEmpty else { return [] }
    var variants: [NameLines] = []
    for count in 1...(words.count > mostWords ? 1 : min(mostLines, words.count)) {
      let variant = NameLines(broken(words[...], count: count))
      if variant.width < variants.last?.width ?? .infinity { variants.append(variant) }
    }
    return variants
  }

  /// A part of a name after which a line may end: at a space or a hyphen.
  private struct Word {
    var text: Substring
    var hasSpace: Bool
  }

  private static func words(of name: String) -> [Word] {
    name.split(whereSeparator: \.isWhitespace).flatMap { text in
      var words: [Word] = []
      var start = text.startIndex
      for index in text.indices.dropLast() where index > start && (text[index] == "-" || text[index] == "‐") {
        let end = text.index(after: index)
        words.append(Word(text: text[start..<end], hasSpace: false))
        start = end
      }
      return words + [Word(text: text[start...], hasSpace: true)]
    }
  }

  private static func line(of words: ArraySlice<Word>) -> String {
    let text = words.reduce(into: "") { $0 += $1.text + ($1.hasSpace ? " " : "") }
    return text.last == " " ? String(text.dropLast()) : text
  }

  /// The lines of which the widest is as narrow as possible; of equally good breaks the earliest.
  private static func broken(_ words: ArraySlice<Word>, count: Int) -> [String] {
    guard count > 1 else { return [line(of: words)] }
    var best: (width: Double, lines: [String])?
    for end in (words.startIndex + 1)...(words.endIndex - count + 1) {
      let lines = [line(of: words[..<end])] + broken(words[end...], count: count - 1)
      let widest = lines.map { TextMeasure.width($0) }.max() ?? 0
      if widest < best?.width ?? .infinity { best = (widest, lines) }
    }
    return best?.lines ?? [line(of: words)]
  }
}
