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
        coordinates = "[\(JSONMember.number(longitude)), \(JSONMember.number(latitude))]"
      }
      let members: [(String, String)] = [
        ("rule", JSONMember.string(finding.rule)),
        ("severity", JSONMember.string(finding.severity.rawValue)),
        ("file", JSONMember.string(finding.file)),
        ("layer", JSONMember.string(finding.layer)),
        ("code", JSONMember.string(finding.code)),
        ("name", JSONMember.string(finding.name)),
        ("record", JSONMember.number(finding.record)),
        ("polygon", JSONMember.number(finding.polygon)),
        ("ring", JSONMember.number(finding.ring)),
        ("vertex", JSONMember.number(finding.vertex)),
        ("coordinates", coordinates),
        ("message", JSONMember.string(finding.message)),
        ("remedy", JSONMember.string(finding.remedy)),
        ("fingerprint", JSONMember.string(entry.fingerprint)),
      ]
      return "    " + JSONMember.object(members)
    }
    let rules = JSONMember.object(countsByRule.map { ($0.rule, String($0.count)) })
    let summary = JSONMember.object([
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
