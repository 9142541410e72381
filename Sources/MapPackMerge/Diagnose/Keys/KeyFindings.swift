import MapPackCoverage
import MapPackFeatures

/// The findings on the codes and names of a table's features.
///
/// With a key: features without a code, codes without a shape, codes with several names, wrong check digits, and what
/// differs from the expected regions. Without a key: ids that occur twice. In either case: missing names.
///
/// A finding on a code has the first feature of the code. A finding on an expected code that is missing, or on the
/// number of codes, has the file that expects it and no feature.
struct KeyFindings {
  private let table: FeatureTable
  private let labels: FeatureLabels
  /// The features of each code, in the order of the codes' UTF-8 bytes.
  private let featuresByCode: [(code: String, features: [Int])]
  private(set) var findings: [Finding] = []

  /// - Parameter expected: what the map has to have; `nil` if that is not known. It counts only with a key.
  init(_ table: FeatureTable, _ labels: FeatureLabels, expected: ExpectedRegions?) {
    self.table = table
    self.labels = labels
    var features: [String: [Int]] = [:]
    for (feature, code) in labels.code.enumerated() {
      if let code { features[code, default: []].append(feature) }
    }
    featuresByCode =
      features.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
    if labels.hasKey {
      findMissingKeys()
      findCodesWithoutShape()
      findSeveralNames()
      findWrongCheckDigits()
      if let expected { compare(with: expected) }
    } else {
      findDuplicateIdentifiers()
    }
    findEmptyNames()
  }

  private mutating func add(_ rule: Rule, _ feature: Int, _ message: String) {
    findings.append(
      labels.finding(rule, of: feature, in: table, at: table.vertices(ofFeature: feature).first, message))
  }

  // MARK: Codes

  private mutating func findMissingKeys() {
    for (feature, code) in labels.code.enumerated() where code == nil && !table.isNoRegion(feature) {
      add(.noKey, feature, "the feature has no value for the key")
    }
  }

  /// Finds the codes whose features all lack a geometry. A feature that the reader left out for another fault does not
  /// count: its fault is a finding already.
  private mutating func findCodesWithoutShape() {
    let missing = Set(
      table.ledger.entries.filter { $0.outcome == .dropped(rule: .noGeometry) }
        .map { Self.recordKey($0.source, $0.record) })
    for (code, features) in featuresByCode where features.allSatisfy(table.isWithoutShape) {
      let areMissing = features.allSatisfy {
        missing.contains(Self.recordKey(Int(table.source[$0]), Int(table.record[$0])))
      }
      if areMissing, let first = features.first {
        add(.noShape, first, "no feature of the code \(code) has a geometry")
      }
    }
  }

  private static func recordKey(_ source: Int, _ record: Int) -> Int { source << 32 | record }

  private mutating func findDuplicateIdentifiers() {
    var first: [String: Int] = [:]
    for (feature, identifier) in table.identifier.enumerated() {
      guard let identifier else { continue }
      if let earlier = first[identifier] {
        add(.duplicateIdentifier, feature, "the id “\(identifier)” stands at \(Self.record(earlier, table)) already")
      } else {
        first[identifier] = feature
      }
    }
  }

  private static func record(_ feature: Int, _ table: FeatureTable) -> String {
    let source = table.sources.count > 1 ? " of \(table.sources[Int(table.source[feature])].path)" : ""
    return "record \(table.record[feature])\(source)"
  }

  /// Finds wrong check digits of Japanese municipality codes. They count as wrong only if all codes have the form (six
  /// digits, the first two a prefecture's) and at least three of four codes end in the right check digit.
  private mutating func findWrongCheckDigits() {
    let codes = featuresByCode
    let numbers = codes.map { MunicipalityCode.checkDigit(of: $0.code) }
    guard !codes.isEmpty, numbers.allSatisfy({ $0 != nil }) else { return }
    let wrong = zip(codes, numbers).filter { $0.1?.given != $0.1?.right }
    guard 4 * wrong.count <= codes.count else { return }
    for (entry, number) in wrong {
      guard let first = entry.features.first, let right = number?.right else { continue }
      add(.checkDigit, first, "the check digit of \(entry.code) is wrong: it should be \(right)")
    }
  }

  private mutating func compare(with expected: ExpectedRegions) {
    let found = Set(labels.code.compactMap { $0 })
    func add(_ rule: Rule, _ message: String, code: String? = nil, name: String? = nil) {
      let location = Location(file: expected.file, code: code, name: name)
      findings.append(Finding(rule, at: location, message, remedy: rule.remedy))
    }
    let listed = Set(expected.codes ?? [])
    for code in (expected.codes ?? []) where !found.contains(code) {
      add(.expectedCodeMissing, "no feature has the expected code \(code)", code: code)
    }
    for (code, name) in expected.live where !found.contains(code) && !listed.contains(code) {
      add(.expectedCodeMissing, "no feature has the code \(code), which the name lock expects", code: code, name: name)
    }
    if expected.codes != nil {
      for (code, features) in featuresByCode where !listed.contains(code) {
        if let first = features.first { self.add(.unexpectedCode, first, "the code \(code) is not expected") }
      }
    }
    if let count = expected.count, count != found.count {
      add(
        .unexpectedCount, "the sources have \(Figures.grouped(found.count)) codes, expected \(Figures.grouped(count))")
    }
  }

  // MARK: Names

  /// Finds codes whose features have different names.
  ///
  /// Names from a field that only looks like one with names count as the regions' names if at least nine of ten regions
  /// of several features have one name each.
  private mutating func findSeveralNames() {
    var several: [(code: String, feature: Int, names: [String])] = []
    var regionsOfSeveralFeatures = 0
    for (code, features) in featuresByCode where features.count > 1 {
      regionsOfSeveralFeatures += 1
      let names = Set(features.compactMap { labels.name[$0] }).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      guard names.count > 1 else { continue }
      let other = features.first { labels.name[$0] != labels.name[features[0]] && labels.name[$0] != nil }
      several.append((code, other ?? features[0], names))
    }
    guard labels.namesAreAsked || 10 * several.count <= regionsOfSeveralFeatures else { return }
    for (code, feature, names) in several {
      let list = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "")
      add(.severalNames, feature, "the code \(code) has \(names.count) names: \(list)")
    }
  }

  /// Finds features, or regions with a key, that have no name. Names from a field that only looks like one with names
  /// count if at least nine of ten have one.
  private mutating func findEmptyNames() {
    let units =
      labels.hasKey ? featuresByCode.map(\.features) : (0..<table.featureCount).map { [$0] }
    let nameless = units.filter { unit in unit.allSatisfy { labels.name[$0] == nil } }
    guard !nameless.isEmpty, labels.namesAreAsked || 10 * nameless.count <= units.count else { return }
    for unit in nameless {
      if let first = unit.first { add(.emptyName, first, "the feature has no name") }
    }
  }
}
