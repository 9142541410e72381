import MapFeatures
import ShapelibShim

/// The rows of a .dbf as bytes, through shapelib. The corresponding C type is `DBFHandle`.
struct DBaseTable: ~Copyable {
  struct Field {
    /// The name as it stands, in the table's encoding.
    var name: [UInt8]
    /// The type's letter: C text, N and F numbers, L logical, D date.
    var type: UInt8
    var decimals: Int
  }

  /// Closes the table when it goes.
  private struct Owner: ~Copyable {
    let handle: DBFHandle
    deinit { DBFClose(handle) }
  }

  private let owner: Owner
  private var handle: DBFHandle { owner.handle }
  let fields: [Field]
  let rowCount: Int
  /// The language driver id, which names an encoding; 0 and 0x57 name none.
  let languageDriver: UInt8

  /// Opens a .dbf. Throws where it is none, or holds fewer rows than it declares.
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
    // Fields that reach beyond the row would be read from foreign memory. Where there are more than bytes in it, of no
    // width, the table would have more values than the file has bytes.
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

  func isDeleted(row: Int) -> Bool { DBFIsRecordDeleted(handle, Int32(truncatingIfNeeded: row)) != 0 }

  /// Hands the bytes of a value to `body`, without the spaces at its ends; `nil` where the value is null: blank,
  /// asterisks, or what else its type says.
  func withValue<Result>(row: Int, field: Int, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
    let row = Int32(truncatingIfNeeded: row)
    let field = Int32(truncatingIfNeeded: field)
    guard DBFIsAttributeNULL(handle, row, field) == 0, let text = DBFReadStringAttribute(handle, row, field) else {
      return body(nil)
    }
    // shapelib's text is terminated, and valid until its next call.
    var length = 0
    while text[length] != 0 { length += 1 }
    return body(UnsafeRawBufferPointer(start: text, count: length))
  }
}
