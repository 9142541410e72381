import CMapPackIconv

/// Encodes text as CP932, Microsoft's Shift_JIS, by iconv.
struct CP932Encoder: ~Copyable {
  private let converter: iconv_t

  /// - Throws: if the system's iconv does not know CP932.
  init() throws {
    // iconv_open's error is the pointer -1.
    guard let converter = iconv_open("CP932", "UTF-8"), Int(bitPattern: converter) != -1 else {
      throw CannotMake("this system's iconv does not know CP932")
    }
    self.converter = converter
  }

  /// - Throws: if the encoding lacks a character.
  func encode(_ text: String) throws -> [UInt8] {
    var source = text.utf8.map { CChar(bitPattern: $0) }
    var target = [CChar](repeating: 0, count: 2 * source.count)
    let written = source.withUnsafeMutableBufferPointer { source in
      target.withUnsafeMutableBufferPointer { target -> Int? in
        var (from, fromLeft) = (source.baseAddress, source.count)
        var (to, toLeft) = (target.baseAddress, target.count)
        return iconv(converter, &from, &fromLeft, &to, &toLeft) == 0 ? target.count - toLeft : nil
      }
    }
    guard let written else { throw CannotMake("CP932 has not all characters of \(text)") }
    return target[..<written].map { UInt8(bitPattern: $0) }
  }

  deinit { iconv_close(converter) }
}
