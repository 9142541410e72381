/// SVG as bytes. A string that is interpolated is text from the data.
struct MarkupText: FormatText {
  var bytes: ContiguousArray<UInt8> = []

  mutating func appendInterpolation(_ markup: MarkupText) { self += markup }

  mutating func appendInterpolation(_ markup: StaticString) { appendLiteral(markup.description) }

  /// Appends text from the data, escaped so that it is only text, between tags and in quotes.
  ///
  /// Tabs and line breaks become spaces. Other ASCII control characters, U+FFFE and U+FFFF become U+FFFD.
  mutating func appendInterpolation(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": appendLiteral("&amp;")
      case "<": appendLiteral("&lt;")
      case ">": appendLiteral("&gt;")
      case "\"": appendLiteral("&quot;")
      case "'": appendLiteral("&#39;")
      case "\t", "\n", "\r": appendLiteral(" ")
      // XML 1.0 does not have the other control characters below U+0020, nor U+FFFE and U+FFFF, not even escaped.
      case "\u{0}"..<" ", "\u{7F}", "\u{FFFE}", "\u{FFFF}": appendLiteral("\u{FFFD}")
      default: appendLiteral(String(scalar))
      }
    }
  }

  /// Appends a length, given in hundredths of the picture's unit, with as few characters as possible: `.5`, `-3`,
  /// `12.25`.
  mutating func appendInterpolation(hundredths value: some BinaryInteger) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = Int64(value.magnitude)
    let start = bytes.count
    appendDecimal(magnitude, digits: 2, to: &bytes)
    if magnitude > 0 && magnitude < 100 { bytes.remove(at: start) }
  }

  /// Appends a line of a path's data: a move to the first point, then the steps from each point to the next.
  ///
  /// A line whose points are all the same is closed, so that a stroke with round ends draws a dot.
  mutating func append(line: some Collection<PicturePoint>, closed: Bool) {
    guard let first = line.first else { return }
    appendLiteral("M")
    appendInterpolation(hundredths: first.x)
    append(signed: first.y)
    var previous = first
    var isFirst = true
    for point in line.dropFirst() where point != previous {
      if isFirst {
        appendLiteral("l")
        appendInterpolation(hundredths: point.x - previous.x)
      } else {
        append(signed: point.x - previous.x)
      }
      append(signed: point.y - previous.y)
      previous = point
      isFirst = false
    }
    if closed || isFirst { appendLiteral("z") }
  }

  /// Appends a number after another one. A minus sign separates them, else a space.
  private mutating func append(signed value: Int32) {
    if value >= 0 { bytes.append(UInt8(ascii: " ")) }
    appendInterpolation(hundredths: value)
  }
}
