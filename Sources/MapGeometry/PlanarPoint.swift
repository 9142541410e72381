/// A point of the plane whose segments are compared without any rounding.
///
/// Points are ordered by x, then by y.
package protocol PlanarPoint: Hashable, Comparable, Sendable {
  /// The sign of twice the area of the triangle a, b, c: positive if c lies left of the line from a to b, zero if the
  /// three are collinear. Exact.
  static func turn(_ a: Self, _ b: Self, _ c: Self) -> Int
  /// How the segments ab and cd meet. Exact.
  static func relation(_ a: Self, _ b: Self, _ c: Self, _ d: Self) -> SegmentRelation
}

extension GridPoint: PlanarPoint {
  @inline(__always)
  package static func turn(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int {
    Int(truncatingIfNeeded: orientation(a, b, c).signum())
  }

  @inline(__always)
  package static func relation(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint) -> SegmentRelation {
    MapGeometry.relation(a, b, c, d)
  }
}
