extension RegionMap {
  /// The region in which a point lies at the finest level; nil if it lies in none.
  ///
  /// It decodes some borders for each question, in a few microseconds: thousands of points are asked of a `PlaceIndex`.
  /// What is exact about it, and where points on borders and past the 180th meridian belong, is said at
  /// `Pack.shape(at:)`.
  /// - Complexity: O(1) on average: about the vertices of the few stretches of border that share a square of the pack's
  ///   index with the point; nothing is allocated.
  public func region(at point: MapPoint) -> Region? {
    pack.storage.slot(at: point).flatMap { Region(rawValue: UInt16(truncatingIfNeeded: $0)) }
  }

  /// The region nearest to a point at the finest level; nil if none is so near. See `nearest(to:within:)`.
  public func region(nearest point: MapPoint, within distance: Double) -> Region? {
    nearest(to: point, within: distance)?.region
  }

  /// The region nearest to a point at the finest level, and its distance in map points; nil if none is so near.
  ///
  /// A finger hits an island so: with a distance of 22 points on the screen, in map points. The distance is exact to the
  /// rounding of a Double; see `Pack.shape(nearest:within:)`.
  /// - Parameters:
  ///   - point: where to look.
  ///   - distance: in map points; nothing is nearer than a negative one or a NaN.
  public func nearest(to point: MapPoint, within distance: Double) -> (region: Region, distance: Double)? {
    guard let (slot, distance) = pack.storage.nearest(to: point, within: distance),
      let region = Region(rawValue: UInt16(truncatingIfNeeded: slot))
    else { return nil }
    return (region, distance)
  }

  /// The regions that have a point in common with a rectangle at the finest level, by raw value; see `Pack.shapes(in:)`.
  public func regions(in rect: MapRect) -> [Region] { cases(pack.shapes(in: rect)) }
}
