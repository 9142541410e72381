import MapPackFeatures

/// The findings of one source while it is read: per rule the first occurrences, and how many there are in all.
/// `FeatureTableBuilder` has one for the current source.
///
/// A note is a single finding. Warnings and errors of a rule are up to three findings if faults end the reading; the
/// third counts the rest. If faults are reported, they are up to a hundred findings, and one more, at the location of
/// the next occurrence, counts the rest. So a source in which every coordinate is wrong says it in few words.
struct FindingTally {
  /// How many findings of one rule and source are listed before the rest are counted, if faults are reported.
  static let listed = 100
  /// How many findings of one rule and source there are at most if faults end the reading: as many locations as one
  /// line has room for.
  static let named = 3

  private var gathered: [Rule: [Finding]] = [:]
  private let source: Source
  private let kind: GeometryKind
  private let faults: Faults

  init(source: Source, kind: GeometryKind, faults: Faults) {
    self.source = source
    self.kind = kind
    self.faults = faults
  }

  /// Whether the next occurrence of a rule becomes a finding of its own.
  func lists(_ rule: Rule) -> Bool {
    let limit = rule.severity(faults) == .note ? 1 : faults == .report ? Self.listed + 1 : Self.named
    return gathered[rule, default: []].count < limit
  }

  /// Counts occurrences of a rule: as a finding of their own, or in the last finding of the rule if there are enough.
  /// - Parameters:
  ///   - rule: the rule.
  ///   - count: how many occurrences there are.
  ///   - locate: fills in where the occurrence is. It is only called if the occurrence becomes a finding of its own.
  mutating func add(_ rule: Rule, count: Int = 1, locate: (inout Finding) -> Void = { _ in }) {
    guard lists(rule) else {
      let last = gathered[rule, default: []].count - 1
      gathered[rule, default: []][last].count += count
      return
    }
    var finding = Finding(rule: rule, severity: rule.severity(faults), message: rule.readingMessage)
    finding.file = source.path
    finding.layer = source.layer
    finding.kind = kind
    finding.remedy = rule.remedy
    finding.count = count
    locate(&finding)
    gathered[rule, default: []].append(finding)
  }

  /// The findings, sorted by the ids of their rules.
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
