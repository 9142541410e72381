import MapFeatures

/// Gathers what is noticed while one source is read: per rule the first occurrence, and how often it occurred.
///
/// Where faults are reported, warnings and errors are listed one by one, up to `listed` of a rule; one more finding, at
/// the place of the next, counts the rest: a source with every coordinate wrong is said to be that in few words.
struct FindingTally {
  /// How many findings of one rule and source are listed before the rest is gathered.
  static let listed = 100

  private var gathered: [[Finding]] = Array(repeating: [], count: IngestRule.allCases.count)
  private let source: Source
  private let faults: Faults

  init(source: Source, faults: Faults) {
    self.source = source
    self.faults = faults
  }

  /// Counts an occurrence; `place` fills in where it is, and is called for those alone that are not gathered.
  mutating func add(_ rule: IngestRule, count: Int = 1, place: (inout Finding) -> Void = { _ in }) {
    let severity = rule.severity(faults)
    let limit = faults == .report && severity > .note ? Self.listed + 1 : 1
    let last = gathered[rule.rawValue].count - 1
    guard last + 1 < limit else {
      gathered[rule.rawValue][last].count += count
      return
    }
    var finding = Finding(rule: rule.id, severity: severity, message: rule.message)
    finding.file = source.path
    finding.layer = source.layer
    finding.remedy = rule.remedy
    finding.count = count
    place(&finding)
    gathered[rule.rawValue].append(finding)
  }

  /// The findings, by the id of their rule.
  var findings: [Finding] {
    var gathered = gathered
    for rule in IngestRule.allCases where gathered[rule.rawValue].count > Self.listed {
      gathered[rule.rawValue][Self.listed].message += ", the first of those that are not listed one by one"
    }
    return gathered.sorted { ($0.first?.rule ?? "") < ($1.first?.rule ?? "") }.flatMap { $0 }
  }
}
