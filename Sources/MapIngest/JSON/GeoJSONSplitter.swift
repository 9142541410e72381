import MapFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Cuts a GeoJSON file into its texts, and each text into the elements of its top-level member "features", wherever
/// that stands, and the document around them, in which each of them is left as `{}`.
///
/// A file is a sequence of texts, most often of one. Between them may stand white space and the record separators of
/// RFC 8142; nothing has to, so that lines of JSON and texts over several lines are read alike.
///
/// It follows quotation marks, escapes and nesting, and holds one chunk of the file, the element at hand and what
/// stands outside the elements of the text at hand. Whether the pieces are JSON is for the parser to find out: if all
/// of them are, the file is. Without such a member a whole text stands in `outline`.
///
/// Call `nextText`, then `nextFeature` until there is none, and again.
struct GeoJSONSplitter: ~Copyable {
  private let file: InputFile
  private let chunk: UnsafeMutableRawBufferPointer
  /// The chunk's bytes that are of the file, the next of them, and where the chunk starts in the file.
  private var chunkCount = 0
  private var cursor = 0
  private var chunkStart = 0

  /// The text at hand without its features.
  private(set) var outline: [UInt8] = []
  /// Where in the file a piece of the outline comes from: its start in the outline and in the file.
  private var anchors: [(outline: Int, file: Int)] = []
  /// Whether the text at hand has an array "features".
  private(set) var hasFeatures = false
  /// How many features have been cut out of the text at hand.
  private(set) var featureCount = 0
  /// How many texts have been begun.
  private(set) var textCount = 0
  /// The records of the texts before the one at hand: features, and texts without any.
  private(set) var recordsBefore = 0

  private enum Place { case between, inText, inFeatures }
  private var place = Place.between

  private static let chunkSize = 1 << 20
  private static let recordSeparator: UInt8 = 0x1E

  init(_ file: consuming InputFile) {
    self.file = file
    chunk = .allocate(byteCount: Self.chunkSize, alignment: 8)
  }

  deinit { chunk.deallocate() }

  /// The bytes of the file.
  var size: Int { file.size }

  /// The next byte's place in the file.
  var position: Int { chunkStart + cursor }

  /// Whether a text has been begun and not been gone through.
  var isInText: Bool { place != .between }

  /// The number, from 1, of the feature that was cut out last, or of the text where it is a feature itself.
  var record: Int { recordsBefore + (hasFeatures ? featureCount : 1) }

  /// Where in the file the text at hand starts.
  var textStart: Int { anchors.first?.file ?? 0 }

  private mutating func refill() throws(StageError) -> Bool {
    chunkStart += chunkCount
    cursor = 0
    chunkCount = try file.read(chunk, at: chunkStart)
    return chunkCount > 0
  }

  private mutating func next() throws(StageError) -> UInt8? {
    if cursor == chunkCount, try !refill() { return nil }
    defer { cursor += 1 }
    return chunk[cursor]
  }

  /// Where in the file a place of the outline is.
  func filePosition(ofOutline offset: Int) -> Int {
    guard let anchor = anchors.last(where: { $0.outline <= offset }) else { return offset }
    return anchor.file + (offset - anchor.outline)
  }

  // MARK: Texts

  /// Goes to the next text. The answer is whether there is one.
  ///
  /// Throws where the file is empty or not UTF-8 by its first bytes, or something that is no object stands where a text
  /// would.
  mutating func nextText() throws(StageError) -> Bool {
    let isFirst = textCount == 0
    if isFirst {
      try begin()
    } else {
      recordsBefore += hasFeatures ? featureCount : 1
    }
    outline.removeAll(keepingCapacity: true)
    anchors.removeAll(keepingCapacity: true)
    hasFeatures = false
    featureCount = 0
    var first = try next()
    while let byte = first, Self.isSpace(byte) || byte == Self.recordSeparator { first = try next() }
    guard let first else {
      if isFirst {
        throw StageError(.unreadableData, file: file.shownPath, "the file is empty", remedy: "get the file again")
      }
      return false
    }
    anchors.append((0, position - 1))
    guard first == UInt8(ascii: "{") else { throw noObject(isFirst: isFirst) }
    textCount += 1
    outline.append(first)
    place = .inText
    return true
  }

  /// The next feature of the text at hand: its bytes go to those that `parser` has, the answer is where in the file it
  /// starts; `nil` at the end of the text.
  ///
  /// Throws where the file ends within the text.
  mutating func nextFeature(into parser: inout GeoJSONParser) throws(StageError) -> Int? {
    while place != .between {
      guard let byte = try next() else { throw cutOff("the document is not closed") }
      switch byte {
      case UInt8(ascii: "{") where place == .inFeatures:
        cursor -= 1
        let start = position
        featureCount += 1
        try copyElement(into: &parser, start: start)
        outline += Array("{}".utf8)
        anchors.append((outline.count, position))
        return start
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if byte == UInt8(ascii: "["), place == .inText, featuresFollow {
          outline.append(byte)
          place = .inFeatures
          hasFeatures = true
        } else {
          try copyValue()
        }
      case UInt8(ascii: "\""):
        try copyString()
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        outline.append(byte)
        place = place == .inFeatures ? .inText : .between
      case Self.recordSeparator:
        throw brokenOff()
      default:
        outline.append(byte)
      }
    }
    return nil
  }

