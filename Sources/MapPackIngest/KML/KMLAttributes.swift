import CMapPack
import MapPackFeatures

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
