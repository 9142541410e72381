import MapFeatures

/// Texts of a table that look as if they were decoded in a wrong encoding: one finding for each different text of a field
/// and source, at the first feature that has it, with a count.
func encodingFindings(of table: FeatureTable, _ labels: FeatureLabels) -> [Finding] {
  struct Place: Hashable {
    var source: Int32
    var text: String
  }
  func finding(_ sign: SuspiciousText, _ what: String) -> Finding {
    let rule = Rule.suspiciousEncoding
    var finding = Finding(rule: rule, severity: rule.severity, message: what + " " + sign.words)
    finding.remedy = rule.remedy
    return finding
  }
  var findings: [Finding] = []
  for (field, name) in table.fields.enumerated() {
    if let sign = SuspiciousText(in: name) {
      var finding = finding(sign, "the name of the field “\(name)”")
      finding.file = table.sources.count == 1 ? table.sources[0].path : nil
      findings.append(finding)
    }
    var said: [Place: Int] = [:]
    var last: String?
    var lastIsClean = false
    for feature in 0..<table.featureCount {
      guard case .text(let text) = table.values[field][feature] else { continue }
      if lastIsClean, text == last { continue }
      last = text
      guard let sign = SuspiciousText(in: text) else {
        lastIsClean = true
        continue
      }
      lastIsClean = false
      let place = Place(source: table.source[feature], text: text)
      if let index = said[place] {
        findings[index].count += 1
        continue
      }
      said[place] = findings.count
      let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
      var finding = finding(sign, "the text “\(shown)” in the field \(name)")
      labels.fill(&finding, feature: feature, of: table)
      findings.append(finding)
    }
  }
  return findings
}
