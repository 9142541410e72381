import MapPackFeatures

/// The text of an XML file as UTF-8, piece by piece, whatever its encoding.
///
/// The encoding is the first one that applies: the one that the user names, that of a byte order mark, UTF-16 if the
/// first bytes show it, that of the XML declaration if it ends within the first 1,024 bytes, UTF-8. `TextEncoding`
/// knows most labels, and iconv the rest. A file that is declared as Shift_JIS is CP932; a file that is declared as
/// UTF-16 but written in single bytes is UTF-8. Bytes that are not in the encoding end the text.
struct XMLText: ~Copyable {
  private let file: InputFile
  private let decoder: TextDecoder
  /// The position of the next bytes in the file.
  private(set) var position: Int
  /// The piece that was read last, as UTF-8, in whole characters. It may be empty.
  private(set) var piece: [UInt8] = []
  /// The first bytes of a character that the last piece cut.
  private var leftover: [UInt8] = []
  /// Whether the bytes after the last piece are not in the encoding.
  private var isBroken = false
  /// The line, from 1, on which the last piece ends.
  private var line = 1
  /// Why the encoding may be a wrong one, and what to do; `nil` if nothing speaks against it.
  private(set) var doubt: (message: String, remedy: Remedy)?

  /// - Throws: `usage` if the user names an encoding that this system does not know; `unreadableData` if the XML
  ///   declaration does, or if the file cannot be read.
  init(_ file: consuming InputFile, encoding label: String?) throws(StageError) {
    let head = try file.bytes(at: 0, count: 1024)
    var (encoding, markLength) = try Self.encoding(of: head, named: label, file: file.shownPath)
    if encoding != .utf8, !TextEncoding.isWide(label: encoding.name) {
      let sample = try TextSample(file)
      if label == nil, encoding.isWestern, sample.isUTF8, !sample.texts.isEmpty {
        doubt = encoding.seenThrough(by: "the XML declaration")
        encoding = .utf8
      } else if let found = try EncodingDoubt(sample.texts, in: encoding, file: file.shownPath) {
        doubt = (
          found.message(label == nil ? "the XML declaration" : "`encoding`"),
          found.remedy(.encoding)
        )
      }
    }
    do throws(StageError) {
      decoder = try TextDecoder(encoding, file: file.shownPath)
    } catch {
      throw Self.unknown(label ?? encoding.name, isNamed: label != nil, file: file.shownPath)
    }
    self.file = file
    position = markLength
  }

  var encoding: TextEncoding { decoder.encoding }
  var size: Int { file.size }
  var shownPath: String { file.shownPath }

  /// Reads the next `count` bytes of the file into `piece`.
  /// - Throws: `unreadableData` if bytes are not in the encoding, once all text before them has been given.
  mutating func readPiece(_ count: Int) throws(StageError) -> Bool {
    piece.removeAll(keepingCapacity: true)
    if isBroken { throw undecodable }
    let next = try file.bytes(at: position, count: count)
    guard !next.isEmpty else {
      if !leftover.isEmpty { throw undecodable }
      return false
    }
    position += next.count
    let bytes = leftover.isEmpty ? next : leftover + next
    let (taken, isDecodable) = bytes.withUnsafeBytes { decoder.decode(piece: $0, into: &piece) }
    leftover = Array(bytes[taken...])
    isBroken = !isDecodable
    for byte in piece where byte == UInt8(ascii: "\n") { line += 1 }
    return true
  }

  private var undecodable: StageError {
    let texts = (try? TextSample(file))?.texts ?? []
    let candidates = EncodingCandidates(texts, extent: nil, except: [encoding], file: file.shownPath)
    return StageError(
      .unreadableData, at: Location(file: file.shownPath, line: line),
      "the text is not \(encoding.name) (byte \(position - leftover.count))"
        + (candidates.proposals.isEmpty ? "" : "; it reads \(candidates.words)"), remedy: candidates.remedy)
  }

  // MARK: The encoding

