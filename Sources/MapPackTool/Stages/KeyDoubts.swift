import MapPackFeatures
import MapPackMerge

/// Warnings about a key or a name that work and were hardly meant, with what to write instead. `MergeStage` adds them to
/// its coverage.
struct KeyDoubts {
  private let table: FeatureTable
  /// The features with a code and a shape.
  private let features: [Int]
  /// The code of each of them.
  private let codes: [String]

  /// - Throws: `usage` if the key names an unknown field.
  init(_ table: FeatureTable, key: Template) throws(StageError) {
    self.table = table
    let bound = try BoundTemplate(key, in: table)
    let coded = (0..<table.featureCount).lazy.filter { !table.polygons(of: $0).isEmpty }
      .compactMap { feature in bound.code(of: feature, in: table).map { (feature, $0) } }
    features = coded.map(\.0)
    codes = coded.map(\.1)
  }

  /// A warning if names are the key and join lands of several wholes: the counties called Washington of several states.
  ///
  /// Codes of an office are left alone, because it may give one to islands in several seas.
  func namesakes(key: Template) -> Finding? {
    guard NameField.areNames(codes.canonicallyDistinct),
      let found = Namesakes(table, features: features, codes: codes), let first = found.codes.first
    else { return nil }
    let others = found.codes.count == 1 ? "" : ", and so do \(Figures.counted(found.codes.count - 1, "other region"))"
    var finding = Finding(
      rule: .namesakes, severity: .warning,
      message: "\(first.code) joins features that lie apart and differ in \(found.field) ("
        + first.values.joined(separator: ", ") + ")\(others): is the key \(key.source) different for each region?")
    finding.code = first.code
    finding.count = found.codes.count
    let columns = table.fields.indices.map { FieldColumn(table, $0, features: features) }
    let choice = KeyChoice(columns, table: table, features: features).key
    let unique = columns.first { $0.name == choice && $0.isUnique && !$0.isVolatile }
    let text = key.pieces.count == 1 ? key.fields.map { "{\($0)}" }.joined() : key.source
    finding.remedy =
      (unique.map { "use the key \($0.name), or " } ?? "use the key ") + "\"{\(found.field)} \(text)\", if they are "
      + "several regions"
    return finding
  }

  /// A warning if most regions share their name with others, so that their cases are numbered, and a field names them.
  func repeatedNames(_ regions: [Region], key: Template, name: Template) -> Finding? {
    let names = regions.map(\.name).canonicallyDistinct
    guard regions.count > 3, 2 * names.count <= regions.count else { return nil }
    let columns = table.fields.indices.map { FieldColumn(table, $0, features: features) }
    let code = key.pieces.count == 1 ? columns.first { key.fields.contains($0.name) } : nil
    let own = code.flatMap { $0.areNames ? $0 : nil }
    let better = (own ?? KeyChoice.names(columns, key: code).first)
      .flatMap { !name.fields.contains($0.name) && $0.values.count >= 2 * names.count ? $0 : nil }
    guard better != nil || 10 * names.count <= regions.count else { return nil }
    var finding = Finding(
      rule: .repeatedNames, severity: .warning,
      message: "the name \(name.source) is the same for many: \(Figures.counted(regions.count, "region")) have "
        + "\(Figures.counted(names.count, "name")), such as \(names[0]), so their cases end in codes")
    finding.remedy =
      better.map { "use the name \($0.name), which has \(Figures.counted($0.values.count, "value"))" }
      ?? "use another field as the name, or name the regions in a table: `names.table`"
    return finding
  }
}
