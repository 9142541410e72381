extension Pack {
  /// The region nearest to a place at the finest level, and its distance in map points; nil where none is so near.
  ///
  /// The distance is 0 where the place lies in a region that is an area, else that to the nearest point of a border or line in the plane, to
  /// the rounding of a Double; round the world, past the 180th meridian. Of several equally near regions, the one with
  /// the smallest raw value.
  ///
  /// A finger hits an island so: with a distance of 22 points on the screen, in map points.
  /// - Parameters:
  ///   - point: where to look.
  ///   - distance: in map points; nothing is nearer than a negative one or a NaN.
  /// - Complexity: O(1) on average where the place lies in a region, else about the vertices of the borders in the
  ///   squares of the pack's index that are as near as the answer, or as the distance where there is none. A bit for
  ///   each piece of an arc is allocated, where the place lies in no region.
  public func shape(nearest point: MapPoint, within distance: Double) -> (shape: RegionShape, distance: Double)? {
    guard let (slot, distance) = storage.nearest(to: point, within: distance),
      let shape = self[rawValue: UInt16(truncatingIfNeeded: slot)]
    else { return nil }
    return (shape, distance)
  }
}

extension PackStorage {
  /// The slot of the region nearest to a place, and its distance in map points.
  func nearest(to point: MapPoint, within limit: Double) -> (slot: Int, distance: Double)? {
    guard limit >= 0, let place = CellPlace(point, self) else { return nil }
    if let slot = slot(at: point) { return (slot, 0) }
    let bytes = data.bytes
    guard var search = NearestSearch(self, within: limit / cell, in: bytes) else { return nil }
    search.look(from: place, in: bytes)
    // The world goes on beyond its edges.
    search.look(from: place.moved(east: world), in: bytes)
    search.look(from: place.moved(east: -world), in: bytes)
    return search.slot.map { ($0, search.distance * cell) }
  }
}
