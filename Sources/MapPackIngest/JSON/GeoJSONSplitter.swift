import MapPackFeatures

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A splitter that cuts a GeoJSON file into texts, and each text into the elements of its top-level member "features"
/// and the document around them, in which each element is left as `{}`.
///
/// A file is a sequence of texts, most often a single one. White space and the record separators of RFC 8142 may come
/// between them. Nothing has to, so lines of JSON and texts over several lines are read alike. The members of an object of
/// FeatureCollections, which some offices publish, are such a sequence too.
///
/// The splitter follows quotation marks, escapes and nesting. It holds a chunk of the file, the current element, and
/// the outline of the current text. Whether the pieces are JSON is left to the parser: if all are, the file is. If a
/// text has no member "features", `outline` is the whole text.
///
/// Call `nextText()`, then `nextFeature(into:)` until there is none, and repeat.
struct GeoJSONSplitter: ~Copyable {
  private var bytes: JSONBytes

  /// The current text without its features.
  private(set) var outline: [UInt8] = []
  /// Per piece of the outline: its start in the outline and in the file.
  private var anchors: [(outline: Int, file: Int)] = []
  private(set) var hasFeatures = false
  private(set) var featureCount = 0
  private(set) var textCount = 0
  /// How many records the texts before the current one have: features, and texts without features.
  private(set) var recordsBefore = 0

  private enum State { case between, inText, inFeatures }
  private var state = State.between

  /// Whether the file is an object whose members are FeatureCollections.
  private var isObjectOfLayers = false

  private static let recordSeparator: UInt8 = 0x1E

  init(_ file: consuming InputFile) { bytes = JSONBytes(file) }

  var size: Int { bytes.file.size }
  var shownPath: String { bytes.file.shownPath }

  /// The position of the next byte in the file, from 0.
  var position: Int { bytes.position }

  var isInText: Bool { state != .between }

  /// The number, from 1, of the feature that was cut out last, or of the current text if it has no features.
  var record: Int { recordsBefore + (hasFeatures ? featureCount : 1) }

  /// The position in the file at which the current text starts.
  var textStart: Int { anchors.first?.file ?? 0 }

  /// The position in the file of a byte of the outline, so that a message about the outline can name it.
  func filePosition(ofOutline offset: Int) -> Int {
    guard let anchor = anchors.last(where: { $0.outline <= offset }) else { return offset }
    return anchor.file + (offset - anchor.outline)
  }

  // MARK: Texts

