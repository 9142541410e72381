import MapFeatures

extension ValidationReport {
  /// The places of the findings as GeoJSON (RFC 7946): a FeatureCollection of Points, one a line, empty where nothing
  /// was found. Findings without a place are not in it.
  ///
  /// Every point has all of the properties rule, severity, message, remedy, file, layer, code, name, record, polygon,
  /// ring, vertex, count and fingerprint, `null` where not known; and `state`, where there is a baseline.
  package var places: String {
    let points = entries.compactMap { entry -> String? in
      let finding = entry.finding
      guard let position = JSONMember.position(finding) else { return nil }
      var properties = [
        ("rule", JSONMember.string(finding.rule)),
        ("severity", JSONMember.string(finding.severity.rawValue)),
        ("message", JSONMember.string(finding.message)),
        ("remedy", JSONMember.string(finding.remedy)),
        ("file", JSONMember.string(finding.file)),
        ("layer", JSONMember.string(finding.layer)),
        ("code", JSONMember.string(finding.code)),
        ("name", JSONMember.string(finding.name)),
        ("record", JSONMember.number(finding.record)),
        ("polygon", JSONMember.number(finding.polygon)),
        ("ring", JSONMember.number(finding.ring)),
        ("vertex", JSONMember.number(finding.vertex)),
        ("count", JSONMember.number(finding.count)),
        ("fingerprint", JSONMember.string(entry.fingerprint)),
      ]
      if gone != nil { properties.append(("state", JSONMember.string(entry.state))) }
      return JSONMember.object([
        ("type", JSONMember.string("Feature")),
        ("properties", JSONMember.object(properties)),
        ("geometry", JSONMember.object([("type", JSONMember.string("Point")), ("coordinates", position)])),
      ])
    }
    return "{\"type\": \"FeatureCollection\", \"features\": " + JSONMember.lines(points, indentation: 2) + "}\n"
  }
}
