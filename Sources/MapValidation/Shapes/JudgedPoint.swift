import MapGeometry

/// A point of the plane in which `PolygonRules` judges polygons.
protocol JudgedPoint: PlanarPoint {
  associatedtype Coordinate: Comparable
  var x: Coordinate { get }
  var y: Coordinate { get }
  /// How many cells a point may be away from its place on the grid of the index.
  static var margin: Int32 { get }
  /// A word in which points differ nearly always if they differ.
  var word: UInt64 { get }
}

extension JudgedPoint {
  /// Whether p lies on the closed segment ab. Exact.
  static func contains(_ a: Self, _ b: Self, _ p: Self) -> Bool {
    min(a.x, b.x) <= p.x && p.x <= max(a.x, b.x) && min(a.y, b.y) <= p.y && p.y <= max(a.y, b.y) && turn(a, b, p) == 0
  }
}

extension GridPoint: JudgedPoint {
  static var margin: Int32 { 0 }

  var word: UInt64 { key }
}

/// A longitude and latitude as published, in degrees.
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
    MapGeometry.relation(a.vector, b.vector, c.vector, d.vector)
  }

  /// Rounding moves no end by more than half a cell each way.
  static var margin: Int32 { 1 }

  var word: UInt64 {
    // Adding zero makes one of the two zeros, which are equal.
    let mixed = (x + 0).bitPattern &* 0xFF51_AFD7_ED55_8CCD
    return (mixed ^ mixed >> 32 ^ (y + 0).bitPattern) &* 0xC4CE_B9FE_1A85_EC53
  }
}
