import LibXML2Shim
import MapFeatures

/// The rows of the tables in an HTML text that have two cells: a field and its value, as programs write attributes into
/// the descriptions of KML.
enum HTMLTable {
  /// Texts longer than this are not looked through.
  static let lengthLimit = 1 << 20

  /// Reads the rows in their order, however broken the text is. White space is one blank, and none at the ends.
  ///
  /// - Complexity: O(bytes).
  static func rows(of html: String) -> [(field: String, value: String)] {
    var html = html
    guard html.utf8.count <= lengthLimit, html.contains("<") else { return [] }
    return html.withUTF8 { bytes in
      guard let handle = html_shim_read(bytes.baseAddress, bytes.count) else { return [] }
      defer { html_shim_free(handle) }
      let contents = html_shim_contents(handle)
      // Starts and lengths lie inside the text, which is there where there is a row that is not empty.
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
