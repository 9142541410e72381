import MapFeatures

/// Puts the texts of Placemarks into the columns of the table.
///
/// `name`, `Folder` and `description` are KML's own. A field of the data that is called like one of these, or that a
/// Placemark has twice, gets a number behind its name, and a finding says so.
struct KMLAttributes {
  static let name = "name"
  static let folder = "Folder"
  static let description = "description"

  private var names: Set<String> = [Self.name, Self.folder, Self.description]
  /// Per field of the data: its columns, for the first time it stands in a Placemark, the second, and so on.
  private var columns: [String: [Column]] = [:]
  /// The number of the Placemark at hand.
  private var record = 0

  private struct Column {
    var number: Int
    /// The Placemark that has used it last.
    var record: Int
  }

  mutating func begin(record: Int) { self.record = record }

  /// Sets one of KML's own. Blanks at the ends are left out, and a text without anything else is null.
  func setOwn(_ name: String, _ text: String, in builder: inout FeatureTableBuilder) {
    builder.set(Self.value(text), inColumn: builder.column(named: name))
  }

  /// Sets a field of the data.
  mutating func set(_ name: String, _ text: String, in builder: inout FeatureTableBuilder) {
    let value = Self.value(text)
    if let used = columns[name]?.firstIndex(where: { $0.record < record }) {
      columns[name]?[used].record = record
      if let column = columns[name]?[used].number { builder.set(value, inColumn: column) }
      return
    }
    let column = builder.column(named: unusedName(for: name.trimmingWhitespace, in: &builder))
    columns[name, default: []].append(Column(number: column, record: record))
    builder.set(value, inColumn: column)
  }

  private static func value(_ text: String) -> AttributeValue {
    let text = text.trimmingWhitespace
    return text.isEmpty ? .null : .text(text)
  }

  /// The name for a field: its own, where no other has it.
  private mutating func unusedName(for name: String, in builder: inout FeatureTableBuilder) -> String {
    guard name.isEmpty || names.contains(name) else {
      names.insert(name)
      return name
    }
    builder.note(.fieldRenamed)
    let stem = name.isEmpty ? "FIELD" : name + "_"
    var suffix = name.isEmpty ? 1 : 2
    while names.contains(stem + String(suffix)) { suffix += 1 }
    names.insert(stem + String(suffix))
    return stem + String(suffix)
  }
}
