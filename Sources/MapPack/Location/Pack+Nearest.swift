import Foundation

// The nearest region; `NearestSearch` looks at the borders.
extension Pack {
  /// The region nearest to a point at the finest level, and its distance; nil if none is within a distance in map
  /// points.
  ///
  /// If the point lies in a region, its distance is 0. Else it is the distance in the plane to the nearest point of a
  /// border or line, exact to the rounding of a Double, and the length of the way to that point over the ground, as
  /// `MapPoint.distance(to:)` has it. The world is round: regions past the 180th meridian count too. Of several equally
  /// near regions, it is the one with the smallest raw value.
  ///
  /// With a distance that is 22 points on the screen, a finger hits a small island.
  /// - Parameters:
  ///   - point: where to look. If a coordinate is more than eight worlds from 0, or a NaN, no region is found.
  ///   - distance: the largest distance, in map points. If it is negative or a NaN, no region is found.
  /// - Complexity: O(1) on average if the point lies in a region. Else it decodes the borders in the squares of the
  ///   pack's index that are at most as far as the answer, or as `distance` if there is no answer, and allocates a bit
  ///   for each piece of an arc.
  public func shape(
    nearest point: MapPoint, withinMapPoints distance: Double
  ) -> (shape: RegionShape, mapPoints: Double, meters: Double)? {
    guard let (slot, mapPoints, meters) = storage.nearest(to: point, within: distance),
      let shape = self[rawValue: UInt16(truncatingIfNeeded: slot)]
    else { return nil }
    return (shape, mapPoints, meters)
  }

  /// The region nearest to a point at the finest level, and its distance; nil if the way to it over the ground is longer
  /// than so many meters.
  ///
  /// Nearest is what is nearest in the plane. Far from the point, where the scale of the plane is another, a region
  /// nearer to the equator may be farther over the ground. All else is as in `shape(nearest:withinMapPoints:)`.
  /// - Parameters:
  ///   - point: where to look. If a coordinate is more than eight worlds from 0, or a NaN, no region is found.
  ///   - meters: the largest distance over the ground, in meters; see `MapPoint.distance(to:)`. If it is negative or a
  ///     NaN, no region is found.
  public func shape(
    nearest point: MapPoint, withinMeters meters: Double
  ) -> (shape: RegionShape, mapPoints: Double, meters: Double)? {
    guard let found = shape(nearest: point, withinMapPoints: point.mapPoints(reachedIn: meters)),
      found.meters <= meters
    else { return nil }
    return found
  }
}

extension RegionMap {
  /// The region nearest to a point at the finest level; nil if none is within a distance in map points. See
  /// `nearest(to:withinMapPoints:)`.
  public func region(nearest point: MapPoint, withinMapPoints distance: Double) -> Region? {
    nearest(to: point, withinMapPoints: distance)?.region
  }

  /// The region nearest to a point at the finest level; nil if none is within a distance in meters over the ground. See
  /// `nearest(to:withinMeters:)`.
  public func region(nearest point: MapPoint, withinMeters meters: Double) -> Region? {
    nearest(to: point, withinMeters: meters)?.region
  }

  /// The region nearest to a point at the finest level, and its distance; nil if none is within a distance in map
  /// points.
  ///
  /// The distance is 0 if the point lies in the region, and else a length in the plane and one over the ground; see
  /// `Pack.shape(nearest:withinMapPoints:)`. With a limit of 22 points on the screen, a finger hits a small island;
  /// `region(under:in:reach:)` does so.
  /// - Parameters:
  ///   - point: where to look.
  ///   - distance: the largest distance, in map points. If it is negative or a NaN, no region is found.
  public func nearest(
    to point: MapPoint, withinMapPoints distance: Double
  ) -> (region: Region, mapPoints: Double, meters: Double)? {
    pack.shape(nearest: point, withinMapPoints: distance).flatMap(found)
  }

  /// The region nearest to a point at the finest level, and its distance; nil if none is within a distance in meters
  /// over the ground.
  ///
  /// See `Pack.shape(nearest:withinMeters:)`.
  /// - Parameters:
  ///   - point: where to look.
  ///   - meters: the largest distance over the ground, in meters. If it is negative or a NaN, no region is found.
  public func nearest(
    to point: MapPoint, withinMeters meters: Double
  ) -> (region: Region, mapPoints: Double, meters: Double)? {
    pack.shape(nearest: point, withinMeters: meters).flatMap(found)
  }

  private func found(
    _ shape: RegionShape, mapPoints: Double, meters: Double
  ) -> (region: Region, mapPoints: Double, meters: Double)? {
    Region(rawValue: shape.rawValue).map { ($0, mapPoints, meters) }
  }
}

extension PackStorage {
  /// The slot of the region nearest to a point, and its distance in map points and in meters over the ground; nil if
  /// none is within the limit, which is in map points.
  func nearest(to point: MapPoint, within limit: Double) -> (slot: Int, mapPoints: Double, meters: Double)? {
    guard limit >= 0, let location = CellLocation(point, self) else { return nil }
    if let slot = slot(at: point) { return (slot, 0, 0) }
    let bytes = data.bytes
    guard var search = NearestSearch(self, within: limit / cell, in: bytes) else { return nil }
    search.look(from: location, in: bytes)
    // The world goes on past its edges.
    search.look(from: location.moved(east: world), in: bytes)
    search.look(from: location.moved(east: -world), in: bytes)
    guard let nearest = search.nearest else { return nil }
    let place = MapPoint(x: point.x + nearest.gap.x * cell, y: point.y + nearest.gap.y * cell)
    return (nearest.slot, search.distance * cell, point.distance(to: place))
  }
}
