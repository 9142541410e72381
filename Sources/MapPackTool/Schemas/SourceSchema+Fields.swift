import MapPackFeatures

// The part of `SourceSchema` that gives features their codes and names, and finds the levels of a building.
extension SourceSchema {
  /// The field that `adding(to:)` adds for a region's code, whatever the publisher calls it.
  static let codeField = "region.code"
  /// The field that `adding(to:)` adds for a region's name, whatever the publisher calls it.
  static let nameField = "region.name"

  /// The table with two more fields: each feature's code and name. The code is null if a feature is no region's land.
  /// `IngestStage` adds them, and `merge` takes them as key and name if the pipeline file names no others.
  ///
  /// - Throws: `usage` if the fields are those of no edition of this schema, or if features lie on several levels of a
  ///   building, because a map has one level.
  /// - Complexity: O(features)
  func adding(to table: FeatureTable) throws(StageError) -> FeatureTable {
    guard let edition = edition(of: table.fields) else {
      let wanted = editions.map { $0.fields.joined(separator: ", ") }.joined(separator: "; or ")
      let other = Self.matching(table.fields).map { "try schema: \($0.id), or " } ?? ""
      throw StageError(
        .usage, file: table.sources.count == 1 ? table.sources[0].path : nil,
        "the fields are not those of the schema \(id): \(wanted)",
        remedy: other + "leave the schema out and name key and name; the fields are "
          + table.fields.joined(separator: ", "))
    }
    let levels = levels(of: table)
    if let field = layeredBy?.field, levels.count > 1 {
      let values = levels.map(\.value)
      throw StageError(
        .usage, file: table.sources.count == 1 ? table.sources[0].path : nil,
        "the features have \(levels.count) values of \(field), \(values.joined(separator: ", ")), and lie above each other",
        remedy: "make a map of each: select: { \(field): \(values[0]) }")
    }
    let spelling = { (name: String) in table.spelling(ofField: name) }
    func bound(_ templates: [String]) throws(StageError) -> BoundTemplate? {
      guard let text = Edition.templates(templates, spelling: spelling).first else { return nil }
      return try BoundTemplate(try Template(text), in: table)
    }
    let key = try bound(edition.key)
    let label = try bound(edition.name)
    let excluding = excluded.flatMap { excluded in
      table.fields.firstIndex { Self.isField($0, excluded.field) }.map { ($0, excluded.value) }
    }

    var codes: [AttributeValue] = []
    var names: [AttributeValue] = []
    for feature in 0..<table.featureCount {
      var code = key?.code(of: feature, in: table)
      var name = label?.text(of: feature, in: table)
      if let (field, value) = excluding, table.values[field][feature].displayText == value { code = nil }
      if let ending = excludedCodeEnding, code?.hasSuffix(ending) == true { code = nil }
      if mergesWards, let ward = code, let city = DesignatedCity(ofWard: ward) {
        code = city.code
        name = city.name
      }
      codes.append(code.map(AttributeValue.text) ?? .null)
      names.append(name.map(AttributeValue.text) ?? .null)
    }
    var table = table
    table.fields += [Self.codeField, Self.nameField]
    table.values += [codes, names]
    return table
  }

  /// The levels of a building on which features lie, in the order of their numbers, and the name of each; empty if the
  /// schema has no levels or the table lacks their field. Features without a shape do not count. `LevelNames` makes the
  /// names of proposed maps of them.
  func levels(of table: FeatureTable) -> [(value: String, name: String?)] {
    guard let layeredBy, let field = table.fields.firstIndex(of: layeredBy.field) else { return [] }
    let name = table.fields.firstIndex(of: layeredBy.name)
    var names: [String: String?] = [:]
    for feature in 0..<table.featureCount where !table.polygons(of: feature).isEmpty {
      guard let value = table.values[field][feature].displayText, names[value] == nil else { continue }
      names.updateValue(name.flatMap { table.values[$0][feature].displayText }, forKey: value)
    }
    return names.map { (value: $0.key, name: $0.value) }.sorted { Self.isBelow($0.value, $1.value) }
  }

  /// Whether one level comes before another: in the order of their numbers, then of their bytes.
  static func isBelow(_ a: String, _ b: String) -> Bool {
    let (x, y) = (Double(a) ?? 0, Double(b) ?? 0)
    return x != y ? x < y : a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}

extension FeatureTable {
  /// A field's name as the table spells it, and whether any feature has a value for it; `nil` if there is no such
  /// field.
  fileprivate func spelling(ofField name: String) -> (name: String, hasValue: Bool)? {
    guard let field = fields.firstIndex(where: { SourceSchema.isField($0, name) }) else { return nil }
    return (fields[field], values[field].contains { $0.displayText != nil })
  }
}