  /// Byte order marks. A longer mark precedes the one that it starts with.
  private static let marks: [(bytes: [UInt8], encoding: TextEncoding)] = [
    ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
    ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
  ]

  private static func encoding(
    of head: [UInt8], named label: String?, file: String
  ) throws(StageError) -> (encoding: TextEncoding, markLength: Int) {
    let mark = marks.first { head.starts(with: $0.bytes) }
    // XML begins with `<`, in UTF-16 with a zero beside it.
    let unmarked: TextEncoding? =
      head.starts(with: [0x3C, 0]) ? .utf16LittleEndian : head.starts(with: [0, 0x3C]) ? .utf16BigEndian : nil
    if let label {
      guard let encoding = named(label, bytes: mark?.encoding ?? unmarked) else {
        throw unknown(label, isNamed: true, file: file)
      }
      return (encoding, mark?.encoding == encoding ? mark?.bytes.count ?? 0 : 0)
    }
    if let mark { return (mark.encoding, mark.bytes.count) }
    if let unmarked { return (unmarked, 0) }
    guard let label = declaredEncoding(head), !TextEncoding.isWide(label: label) else { return (.utf8, 0) }
    guard let encoding = named(label, bytes: nil) else { throw unknown(label, isNamed: false, file: file) }
    return (encoding, 0)
  }

  /// The encoding that a label means; `nil` if it is not known.
  private static func named(_ label: String, bytes: TextEncoding?) -> TextEncoding? {
    if let encoding = TextEncoding(label: label) { return encoding }
    // Any name that iconv knows, but without the options that iconv accepts after a name.
    guard label.wholeMatch(of: #/[A-Za-z][A-Za-z0-9._\-]*/#) != nil else { return nil }
    guard TextEncoding.isWide(label: label) else { return TextEncoding(name: label) }
    if let bytes, TextEncoding.isWide(label: bytes.name) { return bytes }
    return TextEncoding(name: label.uppercased())
  }

  /// The name of the encoding in the XML declaration (XML 1.0, section 2.8).
  private static func declaredEncoding(_ head: [UInt8]) -> String? {
    let text = String(decoding: head, as: UTF8.self)
    guard text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") else { return nil }
    let match = text[..<end.lowerBound].firstMatch(of: #/\sencoding\s*=\s*["']([^"']*)["']/#)
    return match.map { String($0.1) }
  }

  private static func unknown(_ label: String, isNamed: Bool, file: String) -> StageError {
    StageError(
      isNamed ? .usage : .unreadableData, file: file, "the encoding “\(label)” is not known",
      remedy: isNamed
        ? "write UTF-8, CP932, CP1252 or another code page as CP and its number"
        : "convert the file to UTF-8, or say the encoding, as in \(.encoding, "CP932")")
  }
}

/// Recognizes an XML document by the name of its root element, whatever the prefix.
enum XMLSignature {
  /// The local name of the root element of an XML document, or of the document type if that comes first and is `html`;
  /// `nil` if the first bytes of a file are none. Skips an XML declaration, comments, processing instructions and a
  /// document type without declarations. `nil` if the root element does not start within the bytes.
  static func root(of head: [UInt8]) -> String? {
    // The byte order mark and the zeros of UTF-16 are left out, because names and markup are ASCII.
    var rest = head.drop { $0 >= 0x80 || $0 == 0 }.filter { $0 != 0 }[...]
    while true {
      rest = rest.drop { $0 <= 0x20 }
      guard rest.popFirst() == UInt8(ascii: "<") else { return nil }
      if rest.starts(with: "!--".utf8) {
        guard let end = rest.firstRange(of: Array("-->".utf8)) else { return nil }
        rest = rest[end.upperBound...]
      } else if rest.first == UInt8(ascii: "?") || rest.first == UInt8(ascii: "!") {
        if String(decoding: rest.prefix(13), as: UTF8.self).lowercased() == "!doctype html" { return "html" }
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        rest = rest[(end + 1)...]
      } else {
        let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
        return name.split(separator: UInt8(ascii: ":")).last.map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }
}
