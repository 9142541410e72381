import Foundation
import MapPackFeatures
import MapPackIngest
import MapPackNames
import MapPackProject
import TestSupport

/// Reads bytes behind the first as a name table, a change table, a table to join or a name lock, as the first says.
package enum TablesTarget: FuzzTarget {
  package static let name = "tables"

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let kind = bytes.first else { return false }
    let data = Data(bytes.dropFirst())
    switch kind {
    case UInt8(ascii: "l"):
      return within([.usage]) { () throws(StageError) in try readLock(String(decoding: data, as: UTF8.self)) }
    case UInt8(ascii: "c"):
      return within([.unreadableData]) { () throws(StageError) in try readChanges(data) }
    case UInt8(ascii: "j"):
      return within([.unreadableData]) { () throws(StageError) in try readNumbers(data) }
    default:
      return within([.unreadableData]) { () throws(StageError) in try readNames(data) }
    }
  }

  private static func within(_ statuses: Set<ExitStatus>, _ body: () throws(StageError) -> Void) -> Bool {
    do throws(StageError) {
      try body()
      return true
    } catch {
      promiseWords(error, statuses)
      return false
    }
  }

  private static func readNames(_ data: Data) throws(StageError) {
    let table = try NameTable(text: try tableText(data, file: "names.csv").text, file: "names.csv")
    let form = MunicipalityCode.form(of: table.rows.map(\.code))
    for row in table.rows {
      promise(table.row(of: row.code, form: form) == row, "the code \(row.code) leads elsewhere")
      _ = row.romanized(name: row.name ?? "")
    }
    do throws(StageError) {
      let joined = try NameTable(joining: [table, table])
      promise(joined.rows.count == table.rows.count, "a table joined to itself has other rows")
    } catch {
      promise(false, "a table is not joined to itself: \(error)")
    }
  }

  private static func readChanges(_ data: Data) throws(StageError) {
    let changes = try ChangeTable.changes(in: try tableText(data, file: "changes.csv").text, file: "changes.csv")
    do throws(StageError) {
      let lines = ChangeTable.lines(of: changes).joined(separator: "\n")
      let again = try ChangeTable.changes(in: lines, file: "changes.csv")
      promise(again == changes, "other changes were written again")
    } catch {
      promise(false, "what was written is refused: \(error)")
    }
  }

  private static let join = Result {
    try PipelineFile(
      text: """
        { map: A, sources: [{ path: a }], output: { pack: a, swift: b },
          join: { table: join.csv, key: code, columns: [people, { field: rate, name: r }] } }
        """, path: "a.yml"
    ).join
  }

  private static func readNumbers(_ data: Data) throws(StageError) {
    guard let join = try? join.get() else { return promise(false, "the pipeline file has no table") }
    let table = try JoinTable(text: try tableText(data, file: join.table).text, join)
    var coverage = letters()
    table.apply(to: &coverage)
    promise(coverage.regions.flatMap(\.numbers).allSatisfy(\.value.isFinite), "a number is not finite")
  }

  private static func readLock(_ text: String) throws(StageError) {
    let lock = try NameLock(text: text, file: "map.lock")
    try lock.check(file: "map.lock")
    do throws(StageError) {
      let again = try NameLock(text: lock.text, file: "map.lock")
      promise(again == lock && again.text == lock.text, "another lock was written again")
    } catch {
      promise(false, "what was written is refused: \(error)")
    }
  }

  package static func memoryLimit(_ count: Int) -> Int { 1 << 20 + 4096 * count }
}
