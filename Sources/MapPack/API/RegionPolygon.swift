/// A polygon of a region as a value of its own, in map points.
///
/// Rings do not repeat their first point at the end. "As the map is seen" means: north is up, and y grows to the south.
public struct RegionPolygon: Hashable, Sendable {
  /// The outer ring, clockwise as the map is seen.
  public var outer: [MapPoint]
  /// The holes, counterclockwise as the map is seen.
  public var holes: [[MapPoint]]

  /// A polygon by its rings.
  public init(outer: [MapPoint], holes: [[MapPoint]] = []) {
    self.outer = outer
    self.holes = holes
  }
}

extension RegionShape {
  /// The region's polygons at a level of detail, in the window and the order of `appendRings(level:to:)`.
  ///
  /// None in a map of lines or points: these have `lines(level:)` and `points()`. At a coarser level, small islands may
  /// be missing.
  ///
  /// To read many regions one after another, use `appendRings(level:to:)`: it allocates nothing if its buffer suffices.
  /// - Parameter level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  /// - Complexity: O(vertices of the region's arcs at the finest level), and an array for each ring.
  public func polygons(level: Int = 0) -> [RegionPolygon] {
    var rings = RingBuffer()
    appendRings(level: level, to: &rings)
    return rings.polygons
  }
}
