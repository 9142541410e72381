import MapFeatures

extension ValidationReport {
  /// The places of the findings as GeoJSON (RFC 7946): a FeatureCollection of Points, one a line, empty where nothing
  /// was found. Findings without a place are not in it.
  ///
  /// Every point has all of the properties rule, severity, message, remedy, file, layer, code, name, record, polygon,
  /// ring, vertex, count and fingerprint, `null` where not known; and `state`, where there is a baseline.
  package var places: String {
    let points = entries.compactMap { entry -> String? in
      guard let position = JSONMember.position(entry.finding) else { return nil }
      let properties =
        entry.kindMembers + entry.wordMembers + entry.subjectMembers + entry.countMembers + entry.fingerprintMembers
        + (gone == nil ? [] : entry.stateMembers)
      return JSONMember.object([
        ("type", JSONMember.string("Feature")),
        ("properties", JSONMember.object(properties)),
        ("geometry", JSONMember.object([("type", JSONMember.string("Point")), ("coordinates", position)])),
      ])
    }
    return "{\"type\": \"FeatureCollection\", \"features\": " + JSONMember.lines(points, indentation: 2) + "}\n"
  }
}