  /// Goes to the next text; false if there is none.
  /// - Throws: `unreadableData` if the file is empty, is UTF-16 or UTF-32, or if a text does not start with `{`.
  mutating func nextText() throws(StageError) -> Bool {
    let isFirst = textCount == 0
    if isFirst {
      // A byte order mark may come before the first text.
      for _ in 0..<(try Self.lengthOfMark(bytes.file)) { _ = try bytes.next() }
      let head = String(decoding: try bytes.file.bytes(at: position, count: 4096), as: UTF8.self)
      isObjectOfLayers = head.prefixMatch(of: /\s*\{\s*"[^"]*"\s*:\s*\{\s*"type"\s*:\s*"FeatureCollection"/) != nil
    } else {
      recordsBefore += hasFeatures ? featureCount : 1
    }
    outline.removeAll(keepingCapacity: true)
    anchors.removeAll(keepingCapacity: true)
    hasFeatures = false
    featureCount = 0
    var first = isObjectOfLayers ? try nextLayer() : try bytes.next()
    while let byte = first, JSONBytes.isSpace(byte) || byte == Self.recordSeparator { first = try bytes.next() }
    guard let first else {
      if isFirst {
        throw .unreadable(bytes.file.shownPath, "the file is empty", remedy: "get the file again")
      }
      return false
    }
    anchors.append((0, position - 1))
    guard first == UInt8(ascii: "{") else { throw noObject(isFirst: isFirst) }
    textCount += 1
    outline.append(first)
    state = .inText
    return true
  }

  /// Goes to the brace of the next FeatureCollection, behind its name.
  private mutating func nextLayer() throws(StageError) -> UInt8? {
    var isNamed = false
    while let byte = try bytes.next() {
      if byte == UInt8(ascii: "{"), isNamed { return byte }
      if byte == UInt8(ascii: "\"") {
        _ = try bytes.string()
        isNamed = true
      }
    }
    return nil
  }

  /// Cuts out the next feature of the current text.
  /// - Parameter parser: gets the bytes of the feature, after those that it has.
  /// - Returns: the position in the file at which the feature starts; `nil` at the end of the text.
  /// - Throws: `unreadableData` if the file ends or another text begins within the text, or if there is not enough
  ///   memory for the feature. The splitter cannot go on then.
  mutating func nextFeature(into parser: inout GeoJSONParser) throws(StageError) -> Int? {
    while state != .between {
      guard let byte = try bytes.next() else { throw cutOff("the document is not closed") }
      switch byte {
      case UInt8(ascii: "{") where state == .inFeatures:
        let start = position - 1
        featureCount += 1
        try copyElement(into: &parser, start: start)
        outline += Array("{}".utf8)
        anchors.append((outline.count, position))
        return start
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if byte == UInt8(ascii: "["), state == .inText, featuresFollow {
          outline.append(byte)
          state = .inFeatures
          hasFeatures = true
        } else {
          try copyValue()
        }
      case UInt8(ascii: "\""):
        try copyString()
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        outline.append(byte)
        state = state == .inFeatures ? .inText : .between
      case Self.recordSeparator:
        throw brokenOff()
      default:
        outline.append(byte)
      }
    }
    return nil
  }

  /// Whether the outline ends in the key "features" and its colon, directly in the object of the document.
  private var featuresFollow: Bool {
    var rest = outline[...]
    func skipSpace() { while let byte = rest.last, JSONBytes.isSpace(byte) { rest.removeLast() } }
    skipSpace()
    guard rest.popLast() == UInt8(ascii: ":") else { return false }
    skipSpace()
    // After a backslash, the quotation mark is part of a longer key.
    return rest.suffix(10).elementsEqual(#""features""#.utf8) && rest.dropLast(10).last != UInt8(ascii: "\\")
  }

  /// The length of the byte order mark at the start of a file, in bytes.
  static func lengthOfMark(_ file: borrowing InputFile) throws(StageError) -> Int {
    let head = try file.bytes(at: 0, count: 4)
    if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) || head.prefix(2).contains(0) {
      throw .unreadable(
        file.shownPath, "the text is UTF-16 or UTF-32, and JSON is UTF-8", remedy: "convert it to UTF-8")
    }
    return head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  // MARK: Pieces

  /// Copies a string to the outline. Its opening quotation mark has been read.
  private mutating func copyString() throws(StageError) {
    outline.append(UInt8(ascii: "\""))
    while let byte = try bytes.next() {
      outline.append(byte)
      if byte == UInt8(ascii: "\"") { return }
      if byte == UInt8(ascii: "\\"), let escaped = try bytes.next() { outline.append(escaped) }
    }
    throw cutOff("a text is not closed")
  }

  /// Copies an object or array to the outline. Its opening bracket has been read.
  private mutating func copyValue() throws(StageError) {
    var scan = ElementScan()
    repeat {
      guard let part = try part(&scan) else { throw cutOff("the document is not closed") }
      outline.append(contentsOf: part)
    } while scan.depth > 0
  }

  /// Copies an element to the parser. Its opening brace has been read.
  private mutating func copyElement(into parser: inout GeoJSONParser, start: Int) throws(StageError) {
    var scan = ElementScan()
    repeat {
      guard let part = try part(&scan) else {
        throw cutOff("the file ends inside the feature that starts at byte \(start)", isInFeature: true)
      }
      guard parser.append(part) else { throw tooLarge(start) }
    } while scan.depth > 0
  }

  private mutating func part(_ scan: inout ElementScan) throws(StageError) -> UnsafeRawBufferPointer? {
    guard let part = try bytes.part(&scan) else { return nil }
    // JSON cannot have this byte, so the writer has started anew. The address has as many bytes as are searched.
    if let start = part.baseAddress, memchr(start, Int32(Self.recordSeparator), part.count) != nil { throw brokenOff() }
    return part
  }

  // MARK: Errors

  private func failure(_ message: String, remedy: Remedy?) -> StageError {
    .unreadable(bytes.file.shownPath, message, remedy: remedy)
  }

  /// An error about the current text or feature, with a line if there are several texts.
  private func failureOfText(_ message: String, remedy: Remedy?, isInFeature: Bool = false) -> StageError {
    var error = failure(message, remedy: remedy)
    if isInFeature || (textCount > 1 && !hasFeatures) { error.record = record }
    if textCount > 1 { error.line = try? bytes.file.line(at: textStart) }
    return error
  }

  func tooLarge(_ start: Int) -> StageError {
    failureOfText(
      "there is not enough memory for the feature that starts at byte \(start)", remedy: "split the feature",
      isInFeature: true)
  }

  private func cutOff(_ what: String, isInFeature: Bool = false) -> StageError {
    failureOfText(
      "the JSON is cut off after \(bytes.file.size) bytes: \(what)", remedy: "get the file again",
      isInFeature: isInFeature)
  }

  private func brokenOff() -> StageError {
    failureOfText(
      "the JSON is broken off, and another text begins inside it", remedy: "get the file again",
      isInFeature: state == .inFeatures)
  }

  /// The error for a text that does not start with a brace. Its first byte has been read.
  private func noObject(isFirst: Bool) -> StageError {
    guard !isFirst else {
      return failure(
        "this is not GeoJSON: it does not start with {", remedy: "give a FeatureCollection, a Feature or a geometry")
    }
    var error = failure(
      "the document ends before byte \(position - 1), and something follows it that is not a JSON object",
      remedy: "get the file again, or mend it")
    (error.line, error.record) = (try? bytes.file.line(at: position - 1), recordsBefore + 1)
    return error
  }
}

/// The bytes of a JSON file, one by one or a value at a time.
struct JSONBytes: ~Copyable {
  let file: InputFile
  private let chunk: UnsafeMutableRawBufferPointer
  /// How many bytes of the chunk are bytes of the file.
  private var chunkCount = 0
  private var cursor = 0
  /// The position of the chunk in the file.
  private var chunkStart = 0

  init(_ file: consuming InputFile) {
    self.file = file
    chunk = .allocate(byteCount: 1 << 20, alignment: 8)
  }

  deinit { chunk.deallocate() }

  /// The position of the next byte in the file, from 0.
  var position: Int { chunkStart + cursor }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
  }

  private mutating func refill() throws(StageError) -> Bool {
    chunkStart += chunkCount
    cursor = 0
    chunkCount = try file.read(chunk, at: chunkStart)
    return chunkCount > 0
  }

  mutating func next() throws(StageError) -> UInt8? {
    if cursor == chunkCount, try !refill() { return nil }
    defer { cursor += 1 }
    return chunk[cursor]
  }

  /// The bytes that continue a value, up to its end or that of the chunk; `nil` at the end of the file. They are valid
  /// until the next bytes are read.
  /// - Precondition: if the scan is new, the opening bracket was the last byte read.
  mutating func part(_ scan: inout ElementScan) throws(StageError) -> UnsafeRawBufferPointer? {
    // A byte that was read is in the chunk.
    if scan.depth == 0 { cursor -= 1 }
    if cursor == chunkCount, try !refill() { return nil }
    let bytes = UnsafeRawBufferPointer(rebasing: chunk[cursor..<chunkCount])
    let length = scan.scan(bytes)
    cursor += length
    return UnsafeRawBufferPointer(rebasing: bytes[..<length])
  }

  /// The names of members of an object, up to one of `stops` and its colon, or all.
  /// - Parameter isOpen: whether the brace of the object has been read.
  /// - Returns: also the last string that was read, which is the name of the member that stopped it.
  mutating func members(
    isOpen: Bool = false, until stops: Set<String> = []
  ) throws(StageError) -> (names: Set<String>, last: String) {
    var (isOpen, names, last) = (isOpen, Set<String>(), "")
    while let byte = try next() {
      switch byte {
      case UInt8(ascii: "{") where !isOpen: isOpen = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        var scan = ElementScan()
        repeat { guard try part(&scan) != nil else { return (names, "") } } while scan.depth > 0
      case UInt8(ascii: "}"): return (names, "")
      case UInt8(ascii: "\""): last = try string()
      case UInt8(ascii: ":"):
        names.insert(last)
        if stops.contains(last) { return (names, last) }
      // A byte order mark and white space may come before the object.
      default: break
      }
    }
    return (names, "")
  }

  /// The string whose opening quotation mark has been read, as it is written; of a longer one, the first 24 bytes.
  mutating func string() throws(StageError) -> String {
    var string: [UInt8] = []
    var isEscaped = false
    while let byte = try next(), isEscaped || byte != UInt8(ascii: "\"") {
      if string.count < 24 { string.append(byte) }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return String(decoding: string, as: UTF8.self)
  }

  /// The next byte that is neither white space nor one of some others.
  mutating func next(after skipped: [UInt8]) throws(StageError) -> UInt8? {
    while let byte = try next() { if byte > 0x20, !skipped.contains(byte) { return byte } }
    return nil
  }
}

/// A scan for the end of a JSON object or array, chunk by chunk. It starts at the opening brace or bracket, and counts
/// braces and brackets outside strings. It does not tell braces from brackets: whether the bytes are JSON is left to
/// the parser.
struct ElementScan {
  /// How many braces and brackets are open. It is 0 after a scan that found the end.
  private(set) var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// - Parameter bytes: the bytes that follow those of the last call; in the first call, they start with the brace.
  /// - Returns: how many bytes were scanned, with the closing brace.
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
