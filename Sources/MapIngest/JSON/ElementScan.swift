/// Finds the end of a JSON object, chunk by chunk, by its braces and brackets outside texts. It begins at the
/// object's own brace.
struct ElementScan {
  /// How many braces and brackets are open; 0 after a scan that found the end.
  private(set) var depth = 0
  private var isInText = false
  private var isEscaped = false

  /// Scans bytes to the end of the object, or all of them; says how many.
  ///
  /// - Complexity: O(bytes); digits and blanks go eight at a time.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Int {
    var index = 0
    var depth = depth
    var isInText = isInText
    var isEscaped = isEscaped
    defer {
      self.depth = depth
      self.isInText = isInText
      self.isEscaped = isEscaped
    }
    let count = bytes.count
    while index < count {
      if isInText {
        let byte = bytes[index]
        index += 1
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
        continue
      }
      // What matters outside texts has the bit 0x40 (brackets, braces) or is a quotation mark: words of eight
      // bytes with none of these are passed over.
      while index + 8 <= count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let quotes = word ^ 0x2222_2222_2222_2222
        let isQuote = (quotes &- 0x0101_0101_0101_0101) & ~quotes & 0x8080_8080_8080_8080
        let marks = ((word & 0x4040_4040_4040_4040) << 1) | isQuote
        if marks != 0 {
          index += marks.trailingZeroBitCount / 8
          break
        }
        index += 8
      }
      guard index < count else { break }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        isInText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return index + 1 }
      default:
        break
      }
      index += 1
    }
    return count
  }
}
