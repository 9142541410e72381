import MapPackCoverage
import MapPackFeatures
import MapPackMerge

/// The findings of `validate`, sorted, and what it checked.
///
/// The findings are ordered by file, layer, record, code, polygon, ring, vertex, rule, location, message and all other
/// members. So the same findings give the same report. A missing value comes before all others.
package struct ValidationReport: Sendable {
  /// What `validate` checked.
  package struct Checked: Hashable, Sendable {
    /// The numbers of features, polygons and vertices.
    package var features = 0
    package var polygons = 0
    package var vertices = 0
    /// What was checked: the polygons of areas, lines or points.
    package var kinds: Set<GeometryKind> = []
    /// The files that could be read.
    package var files: [CheckedFile] = []

    package static func + (a: Checked, b: Checked) -> Checked {
      Checked(
        features: a.features + b.features, polygons: a.polygons + b.polygons, vertices: a.vertices + b.vertices,
        kinds: a.kinds.union(b.kinds), files: a.files + b.files)
    }
  }

  /// A file that could be read, and its content: features or a coverage.
  package struct CheckedFile: Hashable, Sendable {
    /// The path of the file, for reports.
    package var path: String
    /// `.features` or `.coverages`.
    package var subject: RuleExplanation.Subject

    package init(path: String, subject: RuleExplanation.Subject) {
      (self.path, self.subject) = (path, subject)
    }

    /// The rules by which the file was judged, without those that only give notes, whatever its format.
    package var rules: [Rule] {
      let subjects: Set<RuleExplanation.Subject> = subject == .features ? [.features, .borders] : [subject]
      return Rule.reported.filter { subjects.contains($0.explanation.subject) && $0.severity > .note }
    }
  }

  /// A finding with its fingerprint.
  package struct Entry: Hashable, Sendable {
    package var finding: Finding
    /// The finding's identity from one edition of a file to the next. Findings that agree are numbered in it.
    package var fingerprint: String
    /// Whether the finding is in the baseline.
    package var isKnown = false
    /// What to do, in the words of the report's reader.
    package var remedy: String?

    init(_ finding: Finding, fingerprint: String, isKnown: Bool, for reader: Remedy.Reader = .stage) {
      (self.finding, self.fingerprint, self.isKnown) = (finding, fingerprint, isKnown)
      remedy = finding.remedy?.words(for: reader)
    }
  }

  /// The findings, sorted.
  package let entries: [Entry]
  /// What `validate` checked.
  package let checked: Checked
  /// The errors of the files that could not be read.
  package let unreadable: [StageError]
  /// Whom remedies are written for.
  package let reader: Remedy.Reader
  /// The findings of the baseline that were not found again; `nil` if there is no baseline.
  package let gone: [Entry]?

  /// Sorts the findings, and marks those whose fingerprints are in the baseline.
  /// - Parameters:
  ///   - reader: whom remedies are written for.
  ///   - baseline: the findings that are known and fail nothing.
  /// - Complexity: O(n log n) for n findings.
  package init(
    findings: [Finding], checked: Checked, unreadable: [StageError] = [], for reader: Remedy.Reader = .stage,
    baseline: Baseline? = nil
  ) {
    self.checked = checked
    self.unreadable = unreadable
    self.reader = reader
    var repetitions: [String: Int] = [:]
    let known = Set(baseline?.entries.map(\.fingerprint) ?? [])
    entries = findings.sorted(by: Self.precedes).map { finding in
      let first = finding.fingerprint()
      let repetition = repetitions[first, default: 0]
      repetitions[first] = repetition + 1
      let fingerprint = repetition == 0 ? first : finding.fingerprint(repetition: repetition)
      return Entry(finding, fingerprint: fingerprint, isKnown: known.contains(fingerprint), for: reader)
    }
    let found = Set(entries.map(\.fingerprint))
    gone = baseline?.entries.filter { !found.contains($0.fingerprint) }
  }

  package var findings: [Finding] { entries.map(\.finding) }

  /// The worst severity of a new finding; `nil` if no finding is new.
  package var worst: Finding.Severity? { entries.lazy.filter { !$0.isKnown }.map(\.finding.severity).max() }

  /// The number of findings of a severity, known ones included.
  package func count(of severity: Finding.Severity) -> Int {
    entries.count { $0.finding.severity == severity }
  }

  /// The number of findings that are in the baseline.
  package var knownCount: Int { entries.count(where: \.isKnown) }

  /// The number of findings of each rule, known ones included, ordered by the rule's id.
  package var countsByRule: [(rule: Rule, count: Int)] {
    Dictionary(grouping: entries, by: \.finding.rule).sorted { $0.key < $1.key }.map { ($0.key, $0.value.count) }
  }

  private static func precedes(_ a: Finding, _ b: Finding) -> Bool {
    // In the order of UTF-8 bytes, which no Unicode version changes.
    func order(_ a: String?, _ b: String?) -> Bool? { order(a.map(ExactText.init), b.map(ExactText.init)) }
    func order<Value: Comparable>(_ a: Value?, _ b: Value?) -> Bool? {
      if a == b { return nil }
      guard let a else { return true }
      guard let b else { return false }
      return a < b
    }
    // The members of a finding that are those of its location are found by key paths, which takes long.
    let (p, q) = (a.location, b.location)
    return order(p.file, q.file) ?? order(p.layer, q.layer) ?? order(p.record, q.record) ?? order(p.code, q.code)
      ?? order(p.polygon, q.polygon) ?? order(p.ring, q.ring) ?? order(p.vertex, q.vertex) ?? order(a.rule, b.rule)
      ?? order(p.longitude, q.longitude) ?? order(p.latitude, q.latitude) ?? order(a.message, b.message)
      ?? order(a.severity, b.severity) ?? order(p.name, q.name) ?? order(
        a.remedy?.words(for: .stage), b.remedy?.words(for: .stage))
      ?? order(a.count, b.count) ?? false
  }
}

extension ValidationReport.Checked {
  /// Counts all of a table.
  package init(_ table: FeatureTable) {
    self.init(
      features: table.featureCount, polygons: table.polygonCount, vertices: table.vertexCount,
      kinds: table.polygonCount > 0 ? [table.kind] : [],
      files: table.sources.map { ValidationReport.CheckedFile(path: $0.path, subject: .features) })
  }

  /// Counts the regions, polygons and vertices of a coverage. A vertex that two regions share counts once, but a node
  /// counts once for each arc that ends in it. `files` is empty.
  package init(_ coverage: Coverage) {
    self.init(
      features: coverage.regions.count, polygons: coverage.polygonCount, vertices: coverage.arcs.vertexCount,
      kinds: [coverage.kind])
  }
}
