import MapPackFeatures

/// Findings as lines of text, which commands print when they make a map. The reports of `mappack validate` have a text
/// of their own (`ValidationReport`), and the preview's page has `PreviewFinding`.
enum FindingText {
  /// A finding in one line: `file, name (code), record: severity: message [rule]; remedy`.
  static func line(_ finding: Finding) -> String {
    var location: [String] = []
    if let file = finding.file { location.append(file) }
    if let label = finding.label { location.append(label) }
    if let record = finding.record { location.append("record \(record)") }
    location += finding.kind.steps(part: finding.polygon, ring: finding.ring, vertex: finding.vertex)
    if let longitude = finding.longitude, let latitude = finding.latitude {
      location.append("at \(Figures.decimal(longitude, places: 6)), \(Figures.decimal(latitude, places: 6))")
    }
    let prefix = location.isEmpty ? "" : location.joined(separator: ", ") + ": "
    return prefix + "\(finding.severity.rawValue): \(finding.message) [\(finding.rule)]"
      + (finding.remedy.map { "; \($0)" } ?? "")
  }

  /// The notes that are printed: each new region, cases that stay, changes of the name lock and of the pack grid. Notes of other rules are silent, so a
  /// new note that a user has to see is added here.
  private static let printedNotes: Set<Rule> = [
    .newCode, .caseKept, .lockRenewed, .gridFixed, .gridChanged, .gridHalved,
  ]

  /// Prints the warnings and errors, one line for each rule, with the locations of the first three findings. Notes in
  /// `printedNotes` get a line each.
  ///
  /// - Parameter words: what becomes of each line, such as `PipelineWords.of`.
  static func note(
    _ findings: [Finding], prefix: String = "", console: Console, words: (String) -> String = { $0 }
  ) {
    let findingsByRule = Dictionary(grouping: findings, by: \.rule)
    var seen: Set<Rule> = []
    for finding in findings {
      let isPrinted = printedNotes.contains(finding.rule)
      guard isPrinted || finding.severity > .note && seen.insert(finding.rule).inserted else { continue }
      let all = isPrinted ? [finding] : findingsByRule[finding.rule] ?? []
      console.note(words(prefix + line(finding) + further(all)))
    }
  }

  /// The number of a rule's findings, and the locations of the second and the third; empty for a single finding.
  private static func further(_ findings: [Finding]) -> String {
    let count = findings.reduce(0) { $0 + $1.count }
    guard count > 1 else { return "" }
    let file = findings.first?.file
    let next = findings.dropFirst().prefix(2).compactMap { finding -> String? in
      let feature = [finding.label, finding.record.map { "record \($0)" }].compactMap(\.self)
      guard !feature.isEmpty else { return nil }
      return (finding.file == file ? "" : finding.file.map { "\($0), " } ?? "") + feature.joined(separator: ", ")
    }
    let also = next.isEmpty ? "" : "; also \(next.joined(separator: "; "))"
    return " (\(Figures.grouped(count)) in all\(also))"
  }
}
