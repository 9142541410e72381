import CMapPackSQLite
import Foundation
import MapPackFeatures

/// A SQLite database in memory, which is written and then taken as bytes. The corresponding C type is `sqlite3`. All that
/// is written is one transaction, so the same contents are the same bytes with the same version of SQLite.
struct SQLiteWriter: ~Copyable {
  private let handle: OpaquePointer

  enum Value {
    case null
    case text(String)
    case real(Double)
    case integer(Int64)
    case bytes(ContiguousArray<UInt8>)
  }

  init() throws(StageError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    guard let opened, code == SQLITE_OK else {
      sqlite3_close(opened)
      throw StageError(.cannotWrite, "there is not enough memory for a database")
    }
    handle = opened
  }

  deinit { sqlite3_close(handle) }

  /// Runs statements that have no parameters.
  func run(_ sql: String) throws(StageError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// Adds rows to a table, one for each index.
  /// - Parameter row: the values of all its columns.
  func insert(into table: String, columns: Int, _ rows: Range<Int>, row: (Int) -> [Value]) throws(StageError) {
    let places = Array(repeating: "?", count: columns).joined(separator: ",")
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(handle, "INSERT INTO \(table) VALUES (\(places))", -1, &prepared, nil) == SQLITE_OK
    else { throw failure }
    defer { sqlite3_finalize(prepared) }
    // Unsafe: SQLite's mark for bytes that are gone after the call, so that it copies them, is no function but -1.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for index in rows {
      for (column, value) in row(index).enumerated() {
        let place = Int32(column + 1)
        let code =
          switch value {
          case .null: sqlite3_bind_null(prepared, place)
          case .text(let text):
            sqlite3_bind_text64(prepared, place, text, UInt64(text.utf8.count), copied, UInt8(SQLITE_UTF8))
          case .real(let real): sqlite3_bind_double(prepared, place, real)
          case .integer(let integer): sqlite3_bind_int64(prepared, place, integer)
          case .bytes(let bytes):
            bytes.withUnsafeBytes { sqlite3_bind_blob64(prepared, place, $0.baseAddress, UInt64($0.count), copied) }
          }
        guard code == SQLITE_OK else { throw failure }
      }
      guard sqlite3_step(prepared) == SQLITE_DONE else { throw failure }
      sqlite3_reset(prepared)
    }
  }

  /// The database as a file has it.
  var bytes: Data {
    get throws(StageError) {
      var size: sqlite3_int64 = 0
      guard let start = sqlite3_serialize(handle, "main", &size, 0) else { throw failure }
      defer { sqlite3_free(start) }
      return Data(bytes: start, count: Int(size))
    }
  }

  private var failure: StageError {
    let words = sqlite3_errmsg(handle).map { String(cString: $0) } ?? "there is not enough memory"
    return StageError(.cannotWrite, "the database cannot be written: \(words)")
  }
}
