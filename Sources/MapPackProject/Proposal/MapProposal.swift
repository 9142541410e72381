import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackIngest
import MapPackMerge

/// A proposal for a map of a feature table: which field is the key, which the name, what is selected, and how much is
/// simplified.
package struct MapProposal {
  package var map: String
  /// The schema whose fields the table has; `nil` if no known one has them. If its key does not fit the features, key
  /// and name are chosen by `KeyChoice`.
  package var schema: SourceSchema?
  package var edition: String?
  /// The ids of schemas whose fields the table has too, and whose keys do not tell its features apart.
  package var passedOver: [String] = []
  package var geometry: GeometryKind
  /// `nil` if no layer of several was chosen.
  package var layer: String?
  /// `nil` if no field will do.
  package var key: String?
  /// `nil` if no field will do.
  package var name: String?
  /// `nil` unless the schema names one and a feature has a value for it.
  package var group: String?
  /// Fields whose values the regions keep; only for the levels of a building.
  package var attributes: [String] = []
  /// The fields with longitude and latitude of the location of a region's name; only for the levels of a building.
  package var label: [String] = []
  /// Fields, and the values that a feature must have in all of them; empty for all features.
  package var select: [(field: String, value: String?)] = []
  /// A field, and its values in features that are left out; of several, one suffices.
  package var drop: [(field: String, values: [String])] = []
  /// Fields with few values, by which a part of the sources could be selected, in the order of the table.
  var partsByField: [(field: String, values: [String])] = []
  /// What could be the key, or the name.
  var candidates: [String] = []
  /// The ids and titles of other schemas whose fields the table has.
  var otherSchemas: [(id: String, title: String)] = []
  /// Whether the pipeline file names the schema, which then says what is the key.
  var namesSchema = false
  /// Where the groups are a map of their own; `nil` if they are none.
  var groups: Groups?
  package var warnings: [String] = []
  /// Whether comments say what else could be written.
  var hasHints = true
  /// Those of the selected features; empty without a key.
  package var codes: Set<String> = []
  /// The number of regions: of different codes, or of selected features without a key.
  package var count = 0
  /// In meters on the ground, of two digits. It means nothing for points.
  package var tolerance = 0.0
  /// How many levels of detail there are, each with twice the tolerance of the one before. It means nothing for points.
  var levels = 1
  /// `nil` if there is nothing to lie within them.
  package var bounds: Bounds?
  package var shapeless: Shapeless?
  /// The file of the catalog that the map is made from; `nil` if it is another.
  package var file: CatalogFile?

  /// Features without a shape of their own whose codes no other feature has. As regions they would end the run.
  package struct Shapeless {
    var count: Int
    var label: String
    /// A field whose values tell them from all features of the map, or their numbers, and these values in their order.
    package var drop: (field: String, values: [String])?
  }

  /// The map of groups, and the layer of the same file with their names: its key and its name are fields.
  package struct Groups {
    var map: String
    var layer: String
    var key: String
    var name: String
  }

  /// The layer is `nil` if none of several was chosen.
  package typealias Reading = (table: FeatureTable, layer: String?)

  /// Proposes a map for each reading, or several; in the order of the readings, levels and categories.
  ///
  /// If features lie on several levels of a building, each level gets a map, which is called after it: StationB1,
  /// Station1F. A map that is not of the layer of units is called after its layer too: Station1FOpenings. Footprints
  /// and sections of one category may lie over those of another, so each category gets a map.
  ///
  /// - Parameters:
  ///   - map: the name of the map, or the beginning of the names if there are several.
  ///   - schema: the schema that the pipeline file is to name, if any; the tables have its fields.
  ///   - file: the file of the catalog that is read, which may say what the key is.
  package static func all(
    of readings: [Reading], map: String, schema written: SourceSchema? = nil, file: CatalogFile? = nil
  ) throws(StageError) -> [MapProposal] {
    let levels = BuildingLevels(readings.map(\.table))
    var proposals: [MapProposal] = []
    for reading in readings {
      var parts = [(name: map, select: file?.select ?? [])]
      var (written, table) = (written, reading.table)
      // It reads a later edition by its own fields.
      if written == nil, let own = SourceSchema.toName(table, file: file) {
        (written, table) = (own, try own.adding(to: table))
      }
      let schema = SourceSchema.matching(reading.table.fields)
      let own = Set(schema?.levels(of: reading.table).map(\.value) ?? [])
      if let field = schema?.layeredBy?.field, levels.suffixes.count > 1, !own.isEmpty {
        parts = levels.suffixes.filter { own.contains($0.value) }.map { (map + $0.suffix, [(field, $0.value)]) }
      }
      if let layer = reading.layer, let names = IMDFArchive.plural(ofLayer: layer) {
        parts = parts.map { ($0.name + names, $0.select) }
      }
      if let layer = reading.layer, IMDFArchive.overlappingLayers.contains(layer) {
        parts = parts.flatMap { part in
          let categories = Self.categories(of: reading.table, where: part.select)
          return categories.count < 2
            ? [part] : categories.map { (part.name + Self.capitalized($0), part.select + [("category", $0)]) }
        }
      }
      proposals += try parts.map { part throws(StageError) in
        try MapProposal(
          table, map: part.name, part: part.select, layer: reading.layer, schema: written, file: file)
      }
    }
    return proposals
  }

  /// The categories of the selected features, each once, in the order of their bytes.
  private static func categories(
    of table: FeatureTable, where select: [(field: String, value: String?)]
  ) -> [String] {
    guard let column = table.fields.firstIndex(of: "category") else { return [] }
    return (0..<table.featureCount).filter { !table.polygons(of: $0).isEmpty && table.has($0, select) }
      .compactMap { table.values[column][$0].displayText }.canonicallyDistinct
  }

  /// A category as a part of a map's name: food.service is FoodService.
  private static func capitalized(_ category: String) -> String {
    category.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined()
  }

  /// What is known of a file that has not come yet.
  /// - Parameter schema: the one that the pipeline file is to name, if it is not that of the catalog.
  package init(map: String, file: CatalogFile, schema: SourceSchema?, geometry: GeometryKind?) {
    (self.map, self.file, tolerance, levels) = (map, file, 100, 4)
    self.geometry = geometry ?? schema?.geometry ?? .areas
    (self.schema, select, key, name) =
      (schema ?? file.entry.knownSchema, file.select, file.entry.key, file.entry.name)
  }

  /// - Parameters:
  ///   - part: fields, and the values that features of the map have. If it is empty and there is no `layer` and no
  ///     `file`, features are selected by the value that is called like the map, in the first field that has one.
  ///   - schema: the schema that the pipeline file is to name, whose fields the table has (`SourceSchema.adding(to:)`).
  ///   - file: the file of the catalog that the table is of.
  package init(
    _ table: FeatureTable, map: String, part: [(field: String, value: String?)] = [], layer: String? = nil,
    schema written: SourceSchema? = nil, file: CatalogFile? = nil
  ) throws(StageError) {
    (self.map, self.layer, self.file) = (map, layer, file)
    geometry = table.kind
    let columns = table.fields.indices.map { FieldColumn(table, $0, features: 0..<table.featureCount) }
    (schema, namesSchema) = (written ?? SourceSchema.matching(table.fields), written != nil)
    partsByField = columns.filter { (2...60).contains($0.values.count) && $0.missing == 0 && $0.isText }
      .map { ($0.name, $0.values.sortedByBytes) }
      .filter { _, values in 2 * values.count <= table.featureCount }
    // The map may be named like one value of a field: Vermont, one of the states.
    let named =
      columns.lazy.filter { $0.values.count > 1 }.compactMap { column in
        // Two or three letters are a code, not the name that somebody had in mind.
        column.values.filter { $0.count > 3 && Self.isName(map, of: $0) }.min().map { (column.name, $0) }
      }.first
    select = part.isEmpty && layer == nil && file == nil ? named.map { [$0] } ?? [] : part
    // A schema that is named leaves such features out itself.
    if written == nil, let drop = schema?.excluded, let column = columns.first(where: { $0.isNamed(drop.field) }),
      column.values.contains(drop.value)
    {
      self.drop.append((column.name, [drop.value]))
    }
    let nothing = ProposalRefusal.nothing(in: table)
    if !nothing.isEmpty {
      drop.append((ImpliedField.record.rawValue, nothing.map(String.init)))
      warnings.append(
        "\(Figures.counted(nothing.count, "feature")) without a name, a key and land: left out by "
          + "record \(nothing.map(String.init).listed(atMost: 3))")
    }
    var chosen = features(of: table).filter { !table.isNoRegion($0) }
    guard !chosen.isEmpty else { throw ProposalRefusal.withoutShape(table) }
    let columnsOfChosen = { table.fields.indices.map { FieldColumn(table, $0, features: chosen) } }
    var wanted = columnsOfChosen()
    if schema?.layeredBy == nil, let levels = NestedLevels(wanted, table, features: chosen) {
      select.append((levels.field, levels.chosen))
      warnings.append(levels.words)
      chosen = features(of: table)
      wanted = columnsOfChosen()
    }
    let plain = SurplusFeatures(table).removed(from: chosen)
    if !plain.isEmpty, plain.count < chosen.count {
      chosen = plain
      wanted = columnsOfChosen()
    }
    let ids = ids(of: table, chosen)
    if let written {
      edition = written.edition(of: table.fields)?.title
      (key, name) = (written.hasKey ? SourceSchema.codeField : nil, SourceSchema.nameField)
    } else if let known = file?.entry.key {
      (key, name) = (known, file?.entry.name)
    } else if let fitting = SourceSchema.fitting(table, features: chosen) {
      (schema, key, name) = (fitting.schema, fitting.key, fitting.name)
      edition = fitting.edition
      passedOver = fitting.passedOver
    } else {
      let choice = KeyChoice(wanted, ids: ids, table: table, features: chosen)
      (key, name) = (choice.key, choice.name)
      if let schema {
        warnings.append(
          "the fields are those of \(schema.title), but no key of the schema \(schema.id) tells the features apart; "
            + (key.map { "the key \($0) is taken from the values" } ?? "no field does"))
      }
    }
    if let schema {
      otherSchemas = SourceSchema.known.filter { $0.id != schema.id && $0.edition(of: table.fields) != nil }
        .map { ($0.id, $0.title) }
    }
    if written == nil { candidates = KeyChoice.candidates(wanted + [ids].compactMap(\.self), beside: [key, name]) }
    if let former = key, written == nil {
      key = try tellingApart(former, table, chosen)
      // What tells namesakes apart is part of what people call them.
      if name == former { name = key }
    }
    let valued = wanted.filter { !$0.values.isEmpty }.map(\.name)
    let grouping = schema?.group?.lowercased()
    group = valued.first { $0.lowercased() == grouping }
    if let schema, schema.layeredBy != nil {
      attributes = valued.filter { field in schema.texts.contains { field.hasPrefix($0) } }
      label = schema.label.filter(valued.contains)
      partsByField = []
    }
    let used = [key, name].compactMap { $0 }.joined()
    partsByField.removeAll { used.contains($0.field) }
    let parsed = try key.map { key throws(StageError) in try Template(key) }
    let table = table.addingImpliedFields(among: parsed?.fields ?? [])
    let template = try parsed.map { template throws(StageError) in try BoundTemplate(template, in: table) }
    codes = Set(chosen.compactMap { template?.code(of: $0, in: table) })
    count = key == nil ? chosen.count : codes.count
    let main = Bounds.main(of: Bounds.boxes(of: chosen, in: table), byLength: geometry == .lines)
    (tolerance, levels) = Self.detail(of: main)
    // A run looks at all features that are selected.
    bounds = Bounds(around: Bounds.boxes(of: features(of: table), in: table))
    if let key, let template { shapeless = shapeless(in: table, beside: Set(chosen), key: key, template) }
  }

  private func features(of table: FeatureTable) -> [Int] {
    (0..<table.featureCount).filter {
      !table.polygons(of: $0).isEmpty && table.has($0, select) && !isDropped($0, table)
    }
  }

  /// The ids that the file gives features; `nil` if it gives none.
  private func ids(of table: FeatureTable, _ features: [Int]) -> FieldColumn? {
    let added = table.addingImpliedFields(among: [ImpliedField.id.rawValue])
    guard added.fields.count > table.fields.count else { return nil }
    return FieldColumn(added, table.fields.count, features: features)
  }

  /// The key, with the file before it if files have the same codes for lands that lie apart.
  /// - Throws: `findings` if such lands are in one file, and so nothing tells them apart.
  private mutating func tellingApart(
    _ key: String, _ table: FeatureTable, _ features: [Int]
  ) throws(StageError) -> String {
    let template = try Template(key)
    let added = table.addingImpliedFields(among: template.fields)
    let bound = try BoundTemplate(template, in: added)
    let codes = features.map { bound.code(of: $0, in: added) }
    guard let repeated = RepeatedCodes(table, features: features, codes: codes), let first = repeated.codes.first
    else { return key }
    guard let field = repeated.field else {
      let records = repeated.example.map { String(table.record[$0]) }.joined(separator: " and ")
      throw StageError(
        .findings, file: table.sources.first?.path,
        "no field tells the features apart: \(key) is “\(first)” at records \(records), whose lands lie far apart"
          + (repeated.codes.count > 1 ? ", and \(repeated.codes.count - 1) more are repeated as it is" : ""),
        remedy: "give the features a field with the whole to which they belong, or each whole a file with its own name")
    }
    let qualified = "{\(field.rawValue)} \(template.inBraces)"
    warnings.append(
      "\(Figures.counted(repeated.codes.count, "code")) of \(key) stand in several files, for lands that lie apart "
        + "(\(repeated.codes.listed(atMost: 3))): the key is \(qualified); if they are parts of one region, take "
        + key)
    return qualified
  }

  private func isDropped(_ feature: Int, _ table: FeatureTable) -> Bool {
    drop.contains { field, values in values.contains { table.has(feature, [(field, $0)]) } }
  }

  /// The selected features without a shape of their own that would be regions: those without any, those that draw what
  /// an earlier one draws, and those that are below the grid.
  private func shapeless(
    in table: FeatureTable, beside kept: Set<Int>, key: String, _ bound: BoundTemplate
  ) -> Shapeless? {
    let coded = (0..<table.featureCount).filter { table.has($0, select) && bound.code(of: $0, in: table) != nil }
    let lost = coded.filter { feature in
      !kept.contains(feature) && !isDropped(feature, table)
        && !codes.contains(bound.code(of: feature, in: table) ?? "")
    }
    guard let first = lost.first else { return nil }
    let code = bound.code(of: first, in: table) ?? ""
    let name = NameField.index(among: table.fields).flatMap { table.values[$0][first].displayText }
    // What a schema adds is no field that is read.
    let fields = table.fields.indices.filter {
      ![SourceSchema.codeField, SourceSchema.nameField].contains(table.fields[$0])
    }.sorted {
      (table.fields[$0] != key ? 1 : 0, $0) < (table.fields[$1] != key ? 1 : 0, $1)
    }
    let telling = fields.lazy.compactMap { field -> (field: String, values: [String])? in
      let others = Set(kept.map { table.values[field][$0].displayText })
      let values = lost.map { table.values[field][$0].displayText }
      guard values.allSatisfy({ $0 != nil && !others.contains($0) }) else { return nil }
      var seen: Set<String> = []
      return (table.fields[field], values.compactMap(\.self).filter { seen.insert($0).inserted })
    }.first
    // In several files, others have the same numbers.
    let numbers = table.sources.count > 1 ? nil : (ImpliedField.record.rawValue, lost.map { String(table.record[$0]) })
    return Shapeless(
      count: lost.count, label: name.map { $0 == code ? code : "\($0) (\(code))" } ?? code, drop: telling ?? numbers)
  }

  /// Whether a map's name is that of a value: NewYork is that of New York.
  private static func isName(_ map: String, of value: String) -> Bool {
    map.lowercased() == value.filter { $0.isLetter || $0.isNumber }.lowercased()
  }

  /// The tolerance in meters, and how many levels of detail there are, each with twice the tolerance of the one before.
  ///
  /// The coarsest level is for the map's main part as a whole on a phone: it has the tolerance of a pixel there. A view draws
  /// the coarsest level whose tolerance is at most a pixel. So if a tolerance were a little above it, the level before would
  /// be drawn, with almost twice as many vertices: for a nation, too many for a frame. The phone is the largest one, of
  /// 440 × 956 points of three pixels; on others, a pixel shows a little more.
  ///
  /// The finest level has at most a ten-thousandth of the longer side, and tolerances are at least 0.1 m. They have two digits.
  private static func detail(of main: Bounds) -> (tolerance: Double, levels: Int) {
    let (width, height) = main.size
    var tolerance = max(width / (440 * 3), height / (956 * 3))
    var levels = 1
    while tolerance >= 0.2, tolerance > max(width, height) / 10_000 {
      tolerance /= 2
      levels += 1
    }
    var digit = 0.01
    while digit * 100 <= tolerance { digit *= 10 }
    return (max(0.1, (tolerance / digit).rounded(.down) * digit), levels)
  }
}

extension FeatureTable {
  /// Whether a feature has all of some values.
  func has(_ feature: Int, _ terms: [(field: String, value: String?)]) -> Bool {
    terms.allSatisfy { term in
      fields.firstIndex(of: term.field).map { values[$0][feature].displayText == term.value } ?? false
    }
  }
}
