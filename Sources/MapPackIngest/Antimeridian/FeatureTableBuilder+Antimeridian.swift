import MapPackFeatures

/// The part of `FeatureTableBuilder` that cuts areas at the antimeridian; `keep(_:winding:)` calls it.
/// `linesCutAtAntimeridian(_:)` does the like for lines and points.
extension FeatureTableBuilder {
  /// The geometry of the current feature with its polygons laid within ±180° and cut at the antimeridian; `nil` if no
  /// polygon had to be cut.
  ///
  /// A polygon with coordinates that are not on the globe stays as it is, and is a fault later. The first piece of a
  /// polygon, which is the largest, replaces it; its other pieces follow after all polygons. So the index of a polygon
  /// is the same as before. Rings of pieces are closed and keep their windings. The rings of a polygon that was cut
  /// stay in the geometry, in no polygon. Findings say what was done.
  /// - Parameters:
  ///   - geometry: areas in degrees. Their rings may be open or closed, and reach to ±360°.
  ///   - asWritten: the polygons that stay as they are, whose wide edges run as they are written.
  /// - Complexity: O(n) for n vertices if no ring is wider than 180° or reaches beyond ±180°; else as
  ///   `AntimeridianCut`.
  mutating func cutAtAntimeridian(
    _ geometry: borrowing FeatureGeometry, except asWritten: Set<Int>
  ) -> FeatureGeometry? {
    var cut: FeatureGeometry?
    var further: [Range<Int>] = []
    for (polygon, members) in geometry.polygons.enumerated() where !asWritten.contains(polygon) {
      guard let unwrappedRings = Self.unwrappedRingsToCut(geometry, members) else { continue }
      let result = AntimeridianCut(unwrappedRings)
      guard !result.pieces.polygons.isEmpty else { continue }
      note(result, unwrappedRings, polygon: polygon, of: geometry, members)
      var changed = cut ?? copy geometry
      let (base, firstRing, firstOrder) = (changed.x.count, changed.rings.count, changed.ringOrder.count)
      changed.x += result.pieces.x
      changed.y += result.pieces.y
      for ring in result.pieces.rings { changed.rings.append(ring.lowerBound + base..<ring.upperBound + base) }
      for ring in result.pieces.ringOrder { changed.ringOrder.append(ring + firstRing) }
      for (number, piece) in result.pieces.polygons.enumerated() {
        let piece = piece.lowerBound + firstOrder..<piece.upperBound + firstOrder
        if number == 0 { changed.polygons[polygon] = piece } else { further.append(piece) }
      }
      cut = consume changed
    }
    cut?.polygons += further
    return cut
  }

  /// The unwrapped rings of a polygon; `nil` if it does not have to be cut, or cannot be.
  private static func unwrappedRingsToCut(
    _ geometry: borrowing FeatureGeometry, _ members: Range<Int>
  ) -> [UnwrappedRing]? {
    var isWide = false
    for member in members { isWide = isWide || geometry.isWide(ring: geometry.ringOrder[member]) }
    guard isWide else { return nil }
    var unwrappedRings: [UnwrappedRing] = []
    var needsCut = false
    for member in members {
      guard geometry.isOnGlobe(ring: geometry.ringOrder[member]) else { return nil }
      let unwrapped = UnwrappedRing(geometry, ring: geometry.ringOrder[member])
      needsCut = needsCut || unwrapped.needsCut
      unwrappedRings.append(unwrapped)
    }
    return needsCut ? unwrappedRings : nil
  }

  /// Adds findings for what was done with a polygon.
  private mutating func note(
    _ result: AntimeridianCut, _ unwrappedRings: [UnwrappedRing], polygon: Int, of geometry: borrowing FeatureGeometry,
    _ members: Range<Int>
  ) {
    if let latitude = result.crossing {
      note(.antimeridianCut) { finding in
        finding.polygon = polygon
        finding.longitude = 180
        finding.latitude = latitude
      }
    }
    if let pole = result.pole {
      note(.poleClosed) { finding in
        finding.polygon = polygon
        finding.ring = unwrappedRings.firstIndex { $0.winding != 0 }
        finding.longitude = 180
        finding.latitude = pole
      }
    }
    var isWrapped = false
    for (ring, member) in members.enumerated() {
      if !unwrappedRings[ring].isClosed {
        note(.ringUnclosed) { finding in
          finding.polygon = polygon
          finding.ring = ring
        }
      }
      let vertices = geometry.rings[geometry.ringOrder[member]]
      for vertex in vertices where abs(geometry.x[vertex]) > 180 {
        let (x, y) = (geometry.x[vertex], geometry.y[vertex])
        if abs(x) <= 180 + UnwrappedRing.hair {
          note(.coordinateClamped) { finding in
            finding.polygon = polygon
            finding.ring = ring
            finding.longitude = x < 0 ? -180 : 180
            finding.latitude = y
          }
        } else if !isWrapped {
          isWrapped = true
          note(.longitudeWrapped) { finding in
            finding.polygon = polygon
            finding.ring = ring
            finding.vertex = vertex - vertices.lowerBound
            finding.longitude = x < 0 ? x + 360 : x - 360
            finding.latitude = y
          }
        }
      }
    }
  }
}
