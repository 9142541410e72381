import MapPackFeatures

extension SourceSchema {
  package static func named(_ id: String) throws(StageError) -> SourceSchema {
    if let schema = known.first(where: { $0.id == id }) { return schema }
    let ids = known.map(\.id)
    throw StageError(
      .usage, "there is no schema “\(id)”",
      remedy: "\(didYouMean(id, in: ids))the schemas are \(ids.joined(separator: ", "))")
  }

  /// The ids of the schema with wards as regions, and with wards merged into their city; `nil` if the data has no wards.
  package var withAndWithoutWards: [String]? {
    let plain = mergesWards ? String(id.dropLast("-cities".count)) : id
    let pair = [plain, plain + "-cities"]
    return pair.allSatisfy { id in Self.known.contains { $0.id == id } } ? pair : nil
  }

  /// The first schema with an edition whose fields are all among some fields.
  package static func matching(_ fields: some Collection<String>) -> SourceSchema? {
    known.first { $0.edition(of: fields) != nil }
  }

  package struct Fit {
    var schema: SourceSchema
    /// For people.
    var edition: String
    var key: String?
    var name: String?
    /// The ids of schemas whose fields the table has too and whose keys do not tell its features apart.
    var passedOver: [String]
  }

  /// The first schema whose fields a table has and whose key tells its features apart.
  ///
  /// Files for other things have the same fields: those of Natural Earth for map units have all of those for countries.
  package static func fitting(_ table: FeatureTable, features: [Int]) -> Fit? {
    let columns = table.fields.indices.map { FieldColumn(table, $0, features: features) }
    let spelling = { (name: String) in
      columns.first { isField($0.name, name) }.map { (name: $0.name, hasValue: !$0.values.isEmpty) }
    }
    var passedOver: [String] = []
    for schema in known {
      let editions = schema.editions.filter { $0.fields.allSatisfy { spelling($0) != nil } }
      for edition in editions {
        let name = Edition.templates(edition.name, spelling: spelling).first
        let keys = Edition.templates(edition.key, spelling: spelling)
        let key =
          schema.mergesFeatures ? keys.first : keys.first { Self.tellsApart($0, name, table, features) }
        if key != nil || edition.key.isEmpty || schema.mergesFeatures {
          return Fit(schema: schema, edition: edition.title, key: key, name: name, passedOver: passedOver)
        }
      }
      if !editions.isEmpty { passedOver.append(schema.id) }
    }
    return nil
  }

  /// The schema that a new pipeline file is to name, because other editions of its sources have other fields: that of a
  /// file of the catalog, unless the catalog has the key, and one whose editions have the same key and other names.
  ///
  /// `nil` if the schema would take another key than the one that tells the features apart.
  static func toName(_ table: FeatureTable, file: CatalogFile?) -> SourceSchema? {
    let select = file?.select ?? []
    let features = (0..<table.featureCount).filter { !table.polygons(of: $0).isEmpty && table.has($0, select) }
    guard file?.entry.key == nil, let fit = fitting(table, features: features),
      fit.schema.edition(of: table.fields)?.title == fit.edition,
      file != nil
        || Set(fit.schema.editions.map(\.key)).count == 1 && Set(fit.schema.editions.map(\.name)).count > 1
    else { return nil }
    return fit.schema
  }

  /// Whether a key is there and no code has several names. A few exceptions are faults of the file.
  private static func tellsApart(_ key: String, _ name: String?, _ table: FeatureTable, _ features: [Int]) -> Bool {
    guard let key = try? BoundTemplate(Template(key), in: table) else { return false }
    let label = name.flatMap { try? BoundTemplate(Template($0), in: table) }
    var names: [String: Set<String>] = [:]
    var missing = 0
    for feature in features {
      guard let code = key.code(of: feature, in: table) else {
        missing += 1
        continue
      }
      names[code, default: []].formUnion([label?.text(of: feature, in: table)].compactMap(\.self))
    }
    let several = names.values.count { $0.count > 1 }
    return (names.count > 1 || features.count == 1) && 20 * missing <= features.count && 100 * several <= names.count
  }
}

