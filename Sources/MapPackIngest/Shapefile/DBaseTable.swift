import CMapPack
import MapPackFeatures

/// The rows of a .dbf as bytes, read by shapelib. The corresponding C type is `DBFHandle`.
///
/// Indices of rows and fields are not checked: they are from 0 to below `rowCount` and the count of `fields`.
final class DBaseTable {
  struct Field {
    /// The name as it is in the file, in the table's encoding.
    var name: [UInt8]
    /// The letter of the type: C for text, N and F for numbers, L for logical values, D for dates.
    var type: UInt8
    /// The number of digits after the point.
    var decimals: Int
  }

  private let handle: DBFHandle
  /// The fields in the order of the file; names may be empty or repeated.
  private(set) var fields: [Field] = []
  /// The number of rows, with those that are marked as deleted.
  let rowCount: Int
  /// The language driver ID, which stands for an encoding; 0 and 0x57 stand for none.
  let languageDriver: UInt8

  /// - Throws: `noInput`; `unreadableData` if it is not a .dbf, if its fields do not fit its rows, or if it has fewer
  ///   rows than it declares.
  init(path: String, shownAs shownPath: String) throws(StageError) {
    let file = try InputFile(path: path, shownAs: shownPath)
    shapelib_shim_forget()
    guard let handle = shapelib_shim_open_table(path) else {
      let words = String(cString: shapelib_shim_message())
      throw .unreadable(
        shownPath, "this is not a .dbf file" + (words.isEmpty ? "" : ": " + words), remedy: "get the file again")
    }
    self.handle = handle
    let info = handle.pointee
    let rows = Int(info.nRecords)
    let rowLength = Int(info.nRecordLength)
    let headerLength = Int(info.nHeaderLength)
    languageDriver = UInt8(truncatingIfNeeded: info.iLanguageDriver)
    rowCount = rows
    // From here on, an error closes the table.

    // A field that reaches beyond its row would be read from memory outside the table. More fields than bytes in a row
    // can only be fields without a width: the table would then have more values than the file has bytes.
    var isSound = rows >= 0 && rowLength > 0 && Int(DBFGetFieldCount(handle)) <= rowLength
    for field in 0..<max(0, DBFGetFieldCount(handle)) {
      var name = [CChar](repeating: 0, count: Int(XBASE_FLDNAME_LEN_READ) + 1)
      var decimals: Int32 = 0
      DBFGetFieldInfo(handle, field, &name, nil, &decimals)
      let type = UInt8(bitPattern: DBFGetNativeFieldType(handle, field))
      let end = Int(info.panFieldOffset[Int(field)]) + Int(info.panFieldSize[Int(field)])
      isSound = isSound && info.panFieldOffset[Int(field)] >= 1 && end <= rowLength
      fields.append(
        Field(name: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), type: type, decimals: Int(decimals)))
    }
    guard isSound else {
      throw .unreadable(
        shownPath, "the fields of the .dbf do not fit its rows of \(rowLength) bytes", remedy: "get the file again")
    }
    let whole = (file.size - headerLength) / rowLength
    guard whole >= rows else {
      throw StageError(
        .unreadableData, at: Location(file: shownPath, record: max(0, whole) + 1),
        "the .dbf is cut off: it says that it has \(rows) rows, and only \(max(0, whole)) are whole",
        remedy: "get the file again")
    }
  }

  deinit { DBFClose(handle) }

  func isDeleted(row: Int) -> Bool { DBFIsRecordDeleted(handle, Int32(truncatingIfNeeded: row)) != 0 }

  /// Calls `body` with the bytes of a value, without spaces at its ends; with `nil` if the value is null: blank,
  /// asterisks, or another form that its type has for null.
  ///
  /// The bytes are valid during the call only.
  func withValue<Result>(row: Int, field: Int, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
    let row = Int32(truncatingIfNeeded: row)
    let field = Int32(truncatingIfNeeded: field)
    guard DBFIsAttributeNULL(handle, row, field) == 0, let text = DBFReadStringAttribute(handle, row, field) else {
      return body(nil)
    }
    // shapelib's text ends in a zero byte and is valid until the next call of shapelib.
    var length = 0
    while text[length] != 0 { length += 1 }
    return body(UnsafeRawBufferPointer(start: text, count: length))
  }
}

