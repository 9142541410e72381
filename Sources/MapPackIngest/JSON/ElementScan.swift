/// A scan for the end of a JSON object or array, chunk by chunk. It starts at the opening brace or bracket, and counts
/// braces and brackets outside strings. It does not tell braces from brackets: whether the bytes are JSON is left to
/// the parser. `GeoJSONSplitter` cuts out features by it, and `JSONSignature` skips members.
struct ElementScan {
  /// How many braces and brackets are open. It is 0 after a scan that found the end.
  private(set) var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Scans bytes up to the end of the object, or all of them if that is not among them.
  /// - Parameter bytes: the bytes that follow those of the last call; in the first call, they start with the brace.
  /// - Returns: how many bytes were scanned, with the closing brace.
  /// - Complexity: O(n) for n bytes. Digits and blanks take eight bytes at a time.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Int {
    var index = 0
    var depth = depth
    var isInString = isInString
    var isEscaped = isEscaped
    defer {
      self.depth = depth
      self.isInString = isInString
      self.isEscaped = isEscaped
    }
    let count = bytes.count
    while index < count {
      if isInString {
        let byte = bytes[index]
        index += 1
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      // Outside strings, only brackets and braces matter, which have the bit 0x40, and quotation marks. Words of eight
      // bytes with none of these are skipped.
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
        isInString = true
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
