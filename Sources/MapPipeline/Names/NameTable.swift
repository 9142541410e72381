import Foundation
import MapFeatures
import MapTopology

/// Names of regions by code, read from a CSV with the columns `code` and `name`; other columns are not read.
package struct NameTable {
  package private(set) var nameByCode: [String: String] = [:]

  /// Reads a table. Throws `StageError` where the file is absent, is not UTF-8, lacks a column, or has a code twice.
  init(contentsOf location: String, called name: String) throws(StageError) {
    let data = try FileReading.contents(of: location, called: name, remedy: "correct `names.table`")
    guard let text = String(data: data, encoding: .utf8) else {
      throw StageError(.unreadableData, file: name, "the name table is not UTF-8", remedy: "save it as UTF-8")
    }
    try self.init(text: text, file: name)
  }

  package init(text: String, file: String) throws(StageError) {
    let rows = try DelimitedText.rows(of: text, file: file)
    func error(_ message: String, line: Int, remedy: String) -> StageError {
      var error = StageError(.unreadableData, file: file, message, remedy: remedy)
      error.line = line
      return error
    }
    guard let header = rows.first else {
      throw error("the name table is empty", line: 1, remedy: "begin with a line `code,name`")
    }
    guard let codeColumn = header.fields.firstIndex(of: "code"), let nameColumn = header.fields.firstIndex(of: "name")
    else {
      throw error(
        "the columns are \(header.fields.joined(separator: ", "))", line: header.line,
        remedy: "name two of them `code` and `name`")
    }
    for row in rows.dropFirst() {
      guard row.fields.count == header.fields.count else {
        throw error(
          "the row has \(row.fields.count) fields, expected \(header.fields.count)", line: row.line,
          remedy: "put a field with a comma in double quotes")
      }
      let code = row.fields[codeColumn].trimmingWhitespace
      let name = row.fields[nameColumn].trimmingWhitespace
      guard !code.isEmpty, !name.isEmpty else {
        throw error("the code or the name is empty", line: row.line, remedy: "fill it in or remove the row")
      }
      guard nameByCode.updateValue(name, forKey: code) == nil else {
        throw error("the code \(code) stands twice", line: row.line, remedy: "remove one of the rows")
      }
    }
  }

  /// Gives every region that the table knows its name there.
  func apply(to coverage: inout Coverage) {
    for index in coverage.regions.indices {
      if let name = nameByCode[coverage.regions[index].code] { coverage.regions[index].name = name }
    }
  }
}
