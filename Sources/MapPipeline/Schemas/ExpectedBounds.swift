import MapFeatures

/// The bounds in degrees within which everything that is read has to lie. A vertex on an edge lies within. If the
/// bounds cross ±180°, the west is greater than the east.
///
/// They come from `expect.bounds` in a pipeline file, else from its schema. `IngestStage` checks them.
struct ExpectedBounds: Hashable, Sendable {
  var west, south, east, north: Double

  private func contains(_ longitude: Double, _ latitude: Double) -> Bool {
    let isBetween = west <= east ? west <= longitude && longitude <= east : longitude >= west || longitude <= east
    return isBetween && south <= latitude && latitude <= north
  }

  /// The sources with vertices outside: an error for each, in the order of the sources, at its first such vertex.
  ///
  /// The rule is `outside-bounds`. If all vertices of a source would lie within after exchanging longitude and
  /// latitude, it is `swapped-coordinates`.
  /// - Complexity: O(vertices)
  func findings(of table: FeatureTable) -> [Finding] {
    struct Tally {
      /// The number of features with vertices outside.
      var outside = 0
      var first: (feature: Int, vertex: Int)?
      /// Whether all vertices lie within after exchanging longitude and latitude.
      var isSwapped = true
    }
    var tallies = [Tally](repeating: Tally(), count: table.sources.count)
    for feature in 0..<table.featureCount {
      let rings = table.rings(ofAll: table.polygons(of: feature))
      let source = Int(table.source[feature])
      var outside: Int?
      for vertex in table.vertexStart[rings.lowerBound]..<table.vertexStart[rings.upperBound] {
        let (longitude, latitude) = (table.longitude[vertex], table.latitude[vertex])
        if !contains(longitude, latitude) { outside = outside ?? vertex }
        if !contains(latitude, longitude) { tallies[source].isSwapped = false }
      }
      guard let outside else { continue }
      tallies[source].outside += 1
      tallies[source].first = tallies[source].first ?? (feature, outside)
    }
    return tallies.compactMap { tally in
      tally.first.map { first in
        finding(of: table, first.feature, first.vertex, count: tally.outside, isSwapped: tally.isSwapped)
      }
    }
  }

  private func finding(
    of table: FeatureTable, _ feature: Int, _ vertex: Int, count: Int, isSwapped: Bool
  ) -> Finding {
    let (longitude, latitude) = (table.longitude[vertex], table.latitude[vertex])
    var finding: Finding
    if isSwapped {
      finding = Finding(
        rule: .swappedCoordinates, severity: .error,
        message:
          "latitude seems to stand before longitude: (\(longitude), \(latitude)) lies outside the bounds that are "
          + "expected, and with the two exchanged everything lies within")
      finding.remedy = "write longitude first, in the source or in what made it"
    } else {
      finding = Finding(
        rule: .outsideBounds, severity: .error,
        message: "\(Figures.counted(count, "feature")) outside the bounds that are expected: there is a vertex at "
          + "(\(longitude), \(latitude))")
      finding.remedy = "see that the coordinate system is the right one, `crs`, or correct `expect.bounds`"
    }
    finding.file = table.sources[Int(table.source[feature])].path
    finding.record = Int(table.record[feature])
    finding.count = count
    finding.longitude = longitude
    finding.latitude = latitude
    return finding
  }
}
