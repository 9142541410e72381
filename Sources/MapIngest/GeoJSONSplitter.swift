import MapFeatures

/// Cuts a GeoJSON file into the elements of its top-level member "features", wherever that stands, and the
/// document around them, in which each of them is left as `{}`.
///
/// It follows texts, escapes and nesting, and holds one chunk of the file, the element at hand and what stands
/// outside the elements. Whether the pieces are JSON is for the parser to find out: if all of them are, the file
/// is. Without such a member the whole document stands in `outline`.
struct GeoJSONSplitter: ~Copyable {
  private let file: InputFile
  private let chunk: UnsafeMutableRawBufferPointer
  /// The chunk's bytes that are of the file, the next of them, and where the chunk starts in the file.
  private var chunkCount = 0
  private var cursor = 0
  private var chunkStart = 0

  /// The document without its features.
  private(set) var outline: [UInt8] = []
  /// Where in the file a piece of the outline comes from: its start in the outline and in the file.
  private var anchors: [(outline: Int, file: Int)] = []
  /// How many features have been cut out.
  private(set) var featureCount = 0

  private var depth = 0
  private var isInFeatures = false
  private var hasEnded = false

  private static let chunkSize = 1 << 20

  init(_ file: consuming InputFile) {
    self.file = file
    chunk = .allocate(byteCount: Self.chunkSize, alignment: 8)
  }

  deinit { chunk.deallocate() }

  /// The next byte's place in the file.
  var position: Int { chunkStart + cursor }

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

  /// The next feature: its bytes go to `parser`, the answer is where in the file it starts; `nil` at the end of the
  /// file.
  ///
  /// Throws where the file is not UTF-8 JSON by its first bytes, ends within the document, or goes on after it.
  mutating func nextFeature(into parser: inout GeoJSONParser) throws(StageError) -> Int? {
    if outline.isEmpty { try begin() }
    while let byte = try next() {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        outline.append(byte)
        continue
      case UInt8(ascii: "{") where depth == 2 && isInFeatures:
        cursor -= 1
        let start = position
        parser.removeAll()
        try copyElement(into: &parser, start: start)
        outline += Array("{}".utf8)
        anchors.append((outline.count, position))
        featureCount += 1
        return start
      case UInt8(ascii: "\""):
        try copyText()
        continue
      default:
        break
      }
      guard !hasEnded else { throw goesOn(byte) }
      outline.append(byte)
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        isInFeatures = isInFeatures || (byte == UInt8(ascii: "[") && depth == 2 && featuresFollow)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        isInFeatures = isInFeatures && depth >= 2
        hasEnded = depth <= 0
      default:
        break
      }
    }
    guard hasEnded else { throw cutOff("the document is not closed") }
    return nil
  }

  /// Whether the outline ends in the key "features" of the document's own object, its colon and the bracket.
  private var featuresFollow: Bool {
    var rest = outline.dropLast()
    func skipSpace() { while let byte = rest.last, Self.isSpace(byte) { rest.removeLast() } }
    skipSpace()
    guard rest.popLast() == UInt8(ascii: ":") else { return false }
    skipSpace()
    // A quotation mark after a backslash is inside a longer key.
    return rest.suffix(10).elementsEqual(#""features""#.utf8) && rest.dropLast(10).last != UInt8(ascii: "\\")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x0A, 0x0D, 0x09].contains(byte) }

  private mutating func begin() throws(StageError) {
    let head = try file.bytes(at: 0, count: 4)
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) || head.prefix(2).contains(0) {
      throw StageError(
        .unreadableData, file: file.shownPath, "the text is UTF-16 or UTF-32, and GeoJSON is UTF-8",
        remedy: "convert it to UTF-8")
    }
    // A byte order mark may stand before the document.
    if head.starts(with: [0xEF, 0xBB, 0xBF]) {
      for _ in 0..<3 { _ = try next() }
    }
    var first = try next()
    while let byte = first, Self.isSpace(byte) { first = try next() }
    guard let first else {
      throw StageError(.unreadableData, file: file.shownPath, "the file is empty", remedy: "get the file again")
    }
    guard first == UInt8(ascii: "{") else {
      let isSequence = first == 0x1E
      throw StageError(
        .unreadableData, file: file.shownPath,
        isSequence
          ? "this is a sequence of JSON texts, which is not read" : "this is not GeoJSON: it does not start with {",
        remedy: isSequence ? "write the features as one FeatureCollection" : nil)
    }
    anchors.append((0, position - 1))
    outline.append(first)
    depth = 1
  }

  /// Copies a text to the outline; its opening quotation mark has been read.
  private mutating func copyText() throws(StageError) {
    guard !hasEnded else { throw goesOn(UInt8(ascii: "\"")) }
    outline.append(UInt8(ascii: "\""))
    while let byte = try next() {
      outline.append(byte)
      if byte == UInt8(ascii: "\"") { return }
      if byte == UInt8(ascii: "\\"), let escaped = try next() { outline.append(escaped) }
    }
    throw cutOff("a text is not closed")
  }

  /// Copies an element to the parser's buffer, to the brace that closes it; its opening brace is next.
  private mutating func copyElement(into parser: inout GeoJSONParser, start: Int) throws(StageError) {
    var state = ElementScan()
    repeat {
      if cursor == chunkCount, try !refill() {
        throw cutOff("the file ends inside the feature that starts at byte \(start)", record: featureCount + 1)
      }
      let bytes = UnsafeRawBufferPointer(rebasing: chunk[cursor..<chunkCount])
      let length = state.scan(bytes)
      guard parser.append(UnsafeRawBufferPointer(rebasing: bytes[..<length])) else { throw tooLarge(start) }
      cursor += length
    } while state.depth > 0
  }

  // MARK: Errors

  private func tooLarge(_ start: Int) -> StageError {
    var error = StageError(
      .unreadableData, file: file.shownPath, "there is not memory enough for the feature that starts at byte \(start)",
      remedy: "split the feature")
    error.record = featureCount + 1
    return error
  }

  private func cutOff(_ what: String, record: Int? = nil) -> StageError {
    var error = StageError(
      .unreadableData, file: file.shownPath, "the JSON is cut off after \(file.size) bytes: \(what)",
      remedy: "get the file again")
    error.record = record
    return error
  }

  private func goesOn(_ byte: UInt8) -> StageError {
    let isLines = byte == UInt8(ascii: "{")
    return StageError(
      .unreadableData, file: file.shownPath,
      "the document ends before byte \(position - 1), and something follows it"
        + (isLines ? ": a sequence of JSON texts is not read" : ""),
      remedy: isLines ? "write the features as one FeatureCollection" : "get the file again")
  }
}
