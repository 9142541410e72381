import CMapPackIconv
import MapPackFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A decoder of text: UTF-8 by the standard library, any other encoding by iconv. The corresponding C type is
/// `iconv_t`. One thread at a time may use it. `XMLText` decodes pieces with it; .dbf files, tables and names in
/// archives are whole texts. A decoder that decodes pieces of a text decodes nothing else meanwhile.
struct TextDecoder: ~Copyable {
  /// The outcome of decoding a text.
  enum Outcome: Equatable {
    case text(String)
    /// The text before a character that the end of the bytes cuts off.
    case cut(String)
    /// The bytes are not in the encoding.
    case undecodable
  }

  let encoding: TextEncoding
  /// `nil` for UTF-8.
  private let converter: iconv_t?

  /// - Parameters:
  ///   - encoding: the encoding of the texts.
  ///   - file: the file that the message is about.
  /// - Throws: `unavailable` if this system's iconv does not know the encoding.
  init(_ encoding: TextEncoding, file: String) throws(StageError) {
    self.encoding = encoding
    guard encoding != .utf8 else {
      converter = nil
      return
    }
    // iconv_open's error is the pointer -1.
    guard let converter = iconv_open("UTF-8", encoding.name), Int(bitPattern: converter) != -1 else {
      throw StageError(
        .unavailable, file: file, "this system's iconv does not know the encoding \(encoding.name)",
        remedy: "convert the text to UTF-8")
    }
    self.converter = converter
  }

  /// Decodes a whole text. ASCII is taken as ASCII in all encodings, so those of two or four bytes per character are
  /// for pieces only.
  /// - Complexity: O(n) for n bytes.
  func decode(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    if bytes.allSatisfy({ $0 < 0x80 }) { return .text(String(decoding: bytes, as: UTF8.self)) }
    guard let converter else { return Self.decodeUTF8(bytes) }
    return Self.convert(bytes, converter)
  }

  /// Decodes a piece of a longer text and appends it to `utf8` as UTF-8.
  ///
  /// A character that the piece cuts off is not decoded; its bytes belong before the next piece.
  /// - Returns: how many bytes were decoded, and whether the bytes that are left may be the start of a character.
  /// - Complexity: O(n) for n bytes. ASCII in UTF-8 takes eight bytes at a time.
  func decode(piece bytes: UnsafeRawBufferPointer, into utf8: inout [UInt8]) -> (taken: Int, isDecodable: Bool) {
    guard let converter else {
      let valid = Self.validUTF8(bytes)
      utf8.append(contentsOf: bytes[..<valid])
      return (valid, valid == bytes.count || Self.isStartOfCharacter(bytes[valid...]))
    }
    return Self.convert(piece: bytes, converter, into: &utf8)
  }

  /// How many bytes at the start are whole characters of UTF-8.
  private static func validUTF8(_ bytes: UnsafeRawBufferPointer) -> Int {
    var valid = 0
    while valid < bytes.count {
      while valid + 8 <= bytes.count,
        bytes.loadUnaligned(fromByteOffset: valid, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        valid += 8
      }
      var parser = Unicode.UTF8.ForwardParser()
      var rest = bytes[valid...].makeIterator()
      // Eight characters, then back to whole words: ASCII may follow.
      for _ in 0..<8 {
        guard case .valid(let character) = parser.parseScalar(from: &rest) else { return valid }
        valid += character.count
      }
    }
    return valid
  }

  private static func convert(
    piece bytes: UnsafeRawBufferPointer, _ converter: iconv_t, into utf8: inout [UInt8]
  ) -> (taken: Int, isDecodable: Bool) {
    let capacity = 65_536
    return withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { output in
      // iconv declares its input without const, but does not write to it. Its state is the one after the piece before.
      var source = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
      var sourceLeft = bytes.count
      while true {
        var target = output.baseAddress?.assumingMemoryBound(to: CChar.self)
        var targetLeft = capacity
        let status = iconv(converter, &source, &sourceLeft, &target, &targetLeft)
        let reason = errno
        utf8.append(contentsOf: output[..<(capacity - targetLeft)])
        if status == -1, reason == E2BIG { continue }
        return (bytes.count - sourceLeft, status != -1 || reason == EINVAL)
      }
    }
  }

  private static func decodeUTF8(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var valid = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar):
        valid += scalar.count
      case .emptyInput:
        return .text(String(decoding: bytes, as: UTF8.self))
      case .error:
        guard isStartOfCharacter(bytes[valid...]) else { return .undecodable }
        return .cut(String(decoding: bytes[..<valid], as: UTF8.self))
      }
    }
  }

  /// Whether bytes are the start of a character of UTF-8 without its end.
  private static func isStartOfCharacter(_ bytes: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let lead = bytes.first, bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return false }
    switch lead {
    case 0xC2...0xDF: return bytes.count < 2
    case 0xE0...0xEF: return bytes.count < 3
    case 0xF0...0xF4: return bytes.count < 4
    default: return false
    }
  }

  private static func convert(_ bytes: UnsafeRawBufferPointer, _ converter: iconv_t) -> Outcome {
    // No byte of the encodings in use becomes more than four bytes of UTF-8. If one does, iconv reports it.
    let capacity = bytes.count * 4 + 16
    return withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { output in
      // iconv declares its input without const, but does not write to it.
      var source = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
      var sourceLeft = bytes.count
      var target = output.baseAddress?.assumingMemoryBound(to: CChar.self)
      var targetLeft = capacity
      iconv(converter, nil, nil, nil, nil)
      let status = iconv(converter, &source, &sourceLeft, &target, &targetLeft)
      let reason = errno
      let text = String(decoding: UnsafeRawBufferPointer(rebasing: output[..<(capacity - targetLeft)]), as: UTF8.self)
      if status != -1 { return .text(text) }
      return reason == EINVAL ? .cut(text) : .undecodable
    }
  }

  deinit {
    if let converter { iconv_close(converter) }
  }
}
