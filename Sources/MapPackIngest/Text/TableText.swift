import Foundation
import MapPackFeatures

/// The text of a small table that a person or a spreadsheet saved: UTF-8, or CP932, as spreadsheets in Japan write it.
/// MapPackTool reads tables of names and of changes with it.
/// - Parameters:
///   - data: the bytes of the table.
///   - file: the table as messages show it.
/// - Throws: `unreadableData` if the bytes are neither; `unavailable` if this system cannot decode CP932.
package func tableText(_ data: Data, file: String) throws(StageError) -> String {
  if let text = String(data: data, encoding: .utf8) { return text }
  let decoder = try TextDecoder(.cp932, file: file)
  // Unsafe: the decoder gets the bytes as a pointer, and does not keep it.
  guard case .text(let text) = data.withUnsafeBytes({ decoder.decode($0) }) else {
    throw StageError(.unreadableData, file: file, "the table is neither UTF-8 nor CP932", remedy: "save it as UTF-8")
  }
  return text
}
