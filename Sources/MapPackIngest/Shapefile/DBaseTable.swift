import CMapPack
import MapPackFeatures

/// The rows of a .dbf as bytes, read by shapelib; `DBaseAttributes` decodes them. The corresponding C type is
/// `DBFHandle`.
///
/// Indices of rows and fields are not checked: they are from 0 to below `rowCount` and the count of `fields`.
struct DBaseTable: ~Copyable {
  struct Field {
    /// The name as it is in the file, in the table's encoding.
    var name: [UInt8]
    /// The letter of the type: C for text, N and F for numbers, L for logical values, D for dates.
    var type: UInt8
    /// The number of digits after the point.
    var decimals: Int
  }

  /// Closes the table when it is destroyed.
  private struct Owner: ~Copyable {
    let handle: DBFHandle
    deinit { DBFClose(handle) }
  }

  private let owner: Owner
  private var handle: DBFHandle { owner.handle }
  /// The fields in the order of the file; names may be empty or repeated.
  let fields: [Field]
  /// The number of rows, with those that are marked as deleted.
  let rowCount: Int
  /// The language driver ID, which stands for an encoding; 0 and 0x57 stand for none.
  let languageDriver: UInt8

  /// Opens a .dbf.
  /// - Parameters:
  ///   - path: the path on disk.
  ///   - shownPath: the path as messages show it.
  /// - Throws: `noInput` if there is no such file; `unreadableData` if it is not a .dbf, if its fields do not fit its
  ///   rows, or if it has fewer rows than it declares.
  init(path: String, shownAs shownPath: String) throws(StageError) {
    let file = try InputFile(path: path, shownAs: shownPath)
    shapelib_shim_forget()
    guard let handle = shapelib_shim_open_table(path) else {
      let words = String(cString: shapelib_shim_message())
      throw StageError(
        .unreadableData, file: shownPath, "this is not a .dbf file" + (words.isEmpty ? "" : ": " + words),
        remedy: "get the file again")
    }
    let owner = Owner(handle: handle)
    let info = handle.pointee
    let rows = Int(info.nRecords)
    let rowLength = Int(info.nRecordLength)
    let headerLength = Int(info.nHeaderLength)

    var fields: [Field] = []
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
      throw StageError(
        .unreadableData, file: shownPath, "the fields of the .dbf do not fit its rows of \(rowLength) bytes",
        remedy: "get the file again")
    }
    let whole = (file.size - headerLength) / rowLength
    guard whole >= rows else {
      var error = StageError(
        .unreadableData, file: shownPath,
        "the .dbf is cut off: it says that it has \(rows) rows, and only \(max(0, whole)) are whole",
        remedy: "get the file again")
      error.record = max(0, whole) + 1
      throw error
    }
    self.owner = owner
    self.fields = fields
    languageDriver = UInt8(truncatingIfNeeded: info.iLanguageDriver)
    rowCount = rows
  }

  /// Whether a row is marked as deleted.
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
