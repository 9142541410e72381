import MapPackFeatures

/// Adds a digest to the text of a pipeline file without touching anything else.
///
/// It looks at one line and does not know YAML. So `SourceFetch` reads the new text before it writes it.
enum PipelineText {
  /// The text with `sha256` behind the `url` of a source; `nil` if the address is not on the line. Lines end as the
  /// first line of the text does: in LF, CR LF or CR.
  ///
  /// The digest gets a line of its own below, with the same indentation. If the source stands in braces, the digest
  /// follows the address on its line.
  ///
  /// - Parameters:
  ///   - digest: 64 hexadecimal digits.
  ///   - address: the value of `url`.
  ///   - line: the line of `url`, from 1.
  static func adding(sha256 digest: String, behind address: String, line: Int, to text: String) -> String? {
    var begin = text.startIndex
    for _ in 1..<max(line, 1) {
      guard let end = text[begin...].firstIndex(where: Self.endsLine) else { return nil }
      begin = text.index(after: end)
    }
    let end = text[begin...].firstIndex(where: Self.endsLine) ?? text.endIndex
    guard let value = text[begin..<end].range(of: address) else { return nil }
    let before = text[begin..<value.lowerBound]
    if before.contains("{") {
      // The whole source is on one line. A quote may follow the address.
      var position = value.upperBound
      if let mark = text[position..<end].first, mark == "\"" || mark == "'" { position = text.index(after: position) }
      return text[..<position] + ", sha256: \(digest)" + text[position...]
    }
    let indent = before.prefix { $0 == " " || $0 == "-" }.map { _ in " " }.joined()
    let lineEnd = text.first(where: Self.endsLine).map(String.init) ?? "\n"
    return text[..<end] + "\(lineEnd)\(indent)sha256: \(digest)" + text[end...]
  }

  /// Whether a character ends a line. CR LF is a single character.
  private static func endsLine(_ character: Character) -> Bool {
    character == "\n" || character == "\r\n" || character == "\r"
  }
}
