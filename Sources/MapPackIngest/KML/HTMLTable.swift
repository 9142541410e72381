import CMapPack
import MapPackFeatures

/// The rows of two cells in the tables of an HTML text: a field and its value, as programs write attributes into KML
/// descriptions.
enum HTMLTable {
  /// The length of the longest text that is searched, in bytes.
  static let lengthLimit = 1 << 20

  /// Reads the rows in their order, however broken the HTML is. White space becomes single blanks, and none at the
  /// ends. Rows of any other number of cells, and rows that contain a table, are skipped; the rows of the inner table
  /// are read, unless tables are nested deeper than `html_shim_depth_limit` (in LibXML2Shim). A text longer than
  /// `lengthLimit`, without a tag, or with a tag of thousands of attributes, has no rows.
  static func rows(of html: String) -> [(field: String, value: String)] {
    var html = html
    guard html.utf8.count <= lengthLimit, html.contains("<") else { return [] }
    return html.withUTF8 { bytes in
      guard let handle = html_shim_read(bytes.baseAddress, bytes.count) else { return [] }
      defer { html_shim_free(handle) }
      let contents = html_shim_contents(handle)
      // Starts and lengths lie inside the text, which exists if a row is not empty.
      func text(_ start: Int, _ length: Int) -> String {
        guard length > 0, let text = contents.text else { return "" }
        let whole = String(decoding: UnsafeBufferPointer(start: text + start, count: length), as: UTF8.self)
        return whole.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      return UnsafeBufferPointer(start: contents.rows, count: contents.row_count).map { row in
        (text(row.key_start, row.key_length), text(row.value_start, row.value_length))
      }
    }
  }
}
