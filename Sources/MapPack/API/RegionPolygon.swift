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
