import CMapPackSQLite
import MapPackFeatures

/// A SQLite database that is open for reading. The corresponding C type is `sqlite3`. It is closed after its last
/// statement.
///
/// The file may be hostile. So nothing in it is run: triggers, virtual tables, extensions and, after `forbidCalls()`,
/// functions. No value is longer than the file, and the work for each statement is within a bound that follows from
/// the size of the file. The file is taken as one that does not change: no lock is set and no file beside it is read or
/// written.
///
/// Source: “Defense Against The Dark Arts”, in the documentation of SQLite.
final class SQLiteDatabase {
  fileprivate let handle: OpaquePointer
  let shownPath: String
  /// The size of the file in bytes.
  let size: Int
  private let watch: UnsafeMutablePointer<Watch>

  /// What the calls back from SQLite know and note.
  private struct Watch {
    /// How many steps the current statement may still take, in thousands.
    var stepsLeft = 0
    /// Whether a statement was refused because it does more than read.
    var isRefused = false
  }

  /// - Throws: `noInput`; `unreadableData` if the file cannot be opened as a database.
  init(path: String, shownAs shownPath: String) throws(StageError) {
    let size = try InputFile(path: path, shownAs: shownPath).size
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let code = sqlite3_open_v2(Self.uri(path), &opened, flags, nil)
    // A handle is made even if opening fails, unless there is no memory for it.
    guard let opened else { throw .unreadable(shownPath, "there is not enough memory to open it") }
    handle = opened
    self.shownPath = shownPath
    self.size = size
    watch = .allocate(capacity: 1)
    watch.initialize(to: Watch())
    // From here on, an error closes the database.
    guard code == SQLITE_OK else { throw failure(code) }
    restrict()
  }

  deinit {
    sqlite3_close_v2(handle)
    watch.deallocate()
  }

