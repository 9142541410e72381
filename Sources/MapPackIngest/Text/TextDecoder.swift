import CMapPackIconv
import Foundation
import MapPackFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A decoder of text: UTF-8 by the standard library, some encodings by tables of the package (`CodePageTable`), any other
/// by iconv. The corresponding C type is `iconv_t`. One thread at a time may use it. A decoder that decodes pieces of a
/// text decodes nothing else meanwhile.
final class TextDecoder {
  enum Outcome: Equatable {
    case text(String)
    /// The text before a character that the end of the bytes cuts off.
    case cut(String)
    /// The bytes are not in the encoding.
    case undecodable

    /// The text if nothing is cut off.
    var whole: String? { if case .text(let text) = self { text } else { nil } }
  }

  let encoding: TextEncoding
  private let table: CodePageTable?
  /// `nil` if the system is not asked.
  private let converter: iconv_t?

  /// Throws `unavailable` if this system's iconv does not know the encoding.
  init(_ encoding: TextEncoding, file: String) throws(StageError) {
    self.encoding = encoding
    table = CodePageTable.table(of: encoding)
    guard encoding != .utf8, table == nil else {
      converter = nil
      return
    }
    // iconv_open's error is the pointer -1.
    guard let converter = iconv_open("UTF-8", encoding.name), Int(bitPattern: converter) != -1 else {
      throw StageError(
        .unavailable, file: file, "this system's iconv does not know the encoding \(encoding.name)",
        remedy: "convert the text to UTF-8")
    }
    #if canImport(Darwin)
      // Or else it writes a question mark for a character that it does not know.
      var isOn: Int32 = 1
      _ = iconvctl(converter, ICONV_SET_ILSEQ_INVALID, &isOn)
    #endif
    self.converter = converter
  }

  /// Decodes a whole text. ASCII is taken as ASCII in all encodings, so those of two or four bytes per character are
  /// for pieces only.
  func decode(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    if bytes.allSatisfy({ $0 < 0x80 }) { return .text(String(decoding: bytes, as: UTF8.self)) }
    if let converter { iconv(converter, nil, nil, nil, nil) }
    var utf8: [UInt8] = []
    let (taken, isDecodable) = decode(piece: bytes, into: &utf8)
    guard isDecodable else { return .undecodable }
    finish(into: &utf8)
    let text = String(decoding: utf8, as: UTF8.self)
    return taken == bytes.count ? .text(text) : .cut(text)
  }

  /// Decodes a piece of a longer text and appends it to `utf8` as UTF-8.
  ///
  /// A character that the piece cuts off is not decoded; its bytes belong before the next piece.
  /// - Returns: how many bytes were decoded, and whether the bytes that are left may be the start of a character.
  func decode(piece bytes: UnsafeRawBufferPointer, into utf8: inout [UInt8]) -> (taken: Int, isDecodable: Bool) {
    if let table {
      guard table.composes else { return table.decode(bytes, into: &utf8) }
      var decomposed: [UInt8] = []
      let outcome = table.decode(bytes, into: &decomposed)
      utf8 += String(decoding: decomposed, as: UTF8.self).precomposedStringWithCanonicalMapping.utf8
      return outcome
    }
    guard let converter else {
      let valid = Self.validUTF8(bytes)
      utf8.append(contentsOf: bytes[..<valid])
      return (valid, valid == bytes.count || Self.isStartOfCharacter(bytes[valid...]))
    }
    let capacity = 4096
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
        // A status above 0 counts characters for which others were written.
        return (bytes.count - sourceLeft, status == 0 || (status == -1 && reason == EINVAL))
      }
    }
  }

  /// Appends the letter that iconv keeps back, because an accent might have followed it, as in BIG5-HKSCS.
  private func finish(into utf8: inout [UInt8]) {
    guard let converter else { return }
    withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { output in
      var target = output.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = output.count
      iconv(converter, nil, nil, &target, &left)
      utf8.append(contentsOf: output[..<(output.count - left)])
    }
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

  /// What bytes read in other encodings than one, for a message: `“Doña” as CP1252`. Encodings that this system does not
  /// know, and those in which the bytes make no text, are left out.
  static func readings(
    of bytes: UnsafeRawBufferPointer, in encodings: [TextEncoding], file: String
  ) -> [(words: String, encoding: TextEncoding)] {
    encodings.compactMap { encoding in
      (try? TextDecoder(encoding, file: file))?.decode(bytes).whole.map { ("“\($0)” as \(encoding.name)", encoding) }
    }
  }

  deinit {
    if let converter { iconv_close(converter) }
  }
}
