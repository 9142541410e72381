import MapPackFeatures

/// The part of `FeatureTableBuilder` that appends rings, mended and turned as `FeatureTable` promises.
/// `keep(_:winding:)` calls it for areas; for lines, `appendLines(_:)` uses `mend` and `appendVertices`.
extension FeatureTableBuilder {
  /// The position of a ring among the polygons of a feature, as findings name it.
  struct RingPosition {
    /// The index of the polygon in the feature.
    var polygon: Int
    /// The index of the ring in the polygon; 0 is the shell.
    var ring: Int
    var isShell: Bool { ring == 0 }

    /// Sets the location of a finding: this ring, and a longitude and a latitude if both are known.
    func fill(_ finding: inout Finding, x: Double?, y: Double?) {
      finding.polygon = polygon
      finding.ring = ring
      if let x, let y {
        finding.longitude = x
        finding.latitude = y
      }
    }
  }

  /// Appends a ring of an area, with a shell turned counter-clockwise and a hole clockwise.
  ///
  /// Repeated vertices and the closing vertex are left out, and coordinates slightly beyond a limit are moved to it. A
  /// hole with fewer than 3 different vertices is left out. Findings say so, and also if the ring is not closed or
  /// breaks the rule of the format for windings. The caller ends the polygon.
  /// - Parameters:
  ///   - geometry: the geometry of the feature, in degrees, cut at the antimeridian.
  ///   - ring: the index of the ring in the geometry.
  ///   - position: the position of the ring.
  ///   - winding: the rule of the format.
  /// - Throws: `unreadableData` if a coordinate is out of range, or if a shell has fewer than 3 different vertices.
  ///   Nothing is appended then.
  /// - Complexity: O(n) for n vertices of the ring.
  mutating func append(
    _ geometry: borrowing FeatureGeometry, ring: Int, as position: RingPosition, winding: Winding
  ) throws(StageError) {
    let measures = geometry.measures(ofRing: ring)
    let range = measures.isClosed ? geometry.rings[ring].dropLast() : geometry.rings[ring]
    if measures.isClean {
      let isReversed = (measures.doubledArea < 0) == position.isShell
      appendVertices(geometry, range, isReversed: isReversed)
      let open = measures.isClosed ? nil : (geometry.x[range.lowerBound], geometry.y[range.lowerBound])
      noteMends(position, open, isReversed: isReversed, winding)
      return
    }

    var mended = FeatureGeometry()
    let repeated = try mend(geometry, range, of: position, into: &mended)
    guard RingMeasures.hasThreeDifferentVertices(mended.x.span, mended.y.span, mended.rings[0]) else {
      if position.isShell {
        var error = ringTooShort(different: differentVertices(mended), position: position)
        error.longitude = mended.x.first
        error.latitude = mended.y.first
        throw error
      }
      note(.holeTooShort) { finding in position.fill(&finding, x: mended.x.first, y: mended.y.first) }
      return
    }
    let isReversed = (RingMeasures(mended, ring: 0).doubledArea < 0) == position.isShell
    appendVertices(mended, mended.rings[0], isReversed: isReversed)
    noteMends(position, measures.isClosed ? nil : (mended.x[0], mended.y[0]), isReversed: isReversed, winding)
    if repeated > 0 {
      note(.repeatedVertex, count: repeated) { finding in position.fill(&finding, x: nil, y: nil) }
    }
  }

  /// Copies a ring or a line. Repeated vertices are left out, and coordinates slightly beyond a limit are moved to it.
  /// - Parameters:
  ///   - geometry: the geometry, in degrees.
  ///   - range: the vertices to copy.
  ///   - position: the position of the ring, for findings.
  ///   - closes: whether the first vertex follows the last one, so that it may not be repeated at the end.
  ///   - mended: an empty geometry, which gets one ring.
  /// - Returns: how many vertices were left out.
  /// - Throws: `unreadableData` if a coordinate is out of range.
  mutating func mend(
    _ geometry: borrowing FeatureGeometry, _ range: Range<Int>, of position: RingPosition, closes: Bool = true,
    into mended: inout FeatureGeometry
  ) throws(StageError) -> Int {
    var repeated = 0
    for vertex in range {
      var x = geometry.x[vertex]
      var y = geometry.y[vertex]
      if !(abs(x) <= 180 && abs(y) <= 90) {
        // A longitude between 180° and 360° can be left only beside a coordinate that is not on the globe (see
        // `cutAtAntimeridian(_:)`), and the error is about that one.
        if Self.fault(x, y) != nil { throw outOfRange(x, y, vertex: vertex - range.lowerBound, position: position) }
        x = min(max(x, -180), 180)
        y = min(max(y, -90), 90)
        note(.coordinateClamped) { finding in position.fill(&finding, x: x, y: y) }
      }
      if x == mended.x.last && y == mended.y.last {
        repeated += 1
      } else {
        mended.x.append(x)
        mended.y.append(y)
      }
    }
    while closes, mended.x.count > 1, mended.x.first == mended.x.last, mended.y.first == mended.y.last {
      mended.x.removeLast()
      mended.y.removeLast()
      repeated += 1
    }
    mended.rings = [0..<mended.x.count]
    return repeated
  }

  /// The number of different vertices of a ring that has fewer than 3.
  private func differentVertices(_ ring: borrowing FeatureGeometry) -> Int { min(ring.x.count, 2) }

  /// Appends vertices to the table as one ring, in the given or in the opposite order.
  mutating func appendVertices(
    _ geometry: borrowing FeatureGeometry, _ range: Range<Int>, isReversed: Bool
  ) {
    if isReversed {
      table.longitude.append(contentsOf: geometry.x[range].reversed())
      table.latitude.append(contentsOf: geometry.y[range].reversed())
    } else {
      table.longitude.append(contentsOf: geometry.x[range])
      table.latitude.append(contentsOf: geometry.y[range])
    }
    table.vertexStart.append(table.longitude.count)
  }

  /// - Parameter open: the first vertex of a ring that is not closed; `nil` if the ring is closed.
  private mutating func noteMends(
    _ position: RingPosition, _ open: (x: Double, y: Double)?, isReversed: Bool, _ winding: Winding
  ) {
    if let open { note(.ringUnclosed) { finding in position.fill(&finding, x: open.x, y: open.y) } }
    // A shell that was reversed to run counter-clockwise ran clockwise; holes likewise.
    if winding != .free, isReversed != (winding == .clockwise) {
      note(.ringWinding) { finding in position.fill(&finding, x: nil, y: nil) }
    }
  }
}
