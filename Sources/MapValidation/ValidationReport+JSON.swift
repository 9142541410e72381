import MapFeatures

extension ValidationReport {
  /// The report for a machine: `{"findings": […], "summary": {…}}`, one finding a line.
  ///
  /// Every finding has all of the keys rule, severity, file, layer, code, name, record, polygon, ring, vertex,
  /// coordinates, message, remedy, fingerprint and count, in that order; what is not known is `null`. `coordinates` is
  /// `[longitude, latitude]` in degrees. The summary counts what was looked at, files that could not be read, findings
  /// by severity, and findings by rule.
  ///
  /// With a baseline a finding has `state` besides, "known" or "new"; `gone` lists what the baseline has and was not
  /// found; and the summary counts all three. A report is a baseline itself. Ends with a line break.
  package var json: String {
    let rules = JSONMember.object(countsByRule.map { ($0.rule, String($0.count)) })
    var summary = [
      ("features", String(checked.features)),
      ("polygons", String(checked.polygons)),
      ("vertices", String(checked.vertices)),
      ("unreadable", String(unreadable.count)),
      ("errors", String(count(of: .error))),
      ("warnings", String(count(of: .warning))),
      ("notes", String(count(of: .note))),
    ]
    if let gone {
      summary += [
        ("known", String(knownCount)), ("new", String(entries.count - knownCount)), ("gone", String(gone.count)),
      ]
    }
    summary.append(("rules", rules))
    var text = "{\n  \"findings\": " + JSONMember.lines(entries.map(members), indentation: 4) + ",\n"
    if let gone {
      let lines = gone.map { JSONMember.object(Self.members(of: $0)) }
      text += "  \"gone\": " + JSONMember.lines(lines, indentation: 4) + ",\n"
    }
    return text + "  \"summary\": \(JSONMember.object(summary))\n}\n"
  }

  private func members(of entry: Entry) -> String {
    let state = gone == nil ? [] : [("state", JSONMember.string(entry.state))]
    return JSONMember.object(Self.members(of: entry) + state)
  }

  private static func members(of entry: Entry) -> [(key: String, value: String)] {
    let finding = entry.finding
    return [
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
      ("coordinates", JSONMember.position(finding) ?? "null"),
      ("message", JSONMember.string(finding.message)),
      ("remedy", JSONMember.string(finding.remedy)),
      ("fingerprint", JSONMember.string(entry.fingerprint)),
      ("count", JSONMember.number(finding.count)),
    ]
  }
}

extension ValidationReport.Entry {
  /// What it is to the baseline: "known" or "new".
  var state: String { isKnown ? "known" : "new" }
}
