/// The columns of a source's fields, where a feature may have two fields of one name, or one without a name.
///
/// The first of a name in a feature has the name. A later one, or one without a name, gets a number behind it that no
/// other field has, and a finding says so: nothing of the source is lost.
struct FieldColumns {
  private struct Field {
    var name: String
    /// Where it goes the first time that it stands in a feature, the second, and so on.
    var columns: [Int] = []
    /// The feature that has used some of them last, and how many.
    var record = 0
    var used = 0
  }

  private var fields: [Field] = []
  private var names: Set<String>
  /// Per stem of names that got a number: the last one given.
  private var suffixes: [String: Int] = [:]

  /// - Parameter reserved: names that no field may have.
  init(reserved: Set<String> = []) { names = reserved }

  /// How many fields there are.
  var count: Int { fields.count }

  /// Adds a field. The answer is its number, from 0.
  mutating func add(_ name: String) -> Int {
    fields.append(Field(name: name))
    return fields.count - 1
  }

  /// The column for a field that stands, perhaps once more, in the feature that was begun.
  ///
  /// - Complexity: O(1), however often the field stands in the feature.
  mutating func column(ofField field: Int, record: Int, in builder: inout FeatureTableBuilder) -> Int {
    if fields[field].record != record { (fields[field].record, fields[field].used) = (record, 0) }
    let place = fields[field].used
    fields[field].used += 1
    if place < fields[field].columns.count { return fields[field].columns[place] }
    let column = builder.column(named: unusedName(for: fields[field].name, in: &builder))
    fields[field].columns.append(column)
    return column
  }

  /// The name for a field: its own, where no other has it.
  private mutating func unusedName(for name: String, in builder: inout FeatureTableBuilder) -> String {
    guard name.isEmpty || names.contains(name) else {
      names.insert(name)
      return name
    }
    builder.note(.fieldRenamed)
    let stem = name.isEmpty ? "FIELD" : name + "_"
    var suffix = suffixes[stem].map { $0 + 1 } ?? (name.isEmpty ? 1 : 2)
    while names.contains(stem + String(suffix)) { suffix += 1 }
    suffixes[stem] = suffix
    names.insert(stem + String(suffix))
    return stem + String(suffix)
  }
}
