import MapPackFeatures

// `mappack validate --places FILE`, beside a report in any format.
extension ValidationReport {
  /// The locations of the findings as GeoJSON (RFC 7946): a FeatureCollection of Points, one a line.
  ///
  /// Findings without a location are left out; known ones are not. Every point has all of the properties rule,
  /// severity, message, remedy, file, layer, code, name, record, polygon, ring, vertex, count and fingerprint; what is
  /// not known is `null`. With a baseline it also has a `state`, "known" or "new".
  package var geoJSON: String {
    let points = entries.compactMap { entry -> String? in
      guard let coordinates = JSONMember.coordinates(entry.finding) else { return nil }
      let properties =
        entry.kindMembers + entry.wordMembers + entry.subjectMembers + entry.countMembers + entry.fingerprintMembers
        + (gone == nil ? [] : entry.stateMembers)
      return JSONMember.object([
        ("type", JSONMember.string("Feature")),
        ("properties", JSONMember.object(properties)),
        ("geometry", JSONMember.object([("type", JSONMember.string("Point")), ("coordinates", coordinates)])),
      ])
    }
    return "{\"type\": \"FeatureCollection\", \"features\": " + JSONMember.lines(points, indentation: 2) + "}\n"
  }
}
