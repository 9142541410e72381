/// A method that gives a line fewer points: a route that was recorded, say, before it is drawn or stored.
///
/// It needs no map. The tolerance is a length on the ground, measured at the latitude of the point that would go.
///
/// ```swift
/// let locations = [(longitude: 139.70, latitude: 35.69), (longitude: 139.77, latitude: 35.68)]
/// let route = locations.simplified(tolerance: 10) { MapPoint(longitude: $0.longitude, latitude: $0.latitude) }
/// ```
public enum LineSimplification: String, CaseIterable, Hashable, Sendable {
  /// The method of Ramer, Douglas and Peucker: no point that goes lies farther than the tolerance from the line that stays.
  ///
  /// Sources: U. Ramer, "An iterative procedure for the polygonal approximation of plane curves", Computer Graphics and
  /// Image Processing 1 (1972); D. H. Douglas and T. K. Peucker, "Algorithms for the reduction of the number of points
  /// required to represent a digitized line or its caricature", Cartographica 10 (1973).
  case douglasPeucker = "douglas-peucker"

  /// The method of Visvalingam and Whyatt: a point goes while the triangle with its neighbors is smaller than the square of
  /// the tolerance, the smallest triangle first. Bends stay round and spikes go sooner. Not for a route that comes back on its
  /// own way: the triangle at its turn is thin however long the way is, so that the turn goes, and then the next point.
  ///
  /// Source: M. Visvalingam and J. D. Whyatt, "Line generalisation by repeated elimination of points", The Cartographic
  /// Journal 30 (1993).
  case visvalingam

  /// Which points of a line stay, in their order.
  ///
  /// The first and the last one always stay. Points that are not finite go. Of a line across the 180th meridian, each
  /// point is taken where it is nearest to the others.
  /// - Parameters:
  ///   - points: of a line; x may run past the world's edge.
  ///   - meters: the tolerance; at 0, and below, what lies exactly on the line between others goes alone.
  /// - Returns: indices of `points`, ascending.
  /// - Complexity: O(n log n) for n points; by Ramer, Douglas and Peucker O(n²) for a line that is made so that each point
  ///   splits off one other. Allocates the result; by Visvalingam and Whyatt also one block of 40 bytes a point.
  public func indices(of points: Span<MapPoint>, tolerance meters: Double) -> [Int] {
    guard let first = points.indices.first(where: { points[$0].isFinite }),
      let last = points.indices.last(where: { points[$0].isFinite })
    else { return [] }
    guard first < last else { return [first] }
    let limit = meters > 0 ? meters * meters : 0
    return switch self {
    case .douglasPeucker: farthestPoints(of: points, from: first, to: last, squareMeters: limit)
    case .visvalingam: largestCorners(of: points, from: first, to: last, squareMeters: limit)
    }
  }

  /// Which points of a line stay, in their order. See `indices(of:tolerance:)` of a `Span`.
  public func indices(of points: [MapPoint], tolerance meters: Double) -> [Int] {
    // `span` of an array is not there on systems before those of 2025. Nothing keeps the memory that this one is of.
    points.withUnsafeBufferPointer { indices(of: Span(_unsafeElements: $0), tolerance: meters) }
  }
}

extension RandomAccessCollection {
  /// The elements of a line that stay if it gets fewer points.
  ///
  /// - Parameters:
  ///   - meters: the tolerance, a length on the ground.
  ///   - method: how it is chosen what stays.
  ///   - position: where an element lies; it is asked once for each.
  /// - Complexity: as `LineSimplification.indices(of:tolerance:)`.
  public func simplified(
    tolerance meters: Double, by method: LineSimplification = .douglasPeucker, at position: (Element) -> MapPoint
  ) -> [Element] {
    method.indices(of: map(position), tolerance: meters).map { self[index(startIndex, offsetBy: $0)] }
  }
}

extension RandomAccessCollection where Element == MapPoint {
  /// The points of a line that stay if it gets fewer of them.
  ///
  /// - Parameters:
  ///   - meters: the tolerance, a length on the ground.
  ///   - method: how it is chosen what stays.
  /// - Complexity: as `LineSimplification.indices(of:tolerance:)`.
  public func simplified(tolerance meters: Double, by method: LineSimplification = .douglasPeucker) -> [MapPoint] {
    simplified(tolerance: meters, by: method) { $0 }
  }
}

extension MapPoint {
  var isFinite: Bool { x.isFinite && y.isFinite }

  /// How far another point lies to the east and to the south, round the world by the shorter way.
  @inline(__always)
  func offset(to other: MapPoint) -> (x: Double, y: Double) {
    let x = other.x - x
    return (x - (x / WebMercator.worldSize).rounded() * WebMercator.worldSize, other.y - y)
  }

  /// How many square meters of the ground a square map point is here.
  var squareMetersPerSquareMapPoint: Double {
    let meters = WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: y)
    return meters * meters
  }
}
