import MapFeatures

/// A finding in one line: `file, feature (name), record: severity: message [rule]; remedy`.
enum FindingText {
  static func line(_ finding: Finding) -> String {
    var place: [String] = []
    if let file = finding.file { place.append(file) }
    switch (finding.code, finding.name) {
    case (let code?, let name?) where code != name: place.append("\(code) (\(name))")
    case (let code?, _): place.append(code)
    case (nil, let name?): place.append(name)
    case (nil, nil): break
    }
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

  /// Prints the findings that are more than notes, and every new region: one line for each rule, with the first place.
  static func note(_ findings: [Finding], prefix: String = "", console: Console) {
    var countByRule: [String: Int] = [:]
    for finding in findings { countByRule[finding.rule, default: 0] += finding.count }
    var seen: Set<String> = []
    for finding in findings {
      let isNewRegion = finding.rule == "new-code"
      guard isNewRegion || finding.severity > .note && seen.insert(finding.rule).inserted else { continue }
      let count = countByRule[finding.rule] ?? 1
      let times = !isNewRegion && count > 1 ? " (\(Figures.grouped(count)) in all)" : ""
      console.note(prefix + line(finding) + times)
    }
  }
}
