/// A point of the plane, with exact tests for turns and for how two segments meet.
///
/// The tests neither round nor have a tolerance. x is drawn to the right and y upwards. The unit is that of the type:
/// cells for `GridPoint`, degrees for `PublishedPoint`, by which validation judges coordinates as published.
/// `SegmentSweep` works on any such point.
///
/// Points are ordered by x, then by y.
package protocol PlanarPoint: Hashable, Comparable, Sendable {
  /// On which side of the line from a to b the point c lies: positive on the left, negative on the right, 0 if the
  /// three are collinear. Only the sign has a meaning.
  static func turn(_ a: Self, _ b: Self, _ c: Self) -> Int
  /// How the closed segments ab and cd meet. It depends on neither their order nor their directions.
  static func relation(_ a: Self, _ b: Self, _ c: Self, _ d: Self) -> SegmentRelation
}

extension GridPoint: PlanarPoint {
  @inline(__always)
  package static func turn(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int {
    Int(truncatingIfNeeded: orientation(a, b, c).signum())
  }

  @inline(__always)
  package static func relation(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint) -> SegmentRelation {
    MapPackGeometry.relation(a, b, c, d)
  }
}
