/// A polygon of a region as a value of its own, in map points.
///
/// No ring repeats its first point at its end.
public struct RegionPolygon: Hashable, Sendable {
  /// The outer ring, clockwise as the map is seen.
  public var outer: [MapPoint]
  /// What is cut out of it, each counterclockwise.
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
  /// For many regions one after another `appendRings(level:to:)` allocates nothing.
  /// - Complexity: O(vertices of the region's arcs at the finest level), and an array for each ring.
  public func polygons(level: Int = 0) -> [RegionPolygon] {
    var rings = RingBuffer()
    appendRings(level: level, to: &rings)
    return rings.polygons
  }
}