  /// Whether the outline ends in the key "features" of the document's own object and its colon.
  private var featuresFollow: Bool {
    var rest = outline[...]
    func skipSpace() { while let byte = rest.last, Self.isSpace(byte) { rest.removeLast() } }
    skipSpace()
    guard rest.popLast() == UInt8(ascii: ":") else { return false }
    skipSpace()
    // A quotation mark after a backslash is inside a longer key.
    return rest.suffix(10).elementsEqual(#""features""#.utf8) && rest.dropLast(10).last != UInt8(ascii: "\\")
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
  }

  private mutating func begin() throws(StageError) {
    // A byte order mark may stand before the first text.
    for _ in 0..<(try Self.lengthOfMark(file)) { _ = try next() }
  }

  /// How many bytes a byte order mark takes at the start of a file. Throws where it is not UTF-8 by its first bytes.
  static func lengthOfMark(_ file: borrowing InputFile) throws(StageError) -> Int {
    let head = try file.bytes(at: 0, count: 4)
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) || head.prefix(2).contains(0) {
      throw StageError(
        .unreadableData, file: file.shownPath, "the text is UTF-16 or UTF-32, and JSON is UTF-8",
        remedy: "convert it to UTF-8")
    }
    return head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  // MARK: Pieces

  /// Copies a string to the outline; its opening quotation mark has been read.
  private mutating func copyString() throws(StageError) {
    outline.append(UInt8(ascii: "\""))
    while let byte = try next() {
      outline.append(byte)
      if byte == UInt8(ascii: "\"") { return }
      if byte == UInt8(ascii: "\\"), let escaped = try next() { outline.append(escaped) }
    }
    throw cutOff("a text is not closed")
  }

  /// Copies an object or array to the outline; its opening bracket has been read.
  private mutating func copyValue() throws(StageError) {
    cursor -= 1
    var scan = ElementScan()
    repeat {
      guard let bytes = try scanned(&scan) else { throw cutOff("the document is not closed") }
      outline.append(contentsOf: bytes)
    } while scan.depth > 0
  }

  /// Copies an element to the parser's buffer, to the brace that closes it; its opening brace is next.
  private mutating func copyElement(into parser: inout GeoJSONParser, start: Int) throws(StageError) {
    var scan = ElementScan()
    repeat {
      guard let bytes = try scanned(&scan) else {
        throw cutOff("the file ends inside the feature that starts at byte \(start)", isInFeature: true)
      }
      guard parser.append(bytes) else { throw tooLarge(start) }
    } while scan.depth > 0
  }

  /// The bytes of the chunk that go on a value, to its end or that of the chunk; `nil` at the end of the file. They are
  /// there until the next are read.
  private mutating func scanned(_ scan: inout ElementScan) throws(StageError) -> UnsafeRawBufferPointer? {
    if cursor == chunkCount, try !refill() { return nil }
    let bytes = UnsafeRawBufferPointer(rebasing: chunk[cursor..<chunkCount])
    let length = scan.scan(bytes)
    cursor += length
    let part = UnsafeRawBufferPointer(rebasing: bytes[..<length])
    // JSON has no such byte: the writer has begun anew. The address is that of as many bytes as are looked through.
    if let start = part.baseAddress, memchr(start, Int32(Self.recordSeparator), part.count) != nil { throw brokenOff() }
    return part
  }

  // MARK: Errors

  private func failure(_ message: String, remedy: String?) -> StageError {
    StageError(.unreadableData, file: file.shownPath, message, remedy: remedy)
  }

  /// An error of the text at hand, with its place where there are several, or of the feature at hand.
  private func failureOfText(_ message: String, remedy: String?, isInFeature: Bool = false) -> StageError {
    var error = failure(message, remedy: remedy)
    if isInFeature || (textCount > 1 && !hasFeatures) { error.record = record }
    if textCount > 1 { error.line = try? file.line(at: textStart) }
    return error
  }

  func tooLarge(_ start: Int) -> StageError {
    failureOfText(
      "there is not memory enough for the feature that starts at byte \(start)", remedy: "split the feature",
      isInFeature: true)
  }

  private func cutOff(_ what: String, isInFeature: Bool = false) -> StageError {
    failureOfText(
      "the JSON is cut off after \(file.size) bytes: \(what)", remedy: "get the file again", isInFeature: isInFeature)
  }

  private func brokenOff() -> StageError {
    failureOfText(
      "the JSON is broken off, and another text begins inside it", remedy: "get the file again",
      isInFeature: place == .inFeatures)
  }

  /// The first byte of a text is read and is no brace.
  private func noObject(isFirst: Bool) -> StageError {
    guard !isFirst else {
      return failure(
        "this is not GeoJSON: it does not start with {", remedy: "give a FeatureCollection, a Feature or a geometry")
    }
    var error = failure(
      "the document ends before byte \(position - 1), and something follows it that is no JSON object",
      remedy: "get the file again, or mend it")
    error.line = try? file.line(at: position - 1)
    error.record = recordsBefore + 1
    return error
  }
}
