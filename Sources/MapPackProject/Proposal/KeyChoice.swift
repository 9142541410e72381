import MapPackFeatures

/// The choice of the key and the name of a source whose publisher is not known, from the names of its fields and from
/// their values.
///
/// A key tells regions apart, and the next edition of the source should have it. A name is what people call a region.
package struct KeyChoice: Equatable {
  /// A field or a template; `nil` if no field will do.
  package var key: String?
  /// A field or a template; `nil` if no field will do.
  package var name: String?

  /// The choice of the first of `KeyRule.all` that finds a key.
  /// - Parameter ids: those of the file; `nil` if the features have none, or if a field has their name.
  package init(_ columns: [FieldColumn], ids: FieldColumn?, table: FeatureTable, features: [Int]) {
    let source = KeyEvidence(columns, ids: ids, table: table, features: features)
    self = KeyRule.all.lazy.compactMap { $0.choice(source) }.first ?? KeyChoice(key: nil, name: source.finest?.name)
  }

  package init(key: String?, name: String?) { (self.key, self.name) = (key, name) }

  /// The fields that could name regions, the best first.
  ///
  /// A field is called a name, or its values look like names, even if it is called an id. What a program counted
  /// (`kml_1`) comes last. It must have at least half as many values as the one of
  /// these with the most: else it names larger units. The one with the key's stem comes first (TOWNNAME for TOWNID),
  /// then those called a name, those in the language of the country, `name` itself, and those with more values.
  package static func names(_ columns: [FieldColumn], key: FieldColumn?) -> [FieldColumn] {
    let candidates = columns.filter { column in
      column.isText && !column.hasNumber && !column.values.isEmpty && column.name != key?.name
        && !column.isVolatile && !column.areStructures
        && (column.words.role == .name
          || !column.words.isClass && column.areNames
            && (column.words.role == .other || column.values.contains { $0.contains(where: \.isLowercase) }))
        && 2 * column.missing <= column.valueIndex.count && key?.decides(column) != false
    }
    guard let most = candidates.map(\.values.count).max() else { return [] }
    func rank(_ column: FieldColumn) -> [Int] {
      let words = column.words
      let hasStem = key.map { $0.words.role == .code && words.role == .name && $0.words.stem == words.stem } ?? false
      return [
        column.areCounted ? 1 : 0, hasStem ? 0 : 1, words.role == .name ? 0 : 1, words.tongue.rawValue,
        column.isNamed("name") ? 0 : 1, column.missing, -column.values.count,
      ]
    }
    return candidates.filter { 2 * $0.values.count >= most }.map { ($0, rank($0)) }
      .enumerated().sorted { a, b in
        a.element.1 == b.element.1 ? a.offset < b.offset : a.element.1.lexicographicallyPrecedes(b.element.1)
      }.map(\.element.0)
  }

  /// The fields that could be the key, and those that could be the name: their indices in the table.
  package static func fitting(_ columns: [FieldColumn]) -> (keys: [Int], names: [Int]) {
    let several = columns.filter { $0.values.count > 1 && !$0.isMeasure }
    let names = several.filter { $0.words.role == .name || $0.words.role == .other && $0.areNames }.map(\.index)
    let keys = several.filter { column in
      column.missing == 0 && !column.words.isClass
        && (column.words.role == .code || column.isUnique || column.areCodes) && !names.contains(column.index)
    }
    return (keys.map(\.index), names)
  }

  /// What else could be the key, and what the name: a line for each, of three fields at most.
  /// - Parameter chosen: the key and the name, fields or templates.
  static func candidates(_ columns: [FieldColumn], beside chosen: [String?]) -> [String] {
    let (keys, names) = fitting(columns)
    return [("key", keys), ("name", names)].compactMap { role, fields in
      let others = columns.filter { fields.contains($0.index) && !chosen.contains($0.name) }
      guard !others.isEmpty else { return nil }
      let more = others.count > 3 ? "; mappack inspect shows \(others.count - 3) more" : ""
      return "could be the \(role): \(others.prefix(3).map(\.sample).joined(separator: ", "))\(more)"
    }
  }
}