extension DBaseTable {
  /// Whether there is text beyond ASCII and all of it is UTF-8.
  /// - Complexity: O(n) for n bytes up to the first text that is not UTF-8.
  func isUTF8(_ decoder: TextDecoder) -> Bool {
    var isBeyond = false
    for row in 0..<rowCount where !isDeleted(row: row) {
      for (field, description) in fields.enumerated() where description.type == UInt8(ascii: "C") {
        let isInside = withValue(row: row, field: field) { bytes -> Bool in
          guard let bytes, bytes.contains(where: { $0 >= 0x80 }) else { return true }
          isBeyond = true
          return decoder.decode(bytes) != .undecodable
        }
        guard isInside else { return false }
      }
    }
    return isBeyond
  }

  /// The first different texts beyond ASCII.
  func textsBeyondASCII(atMost most: Int = 64) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    for row in 0..<rowCount where !isDeleted(row: row) && texts.count < most {
      for (field, description) in fields.enumerated() where description.type == UInt8(ascii: "C") {
        withValue(row: row, field: field) { bytes in
          guard let bytes, bytes.contains(where: { $0 >= 0x80 }) else { return }
          if !texts.contains(where: { bytes.elementsEqual($0) }) { texts.append(Array(bytes)) }
        }
      }
    }
    return texts
  }
}

/// Reads the rows of a .dbf as typed attributes.
///
/// A number without decimals is an integer if it fits 64 bits; any other number is a real, and null if it is not
/// finite. A comma counts as the decimal point. Logical fields are booleans. Text, dates, fields of unknown types and
/// malformed numbers are text, as written but without spaces at the ends. Blank values, asterisks and unknown letters
/// of logical fields are null.
struct DBaseAttributes {
  private let table: DBaseTable
  private let decoder: TextDecoder
  private let file: String
  /// Where the layer lies, for the advice; `nil` if nobody knows.
  private let extent: Bounds?
  let names: [String]
  /// Per field: its column in the builder.
  private let columns: [Int]
  /// Per field: the bytes that were decoded last, and their text. Neighboring rows often have the same value.
  private var last: [(bytes: [UInt8], text: String)]

  /// Adds the columns of a table to `builder`. Fields without a name, and further fields of one name, get numbers with
  /// a finding: `FIELD3` for the third field, `NAME_2`.
  init(
    _ table: DBaseTable, encoding: TextEncoding, file: String, extent: Bounds?,
    builder: inout FeatureTableBuilder
  ) throws(StageError) {
    self.extent = extent
    let decoder = try TextDecoder(encoding, file: file)
    self.table = table
    var names: [String] = []
    var unused = FieldColumns()
    for (number, field) in table.fields.enumerated() {
      switch field.name.withUnsafeBytes({ decoder.decode($0) }) {
      case .text(let text), .cut(let text):
        names.append(unused.unusedName(for: text.trimmingWhitespace, number: number + 1, in: &builder))
      case .undecodable:
        throw .unreadable(
          file, "the name of field \(number + 1) is not \(encoding.name)",
          remedy: "say the encoding, as in \(.encoding, "CP932")")
      }
    }
    self.names = names
    self.decoder = decoder
    self.file = file
    columns = names.map { builder.column(named: $0) }
    last = Array(repeating: ([], ""), count: names.count)
  }

  /// Sets the attributes of a row in the current feature of `builder`. A text whose last character is cut off, because
  /// it did not fit the field, loses that character with a finding. A text that cannot be decoded throws
  /// `unreadableData`, also if faults are reported.
  mutating func read(row: Int, into builder: inout FeatureTableBuilder) throws(StageError) {
    for field in columns.indices {
      guard let (value, isCut) = table.withValue(row: row, field: field, { value($0, field) }) else {
        throw undecodable(row: row, field: field, builder: builder)
      }
      builder.set(value, inColumn: columns[field])
      if isCut { builder.note(.textCut) }
    }
  }

