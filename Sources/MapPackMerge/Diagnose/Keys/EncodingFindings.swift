import MapPackFeatures

/// Finds the texts of a table that look as if they were decoded in a wrong encoding. `SuspiciousText` says which do;
/// `TableValidation` asks for the findings.
///
/// Each different text of a field and source is one finding, at the first feature that has it, with a count. The names
/// of fields are judged too. Such a finding has no feature, and a file only if the table has one source. The order is
/// that of the fields, then of the features. Values that are not texts are passed over.
/// - Complexity: O(n) for n characters.
func encodingFindings(of table: FeatureTable, _ labels: FeatureLabels) -> [Finding] {
  struct Occurrence: Hashable {
    var source: Int32
    var text: String
  }
  func finding(_ sign: SuspiciousText, _ what: String) -> Finding {
    let rule = Rule.suspiciousEncoding
    var finding = Finding(rule, what + " " + sign.words)
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
    var indexOfFinding: [Occurrence: Int] = [:]
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
      let occurrence = Occurrence(source: table.source[feature], text: text)
      if let index = indexOfFinding[occurrence] {
        findings[index].count += 1
        continue
      }
      indexOfFinding[occurrence] = findings.count
      let shown = text.count > 40 ? text.prefix(40) + "…" : text[...]
      var finding = finding(sign, "the text “\(shown)” in the field \(name)")
      labels.fill(&finding, feature: feature, of: table)
      findings.append(finding)
    }
  }
  return findings
}
