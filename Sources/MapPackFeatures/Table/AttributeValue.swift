import Foundation

/// One attribute of one feature, with the type that the source gave it.
package enum AttributeValue: Hashable, Sendable {
  /// There is no value.
  case null
  case text(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
}

extension AttributeValue {
  /// The value as a key or a name shows it; `nil` if it is missing, empty, or not finite.
  ///
  /// Text has no white space at its ends. Integers, and reals without a fraction that fit into 64 bits, have neither a
  /// point nor an exponent. Other reals are written as Swift writes them.
  package var displayText: String? {
    switch self {
    case .null:
      return nil
    case .text(let text):
      let trimmed = text.trimmingWhitespace
      return trimmed.isEmpty ? nil : trimmed
    case .integer(let value):
      return String(value)
    case .real(let value):
      guard value.isFinite else { return nil }
      if let integer = Int64(exactly: value) { return String(integer) }
      return String(value)
    case .boolean(let value):
      return value ? "true" : "false"
    }
  }
}

extension String {
  /// The string without white space, such as ideographic spaces, and without byte order marks at its ends.
  ///
  /// Readers of text files drop a byte order mark (U+FEFF) at the start. So a text that begins with it would not be
  /// read back as it was written. Within a text, it is the zero width no-break space and stays.
  package var trimmingWhitespace: String {
    // Looks at scalars and not characters, because a combining mark behind a space would be one character with it.
    var slice = Substring(self).unicodeScalars
    while let first = slice.first, first.isBlank { slice.removeFirst() }
    while let last = slice.last, last.isBlank { slice.removeLast() }
    return slice.startIndex == startIndex && slice.endIndex == endIndex ? self : String(slice)
  }

  /// The string as the code or the group of a region: without what `trimmingWhitespace` removes, and in Unicode
  /// normalization form C; `nil` if nothing is left.
  package var asCode: String? {
    let text = trimmingWhitespace
    guard !text.isEmpty else { return nil }
    // ASCII is already in that form.
    return text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
  }
}

extension Unicode.Scalar {
  /// All white space is below U+3001. Properties are looked up for little else, because that takes long.
  fileprivate var isBlank: Bool {
    self <= "\u{3000}" && !("!"..."~").contains(self) && properties.isWhitespace || self == "\u{FEFF}"
  }
}

/// The texts of a stage file. Each text is stored once, in the order of first use.
///
/// Two texts are the same if their bytes are, because a stage file keeps texts as published.
struct TextPool {
  private var indexByText: [ExactText: Int64] = [:]
  private var starts: ContiguousArray<Int> = [0]
  private var bytes = ContiguousArray<UInt8>()

  /// The index of a text in the pool, to which it is added if it is new.
  mutating func index(of text: String) -> Int64 {
    let key = ExactText(text)
    if let known = indexByText[key] { return known }
    let index = Int64(indexByText.count)
    indexByText[key] = index
    bytes.append(contentsOf: text.utf8)
    starts.append(bytes.count)
    return index
  }

  /// Adds the sections NAME.start and NAME.bytes: text i has the bytes `start[i] ..< start[i + 1]`, in UTF-8.
  func write(to writer: inout StageFileWriter, name: String) {
    writer.add("\(name).start", starts)
    writer.add("\(name).bytes", bytes)
  }
}

extension StageFile {
  /// Reads the texts that a `TextPool` has written under a name, in the order of their indices.
  func texts(_ name: String) throws(StageError) -> [String] {
    let bytes: ContiguousArray<UInt8> = try column("\(name).bytes")
    let starts = try starts("\(name).start", owned: bytes.count)
    var texts: [String] = []
    texts.reserveCapacity(starts.count - 1)
    for index in 0..<starts.count - 1 {
      guard let text = String(exactUTF8: bytes[starts[index]..<starts[index + 1]]) else {
        throw damage("\(name).bytes", "text \(index) is not UTF-8")
      }
      texts.append(text)
    }
    return texts
  }
}
