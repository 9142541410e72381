/// A text that is compared by its UTF-8 bytes.
///
/// Swift's own `==` says that か with ゛ equals が, and its `<` does not order the two. So which of them comes first, or
/// which of them a dictionary keeps, depends on the order in which they were read. Use this type wherever the bytes of
/// an output depend on texts as published.
package struct ExactText: Hashable, Comparable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: ExactText, b: ExactText) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  package static func < (a: ExactText, b: ExactText) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension Sequence<String> {
  /// The texts in the order of their UTF-8 bytes.
  /// - Complexity: O(n log n) comparisons.
  package var sortedByBytes: [String] { map { ExactText($0) }.sorted().map(\.text) }

  /// One text of each set of canonically equal texts, in the order of their UTF-8 bytes.
  ///
  /// It is the text of each set with the smallest bytes, so that the result does not depend on the order of the texts.
  /// Normalization alone would not do: the system's normalization knows the characters of one version of Unicode, and
  /// Swift's `==` those of another.
  package var canonicallyDistinct: [String] {
    var seen: Set<String> = []
    return Set(lazy.map { ExactText($0) }).sorted().map(\.text).filter { seen.insert($0).inserted }
  }
}

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

extension String {
  /// The string as JSON, in quotes and in UTF-8.
  ///
  /// Control characters, quotes and backslashes are escaped, and nothing else is.
  ///
  /// Source: RFC 8259, section 7.
  package var quotedJSON: [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    bytes.reserveCapacity(utf8.count + 2)
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
      case UInt8(ascii: "\r"): bytes += Array("\\r".utf8)
      case UInt8(ascii: "\t"): bytes += Array("\\t".utf8)
      case 0..<0x20, 0x7F: bytes += Array("\\u00\(byte >> 4)\(String(byte & 15, radix: 16))".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return bytes
  }
}

/// The word of a list that a misspelled word most likely stands for, the first of several that are as similar; `nil` if
/// none is similar enough.
///
/// The distance of two words is the number of insertions, deletions, replacements and swaps of neighboring characters
/// from one to the other, whatever their case (optimal string alignment). A word is not similar enough if its distance
/// exceeds about a third of the length of the longer one.
/// - Complexity: O(w l²) for w words of l characters.
package func nearestWord(to word: String, in words: [String]) -> String? {
  let wanted = Array(word.lowercased())
  var best: (word: String, distance: Int)?
  for candidate in words {
    let distance = alignmentDistance(wanted, Array(candidate.lowercased()))
    guard distance * 3 <= max(wanted.count, candidate.count) + 2 else { continue }
    if let found = best, found.distance <= distance { continue }
    best = (candidate, distance)
  }
  return best?.word
}

private func alignmentDistance(_ a: [Character], _ b: [Character]) -> Int {
  guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 1...a.count {
    var row = [i] + [Int](repeating: 0, count: b.count)
    for j in 1...b.count {
      row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        row[j] = min(row[j], beforeLast[j - 2] + 1)
      }
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}

/// Numbers as the commands print them. They are the same on every machine and in every locale.
package enum Figures {
  /// A count with commas: `1,039,412`.
  package static func grouped(_ count: Int) -> String {
    let digits = String(count.magnitude)
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(",") }
      grouped.append(digit)
    }
    return (count < 0 ? "-" : "") + grouped
  }

  /// A count of any integer type, with commas if it fits into `Int`.
  package static func grouped(_ count: some BinaryInteger) -> String {
    Int(exactly: count).map { grouped($0) } ?? String(count)
  }

  /// A number with `places` decimal places, rounded half away from zero. A number that has no room for them in an `Int`,
  /// infinities and NaN are written as Swift writes them.
  package static func decimal(_ value: Double, places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    guard value.magnitude * Double(scale) < 1e18 else { return String(value) }
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    var fraction = String(scaled % scale)
    while fraction.count < places { fraction = "0" + fraction }
    return (value < 0 && scaled > 0 ? "-" : "") + String(scaled / scale) + (places > 0 ? "." + fraction : "")
  }

  /// A count and its noun, which gets an s in the plural: `1 region`, `177 regions`.
  package static func counted(_ count: Int, _ noun: String) -> String {
    "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// An area in words: `0.05 m²`, `1234 m²`, `12.35 km²`.
  package static func area(squareMeters: Double) -> String {
    let isLarge = squareMeters >= 1_000_000
    let value = isLarge ? squareMeters / 1_000_000 : squareMeters
    let unit = isLarge ? "km²" : "m²"
    if value >= 100 { return "\(grouped(Int(exactly: value.rounded()) ?? 0)) \(unit)" }
    let hundredths = Int((max(0, value) * 100).rounded())
    if hundredths == 0 { return "less than 0.01 \(unit)" }
    let fraction = hundredths % 100
    return "\(hundredths / 100)" + (fraction == 0 ? "" : fraction < 10 ? ".0\(fraction)" : ".\(fraction)") + " \(unit)"
  }
}

extension [String] {
  /// The first texts, and how many more there are.
  package func listed(atMost most: Int) -> String {
    prefix(most).joined(separator: ", ") + (count > most ? " and \(count - most) more" : "")
  }
}
