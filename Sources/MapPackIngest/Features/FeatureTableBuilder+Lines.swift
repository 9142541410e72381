import MapPackFeatures

/// The part of `FeatureTableBuilder` that appends lines and points; `keep(_:winding:)` calls it. Vertices are mended by
/// `mend`, in `FeatureTableBuilder+Rings`.
extension FeatureTableBuilder {
  /// Appends the lines or points of a feature, cut at the antimeridian.
  ///
  /// A line without a vertex is ignored: recorders write tracks without a position. A line with a single location is
  /// left out with a finding if the feature has other lines, and is a fault if it has none. In findings, `polygon` is
  /// the index of a line after the cut.
  /// - Returns: the rule of the first fault, or `noGeometry` if nothing is left; `nil` if the lines can be kept. What
  ///   was appended before a fault stays in the table, and the caller removes it.
  /// - Throws: the first fault, if faults end the reading: `unreadableData` if a coordinate is out of range, or if no
  ///   line has 2 different vertices.
  mutating func appendLines(_ published: borrowing FeatureGeometry) throws(StageError) -> Rule? {
    let lines = linesCutAtAntimeridian(published)
    let before = table.polygonCount
    var tooShort: [StageError] = []
    for line in lines.polygons.indices where !lines.rings[lines.ringOrder[lines.polygons[line].lowerBound]].isEmpty {
      do throws(StageError) {
        try append(lines, line: line)
        table.ringStart.append(table.vertexStart.count - 1)
      } catch {
        guard error.rule == .tooFewPoints else { return try noteFault(error) }
        tooShort.append(error)
      }
    }
    if table.polygonCount == before {
      if let first = tooShort.first { return try noteFault(first) }
      note(.noGeometry)
      return .noGeometry
    }
    guard let first = tooShort.first else { return nil }
    note(.lineTooShort, count: tooShort.count) { finding in
      finding.polygon = first.polygon
      finding.longitude = first.longitude
      finding.latitude = first.latitude
    }
    return nil
  }

  /// Appends a line or a point, which is a polygon of one ring. Repeated vertices are left out, and coordinates
  /// slightly beyond a limit are moved to it.
  /// - Throws: `unreadableData` if a coordinate is out of range, or if a line has fewer than 2 different vertices.
  private mutating func append(_ geometry: borrowing FeatureGeometry, line: Int) throws(StageError) {
    let range = geometry.rings[geometry.ringOrder[geometry.polygons[line].lowerBound]]
    let position = RingPosition(polygon: line, ring: 0)
    var mended = FeatureGeometry()
    let repeated = try mend(geometry, range, of: position, closes: false, into: &mended)
    guard mended.x.count >= table.kind.leastVertices else {
      var error = featureError(
        "the line has 1 vertex, and a line needs at least 2 different ones",
        remedy: "drop the feature or mend the source")
      error.rule = .tooFewPoints
      error.polygon = line
      error.longitude = mended.x.first
      error.latitude = mended.y.first
      throw error
    }
    appendVertices(mended, mended.rings[0], isReversed: false)
    if repeated > 0 { note(.repeatedVertex, count: repeated) { finding in position.fill(&finding, x: nil, y: nil) } }
  }
}
