import MapFeatures

/// Puts the texts of Placemarks into the columns of the table.
///
/// `name`, `Folder` and `description` are KML's own. A field of the data that is called like one of these, or that a
/// Placemark has twice, gets a number behind its name, and a finding says so.
struct KMLAttributes {
  static let name = "name"
  static let folder = "Folder"
  static let description = "description"

  private var columns = FieldColumns(reserved: [Self.name, Self.folder, Self.description])
  /// Per field of the data: its number among the columns.
  private var numbers: [String: Int] = [:]
  /// Per field of the data: the Placemark that had it last.
  private var lastRecord: [String: Int] = [:]
  /// The number of the Placemark at hand.
  private var record = 0

  mutating func begin(record: Int) { self.record = record }

  /// Sets one of KML's own. Blanks at the ends are left out, and a text without anything else is null.
  func setOwn(_ name: String, _ text: String, in builder: inout FeatureTableBuilder) {
    builder.set(Self.value(text), inColumn: builder.column(named: name))
  }

  /// Sets a field of the data.
  ///
  /// - Complexity: O(text), however often the field stands in the Placemark.
  mutating func set(_ name: String, _ text: String, in builder: inout FeatureTableBuilder) {
    let number = numbers[name] ?? columns.add(name.trimmingWhitespace)
    numbers[name] = number
    lastRecord[name] = record
    builder.set(Self.value(text), inColumn: columns.column(ofField: number, record: record, in: &builder))
  }

  /// Sets the fields that stand in the tables of a description and that the Placemark does not have otherwise.
  mutating func setTables(of description: String, in builder: inout FeatureTableBuilder) {
    for (field, value) in HTMLTable.rows(of: description) where !field.isEmpty && lastRecord[field] != record {
      // What ArcGIS writes for a missing value.
      set(field, value == "<Null>" ? "" : value, in: &builder)
    }
  }

  private static func value(_ text: String) -> AttributeValue {
    let text = text.trimmingWhitespace
    return text.isEmpty ? .null : .text(text)
  }
}
