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

  private var gathered: [Rule: [Finding]] = [:]
  private let source: Source
  private let faults: Faults

  init(source: Source, faults: Faults) {
    self.source = source
    self.faults = faults
  }

  /// Whether the next occurrence is a finding of its own.
  func lists(_ rule: Rule) -> Bool {
    let limit = rule.severity(faults) == .note ? 1 : faults == .report ? Self.listed + 1 : Self.named
    return gathered[rule, default: []].count < limit
  }

  /// Counts an occurrence; `place` fills in where it is, and is called for those alone that are not gathered.
  mutating func add(_ rule: Rule, count: Int = 1, place: (inout Finding) -> Void = { _ in }) {
    guard lists(rule) else {
      let last = gathered[rule, default: []].count - 1
      gathered[rule, default: []][last].count += count
      return
    }
    var finding = Finding(rule: rule, severity: rule.severity(faults), message: rule.readingMessage)
    finding.file = source.path
    finding.layer = source.layer
    finding.remedy = rule.readingRemedy
    finding.count = count
    place(&finding)
    gathered[rule, default: []].append(finding)
  }

  /// The findings, by the id of their rule.
  var findings: [Finding] {
    gathered.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { _, findings in
      var findings = findings
      if findings.count > Self.listed {
        findings[Self.listed].message += ", the first of those that are not listed one by one"
      }
      return findings
    }
  }
}
