// Which regions are where, as cases of the enum. `Pack` answers the same questions with shapes.
extension RegionMap {
  /// The region in which a point lies at the finest level; nil if it lies in none.
  ///
  /// In a map of lines or points, no point lies in a region: use `region(nearest:within:)`.
  ///
  /// Each call decodes some borders, which takes a few microseconds. For thousands of points, use a `LocationIndex`.
  /// `Pack.shape(at:)` says what is exact, and which region points on borders and past the 180th meridian belong to.
  /// - Complexity: O(1) on average: it decodes the few stretches of border that share a square of the pack's index with
  ///   the point. Nothing is allocated.
  public func region(at point: MapPoint) -> Region? {
    pack.storage.slot(at: point).flatMap { Region(rawValue: UInt16(truncatingIfNeeded: $0)) }
  }

  /// The region nearest to a point at the finest level; nil if none is within a distance. See `nearest(to:within:)`.
  public func region(nearest point: MapPoint, within distance: Double) -> Region? {
    nearest(to: point, within: distance)?.region
  }

  /// The region nearest to a point at the finest level, and its distance in map points; nil if none is within a
  /// distance.
  ///
  /// The distance is 0 if the point lies in the region, and else a length in the plane; see
  /// `Pack.shape(nearest:within:)`. With a limit of 22 points on the screen, a finger hits a small island.
  /// - Parameters:
  ///   - point: where to look.
  ///   - distance: the largest distance, in map points. If it is negative or a NaN, no region is found.
  public func nearest(to point: MapPoint, within distance: Double) -> (region: Region, distance: Double)? {
    guard let (slot, distance) = pack.storage.nearest(to: point, within: distance),
      let region = Region(rawValue: UInt16(truncatingIfNeeded: slot))
    else { return nil }
    return (region, distance)
  }

  /// The regions that have a point in common with a rectangle in map points, at the finest level, by raw value; see
  /// `Pack.shapes(in:)`.
  public func regions(in rect: MapRect) -> [Region] { cases(pack.shapes(in: rect)) }
}
