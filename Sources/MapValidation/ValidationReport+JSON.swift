import MapFeatures

extension ValidationReport {
  /// The report for a machine: `{"findings": […], "summary": {…}}`, one finding a line.
  ///
  /// Every finding has all of the keys rule, severity, file, layer, code, name, record, polygon, ring, vertex,
  /// coordinates, message, remedy and fingerprint, in that order; what is not known is `null`. `coordinates` is
  /// `[longitude, latitude]` in degrees. The summary counts what was looked at, findings by severity, and findings
  /// by rule. Ends with a line break.
  package var json: String {
    let findings = entries.map { entry in
      let finding = entry.finding
      var coordinates = "null"
      if let longitude = finding.longitude, let latitude = finding.latitude {
        coordinates = "[\(JSONText.number(longitude)), \(JSONText.number(latitude))]"
      }
      let members: [(String, String)] = [
        ("rule", JSONText.string(finding.rule)),
        ("severity", JSONText.string(finding.severity.rawValue)),
        ("file", JSONText.string(finding.file)),
        ("layer", JSONText.string(finding.layer)),
        ("code", JSONText.string(finding.code)),
        ("name", JSONText.string(finding.name)),
        ("record", JSONText.number(finding.record)),
        ("polygon", JSONText.number(finding.polygon)),
        ("ring", JSONText.number(finding.ring)),
        ("vertex", JSONText.number(finding.vertex)),
        ("coordinates", coordinates),
        ("message", JSONText.string(finding.message)),
        ("remedy", JSONText.string(finding.remedy)),
        ("fingerprint", JSONText.string(entry.fingerprint)),
      ]
      return "    " + JSONText.object(members)
    }
    let rules = JSONText.object(countsByRule.map { ($0.rule, String($0.count)) })
    let summary = JSONText.object([
      ("features", String(checked.features)),
      ("polygons", String(checked.polygons)),
      ("vertices", String(checked.vertices)),
      ("errors", String(count(of: .error))),
      ("warnings", String(count(of: .warning))),
      ("notes", String(count(of: .note))),
      ("rules", rules),
    ])
    let list = findings.isEmpty ? "[]" : "[\n" + findings.joined(separator: ",\n") + "\n  ]"
    return "{\n  \"findings\": \(list),\n  \"summary\": \(summary)\n}\n"
  }
}
