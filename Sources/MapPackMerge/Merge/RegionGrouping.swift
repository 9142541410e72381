import MapPackFeatures
import MapPackGeometry

/// The regions that features make, with their names, groups, labels and extra texts.
///
/// Codes that are canonically equal are one code, in the spelling with the smallest bytes.
///
/// If the features of a region have different texts, the one with the most land, length or points is taken. A label
/// whose values are not a longitude and a latitude in degrees is left out, and so is an extra text that no feature has.
package struct RegionGrouping {
  /// Sorted by the UTF-8 bytes of their codes; their areas are not known yet.
  private(set) var regions: [Region] = []
  /// Per feature: its region, or `ArcTable.none` if it has no key.
  private(set) var region: ContiguousArray<Int32> = []
  private(set) var findings: [Finding] = []
  /// Whether features of one code are one region; else each is a region.
  private(set) var hasKey: Bool
  /// The region of all features without a code, if they are not left out; else −1.
  private(set) var nameless: Int32 = -1

  /// Per feature: its region, or −1 if it has no code.
  var named: ContiguousArray<Int32> { nameless < 0 ? region : ContiguousArray(region.map { $0 == nameless ? -1 : $0 }) }

  /// Takes features as regions as they are, whatever is wrong with their codes.
  package init(codes: [String?], names: [String?], records: [Int32], hasKey: Bool) {
    self.hasKey = hasKey
    guard hasKey else {
      regions = codes.indices.map { feature in
        let code = codes[feature] ?? "record \(records[feature])"
        return Region(code: code, name: names[feature] ?? code)
      }
      region = ContiguousArray(codes.indices.map { Int32(truncatingIfNeeded: $0) })
      return
    }
    let distinct = codes.lazy.compactMap(\.self).canonicallyDistinct
    var indexByCode: [String: Int32] = [:]
    for (index, code) in distinct.enumerated() { indexByCode[code] = Int32(truncatingIfNeeded: index) }
    regions = distinct.map { Region(code: $0, name: $0) }
    if codes.contains(nil) {
      nameless = Int32(truncatingIfNeeded: regions.count)
      regions.append(Region(code: "", name: ""))
    }
    region = ContiguousArray(codes.map { $0.flatMap { indexByCode[$0] } ?? nameless })
    for (feature, name) in names.enumerated().reversed() {
      if let name { regions[Int(region[feature])].name = name }
    }
  }

  /// - Throws: `usage` if a template or an option names an unknown field; `findings` if codes are missing or ambiguous.
  init(_ table: FeatureTable, _ options: MergeOptions) throws(StageError) {
    hasKey = options.key != nil
    var codes = try Self.codes(table, options, &findings)
    try checkKeyless(table, codes, options)
    if options.keyless == .keep { try Self.keepKeyless(table, &codes, name: options.name) }

    let distinct = codes.lazy.compactMap(\.self).canonicallyDistinct
    var indexByCode: [String: Int32] = [:]
    for (index, code) in distinct.enumerated() { indexByCode[code] = Int32(index) }
    region = ContiguousArray(codes.map { $0.flatMap { indexByCode[$0] } ?? ArcTable.none })
    regions = distinct.map { Region(code: $0, name: $0) }

    if let name = options.name {
      let template = try BoundTemplate(name, in: table)
      let texts = dominantTexts(table) { template.text(of: $0, in: table) }
      for (index, choice) in texts.enumerated() {
        if let text = choice.text { regions[index].name = text }
        reportSeveral(choice, of: "name", rule: .severalNames, region: index, table.kind)
      }
    }
    if let group = options.group {
      let template = try BoundTemplate(group, in: table)
      let texts = dominantTexts(table) { template.code(of: $0, in: table) }
      for (index, choice) in texts.enumerated() {
        regions[index].group = choice.text
        reportSeveral(choice, of: "group", rule: .severalGroups, region: index, table.kind)
      }
    }
    if options.label.count == 2 {
      let fields = try options.label.map { field throws(StageError) in try table.index(ofField: field) }
      let texts = dominantTexts(table) { feature in
        let numbers = fields.compactMap { table.values[$0][feature].displayText }
        return numbers.count == 2 ? numbers.joined(separator: " ") : nil
      }
      for (index, choice) in texts.enumerated() {
        regions[index].label = choice.text.flatMap { text in
          let numbers = text.split(separator: " ").compactMap { Double($0) }
          guard numbers.count == 2, numbers[0].magnitude <= 180, numbers[1].magnitude <= 90 else { return nil }
          return Region.Location(longitude: numbers[0], latitude: numbers[1])
        }
      }
    }
    for field in options.attributes {
      let column = try table.index(ofField: field)
      let texts = dominantTexts(table) { table.values[column][$0].displayText }
      for (index, choice) in texts.enumerated() {
        if let text = choice.text { regions[index].attributes.append(.init(field: field, value: text)) }
      }
    }
  }

  /// Per feature: its code; `nil` if it has none.
  private static func codes(
    _ table: FeatureTable, _ options: MergeOptions, _ findings: inout [Finding]
  ) throws(StageError) -> [String?] {
    if let key = options.key {
      let template = try BoundTemplate(key, in: table)
      return (0..<table.featureCount).map { template.code(of: $0, in: table) }
    }
    let remedy = "name the field that identifies a region with --key or merge.key"
    findings.append(
      Finding(
        .unstableCodes, severity: .warning,
        "without a key each feature is a region, and its number or id in the file is its code", remedy: remedy))
    var seen: [String: Int] = [:]
    var codes: [String?] = []
    for feature in 0..<table.featureCount {
      // Without a key and a geometry, nothing is known of a feature.
      guard !table.polygons(of: feature).isEmpty else {
        codes.append(nil)
        continue
      }
      let number = String(table.record[feature])
      let code =
        table.identifier[feature]?.asCode
        ?? (table.sources.count > 1 ? "\(table.source[feature] + 1).\(number)" : number)
      if let first = seen[code] {
        throw table.error(
          feature, "the id “\(code)” stands at record \(table.record[first]) already", remedy: remedy)
      }
      seen[code] = feature
      codes.append(code)
    }
    return codes
  }

  /// Warns of features without a code.
  private mutating func checkKeyless(
    _ table: FeatureTable, _ codes: [String?], _ options: MergeOptions
  ) throws(StageError) {
    guard let key = options.key, let first = codes.firstIndex(of: nil) else { return }
    let count = codes.count { $0 == nil }
    let what =
      "\(Figures.grouped(count)) of \(Figures.grouped(codes.count)) features have no value for the key \(key.source)"
    if options.keyless == .error || count == codes.count && !options.isPart {
      throw table.error(first, what, remedy: "name another key, or leave such features out with --drop")
    }
    findings.append(
      Finding(
        .noKey, severity: .warning, at: table.place(of: first),
        what + (options.keyless == .keep ? "; they are kept by their names" : "; they are left out"),
        remedy: "leave them out by a rule of your own with --drop, or make them an error with merge.keyless",
        count: count))
  }

  /// Gives features that have a polygon but no code their name as the code.
  /// - Throws: `findings` if the name is the code of another region.
  private static func keepKeyless(
    _ table: FeatureTable, _ codes: inout [String?], name: Template?
  ) throws(StageError) {
    guard codes.contains(nil) else { return }
    let given = Set(codes)
    let bound = try name.map { name throws(StageError) in try BoundTemplate(name, in: table) }
    for feature in codes.indices where codes[feature] == nil {
      guard !table.polygons(of: feature).isEmpty else { continue }
      let code = bound?.code(of: feature, in: table) ?? Rule.noKey.rawValue
      guard !given.contains(code) else {
        throw table.error(
          feature, "a feature has no value for the key, and its name is the code of another region: \(code)",
          remedy: "leave such features out with --drop or merge.keyless")
      }
      codes[feature] = code
    }
  }

  private struct Choice {
    var text: String?
    /// The distinct texts, sorted.
    var all: [String]
  }

  /// Per region: the text of its features that covers the largest area, has the longest lines or the most points; of
  /// equal ones the smallest by UTF-8 bytes.
  ///
  /// Texts that are canonically equal are one text in several spellings. Their areas count together, and the spelling
  /// is chosen in the same way.
  private func dominantTexts(_ table: FeatureTable, _ text: (Int) -> String?) -> [Choice] {
    var featuresBySpelling: [[ExactText: [Int]]] = Array(repeating: [:], count: regions.count)
    for feature in 0..<table.featureCount where region[feature] >= 0 {
      guard let value = text(feature) else { continue }
      featuresBySpelling[Int(region[feature])][ExactText(value), default: []].append(feature)
    }
    let size =
      switch table.kind {
      case .areas: table.planarArea
      case .lines: table.planarLength
      case .points: table.pointCount
      }
    return featuresBySpelling.map { spellings in
      if spellings.count < 2, let only = spellings.keys.first { return Choice(text: only.text, all: [only.text]) }
      // The order is fixed, because sums of floating-point numbers depend on it.
      let areaBySpelling = spellings.mapValues { $0.map(size).sorted().reduce(0, +) }
      let sorted = areaBySpelling.sorted { $0.key < $1.key }
      var all: [String] = []
      var indexByText: [String: Int] = [:]
      var areas: [Double] = []
      var best: [(spelling: String, area: Double)] = []
      for (spelling, area) in sorted {
        if let index = indexByText[spelling.text] {
          areas[index] += area
          if area > best[index].area { best[index] = (spelling.text, area) }
        } else {
          indexByText[spelling.text] = all.count
          all.append(spelling.text)
          areas.append(area)
          best.append((spelling.text, area))
        }
      }
      // The first of equal ones has the smallest bytes.
      var chosen: Int?
      for index in areas.indices where chosen.map({ areas[index] > areas[$0] }) ?? true { chosen = index }
      return Choice(text: chosen.map { best[$0].spelling }, all: all)
    }
  }

  private mutating func reportSeveral(_ choice: Choice, of what: String, rule: Rule, region: Int, _ kind: GeometryKind)
  {
    guard choice.all.count > 1, let chosen = choice.text else { return }
    let reason =
      switch kind {
      case .areas: "covers the largest area"
      case .lines: "has the longest lines"
      case .points: "has the most points"
      }
    findings.append(
      Finding(
        rule, severity: .warning, at: regions[region].location,
        "the code \(regions[region].code) has \(choice.all.count) \(what)s ("
          + choice.all.joined(separator: ", ") + "); “\(chosen)” \(reason) and is taken"))
  }
}

extension FeatureTable {
  /// An error at a feature.
  fileprivate func error(_ feature: Int, _ message: String, remedy: String) -> StageError {
    StageError(.findings, at: place(of: feature), message, remedy: remedy)
  }

  fileprivate func place(of feature: Int) -> Location {
    Location(file: sources[Int(source[feature])].path, record: Int(record[feature]))
  }
}
