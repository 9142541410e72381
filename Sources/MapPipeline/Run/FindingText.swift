import MapFeatures

/// A finding in one line: `file, name (code), record: severity: message [rule]; remedy`.
enum FindingText {
  static func line(_ finding: Finding) -> String {
    var place: [String] = []
    if let file = finding.file { place.append(file) }
    if let label = finding.label { place.append(label) }
    if let record = finding.record { place.append("record \(record)") }
    if let polygon = finding.polygon { place.append("polygon \(polygon)") }
    if let ring = finding.ring { place.append("ring \(ring)") }
    if let vertex = finding.vertex { place.append("vertex \(vertex)") }
    if let longitude = finding.longitude, let latitude = finding.latitude {
      place.append("at \(Figures.decimal(longitude, places: 6)), \(Figures.decimal(latitude, places: 6))")
    }
    let prefix = place.isEmpty ? "" : place.joined(separator: ", ") + ": "
    return prefix + "\(finding.severity.rawValue): \(finding.message) [\(finding.rule)]"
      + (finding.remedy.map { "; \($0)" } ?? "")
  }

  /// Notes that are printed as well: each new region, and what became of the grid.
  private static let printedNotes: Set<Rule> = [.newCode, .gridFixed, .gridChanged, .gridHalved]

  /// Prints the findings that are more than notes, every new region, and which cell the grid has got: one line for each
  /// rule, with the first three places.
  static func note(_ findings: [Finding], prefix: String = "", console: Console) {
    let findingsByRule = Dictionary(grouping: findings, by: \.rule)
    var seen: Set<Rule> = []
    for finding in findings {
      let isPrinted = printedNotes.contains(finding.rule)
      guard isPrinted || finding.severity > .note && seen.insert(finding.rule).inserted else { continue }
      let all = isPrinted ? [finding] : findingsByRule[finding.rule] ?? []
      console.note(prefix + line(finding) + further(all))
    }
  }

  /// How many findings of a rule there are beside the first, and where the next two of them are.
  private static func further(_ findings: [Finding]) -> String {
    let count = findings.reduce(0) { $0 + $1.count }
    guard count > 1 else { return "" }
    let file = findings.first?.file
    let places = findings.dropFirst().prefix(2).compactMap { finding -> String? in
      let feature = [finding.label, finding.record.map { "record \($0)" }].compactMap(\.self)
      guard !feature.isEmpty else { return nil }
      return (finding.file == file ? "" : finding.file.map { "\($0), " } ?? "") + feature.joined(separator: ", ")
    }
    let also = places.isEmpty ? "" : "; also \(places.joined(separator: "; "))"
    return " (\(Figures.grouped(count)) in all\(also))"
  }
}
