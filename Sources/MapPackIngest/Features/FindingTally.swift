import MapPackFeatures

/// The findings of one source while it is read: per rule the first occurrences, and how many there are in all.
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
  private let faults: Faults

  init(_ faults: Faults) { self.faults = faults }

  /// Whether the next occurrence of a rule becomes a finding of its own.
  func lists(_ rule: Rule) -> Bool {
    let limit = rule.severity == .note ? 1 : faults == .report ? Self.listed + 1 : Self.named
    return gathered[rule, default: []].count < limit
  }

  mutating func list(_ finding: Finding) { gathered[finding.rule, default: []].append(finding) }

  /// Counts occurrences of a rule in its last finding.
  mutating func count(_ rule: Rule, _ count: Int) {
    if let last = gathered[rule]?.indices.last { gathered[rule]?[last].count += count }
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

/// The message of what reading reports about a rule.
///
/// Some rules are **faults** (`isFault`). A fault ends the reading, or it is reported and the feature loses its shape
/// (`Faults`).
extension Rule {
  /// Whether a feature that breaks the rule cannot be kept with its shape.
  package var isFault: Bool {
    switch self {
    case .tooFewPoints, .nonFinite, .projectedCoordinates, .swappedCoordinates, .outOfRange, .malformedFeature: true
    default: false
    }
  }

  var readingMessage: String { explanation.meaning.filter { $0 != "`" } }
}
