/// A method that removes points from a line, such as a recorded route before it is drawn or stored.
///
/// It needs no map. The tolerance is a length on the ground, measured at the latitude of the point to be removed.
///
/// ```swift
/// let locations = [(longitude: 139.70, latitude: 35.69), (longitude: 139.77, latitude: 35.68)]
/// let route = locations.simplified(tolerance: 10) { MapPoint(longitude: $0.longitude, latitude: $0.latitude) }
/// ```
public enum LineSimplification: String, CaseIterable, Hashable, Sendable {
  /// The method of Ramer, Douglas and Peucker: a removed point lies at most the tolerance from the line that stays.
  ///
  /// Distances are compared in the plane of Web Mercator. So along a segment that runs over many latitudes, a removed
  /// point may be slightly farther away on the ground.
  ///
  /// Sources: U. Ramer, "An iterative procedure for the polygonal approximation of plane curves", Computer Graphics and
  /// Image Processing 1 (1972); D. H. Douglas and T. K. Peucker, "Algorithms for the reduction of the number of points
  /// required to represent a digitized line or its caricature", Cartographica 10 (1973).
  case douglasPeucker = "douglas-peucker"

  /// The method of Visvalingam and Whyatt: a point is removed if the triangle with its neighbors is smaller than the
  /// square of the tolerance, the smallest triangle first.
  ///
  /// Bends stay rounder, and spikes are removed sooner. Do not use it for a route that comes back on its own way: the
  /// triangle at its turn is thin however long the way is, so the turn is removed, and then the next point.
  ///
  /// Source: M. Visvalingam and J. D. Whyatt, "Line generalisation by repeated elimination of points", The Cartographic
  /// Journal 30 (1993).
  case visvalingam

  /// The points of a line that stay, in their order.
  ///
  /// The first and the last finite point always stay. Points that are not finite are removed. Segments run round the
  /// world by the shorter way, so a line may cross the 180th meridian.
  /// - Parameters:
  ///   - points: the points of the line; x may lie past the world's edge.
  ///   - meters: the tolerance, in meters on the ground. If it is 0, negative or a NaN, only points exactly on the line
  ///     between others are removed.
  /// - Returns: indices of `points`, ascending.
  /// - Complexity: O(n log n) for n points; by Ramer, Douglas and Peucker O(n²) for a line that is made so that each
  ///   point splits off only a few others. Allocates the result, and 32 bytes per point; by Visvalingam and Whyatt 104.
  public func indices(of points: Span<MapPoint>, tolerance meters: Double) -> [Int] {
    let line = RecordedLine(points)
    let last = line.points.count - 1
    guard last > 0 else { return line.points.map(\.index) }
    let limit = meters > 0 ? meters * meters : 0
    switch self {
    case .douglasPeucker:
      var weights = ContiguousArray<Double>(repeating: 0, count: last + 1)
      (weights[0], weights[last]) = (.infinity, .infinity)
      line.weigh(between: 0, and: last, above: limit, into: &weights)
      return line.indices { weights[$0] > 0 }
    case .visvalingam:
      var corners = CornerQueue<MapPoint>()
      corners.reset(count: last + 1) { (line.points[$0].point, $0 != 0 && $0 != last) }
      corners.weigh(line, keeping: 2, below: limit) { _, _ in }
      return line.indices { $0 == 0 || $0 == last || corners.isWaiting($0) }
    }
  }

  /// The points of a line that stay, in their order. See `indices(of:tolerance:)` of a `Span`.
  public func indices(of points: [MapPoint], tolerance meters: Double) -> [Int] {
    // Arrays have no `span` on systems before those of 2025. This span does not outlive the memory that it refers to.
    points.withUnsafeBufferPointer { indices(of: Span(_unsafeElements: $0), tolerance: meters) }
  }
}

