import MapFeatures

/// Gathers what is noticed while one source is read: per rule the first occurrence, and how often it occurred.
///
/// Of warnings and errors the first three are told apart, where faults are reported `listed` of a rule; one more finding,
/// at the place of the next, counts the rest: a source with every coordinate wrong is said to be that in few words.
struct FindingTally {
  /// How many findings of one rule and source are listed before the rest is gathered.
  static let listed = 100
  /// How many where reading goes on without a report: as many places as one line has room for.
  static let named = 3

  private var gathered: [[Finding]] = Array(repeating: [], count: IngestRule.allCases.count)
  private let source: Source
  private let faults: Faults

  init(source: Source, faults: Faults) {
    self.source = source
    self.faults = faults
  }

  /// Whether the next occurrence is a finding of its own.
  func lists(_ rule: IngestRule) -> Bool {
    let limit = rule.severity(faults) == .note ? 1 : faults == .report ? Self.listed + 1 : Self.named
    return gathered[rule.rawValue].count < limit
  }

  /// Counts an occurrence; `place` fills in where it is, and is called for those alone that are not gathered.
  mutating func add(_ rule: IngestRule, count: Int = 1, place: (inout Finding) -> Void = { _ in }) {
    guard lists(rule) else {
      gathered[rule.rawValue][gathered[rule.rawValue].count - 1].count += count
      return
    }
    var finding = Finding(rule: rule.id, severity: rule.severity(faults), message: rule.message)
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
