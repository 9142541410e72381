import MapFeatures

/// What the maps of a building's levels are called, of all levels that some tables have together.
struct LevelNames {
  /// The levels in their order: the value of the field that tells them apart, and what a map's name has for it.
  let suffixes: [(value: String, suffix: String)]

  init(_ tables: [FeatureTable]) {
    var nameByValue: [String: String?] = [:]
    for table in tables {
      for level in SourceSchema.matching(table.fields)?.levels(of: table) ?? [] where nameByValue[level.value] == nil {
        nameByValue.updateValue(level.name, forKey: level.value)
      }
    }
    let levels = nameByValue.map { (value: $0.key, name: $0.value) }.sorted { SourceSchema.isBelow($0.value, $1.value) }
    let names = levels.compactMap(\.name).filter { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
    let numbers = levels.map { level in
      "Level" + level.value.replacing("-", with: "Minus").filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    // What the levels are called, else their numbers, else their places: file systems may not tell capitals.
    let chosen =
      [names, numbers].first { Set($0.map { $0.lowercased() }).count == levels.count }
      ?? levels.indices.map { "Level\($0 + 1)" }
    suffixes = zip(levels, chosen).map { ($0.value, $1) }
  }
}
