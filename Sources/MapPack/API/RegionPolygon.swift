/// A polygon of a region as a value of its own, in map points.
///
/// Rings do not repeat their first point at the end.
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
  /// The region's polygons at a level of detail, in the window of its bounds.
  ///
  /// To read many regions one after another, use `appendRings(level:to:)`, which can do without allocations.
  /// - Parameter level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  /// - Complexity: O(vertices of the region's arcs at the finest level), and an array for each ring.
  public func polygons(level: Int = 0) -> [RegionPolygon] {
    var rings = RingBuffer()
    appendRings(level: level, to: &rings)
    return rings.polygons
  }
}
