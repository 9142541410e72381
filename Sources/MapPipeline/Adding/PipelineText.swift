import MapFeatures

/// Adds a digest to the text of a pipeline file without touching anything else.
///
/// It looks at one line and does not know YAML. So `SourceFetch` reads the new text before it writes it.
enum PipelineText {
  /// The text with `sha256` behind the `url` of a source; `nil` if the address is not on the line, and for a text whose
  /// lines end in CR LF.
  ///
  /// The digest gets a line of its own below, with the same indentation. If the source stands in braces, the digest
  /// follows the address on its line.
  ///
  /// - Parameters:
  ///   - digest: 64 hexadecimal digits.
  ///   - address: the value of `url`.
  ///   - line: the line of `url`, from 1.
  static func adding(sha256 digest: String, behind address: String, line: Int, to text: String) -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.indices.contains(line - 1) else { return nil }
    let written = lines[line - 1]
    guard let value = written.range(of: address) else { return nil }
    let before = written[..<value.lowerBound]
    if before.contains("{") {
      // The whole source is on one line. A quote may follow the address.
      var end = value.upperBound
      if let mark = written[end...].first, mark == "\"" || mark == "'" { end = written.index(after: end) }
      lines[line - 1] = written[..<end] + ", sha256: \(digest)" + written[end...]
    } else {
      let indent = before.prefix { $0 == " " || $0 == "-" }.map { _ in " " }.joined()
      lines.insert("\(indent)sha256: \(digest)", at: line)
    }
    return lines.joined(separator: "\n")
  }
}