  /// The path as a URI that keeps SQLite from locking the file and from looking for others beside it. Source: “URI
  /// Filenames”, in the documentation of SQLite.
  private static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var uri = Array((path.hasPrefix("/") ? "file://" : "file:").utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        uri.append(byte)
      default: uri += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: uri, as: UTF8.self) + "?immutable=1"
  }

  private func restrict() {
    let length = Int32(clamping: min(1 << 30, max(size, 1 << 16)))
    for (limit, value) in [
      (SQLITE_LIMIT_LENGTH, length), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20), (SQLITE_LIMIT_COLUMN, 2000),
      (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_COMPOUND_SELECT, 50), (SQLITE_LIMIT_VDBE_OP, 100_000),
      (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
      (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
      sqlite3_limit(handle, limit, value)
    }
    // A system whose SQLite was built without one of these has nothing to switch off.
    for (option, value): (Int32, Int32) in [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
      (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    ] {
      _ = sqlite_shim_configure(handle, option, value)
    }
    sqlite3_drop_modules(handle, nil)
    sqlite3_exec(handle, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", nil, nil, nil)
    sqlite3_progress_handler(
      handle, 1000,
      { context in
        // The context is the watch, which is freed after the database is closed.
        guard let watch = context?.assumingMemoryBound(to: Watch.self) else { return 1 }
        watch.pointee.stepsLeft -= 1
        return watch.pointee.stepsLeft < 0 ? 1 : 0
      }, watch)
  }

  /// From now on, statements read tables and views and do nothing else: none calls a function.
  func forbidCalls() {
    sqlite3_set_authorizer(
      handle,
      { context, action, _, _, _, _ in
        if action == SQLITE_SELECT || action == SQLITE_READ { return SQLITE_OK }
        // The same as above.
        context?.assumingMemoryBound(to: Watch.self).pointee.isRefused = true
        return SQLITE_DENY
      }, watch)
  }

  /// Gives the next statement its steps. A row takes a few for each of its columns, and each column takes a byte.
  fileprivate func renewSteps() { watch.pointee.stepsLeft = 4_000 + size / 5 }

  fileprivate func failure(_ code: Int32) -> StageError {
    let words = sqlite3_errmsg(handle).map { String(cString: $0) } ?? ""
    if watch.pointee.isRefused {
      return .unreadable(shownPath, "its view calls a function, and none is called", remedy: Self.asTable)
    }
    switch code & 0xFF {
    case SQLITE_NOMEM: return .unreadable(shownPath, "there is not enough memory to read it")
    case SQLITE_INTERRUPT:
      return .unreadable(
        shownPath, "reading it takes far more work than a file of its size should", remedy: Self.asTable)
    default:
      return .unreadable(
        shownPath, "the database is damaged" + (words.isEmpty ? "" : ": " + words), remedy: "get the file again")
    }
  }

  static let asTable: Remedy = "save the layer as a table of its own, with: ogr2ogr layer.gpkg SOURCE LAYER"
}

/// A statement of SQL, and the row that it has reached. The corresponding C type is `sqlite3_stmt`.
///
/// Indices of columns count from 0. Those of other columns than the statement has are not allowed.
struct SQLiteStatement: ~Copyable {
  enum Value {
    case null
    case integer(Int64)
    case real(Double)
    /// `nil` if the text is not UTF-8.
    case text(String?)
  }

  private let handle: OpaquePointer
  private let database: SQLiteDatabase

  /// - Throws: `unreadableData` if the database is damaged, or if the statement is not allowed.
  init(_ sql: String, in database: SQLiteDatabase) throws(StageError) {
    database.renewSteps()
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(database.handle, sql, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw database.failure(code) }
    handle = prepared
    self.database = database
  }

  deinit { sqlite3_finalize(handle) }

  /// A name in SQL.
  static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// Binds a number to the only parameter, and starts anew.
  mutating func restart(with number: Int64) {
    database.renewSteps()
    sqlite3_reset(handle)
    sqlite3_bind_int64(handle, 1, number)
  }

  /// Goes to the next row; false if there is none.
  mutating func step() throws(StageError) -> Bool {
    let code = sqlite3_step(handle)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw database.failure(code) }
    return code == SQLITE_ROW
  }

  var columnCount: Int { Int(sqlite3_column_count(handle)) }

  func name(ofColumn column: Int) -> String {
    sqlite3_column_name(handle, Int32(clamping: column)).map { String(cString: $0) } ?? ""
  }

  /// The type with which a column was declared; empty if it has none.
  func type(ofColumn column: Int) -> String {
    sqlite3_column_decltype(handle, Int32(clamping: column)).map { String(cString: $0) } ?? ""
  }

  /// The value of a column. Bytes that are no text count as text.
  func value(_ column: Int) -> Value {
    let index = Int32(clamping: column)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
    case SQLITE_NULL: return .null
    default:
      // SQLite's bytes are valid until the next step. They are asked for before their number; without memory there are
      // none.
      guard let start = sqlite3_column_text(handle, index) else { return .text(nil) }
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
      let text = String(decoding: bytes, as: UTF8.self)
      // Decoding puts other bytes in the place of those that are not UTF-8.
      return .text(text.utf8.elementsEqual(bytes) ? text : nil)
    }
  }

  /// Appends the bytes of a column to an array. Null has none.
  /// - Returns: whether the value is bytes; `nil` if it is null.
  func append(_ column: Int, to bytes: inout ContiguousArray<UInt8>) -> Bool? {
    let index = Int32(clamping: column)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_NULL: return nil
    case SQLITE_BLOB:
      // SQLite's bytes are valid until the next step. They are asked for before their number; without any, there is no
      // pointer.
      if let start = sqlite3_column_blob(handle, index) {
        bytes.append(
          contentsOf: UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
      }
      return true
    default: return false
    }
  }
}

extension SQLiteStatement {
  /// The text of a column; `nil` for any other value, and for a text that is not UTF-8.
  func text(_ column: Int) -> String? { if case .text(let text) = value(column) { text } else { nil } }

  /// The whole number of a column; `nil` for any other value.
  func integer(_ column: Int) -> Int64? { if case .integer(let number) = value(column) { number } else { nil } }
}

/// A name in SQL. Names are the same whatever the case of their ASCII letters.
struct SQLName: Hashable {
  private let bytes: [UInt8]

  init(_ name: String) {
    bytes = name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}
