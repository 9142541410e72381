/// The members of a finding that the reports in JSON and in GeoJSON have in common.
extension ValidationReport.Entry {
  /// Members of a JSON object, in order. The values are JSON text already.
  typealias Members = [(key: String, value: String)]

  var kindMembers: Members {
    [("rule", JSONMember.string(finding.rule.rawValue)), ("severity", JSONMember.string(finding.severity.rawValue))]
  }

  var subjectMembers: Members {
    [
      ("file", JSONMember.string(finding.file)),
      ("layer", JSONMember.string(finding.layer)),
      ("code", JSONMember.string(finding.code)),
      ("name", JSONMember.string(finding.name)),
      ("record", JSONMember.number(finding.record)),
      ("polygon", JSONMember.number(finding.polygon)),
      ("ring", JSONMember.number(finding.ring)),
      ("vertex", JSONMember.number(finding.vertex)),
    ]
  }

  var wordMembers: Members {
    [("message", JSONMember.string(finding.message)), ("remedy", JSONMember.string(finding.remedy))]
  }

  var fingerprintMembers: Members { [("fingerprint", JSONMember.string(fingerprint))] }

  var countMembers: Members { [("count", JSONMember.number(finding.count))] }

  /// Whether the finding is in the baseline: "known" or "new".
  var stateMembers: Members { [("state", JSONMember.string(isKnown ? "known" : "new"))] }
}
