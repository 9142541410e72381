import MapPackFeatures

/// What the text of a table suggests about its encoding, if nothing else declares it. Call `add(_:row:field:)` for
/// every text, then `verdict(extent:fieldName:)`.
///
/// ASCII and valid UTF-8 are recognized. CP932, which is Shift_JIS as Windows has it, is recognized if all text decodes
/// without characters for private use, no character beyond ASCII is next to a letter of ASCII (`Orléans` in Latin-1 is
/// valid CP932, "Orl饌ns"), no half-width letter stands
/// alone (`23° S` would be "23ｰ S"), and the layer meets Japan (`Bounds.japan`). In any other case the user
/// has to name the encoding, because a wrong guess would end up in the names of regions.
struct EncodingEvidence {
  private let cp932: TextDecoder
  private let utf8: TextDecoder
  private let file: String
  private var isCP932 = true
  /// The first text that is neither ASCII nor UTF-8, and its row and field.
  private var sample: (bytes: [UInt8], row: Int, field: Int)?
  /// The first text that would be UTF-8 if its end were not cut off. Without other text in UTF-8 that is no evidence.
  private var cutSample: (bytes: [UInt8], row: Int, field: Int)?
  /// Different texts beyond ASCII, the first ones, by which encodings are judged.
  private(set) var texts: [[UInt8]] = []
  private static let mostTexts = 64
  /// The rows with text that is UTF-8 and not ASCII, and with text that is neither, each once and in order.
  private var rowsInUTF8: [Int] = []
  private var otherRows: [Int] = []
  /// Whether a text is UTF-8 with letters of three bytes, as Japanese has them. In another encoding that is no chance.
  private var isSurelyUTF8 = false

  init(file: String) throws(StageError) {
    cp932 = try TextDecoder(.cp932, file: file)
    utf8 = try TextDecoder(.utf8, file: file)
    self.file = file
  }

  /// - Parameter row: the index of its row; -1 for the name of a field.
  mutating func add(_ bytes: UnsafeRawBufferPointer, row: Int, field: Int) {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return }
    if texts.count < Self.mostTexts, texts.last.map({ !bytes.elementsEqual($0) }) ?? true { texts.append(Array(bytes)) }
    switch utf8.decode(bytes) {
    case .text(let text):
      if rowsInUTF8.last != row { rowsInUTF8.append(row) }
      isSurelyUTF8 = isSurelyUTF8 || text.unicodeScalars.count { $0.value >= 0x800 } > 1
    case .cut: if cutSample == nil { cutSample = (Array(bytes), row, field) }
    case .undecodable:
      if otherRows.last != row { otherRows.append(row) }
      if sample == nil { sample = (Array(bytes), row, field) }
    }
    guard isCP932 else { return }
    switch cp932.decode(bytes) {
    case .text(let text), .cut(let text): isCP932 = Self.looksJapanese(text)
    case .undecodable: isCP932 = false
    }
  }

  /// Whether text that was decoded as CP932 makes sense in Japanese, by the conditions above.
  static func looksJapanese(_ text: String) -> Bool {
    var previous: Unicode.Scalar?
    var halfWidthAlone = false
    for scalar in text.unicodeScalars {
      if (0xE000...0xF8FF).contains(scalar.value) { return false }
      if let previous, isLatin(previous) != isLatin(scalar), isJapanese(previous) || isJapanese(scalar) { return false }
      if halfWidthAlone, !isJapanese(scalar) { return false }
      halfWidthAlone = isHalfWidth(scalar) && !(previous.map(isJapanese) ?? false)
      previous = scalar
    }
    return !halfWidthAlone
  }

  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && scalar.properties.isAlphabetic }
  private static func isHalfWidth(_ scalar: Unicode.Scalar) -> Bool { (0xFF61...0xFF9F).contains(scalar.value) }
  private static func isJapanese(_ scalar: Unicode.Scalar) -> Bool { !scalar.isASCII }

  /// The encoding that the evidence suggests: UTF-8 or CP932. Without any text it is UTF-8.
  /// - Parameter extent: where the layer lies, `nil` if nobody knows; only called if the text is not UTF-8.
  /// - Throws: `unreadableData` with a sample and the choices if the evidence is not enough.
  func verdict(
    extent: () throws(StageError) -> Bounds?, fieldName: (Int) -> String
  ) throws(StageError) -> TextEncoding {
    guard let sample = sample ?? (rowsInUTF8.isEmpty ? cutSample : nil) else { return .utf8 }
    let place = try extent()
    if isJapanese, place?.meets(.japan) == true, EncodingCandidates.local(place).first ?? "CP932" == "CP932" {
      return .cp932
    }
    let inBoth = rowsInUTF8.filter { $0 >= 0 }
    let candidates = EncodingCandidates(
      [sample.bytes] + texts, extent: place, except: [.utf8], file: file)
    if !inBoth.isEmpty, sample.row >= 0 {
      throw Self.mixed(.utf8, rows: inBoth, others: otherRows, file: file)
    }
    let location = sample.row < 0 ? "a field's name" : "row \(sample.row + 1), field \(fieldName(sample.field)),"
    throw .unreadable(
      file,
      "nothing says what encoding the text is in: \(location) "
        + (candidates.proposals.isEmpty
          ? "is neither UTF-8 nor in an encoding that is known" : "reads \(candidates.words)"),
      remedy: candidates.remedy)
  }

  /// Whether all text beyond ASCII makes sense as CP932, and is not UTF-8 for sure.
  var isJapanese: Bool { isCP932 && !isSurelyUTF8 }

  /// The error for a table whose texts are in no single encoding.
  /// - Parameters:
  ///   - encoding: that of some of them, in `rows`.
  ///   - others: the indices of rows with text that is not in it.
  static func mixed(_ encoding: TextEncoding, rows: [Int], others: [Int], file: String) -> StageError {
    StageError(
      .unreadableData, at: Location(file: file, record: others.first.map { $0 + 1 }),
      "its text is in several encodings: \(records(others)) not in \(encoding.name), \(records(rows)) in it",
      remedy: "no name of an encoding helps: get the table from its publisher again, or write those records anew in "
        + "\(encoding.name), as a spreadsheet or QGIS can")
  }

  /// The first numbers of records, from 1, how many more there are, and a verb: `records 2, 5 and 3 more are`.
  private static func records(_ rows: [Int]) -> String {
    let first = rows.prefix(5).map { String($0 + 1) }.joined(separator: ", ")
    let more = rows.count > 5 ? " and \(Figures.grouped(rows.count - 5)) more" : ""
    return rows.count == 1 ? "record \(first) is" : "records \(first)\(more) are"
  }
}
