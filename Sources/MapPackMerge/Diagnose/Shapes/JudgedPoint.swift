import MapPackGeometry

/// A point of a plane in which `PolygonRules` judges polygons: a grid point, or a location as published. y grows to the
/// north.
protocol JudgedPoint: PlanarPoint {
  associatedtype Coordinate: Comparable
  var x: Coordinate { get }
  var y: Coordinate { get }
  /// The largest distance along an axis, in cells, between a point and the grid point to which it is rounded.
  static var margin: Int32 { get }
  /// A hash of the point: equal for equal points, and nearly always different for different ones.
  var word: UInt64 { get }
}

extension JudgedPoint {
  /// Whether p lies on the closed segment ab. Exact for the coordinates passed in; there is no tolerance.
  static func contains(_ a: Self, _ b: Self, _ p: Self) -> Bool {
    min(a.x, b.x) <= p.x && p.x <= max(a.x, b.x) && min(a.y, b.y) <= p.y && p.y <= max(a.y, b.y) && turn(a, b, p) == 0
  }
}

extension GridPoint: JudgedPoint {
  static var margin: Int32 { 0 }

  var word: UInt64 { key }
}

/// A longitude (x) and latitude (y) as published, in degrees. They have to be finite.
struct PublishedPoint: JudgedPoint {
  var x: Double
  var y: Double

  private var vector: SIMD2<Double> { SIMD2(x, y) }

  static func < (a: PublishedPoint, b: PublishedPoint) -> Bool { a.x != b.x ? a.x < b.x : a.y < b.y }

  static func turn(_ a: PublishedPoint, _ b: PublishedPoint, _ c: PublishedPoint) -> Int {
    let turn = orientation(a.vector, b.vector, c.vector)
    return turn > 0 ? 1 : turn < 0 ? -1 : 0
  }

  static func relation(
    _ a: PublishedPoint, _ b: PublishedPoint, _ c: PublishedPoint, _ d: PublishedPoint
  ) -> SegmentRelation {
    MapPackGeometry.relation(a.vector, b.vector, c.vector, d.vector)
  }

  /// Rounding moves a point by at most half a cell along each axis.
  static var margin: Int32 { 1 }

  var word: UInt64 {
    // Adding zero turns −0 into 0, because the two are equal and their bits differ.
    let mixed = (x + 0).bitPattern &* 0xFF51_AFD7_ED55_8CCD
    return (mixed ^ mixed >> 32 ^ (y + 0).bitPattern) &* 0xC4CE_B9FE_1A85_EC53
  }
}
