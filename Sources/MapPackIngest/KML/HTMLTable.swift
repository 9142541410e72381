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

/// The fields that KML itself gives a feature.
package enum KMLFields {
  static let name = "name"
  /// The names of the folders in which a Placemark stands, from the outer to the inner one, with slashes between them.
  package static let folder = "Folder"
  static let description = "description"
}

/// Puts the texts of Placemarks into the columns of the table; call `begin(record:)` for each Placemark.
///
/// `name`, `Folder` and `description` are KML's own fields. If a data field has one of these names, or occurs twice in
/// a Placemark, its column gets a number at the end of its name, and a finding reports it (`FieldColumns`). Values are
/// texts, also if they look like numbers. Blanks at their ends are left out; an empty text is null.
struct KMLAttributes {
  private var columns = FieldColumns(reserved: [KMLFields.name, KMLFields.folder, KMLFields.description])
  /// Per data field: its index among the columns, and the number of the last Placemark that has it.
  private var fields: [String: (number: Int, record: Int)] = [:]
  private var record = 0

  mutating func begin(record: Int) { self.record = record }

  /// A further value in a Placemark replaces the one before.
  func setOwn(_ name: String, _ text: String, in builder: inout FeatureTableBuilder) {
    builder.set(Self.value(text), inColumn: builder.column(named: name))
  }

  /// - Complexity: O(n) for n bytes of text, however often the field occurs in the Placemark.
  mutating func set(_ name: String, _ text: String, in builder: inout FeatureTableBuilder) {
    let number = fields[name]?.number ?? columns.add(name.trimmingWhitespace)
    fields[name] = (number, record)
    builder.set(Self.value(text), inColumn: columns.column(ofField: number, record: record, in: &builder))
  }

  /// Sets the fields from the tables of a description (`HTMLTable`), if the Placemark does not have them otherwise.
  /// Rows without a field are left out.
  mutating func setTables(of description: String, in builder: inout FeatureTableBuilder) {
    for (field, value) in HTMLTable.rows(of: description) where !field.isEmpty && fields[field]?.record != record {
      // ArcGIS writes `<Null>` for a missing value.
      set(field, value == "<Null>" ? "" : value, in: &builder)
    }
  }

  private static func value(_ text: String) -> AttributeValue {
    let text = text.trimmingWhitespace
    return text.isEmpty ? .null : .text(text)
  }
}
