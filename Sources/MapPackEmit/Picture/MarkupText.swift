/// SVG or HTML as bytes, written from front to back; `Picture` has one. Lengths are hundredths of the picture's unit.
struct MarkupText {
  private(set) var bytes: ContiguousArray<UInt8> = []

  /// Appends text that is SVG or HTML already.
  mutating func append(_ markup: StaticString) {
    markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ text: MarkupText) { bytes.append(contentsOf: text.bytes) }

  /// Appends text from the data, escaped so that it is only text, between tags and in quotes, in XML and in HTML.
  ///
  /// Tabs and line breaks become spaces. Other ASCII control characters, U+FFFE and U+FFFF become U+FFFD.
  mutating func append(escaped text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\"": append("&quot;")
      case "'": append("&#39;")
      case "\t", "\n", "\r": bytes.append(UInt8(ascii: " "))
      // XML 1.0 does not have the other control characters below U+0020, nor U+FFFE and U+FFFF, not even escaped.
      case "\u{0}"..<" ", "\u{7F}", "\u{FFFE}", "\u{FFFF}": append("\u{FFFD}")
      default: bytes.append(contentsOf: String(scalar).utf8)
      }
    }
  }

  /// Appends an attribute after a space. The value is markup already.
  mutating func append(_ attribute: StaticString, _ value: StaticString) {
    begin(attribute)
    append(value)
    append("\"")
  }

  /// Appends an attribute after a space. The value is a length.
  mutating func append(_ attribute: StaticString, hundredths value: some BinaryInteger) {
    begin(attribute)
    append(hundredths: Int(value))
    append("\"")
  }

  /// Appends an attribute after a space. The value is text from the data, which is escaped.
  mutating func append(_ attribute: StaticString, escaped text: String) {
    begin(attribute)
    append(escaped: text)
    append("\"")
  }

  private mutating func begin(_ attribute: StaticString) {
    append(" ")
    append(attribute)
    append("=\"")
  }

  /// Appends a length with as few characters as possible: `.5`, `-3`, `12.25`.
  mutating func append(hundredths value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let magnitude = Int64(value.magnitude)
    if magnitude > 0 && magnitude < 100 {
      let start = bytes.count
      appendDecimal(magnitude, digits: 2, to: &bytes)
      bytes.remove(at: start)
    } else {
      appendDecimal(magnitude, digits: 2, to: &bytes)
    }
  }

  /// Appends a line of a path's data: a move to the first point, then the steps from each point to the next.
  ///
  /// A line whose points are all the same is closed, so that a stroke with round ends draws a dot.
  mutating func append(line: some Collection<PicturePoint>, closed: Bool) {
    guard let first = line.first else { return }
    append("M")
    append(hundredths: Int(first.x))
    append(signed: Int(first.y))
    var previous = first
    var isFirst = true
    for point in line.dropFirst() where point != previous {
      if isFirst {
        append("l")
        append(hundredths: Int(point.x - previous.x))
      } else {
        append(signed: Int(point.x - previous.x))
      }
      append(signed: Int(point.y - previous.y))
      previous = point
      isFirst = false
    }
    append(closed || isFirst ? "z" : "")
  }

  /// Appends a number after another one. A minus sign separates them, else a space.
  private mutating func append(signed value: Int) {
    if value >= 0 { bytes.append(UInt8(ascii: " ")) }
    append(hundredths: value)
  }
}