extension RandomAccessCollection {
  /// The elements of a line that stay if it is simplified, in their order; see `LineSimplification`.
  ///
  /// - Parameters:
  ///   - meters: the tolerance, in meters on the ground.
  ///   - method: the method of simplification.
  ///   - location: returns the location of an element. It is called once for each element.
  /// - Complexity: as `LineSimplification.indices(of:tolerance:)`, and an array of all locations.
  public func simplified(
    tolerance meters: Double, by method: LineSimplification = .douglasPeucker, at location: (Element) -> MapPoint
  ) -> [Element] {
    method.indices(of: map(location), tolerance: meters).map { self[index(startIndex, offsetBy: $0)] }
  }
}

extension RandomAccessCollection where Element == MapPoint {
  /// The points of a line that stay if it is simplified, in their order; see `LineSimplification`.
  ///
  /// - Parameters:
  ///   - meters: the tolerance, in meters on the ground.
  ///   - method: the method of simplification.
  /// - Complexity: as `LineSimplification.indices(of:tolerance:)`.
  public func simplified(tolerance meters: Double, by method: LineSimplification = .douglasPeucker) -> [MapPoint] {
    simplified(tolerance: meters, by: method) { $0 }
  }
}

/// The finite points of a recorded line. Segments run round the world by the shorter way.
struct RecordedLine: SplitLine, CornerLine {
  /// The points, each with its index in the line as it was given.
  private(set) var points: ContiguousArray<(point: MapPoint, index: Int)> = []

  init(_ line: Span<MapPoint>) {
    points.reserveCapacity(line.count)
    for index in line.indices where line[index].isFinite { points.append((line[index], index)) }
  }

  /// The indices of the points at the positions that stay.
  func indices(staying: (Int) -> Bool) -> [Int] {
    var indices: [Int] = []
    indices.reserveCapacity(points.indices.count(where: staying))
    for position in points.indices where staying(position) { indices.append(points[position].index) }
    return indices
  }

  // MARK: Ramer, Douglas and Peucker

  struct Chord {
    let origin: MapPoint
    let end: (x: Double, y: Double)
    let squaredLength: Double
  }

  func chord(from first: Int, to last: Int) -> Chord {
    let end = points[first].point.offset(to: points[last].point)
    return Chord(origin: points[first].point, end: end, squaredLength: end.x * end.x + end.y * end.y)
  }

  func squaredDistance(of position: Int, from chord: Chord) -> Double {
    let offset = chord.origin.offset(to: points[position].point)
    let along = offset.x * chord.end.x + offset.y * chord.end.y
    let share = chord.squaredLength > 0 ? min(max(along / chord.squaredLength, 0), 1) : 0
    let (x, y) = (offset.x - share * chord.end.x, offset.y - share * chord.end.y)
    return x * x + y * y
  }

  func squareMeters(at position: Int) -> Double { points[position].point.squareMetersPerSquareMapPoint }

  func order(of position: Int) -> Int { -position }

  // MARK: Visvalingam and Whyatt

  /// The area of the triangle of three points. Where that is not finite, it is very large.
  func area(of point: MapPoint, between previous: MapPoint, and next: MapPoint) -> Double {
    let (before, after) = (point.offset(to: previous), point.offset(to: next))
    let doubled = (before.x * after.y - before.y * after.x).magnitude
    let area = doubled / 2 * point.squareMetersPerSquareMapPoint
    return area < .infinity ? area : .greatestFiniteMagnitude
  }

  func remove(_ point: MapPoint, between previous: inout MapPoint, and next: MapPoint) {}
}

extension MapPoint: CornerPoint {
  @usableFromInline
  package func tie(at position: Int) -> UInt64 { UInt64(truncatingIfNeeded: position) }
}

extension MapPoint {
  /// Whether both coordinates are finite.
  var isFinite: Bool { x.isFinite && y.isFinite }

  /// How far another point lies to the east and to the south, in map points, round the world by the shorter way.
  @inline(__always)
  func offset(to other: MapPoint) -> (x: Double, y: Double) {
    let x = other.x - x
    return (x - (x / WebMercator.worldSize).rounded() * WebMercator.worldSize, other.y - y)
  }

  /// How many square meters on the ground a square map point has at this latitude.
  var squareMetersPerSquareMapPoint: Double {
    let meters = WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: y)
    return meters * meters
  }
}
