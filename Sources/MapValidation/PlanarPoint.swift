import MapGeometry

/// A point of the plane in which `PolygonRules` compares edges, without any rounding.
///
/// Points are ordered by x, then by y.
protocol PlanarPoint: Hashable, Comparable, Sendable {
  associatedtype Coordinate: Comparable
  var x: Coordinate { get }
  var y: Coordinate { get }
  /// The sign of twice the area of the triangle a, b, c: positive if c lies left of the line from a to b, zero if the
  /// three are collinear. Exact.
  static func turn(_ a: Self, _ b: Self, _ c: Self) -> Int
  /// How the segments ab and cd meet. Exact.
  static func relation(_ a: Self, _ b: Self, _ c: Self, _ d: Self) -> SegmentRelation
  /// All pairs of segments that may meet elsewhere than in end points of both: at least those that do, sorted.
  static func candidates(_ index: ChainIndex) -> [(first: Int, second: Int)]
  /// How many cells a point may be away from its place on the grid of the index.
  static var margin: Int32 { get }
  /// A word in which points differ nearly always if they differ.
  var word: UInt64 { get }
}

extension PlanarPoint {
  /// Whether p lies on the closed segment ab. Exact.
  static func contains(_ a: Self, _ b: Self, _ p: Self) -> Bool {
    min(a.x, b.x) <= p.x && p.x <= max(a.x, b.x) && min(a.y, b.y) <= p.y && p.y <= max(a.y, b.y) && turn(a, b, p) == 0
  }
}

extension GridPoint: PlanarPoint {
  static func turn(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int {
    Int(truncatingIfNeeded: orientation(a, b, c).signum())
  }

  static func relation(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint) -> SegmentRelation {
    MapGeometry.relation(a, b, c, d)
  }

  static func candidates(_ index: ChainIndex) -> [(first: Int, second: Int)] {
    index.interactions(jobs: 1).map { ($0.first, $0.second) }
  }

  static var margin: Int32 { 0 }

  var word: UInt64 { key }
}

/// A longitude and latitude as published, in degrees.
struct PublishedPoint: PlanarPoint {
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

  /// Rounding moves no end by more than half a cell each way, so segments that meet as published come within two cells
  /// of each other on the grid, or cross there.
  static func candidates(_ index: ChainIndex) -> [(first: Int, second: Int)] {
    let meetings = index.meetings(jobs: 1, countsSharedEnds: true)
    var pairs = meetings.near + meetings.interactions.map { (first: $0.first, second: $0.second) }
    pairs.sort { ($0.first, $0.second) < ($1.first, $1.second) }
    return pairs.indices.filter { $0 == 0 || pairs[$0] != pairs[$0 - 1] }.map { pairs[$0] }
  }

  static var margin: Int32 { 1 }

  var word: UInt64 {
    // Adding zero makes one of the two zeros, which are equal.
    let mixed = (x + 0).bitPattern &* 0xFF51_AFD7_ED55_8CCD
    return (mixed ^ mixed >> 32 ^ (y + 0).bitPattern) &* 0xC4CE_B9FE_1A85_EC53
  }
}
