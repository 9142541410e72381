import MapPackFeatures

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

  /// Whether it has one byte for each Western letter. Those who do not know their encoding say one of these.
  var isWestern: Bool {
    ["CP1252", "ISO-8859-1", "ISO-8859-15", "CP850", "CP437", "MACINTOSH"].contains(name)
  }

  /// What is said if text that is declared in this encoding is UTF-8.
  func seenThrough(by who: String) -> (message: String, remedy: Remedy) {
    (
      "\(who) says \(name), and all text is UTF-8: it was read as UTF-8",
      "nothing to do, or name the encoding: \(.encoding)"
    )
  }

  private static let nameByKey: [String: String] = [
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

  private static let codePages: Set<String> = [
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
