// The nearest region; `NearestSearch` looks at the borders.
extension Pack {
  /// The region nearest to a point at the finest level, and its distance in map points; nil if none is within a
  /// distance.
  ///
  /// If the point lies in a region, its distance is 0. Else it is the distance in the plane to the nearest point of a
  /// border or line, exact to the rounding of a Double. The world is round: regions past the 180th meridian count too.
  /// Of several equally near regions, it is the one with the smallest raw value.
  ///
  /// With a distance that is 22 points on the screen, a finger hits a small island.
  /// - Parameters:
  ///   - point: where to look. If a coordinate is more than eight worlds from 0, or a NaN, no region is found.
  ///   - distance: the largest distance, in map points. If it is negative or a NaN, no region is found.
  /// - Complexity: O(1) on average if the point lies in a region. Else it decodes the borders in the squares of the
  ///   pack's index that are at most as far as the answer, or as `distance` if there is no answer, and allocates a bit
  ///   for each piece of an arc.
  public func shape(nearest point: MapPoint, within distance: Double) -> (shape: RegionShape, distance: Double)? {
    guard let (slot, distance) = storage.nearest(to: point, within: distance),
      let shape = self[rawValue: UInt16(truncatingIfNeeded: slot)]
    else { return nil }
    return (shape, distance)
  }
}

extension PackStorage {
  /// The slot of the region nearest to a point, and its distance in map points; nil if none is within the limit, which
  /// is in map points too.
  func nearest(to point: MapPoint, within limit: Double) -> (slot: Int, distance: Double)? {
    guard limit >= 0, let location = CellLocation(point, self) else { return nil }
    if let slot = slot(at: point) { return (slot, 0) }
    let bytes = data.bytes
    guard var search = NearestSearch(self, within: limit / cell, in: bytes) else { return nil }
    search.look(from: location, in: bytes)
    // The world goes on past its edges.
    search.look(from: location.moved(east: world), in: bytes)
    search.look(from: location.moved(east: -world), in: bytes)
    return search.slot.map { ($0, search.distance * cell) }
  }
}