extension SourceSchema.Edition {
  /// Those of some templates whose fields are all there, in the spelling of the table. A text that is not a template is
  /// passed over.
  ///
  /// - Parameter spelling: gives a field's name as the table spells it, and whether any feature has a value for it. The
  ///   first field of a template must have a value.
  static func templates(
    _ templates: [String], spelling: (String) -> (name: String, hasValue: Bool)?
  ) -> [String] {
    templates.compactMap { text in
      guard let template = try? Template(text), let first = template.fields.first, spelling(first)?.hasValue == true
      else { return nil }
      var spelled = ""
      for piece in template.pieces {
        switch piece {
        case .literal(let literal): spelled += literal
        case .field(let name):
          guard let found = spelling(name) else { return nil }
          spelled += template.pieces.count == 1 ? found.name : "{\(found.name)}"
        }
      }
      return spelled
    }
  }
}

extension SourceSchema {
  /// The field that `adding(to:)` adds for a region's name.
  package static let nameField = "region.name"

  /// The table with two more fields: each feature's code and name. The code is empty if a feature is no region's land.
  ///
  /// - Throws: `usage` if the fields fit no edition, or if features lie on several levels of a building: a map has one.
  package func adding(to table: FeatureTable) throws(StageError) -> FeatureTable {
    let file = table.sources.count == 1 ? table.sources[0].path : nil
    guard let edition = edition(of: table.fields) else {
      let wanted = editions.map { $0.fields.joined(separator: ", ") }.joined(separator: "; or ")
      let other = Self.matching(table.fields).map { "try schema: \($0.id), or " } ?? ""
      throw StageError(
        .usage, file: file, "the fields are not those of the schema \(id): \(wanted)",
        remedy:
          "\(other)leave the schema out and name key and name; the fields are \(table.fields.joined(separator: ", "))")
    }
    let levels = levels(of: table)
    if let field = layeredBy?.field, levels.count > 1 {
      let values = levels.map(\.value)
      throw StageError(
        .usage, file: file,
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
    func text(_ field: String?, of feature: Int) -> String? {
      guard let field, let index = table.fields.firstIndex(where: { Self.isField($0, field) }) else { return nil }
      return table.values[index][feature].displayText
    }
    let identities = (0..<table.featureCount).map { feature -> (code: String?, name: String?) in
      var code = key?.code(of: feature, in: table)
      if let excluded, text(excluded.field, of: feature) == excluded.value { code = "" }
      if let ending = excludedCodeEnding, code?.hasSuffix(ending) == true { code = "" }
      if mergesWards, let ward = code, let city = DesignatedCity(ofWard: ward) { return (city.code, city.name) }
      let name = label?.text(of: feature, in: table)
      guard let name, let city = text(edition.city, of: feature), city.hasSuffix("市") else { return (code, name) }
      return (code, city + name)
    }
    var table = table
    table.fields += [Self.codeField, Self.nameField]
    table.values += [identities.map(\.code), identities.map(\.name)].map { texts in
      texts.map { $0.map(AttributeValue.text) ?? .null }
    }
    return table
  }

  /// The levels of a building on which features lie, in the order of their numbers, and the name of each; empty if
  /// there are none. Features without a shape do not count.
  package func levels(of table: FeatureTable) -> [(value: String, name: String?)] {
    guard let layeredBy, let field = table.fields.firstIndex(of: layeredBy.field) else { return [] }
    let name = table.fields.firstIndex(of: layeredBy.name)
    let levels = (0..<table.featureCount).filter { !table.polygons(of: $0).isEmpty }.compactMap { feature in
      table.values[field][feature].displayText.map { ($0, name.flatMap { table.values[$0][feature].displayText }) }
    }
    return Dictionary(levels, uniquingKeysWith: { first, _ in first }).map { (value: $0.key, name: $0.value) }.sorted {
      Self.isBelow($0.value, $1.value)
    }
  }

  /// In the order of their numbers, then of their bytes.
  static func isBelow(_ a: String, _ b: String) -> Bool {
    let (x, y) = (Double(a) ?? 0, Double(b) ?? 0)
    return x != y ? x < y : a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}

extension FeatureTable {
  /// A field's name as the table spells it, and whether any feature has a value for it.
  fileprivate func spelling(ofField name: String) -> (name: String, hasValue: Bool)? {
    guard let field = fields.firstIndex(where: { SourceSchema.isField($0, name) }) else { return nil }
    return (fields[field], values[field].contains { $0.displayText != nil })
  }
}
