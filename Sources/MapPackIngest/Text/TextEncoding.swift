import CMapPackIconv
import MapPackFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An encoding of text, by its name.
struct TextEncoding: Hashable, Sendable {
  /// The name for reports and for iconv.
  let name: String

  static let utf8 = TextEncoding(name: "UTF-8")
  /// Japanese as Windows writes it. Text that is declared as Shift_JIS is read as CP932 too, because names have 髙, 﨑
  /// and ①.
  static let cp932 = TextEncoding(name: "CP932")
  static let cp1252 = TextEncoding(name: "CP1252")
  /// Encodings of two or four bytes per character: of whole documents only, never of the fields of a table.
  static let utf16LittleEndian = TextEncoding(name: "UTF-16LE")
  static let utf16BigEndian = TextEncoding(name: "UTF-16BE")
  static let utf32LittleEndian = TextEncoding(name: "UTF-32LE")
  static let utf32BigEndian = TextEncoding(name: "UTF-32BE")

  init(name: String) { self.name = name }

  /// The encoding that a label means; `nil` if the label is not known. Many spellings are in use: `UTF-8`, `utf8`,
  /// `65001`, `SJIS`, `ANSI 1252`, `88591`, `windows-31j`. Only ASCII letters and digits count, in any case. Encodings
  /// of two or four bytes per character are not known here.
  init?(label: String) {
    let key = Self.key(of: label)
    guard
      let name = Self.nameByKey[key] ?? Self.numbered(letters: key.filter(\.isLetter), digits: key.filter(\.isNumber))
    else { return nil }
    self.init(name: name)
  }

  /// The encoding that the user has named for a file.
  /// - Throws: `usage` if the label is not known.
  init(named label: String, file: String) throws(StageError) {
    guard let encoding = Self(label: label) else {
      throw StageError(
        .usage, file: file, "the encoding “\(label)” is not known",
        remedy: "write UTF-8, CP932, CP1252 or another code page as CP and its number")
    }
    self = encoding
  }

  /// Whether a label means an encoding of two or four bytes per character, or a family of these: `UTF-16`, `ucs2`,
  /// `1200`.
  static func isWide(label: String) -> Bool {
    let key = key(of: label)
    return ["utf16", "utf32", "ucs", "iso10646ucs"].contains(where: key.hasPrefix)
      || ["1200", "1201", "12000", "12001"].contains(key)
  }

  /// The ASCII letters and digits of a label, in lower case.
  private static func key(of label: String) -> String {
    let scalars = label.unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
    }
    return String(String.UnicodeScalarView(scalars)).lowercased()
  }

  /// The encoding of the language driver ID of a .dbf; `nil` if the ID means none or is not known.
  ///
  /// Source: the code page table that dBASE, FoxPro and Esri's programs share.
  init?(languageDriver: UInt8) {
    guard let codePage = Self.codePageByLanguageDriver[languageDriver] else { return nil }
    self.init(name: codePage)
  }

  static let nameByKey: [String: String] = [
    "utf8": "UTF-8", "65001": "UTF-8", "unicode": "UTF-8", "ascii": "UTF-8", "usascii": "UTF-8",
    "sjis": "CP932", "shiftjis": "CP932", "xsjis": "CP932", "mskanji": "CP932", "windows31j": "CP932",
    "eucjp": "EUC-JP", "ujis": "EUC-JP", "51932": "EUC-JP",
    "euckr": "EUC-KR", "ksc5601": "CP949", "uhc": "CP949", "big5": "BIG5", "big5hkscs": "BIG5-HKSCS",
    "gb2312": "GBK", "euccn": "GBK", "gbk": "GBK", "gb18030": "GB18030", "54936": "GB18030",
    "koi8r": "KOI8-R", "20866": "KOI8-R", "koi8u": "KOI8-U", "21866": "KOI8-U",
    "tis620": "CP874", "latin1": "ISO-8859-1", "latin2": "ISO-8859-2", "latin5": "ISO-8859-9",
    "latin9": "ISO-8859-15", "mac": "MACINTOSH", "macroman": "MACINTOSH", "macintosh": "MACINTOSH",
    "10000": "MACINTOSH", "ansi": "CP1252",
  ]

  static let codePages: Set<String> = [
    "437", "737", "775", "850", "852", "855", "857", "860", "861", "862", "863", "864", "865", "866", "869", "874",
    "932", "936", "949", "950", "1250", "1251", "1252", "1253", "1254", "1255", "1256", "1257", "1258",
  ]

  /// The name of a code page, or of a part of ISO 8859, by its number.
  private static func numbered(letters: String, digits: String) -> String? {
    if ["", "cp", "ansi", "oem", "windows", "win", "ibm", "ms", "dos", "xcp"].contains(letters),
      codePages.contains(digits)
    {
      return "CP" + digits
    }
    if ["", "iso", "isoiec"].contains(letters), digits.hasPrefix("8859"), let part = Int(digits.dropFirst(4)),
      (1...16).contains(part), part != 12
    {
      return "ISO-8859-\(part)"
    }
    // Esri has numbers of its own for the parts of ISO 8859.
    if letters.isEmpty, digits.hasPrefix("2859"), digits.count == 5, let part = Int(digits.dropFirst(4)), part > 0 {
      return "ISO-8859-\(part)"
    }
    return nil
  }

  private static let codePageByLanguageDriver: [UInt8: String] = [
    0x01: "CP437", 0x02: "CP850", 0x03: "CP1252", 0x04: "MACINTOSH", 0x08: "CP865", 0x09: "CP437", 0x0A: "CP850",
    0x0B: "CP437", 0x0D: "CP437", 0x0E: "CP850", 0x0F: "CP437", 0x10: "CP850", 0x11: "CP437", 0x12: "CP850",
    0x13: "CP932", 0x14: "CP850", 0x15: "CP437", 0x16: "CP850", 0x17: "CP865", 0x18: "CP437", 0x19: "CP437",
    0x1A: "CP850", 0x1B: "CP437", 0x1C: "CP863", 0x1D: "CP850", 0x1F: "CP852", 0x22: "CP852", 0x23: "CP852",
    0x24: "CP860", 0x25: "CP850", 0x26: "CP866", 0x37: "CP850", 0x40: "CP852", 0x4D: "CP936", 0x4E: "CP949",
    0x4F: "CP950", 0x50: "CP874", 0x58: "CP1252", 0x59: "CP1252", 0x64: "CP852", 0x65: "CP866", 0x66: "CP865",
    0x67: "CP861", 0x6A: "CP737", 0x6B: "CP857", 0x6C: "CP863", 0x78: "CP950", 0x79: "CP949", 0x7A: "CP936",
    0x7B: "CP932", 0x7C: "CP874", 0x86: "CP737", 0x87: "CP852", 0x88: "CP857", 0xC8: "CP1250", 0xC9: "CP1251",
    0xCA: "CP1254", 0xCB: "CP1253", 0xCC: "CP1257",
  ]
}

/// A decoder of text: UTF-8 by the standard library, any other encoding by iconv. The corresponding C type is
/// `iconv_t`. One thread at a time may use it. A decoder that decodes pieces of a text decodes nothing else meanwhile.
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
  /// `nil` for UTF-8.
  private let converter: iconv_t?

  /// Throws `unavailable` if this system's iconv does not know the encoding.
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
        return (bytes.count - sourceLeft, status != -1 || reason == EINVAL)
      }
    }
  }

  /// Appends the letter that iconv keeps back, because an accent might have followed it: in CP1255 and CP1258.
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
