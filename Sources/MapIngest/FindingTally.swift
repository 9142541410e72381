import MapFeatures

/// Gathers what is noticed while one source is read: per rule the first occurrence, and how often it occurred.
struct FindingTally {
  private var gathered: [Finding?] = Array(repeating: nil, count: IngestRule.allCases.count)
  private let source: Source

  init(source: Source) { self.source = source }

  /// Counts an occurrence; `place` fills in where it is, and is called for the first alone.
  mutating func add(_ rule: IngestRule, count: Int = 1, place: (inout Finding) -> Void = { _ in }) {
    guard gathered[rule.rawValue] == nil else {
      gathered[rule.rawValue]?.count += count
      return
    }
    var finding = Finding(rule: rule.id, severity: rule.severity, message: rule.message)
    finding.file = source.path
    finding.layer = source.layer
    finding.remedy = rule.remedy
    finding.count = count
    place(&finding)
    gathered[rule.rawValue] = finding
  }

  /// The findings, by the id of their rule.
  var findings: [Finding] { gathered.compactMap { $0 }.sorted { $0.rule < $1.rule } }
}
