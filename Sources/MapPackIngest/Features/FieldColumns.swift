import MapPackFeatures

/// The columns of the fields of a source in which a feature may have several fields of one name, or fields without a
/// name.
///
/// In each feature, the first field of a name gets the column with that name. A further one, or a field without a name,
/// gets a column whose name ends in a number (`NAME_2`, `FIELD1`) that no other column of the source has. A finding
/// reports it, so nothing of the source is lost silently.
struct FieldColumns {
  private struct Field {
    var name: String
    /// Its column at its first occurrence in a feature, at its second, and so on.
    var columns: [Int] = []
    /// The last feature that has the field, and how often the field has occurred in it.
    var record = 0
    var used = 0
  }

  private var fields: [Field] = []
  private var names: Set<String>
  /// Per start of names that got a number: the last number given.
  private var suffixes: [String: Int] = [:]

  /// - Parameter reserved: names that no column may get.
  init(reserved: Set<String> = []) { names = reserved }

  var count: Int { fields.count }

  mutating func add(_ name: String) -> Int {
    fields.append(Field(name: name))
    return fields.count - 1
  }

  /// The column for the next occurrence of a field in the current feature.
  /// - Precondition: all occurrences in a feature are asked for before those in the next.
  /// - Complexity: O(1), however often the field occurs in the feature.
  mutating func column(ofField field: Int, record: Int, in builder: inout FeatureTableBuilder) -> Int {
    if fields[field].record != record { (fields[field].record, fields[field].used) = (record, 0) }
    let occurrence = fields[field].used
    fields[field].used += 1
    if occurrence < fields[field].columns.count { return fields[field].columns[occurrence] }
    let column = builder.column(named: unusedName(for: fields[field].name, in: &builder))
    fields[field].columns.append(column)
    return column
  }

  /// The name of the column for a field.
  /// - Parameter number: that of a field without a name in its source, which its column gets; `nil` if it has none.
  mutating func unusedName(for name: String, number: Int? = nil, in builder: inout FeatureTableBuilder) -> String {
    guard name.isEmpty || names.contains(name) else {
      names.insert(name)
      return name
    }
    builder.note(.fieldRenamed)
    let stem = name.isEmpty ? "FIELD" : name + "_"
    let following = suffixes[stem].map { $0 + 1 } ?? (name.isEmpty ? 1 : 2)
    var suffix = name.isEmpty ? number ?? following : following
    while names.contains(stem + String(suffix)) { suffix += 1 }
    suffixes[stem] = suffix
    names.insert(stem + String(suffix))
    return stem + String(suffix)
  }
}
