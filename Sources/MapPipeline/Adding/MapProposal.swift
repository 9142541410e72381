import Foundation
import MapFeatures
import MapIngest

/// What a map could be made of a table: which field is the key, which the name, what is selected, how much is simplified.
struct MapProposal {
  var map: String
  var schema: SourceSchema?
  /// What of the sources the regions are.
  var geometry: GeometryKind
  /// A template each; `nil` where no field will do.
  var key: String?
  var name: String?
  var select: (field: String, value: String)?
  var drop: (field: String, value: String)?
  /// Fields with few values, by which a part of the sources could be selected.
  var partsByField: [(field: String, values: [String])] = []
  /// The codes of the regions that the key makes of what is selected; empty without a key.
  var codes: Set<String>
  /// How many regions there are.
  var count: Int
  /// On the ground, in metres.
  var tolerance: Double

  /// A map, or where features lie on several levels one for each, called after it: StationB1, Station1F.
  ///
  /// - Throws: `StageError` (findings) where the table has no feature with a shape.
  static func all(of table: FeatureTable, map: String) throws(StageError) -> [MapProposal] {
    let schema = SourceSchema.matching(table.fields)
    let levels = schema?.levels(of: table) ?? []
    guard let field = schema?.layeredBy?.field, levels.count > 1 else { return [try MapProposal(table, map: map)] }
    let names = levels.compactMap(\.name).filter { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
    let numbers = levels.map { level in
      "Level" + level.value.replacing("-", with: "Minus").filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    // What the levels are called, else their numbers, else their places: file systems may not tell capitals.
    let suffixes =
      [names, numbers].first { Set($0.map { $0.lowercased() }).count == levels.count }
      ?? levels.indices.map { "Level\($0 + 1)" }
    var proposals: [MapProposal] = []
    for (suffix, level) in zip(suffixes, levels) {
      proposals.append(try MapProposal(table, map: map + suffix, level: (field, level.value)))
    }
    return proposals
  }

  /// - Parameter level: a field and the value that features of the map have.
  /// - Throws: `StageError` (findings) where the table has no feature with a shape.
  /// - Complexity: O(features × fields)
  init(_ table: FeatureTable, map: String, level: (field: String, value: String)? = nil) throws(StageError) {
    self.map = map
    geometry = table.kind
    let columns = table.fields.indices.map { FieldColumn(table, $0) }
    schema = SourceSchema.matching(table.fields)
    partsByField = columns.filter { (2...60).contains($0.values.count) && $0.missing == 0 && $0.isText }
      .map { ($0.name, $0.values.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }) }
      .filter { _, values in 2 * values.count <= table.featureCount }
    // The map is named like one of several parts: Vermont, of the states.
    select =
      level
      ?? columns.lazy.filter { $0.values.count > 1 }.compactMap { column in
        // Two or three letters are a code, not the name that somebody had in mind.
        column.values.filter { $0.count > 3 && Self.isName(map, of: $0) }.min().map { (column.name, $0) }
      }.first
    if let drop = schema?.excluded, let column = columns.first(where: { $0.isNamed(drop.field) }),
      column.values.contains(drop.value)
    {
      self.drop = (column.name, drop.value)
    }
    let chosen = try Self.features(of: table, select: select, drop: drop)
    guard !chosen.isEmpty else {
      throw StageError(
        .findings, file: table.sources.first?.path,
        "there is no feature with a \(geometry.part)",
        remedy: geometry == .areas
          ? "name a source with the land of regions; if these are lines or points, say --geometry lines or "
            + "--geometry points"
          : "name a source with \(geometry.rawValue)")
    }
    let wanted = columns.map { $0.restricted(to: chosen, of: table) }
    if let edition = schema?.edition(of: table.fields) {
      let spelling = { (name: String) in
        wanted.first { $0.isNamed(name) }.map { (name: $0.name, hasValue: !$0.values.isEmpty) }
      }
      key = SourceSchema.Edition.template(edition.key, spelling: spelling)
      name = SourceSchema.Edition.template(edition.name, spelling: spelling)
    } else {
      (key, name) = Self.guess(wanted, features: chosen.count)
    }
    let used = [key, name].compactMap { $0 }.joined()
    partsByField.removeAll { used.contains($0.field) }
    codes = try Self.codes(of: chosen, in: table, key: key)
    count = key == nil ? chosen.count : codes.count
    tolerance = Self.tolerance(of: chosen, in: table)
  }

  /// Whether a map bears a value's name: NewYork for New York.
  private static func isName(_ map: String, of value: String) -> Bool {
    map.lowercased() == value.filter { $0.isLetter || $0.isNumber }.lowercased()
  }

  private static func features(
    of table: FeatureTable, select: (field: String, value: String)?, drop: (field: String, value: String)?
  ) throws(StageError) -> [Int] {
    let selected = try select.map { term throws(StageError) in (try table.index(ofField: term.field), term.value) }
    let dropped = try drop.map { term throws(StageError) in (try table.index(ofField: term.field), term.value) }
    return (0..<table.featureCount).filter { feature in
      func has(_ term: (field: Int, value: String)) -> Bool {
        table.values[term.field][feature].displayText == term.value
      }
      return table.polygonStart[feature] < table.polygonStart[feature + 1] && selected.map(has) != false
        && dropped.map(has) != true
    }
  }

  /// What the offices of statistics call the codes by which municipalities and counties are known, where files have
  /// codes of other offices beside them: Italy, Germany, France, Spain, Finland, the European Union, the United States.
  private static let usualKeys = [
    "com_istat_code", "pro_com_t", "pro_com", "ags", "code_insee", "insee_com", "insee", "ine_code", "natcode",
    "lau_id",
    "nuts_id", "geoid",
  ]

  /// The fields that look like a key and like names, of sources of an unknown schema.
  ///
  /// A key has a value for every feature. One that is called so is taken before one that has a value of its own for
  /// each feature, and names only where there is neither.
  private static func guess(_ columns: [FieldColumn], features: Int) -> (key: String?, name: String?) {
    let name = NameField.index(among: columns.map(\.name)).map { columns[$0] }
    let full = columns.filter { $0.missing == 0 && ($0.values.count > 1 || features == 1) }
    func isCalledKey(_ column: FieldColumn) -> Bool {
      let lower = column.name.lowercased()
      // Numbers that programs give to rows anew.
      guard !["gml_id", "objectid", "fid", "ogc_fid", "oid", "gid"].contains(lower) else { return false }
      return ["key", "fips", "insee", "iso", "iso_a3"].contains(lower)
        || ["code", "_cd", "nr", "kode", "nummer", "id"].contains { lower.hasSuffix($0) }
    }
    func isCalledCode(_ column: FieldColumn) -> Bool {
      let lower = column.name.lowercased()
      return ["code", "kode", "geoid"].contains { lower.hasSuffix($0) }
    }
    for usual in usualKeys {
      if let column = full.first(where: { $0.isNamed(usual) && $0.values.count == features }) {
        return (column.name, name?.name)
      }
    }
    let key =
      full.first { isCalledCode($0) && $0.values.count == features }
      ?? full.first { isCalledKey($0) && $0.values.count == features } ?? full.first { isCalledCode($0) && $0.isText }
      ?? full.first { isCalledKey($0) && $0.isText }
      ?? full.first { $0.name != name?.name && $0.values.count == features && !$0.isMeasure }
      ?? full.first { $0.name == name?.name }
    return (key?.name, name?.name)
  }

  private static func codes(
    of features: [Int], in table: FeatureTable, key: String?
  ) throws(StageError) -> Set<String> {
    guard let key else { return [] }
    let bound = try BoundTemplate(try Template(key), in: table)
    return Set(features.compactMap { bound.code(of: $0, in: table) })
  }

  /// About a ten-thousandth of the longer side of the map's main part, in steps of 1, 2 and 5: less than a screen shows.
  ///
  /// The main part is the largest polygon with what lies near it, as in `RegionShape.mainBounds`: islands in other seas
  /// have no say.
  private static func tolerance(of features: [Int], in table: FeatureTable) -> Double {
    var boxes: [ProposalExtent] = []
    for feature in features {
      for polygon in table.polygonStart[feature]..<table.polygonStart[feature + 1] {
        let ring = table.ringStart[polygon]
        var box = ProposalExtent()
        for vertex in table.vertexStart[ring]..<table.vertexStart[ring + 1] {
          box.extend(longitude: table.longitude[vertex], latitude: table.latitude[vertex])
        }
        boxes.append(box)
      }
    }
    let side = ProposalExtent.main(of: boxes).longerSide / 10_000
    var step = 0.1
    while step * 10 <= side { step *= 10 }
    return side >= 5 * step ? 5 * step : side >= 2 * step ? 2 * step : step
  }
}

/// A field of a table and the values that it has.
private struct FieldColumn {
  var name: String
  var index: Int
  var values: Set<String>
  var missing: Int
  /// Whether it is text or whole numbers, as a code or a name is.
  var isText: Bool
  /// Whether it is a number with a fraction somewhere, as an area is.
  var isMeasure: Bool

  init(_ table: FeatureTable, _ index: Int, features: some Sequence<Int>) {
    name = table.fields[index]
    self.index = index
    values = []
    missing = 0
    isText = true
    isMeasure = false
    for feature in features {
      let value = table.values[index][feature]
      switch value {
      case .text, .integer, .null: break
      case .real:
        isMeasure = true
        isText = false
      case .boolean: isText = false
      }
      if let text = value.displayText { values.insert(text) } else { missing += 1 }
    }
  }

  init(_ table: FeatureTable, _ index: Int) { self.init(table, index, features: 0..<table.featureCount) }

  func restricted(to features: [Int], of table: FeatureTable) -> FieldColumn {
    FieldColumn(table, index, features: features)
  }

  func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}