  /// The value of the bytes of a field, and whether its last character was cut off; `nil` if it cannot be decoded.
  private mutating func value(
    _ bytes: UnsafeRawBufferPointer?, _ field: Int
  ) -> (value: AttributeValue, isCut: Bool)? {
    guard let bytes else { return (.null, false) }
    func text(_ text: String) -> AttributeValue { text.isEmpty ? .null : .text(text) }
    let description = table.fields[field]
    switch description.type {
    case UInt8(ascii: "N"), UInt8(ascii: "F"):
      return (Self.number(String(decoding: bytes, as: UTF8.self), isWhole: description.decimals == 0), false)
    case UInt8(ascii: "L"): return (Self.logical(bytes.first), false)
    default:
      if bytes.elementsEqual(last[field].bytes) { return (text(last[field].text), false) }
      switch decoder.decode(bytes) {
      case .text(let decoded):
        last[field] = (Array(bytes), decoded)
        return (text(decoded), false)
      case .cut(let decoded): return (text(decoded), true)
      case .undecodable: return nil
      }
    }
  }

  private func undecodable(row: Int, field: Int, builder: FeatureTableBuilder) -> StageError {
    let candidates = candidates
    let (inside, outside) = rows
    // Where an encoding makes sense of all text, the records that are in the one that was named are so by chance.
    if !inside.isEmpty, candidates.proposals.isEmpty || decoder.encoding == .utf8 {
      var error = EncodingEvidence.mixed(decoder.encoding, rows: inside, others: outside, file: file)
      error.name = builder.inFeature(Location()).name
      return error
    }
    let isUTF8 =
      TextEncoding.utf8 != decoder.encoding
      ? table.withValue(row: row, field: field) { bytes in
        bytes.map { !TextDecoder.readings(of: $0, in: [.utf8], file: file).isEmpty } ?? false
      } : false
    var error = builder.featureError(
      "field \(names[field]) holds text that is not \(decoder.encoding.name)"
        + (isUTF8 ? "; it is UTF-8" : candidates.proposals.isEmpty ? "" : "; it reads \(candidates.words)"),
      remedy: isUTF8 ? "say the encoding, as in \(.encoding, "UTF-8")" : candidates.remedy)
    error.file = file
    return error
  }

  /// What the texts that are not in the encoding may be in.
  private var candidates: EncodingCandidates {
    var texts: [[UInt8]] = []
    for row in 0..<table.rowCount where !table.isDeleted(row: row) && texts.count < 64 {
      for (field, description) in table.fields.enumerated() where !Self.isPlain(description) {
        table.withValue(row: row, field: field) { bytes in
          guard let bytes, bytes.contains(where: { $0 >= 0x80 }) else { return }
          if decoder.decode(bytes) == .undecodable {
            texts.insert(Array(bytes), at: 0)
          } else {
            texts.append(Array(bytes))
          }
        }
      }
    }
    return EncodingCandidates(texts, extent: extent, except: [.utf8, decoder.encoding], file: file)
  }

  /// The rows that have text beyond ASCII, all of it in the encoding, and those with text that is not in it.
  private var rows: (inside: [Int], outside: [Int]) {
    var (inside, outside): ([Int], [Int]) = ([], [])
    for row in 0..<table.rowCount where !table.isDeleted(row: row) {
      var (isText, isOutside) = (false, false)
      for (field, description) in table.fields.enumerated() where !Self.isPlain(description) {
        table.withValue(row: row, field: field) { bytes in
          guard let bytes, bytes.contains(where: { $0 >= 0x80 }) else { return }
          isText = true
          isOutside = isOutside || decoder.decode(bytes) == .undecodable
        }
      }
      if isOutside { outside.append(row) } else if isText { inside.append(row) }
    }
    return (inside, outside)
  }

  private static func isPlain(_ field: DBaseTable.Field) -> Bool { "NFL".utf8.contains(field.type) }

  private static func number(_ text: String, isWhole: Bool) -> AttributeValue {
    if isWhole, let integer = Int64(text.hasPrefix("+") ? String(text.dropFirst()) : text) { return .integer(integer) }
    // Some writers use the decimal comma of their country.
    let pointed = String(text.map { $0 == "," ? "." : $0 })
    guard let real = Double(pointed) else { return .text(text) }
    return real.isFinite ? .real(real) : .null
  }

  private static func logical(_ letter: UInt8?) -> AttributeValue {
    switch letter {
    case UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: "Y"), UInt8(ascii: "y"): .boolean(true)
    case UInt8(ascii: "F"), UInt8(ascii: "f"), UInt8(ascii: "N"), UInt8(ascii: "n"): .boolean(false)
    default: .null
    }
  }
}
