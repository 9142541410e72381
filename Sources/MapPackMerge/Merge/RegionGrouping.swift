import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// The regions that features make, with their names, groups, labels, extra texts and numbers.
///
/// Codes that are canonically equal are one code, in the spelling with the smallest bytes.
///
/// If the features of a region have different texts or numbers, the one with the most land, length or points is taken,
/// unless the numbers are to be added up.
/// A label whose values are not a longitude and a latitude in degrees is left out, and so is an extra text that no
/// feature has.
package struct RegionGrouping {
  /// Sorted by the UTF-8 bytes of their codes; their areas are not known yet.
  private(set) var regions: [Region] = []
  /// The names of the regions' numbers, in the order in which they were asked for.
  private(set) var numberNames: [String] = []
  /// The numbers to be added up, which the regions lack so far (`RegionSums`): per feature its value, if it has one.
  private(set) var summed: [(number: NumberField, values: [Double?])] = []
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
    divide(by: codes)
    if codes.contains(nil) {
      nameless = Int32(truncatingIfNeeded: regions.count)
      regions.append(Region(code: "", name: ""))
      for feature in codes.indices where codes[feature] == nil { region[feature] = nameless }
    }
    for (feature, name) in names.enumerated().reversed() {
      if let name { regions[Int(region[feature])].name = name }
    }
  }

  /// - Throws: `usage` if a template or an option names an unknown field; `findings` if codes are missing or ambiguous;
  ///   `unreadableData` if a value of `numbers` is no number.
  init(
    _ table: FeatureTable, _ options: MergeOptions, progress: ProgressHandler? = nil
  ) throws(StageError) {
    progress?(ProgressEvent(activity: "grouping", done: 0, total: table.featureCount, unit: "features"))
    hasKey = options.key != nil
    var codes = try Self.codes(table, options, &findings)
    try checkKeyless(table, codes, options)
    if options.keyless == .keep { try Self.keepKeyless(table, &codes, name: options.name) }

    divide(by: codes)
    if let name = options.name {
      let template = try BoundTemplate(name, in: table)
      let found = (0..<table.featureCount).map { template.text(of: $0, in: table) }
      choose(found, of: table, orReport: .severalNames, "names") { $0.name = $1 }
    }
    if let group = options.group {
      let template = try BoundTemplate(group, in: table)
      let found = (0..<table.featureCount).map { template.code(of: $0, in: table) }
      choose(found, of: table, orReport: .severalGroups, "groups") { $0.group = $1 }
    }
    if options.label.count == 2 {
      let fields = try options.label.map { field throws(StageError) in try table.index(ofField: field) }
      func numbers(_ feature: Int) -> String? {
        let numbers = fields.compactMap { table.values[$0][feature].displayText }
        return numbers.count == 2 ? numbers.joined(separator: " ") : nil
      }
      choose((0..<table.featureCount).map(numbers), of: table) { region, text in
        let numbers = text.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2, numbers[0].magnitude <= 180, numbers[1].magnitude <= 90 else { return }
        region.label = Degrees(longitude: numbers[0], latitude: numbers[1])
      }
    }
    for field in options.attributes {
      let column = try table.index(ofField: field)
      choose(table.values[column].map(\.displayText), of: table) {
        $0.attributes.append(.init(field: field, value: $1))
      }
    }
    for number in options.numbers {
      let values = try self.values(of: number, in: table)
      numberNames.append(number.name)
      if number.isSum {
        summed.append((number, values))
        continue
      }
      // The number as text, which is read back as the same number.
      let texts = values.map { $0.flatMap { AttributeValue.real($0).displayText } }
      choose(texts, of: table, orReport: .severalNumbers, "values of \(number.name)") { region, text in
        if let value = Double(text) { region.numbers.append(.init(name: number.name, value: value)) }
      }
    }
  }

  /// Per feature: its number; `nil` if it has none, or if it has no key.
  private func values(of number: NumberField, in table: FeatureTable) throws(StageError) -> [Double?] {
    let column = table.values[try table.index(ofField: number.field)]
    return try region.indices.map { feature throws(StageError) in
      guard region[feature] >= 0 else { return nil }
      var location = table.place(of: feature)
      (location.code, location.name) = (regions[Int(region[feature])].code, regions[Int(region[feature])].name)
      return try number.number(column[feature], at: location)
    }
  }

  /// Makes a region of each code.
  private mutating func divide(by codes: [String?]) {
    regions = codes.lazy.compactMap(\.self).canonicallyDistinct.map { Region(code: $0, name: $0) }
    var indexByCode: [String: Int32] = [:]
    for (index, region) in regions.enumerated() { indexByCode[region.code] = Int32(truncatingIfNeeded: index) }
    region = ContiguousArray(codes.map { $0.flatMap { indexByCode[$0] } ?? ArcTable.none })
  }

  /// Per feature: its code; `nil` if it has none.
  private static func codes(
    _ table: FeatureTable, _ options: MergeOptions, _ findings: inout [Finding]
  ) throws(StageError) -> [String?] {
    if let key = options.key {
      let template = try BoundTemplate(key, in: table)
      return (0..<table.featureCount).map { template.code(of: $0, in: table) }
    }
    let remedy: Remedy = "name the field that identifies a region with \(.key)"
    let ids = table.identifier.compactMap(\.self)
    if ids.count < table.featureCount || ImpliedField.areCounted(ids) {
      findings.append(
        Finding(
          .unstableCodes, severity: .warning,
          "without a key each feature is a region, and its number or id in the file is its code", remedy: remedy))
    }
    let surplus = try surplus(of: table, options, &findings)
    var seen: [String: Int] = [:]
    var codes: [String?] = []
    for feature in 0..<table.featureCount {
      // Without a key and a geometry, nothing is known of a feature.
      guard !table.polygons(of: feature).isEmpty, !surplus.contains(feature) else {
        codes.append(nil)
        continue
      }
      let number = String(table.record[feature])
      let code =
        ImpliedField.id.text(of: table.sources[Int(table.source[feature])], identifier: table.identifier[feature])
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

  /// The features that are no regions, though they have a shape and there is no key: those that draw what an earlier one
  /// draws, and those without a name and without land on the grid. Warns of them.
  private static func surplus(
    of table: FeatureTable, _ options: MergeOptions, _ findings: inout [Finding]
  ) throws(StageError) -> Set<Int> {
    let found = SurplusFeatures(table, jobs: options.jobs)
    let name = try options.name.map { name throws(StageError) in try BoundTemplate(name, in: table) }
    var surplus: Set<Int> = []
    for feature in 0..<table.featureCount {
      let earlier = Int(found.twin[feature])
      if earlier >= 0 {
        findings.append(
          Finding(
            .duplicateFeature, severity: .warning, at: table.place(of: feature),
            "the feature draws the same land as record \(table.record[earlier]): it is left out",
            remedy: Rule.duplicateFeature.remedy))
      } else if found.isSpeck[feature], name?.text(of: feature, in: table) == nil {
        findings.append(
          Finding(
            .belowGrid, severity: .warning, at: table.place(of: feature),
            "the feature has no name, and no land on the noding grid: it is left out", remedy: Rule.belowGrid.remedy))
      } else {
        continue
      }
      surplus.insert(feature)
    }
    return surplus
  }

  /// Warns of features without a code, but not of those that a schema knows to be no region's.
  private mutating func checkKeyless(
    _ table: FeatureTable, _ codes: [String?], _ options: MergeOptions
  ) throws(StageError) {
    let keyless = codes.indices.filter { codes[$0] == nil && !(options.keyless == .drop && table.isNoRegion($0)) }
    guard let key = options.key, let first = keyless.first else { return }
    let count = keyless.count
    let what =
      "\(Figures.grouped(count)) of \(Figures.grouped(codes.count)) features have no value for the key \(key.source)"
    if options.keyless == .error || count == codes.count && !options.isPart {
      throw table.error(first, what, remedy: "name another key, or leave such features out with \(.drop)")
    }
    findings.append(
      Finding(
        .noKey, severity: .warning, at: table.place(of: first),
        what + (options.keyless == .keep ? "; they are kept by their names" : "; they are left out"),
        remedy: "leave them out by a rule of your own with \(.drop), or make them an error with \(.keyless)",
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
          remedy: "leave such features out with \(.drop) or \(.keyless)")
      }
      codes[feature] = code
    }
  }

  /// Gives each region the text of its features that covers the largest area, has the longest lines or the most points;
  /// of equal ones the smallest by UTF-8 bytes.
  ///
  /// Texts that are canonically equal are one text in several spellings. Their areas count together, and the spelling
  /// is chosen in the same way.
  /// - Parameters:
  ///   - texts: one per feature, or none.
  ///   - rule: reports regions whose features have several texts.
  private mutating func choose(
    _ texts: [String?], of table: FeatureTable, orReport rule: Rule? = nil, _ what: String = "",
    _ take: (inout Region, String) -> Void
  ) {
    var featuresBySpelling: [[ExactText: [Int]]] = Array(repeating: [:], count: regions.count)
    for feature in 0..<table.featureCount where region[feature] >= 0 {
      guard let value = texts[feature] else { continue }
      featuresBySpelling[Int(region[feature])][ExactText(value), default: []].append(feature)
    }
    let (size, reason): ((Int) -> Double, String) =
      switch table.kind {
      case .areas: (table.planarArea, "covers the largest area")
      case .lines: (table.planarLength, "has the longest lines")
      case .points: (table.pointCount, "has the most points")
      }
    for (region, spellings) in featuresBySpelling.enumerated() {
      if spellings.count < 2 {
        if let only = spellings.keys.first { take(&regions[region], only.text) }
        continue
      }
      // The order is fixed, because sums of floating-point numbers depend on it.
      let sorted = spellings.mapValues { $0.map(size).sorted().reduce(0, +) }.sorted { $0.key < $1.key }
      var all: [String] = []
      var sizes: [String: Double] = [:]
      for (spelling, size) in sorted {
        if sizes[spelling.text] == nil { all.append(spelling.text) }
        sizes[spelling.text, default: 0] += size
      }
      // The first of equal ones has the smallest bytes.
      let largest = all.max { sizes[$0, default: 0] < sizes[$1, default: 0] }
      let spelling = sorted.filter { $0.key.text == largest }.max { $0.value < $1.value }
      guard let chosen = spelling?.key.text else { continue }
      take(&regions[region], chosen)
      guard let rule, all.count > 1 else { continue }
      findings.append(
        Finding(
          rule, severity: .warning, at: regions[region].location,
          "the code \(regions[region].code) has \(all.count) \(what) (\(all.joined(separator: ", "))); “\(chosen)” "
            + "\(reason) and is taken"))
    }
  }
}

extension Features {
  /// An error at a feature.
  fileprivate func error(_ feature: Int, _ message: String, remedy: Remedy) -> StageError {
    StageError(.findings, at: place(of: feature), message, remedy: remedy)
  }

  func place(of feature: Int) -> Location {
    Location(file: sources[Int(source[feature])].path, record: Int(record[feature]))
  }
}
