extension String {
  /// The text as one line that is only shown: for text from the data, which must neither break a line, nor color a
  /// terminal, nor change the order in which other text is shown, nor be a command to what reads a log.
  ///
  /// A space stands for every control character, line separator and paragraph separator, and for every character that
  /// embeds or overrides a direction of writing. If the line would begin with `::`, which CI services take for a
  /// command, a backslash stands before it.
  package var onOneLine: String {
    let isPlain = utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    let line = isPlain ? self : String(String.UnicodeScalarView(unicodeScalars.map { $0.isShown ? $0 : " " }))
    guard let start = line.firstIndex(where: { !$0.isWhitespace }), line[start...].hasPrefix("::") else { return line }
    return line[..<start] + "\\" + line[start...]
  }

  /// The beginning of the text as one line, with an ellipsis where it is cut off.
  package func line(atMost count: Int) -> String {
    let line = prefix(4 * count).description.onOneLine.trimmingWhitespace
    return line.count <= count && self.count <= 4 * count ? line : line.prefix(count - 1) + "…"
  }
}

extension Unicode.Scalar {
  fileprivate var isShown: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return false
    default: break
    }
    // Source: Unicode Standard Annex #9, "Explicit Directional Embedding", "Overrides" and "Isolates".
    switch value {
    case 0x202A...0x202E, 0x2066...0x2069: return false
    default: return true
    }
  }
}
