import MapPackCoverage
import MapPackFeatures
import MapPackMerge

extension Bounds {
  /// What is found of a source.
  private struct Tally {
    /// Features with vertices outside.
    var outside = 0
    /// Features without a vertex inside.
    var wholly = 0
    var features = 0
    var box = Bounds()
    var first: (feature: Int, vertex: Int)?
    /// Whether all vertices lie within after exchanging longitude and latitude.
    var isSwapped = true
  }

  /// The sources with vertices outside: an error for each, in the order of the sources, at its first such vertex. The
  /// rule is `outside-bounds`. If most features lie outside as a whole, the message says where the source lies. If all
  /// vertices of a source would lie within after exchanging longitude and latitude, it is `swapped-coordinates`.
  package func findings(of table: FeatureTable) -> [Finding] {
    var tallies = [Tally](repeating: Tally(), count: table.sources.count)
    for feature in 0..<table.featureCount {
      let rings = table.rings(ofAll: table.polygons(of: feature))
      let source = Int(table.source[feature])
      var outside: Int?
      var isWholly = true
      for vertex in table.vertexStart[rings.lowerBound]..<table.vertexStart[rings.upperBound] {
        let (longitude, latitude) = (table.longitude[vertex], table.latitude[vertex])
        // No position at all, which is another finding.
        if longitude == 0, latitude == 0 { continue }
        if contains(longitude: longitude, latitude: latitude) { isWholly = false } else { outside = outside ?? vertex }
        tallies[source].box.extend(longitude: longitude, latitude: latitude)
        if !contains(longitude: latitude, latitude: longitude) { tallies[source].isSwapped = false }
      }
      if !rings.isEmpty { tallies[source].features += 1 }
      guard let outside else { continue }
      tallies[source].outside += 1
      if isWholly { tallies[source].wholly += 1 }
      tallies[source].first = tallies[source].first ?? (feature, outside)
    }
    return tallies.compactMap { finding(of: table, $0) }
  }

  private func finding(of table: FeatureTable, _ tally: Tally) -> Finding? {
    guard let (feature, vertex) = tally.first else { return nil }
    let (longitude, latitude) = (table.longitude[vertex], table.latitude[vertex])
    let location = Location(
      file: table.sources[Int(table.source[feature])].path, record: Int(table.record[feature]), longitude: longitude,
      latitude: latitude)
    if tally.isSwapped {
      return Finding(
        .swappedCoordinates, severity: .error, at: location,
        "latitude seems to stand before longitude: (\(longitude), \(latitude)) lies outside the bounds that are "
          + "expected, and with the two exchanged everything lies within",
        remedy: "write longitude first, in the source or in what made it", count: tally.outside)
    }
    let hasMoved = 2 * tally.wholly > tally.features
    return Finding(
      .outsideBounds, severity: .error, at: location,
      "\(Figures.counted(tally.outside, "feature")) outside the bounds that are expected: there is a vertex at "
        + "(\(longitude), \(latitude))"
        + (hasMoved ? "; the map as a whole lies elsewhere: at \(tally.box.text), and expected is \(text)" : ""),
      remedy: "see that the coordinate system is the right one, `crs`, or correct `expect.bounds`", count: tally.outside
    )
  }
}

extension Bounds {
  /// The bounds in which a later edition of a map has to lie: those round the boxes of its polygons, lines or points,
  /// with a margin of a tenth of the longer side, in few digits. `nil` if there are no boxes. The widest stretch of
  /// longitude without land lies outside, so a map on both sides of ±180° has bounds across it.
  package init?(around boxes: [Bounds]) {
    let sorted = boxes.sorted { ($0.west, $0.east) < ($1.west, $1.east) }
    guard let first = sorted.first else { return nil }
    self = first
    // From the east of what lies farther west, to the next west.
    var reach = first.east
    var widest = (width: 0.0, west: first.west, east: first.east)
    for box in sorted {
      (south, north) = (min(south, box.south), max(north, box.north))
      if box.west - reach > widest.width { widest = (box.west - reach, box.west, reach) }
      reach = max(reach, box.east)
    }
    // The stretch across ±180°.
    if first.west + 360 - reach >= widest.width { widest = (first.west + 360 - reach, first.west, reach) }
    let width = 360 - widest.width
    let margin = max(max(width, north - south) / 10, 0.001)
    var scale = 1.0
    while scale * margin < 1 { scale *= 10 }
    south = max(-90, ((south - margin) * scale).rounded(.down) / scale)
    north = min(90, ((north + margin) * scale).rounded(.up) / scale)
    west = ((widest.west - margin) * scale).rounded(.down) / scale
    east = ((widest.east + margin) * scale).rounded(.up) / scale
    if width + 2 * (margin + 1 / scale) >= 360 { (west, east) = (-180, 180) }
    if west < -180 { west += 360 }
    if east > 180 { east -= 360 }
  }
}
