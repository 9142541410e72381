/// Rings of regions in the plane, in map points, in buffers that are filled again and again without new allocations.
///
/// `RegionShape.appendRings(level:to:)` fills it and says how rings run.
///
/// Polygon p owns the rings `polygonStart[p] ..< polygonStart[p + 1]`, its outer ring first. Ring r owns the points
/// `ringStart[r] ..< ringStart[r + 1]`; `points(ofRing:)` returns them. The first point is not repeated at the end.
///
/// To draw one region now and then, use `RegionShape.polygons(level:)` instead.
public struct RingBuffer: Sendable {
  /// The points of all rings. `points.span` reads them without a copy.
  public internal(set) var points: ContiguousArray<MapPoint> = []
  /// The index in `points` at which each ring begins, and the end of the last ring.
  public internal(set) var ringStart: ContiguousArray<Int>
  /// The index of each polygon's outer ring, and the end of the last polygon.
  public internal(set) var polygonStart: ContiguousArray<Int>

  /// An empty buffer.
  public init() {
    ringStart = [0]
    polygonStart = [0]
  }

  /// A buffer without any memory. It stands in while another one is moved out, and must not be used.
  init(empty: Void) {
    ringStart = []
    polygonStart = []
  }

  /// How many polygons there are.
  public var polygonCount: Int { polygonStart.count - 1 }
  /// How many rings there are.
  public var ringCount: Int { ringStart.count - 1 }

  /// The points of a ring.
  @inlinable
  public func points(ofRing ring: Int) -> ArraySlice<MapPoint> { points[ringStart[ring]..<ringStart[ring + 1]] }

  /// The polygons as values of their own.
  /// - Complexity: O(points), and an array for each ring.
  public var polygons: [RegionPolygon] {
    (0..<polygonCount).map { polygon in
      let rings = (polygonStart[polygon]..<polygonStart[polygon + 1]).map { Array(points(ofRing: $0)) }
      return RegionPolygon(outer: rings.first ?? [], holes: Array(rings.dropFirst()))
    }
  }

  /// Empties the buffers and keeps their memory for the next shapes.
  public mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    ringStart.removeAll(keepingCapacity: true)
    ringStart.append(0)
    polygonStart.removeAll(keepingCapacity: true)
    polygonStart.append(0)
  }

  /// Calls a function for every ring in order, with whether it is a polygon's outer ring and the range of its points in
  /// `points`.
  /// - Throws: what the function throws.
  /// - Complexity: O(rings), without the calls.
  public func forEachRing(_ body: (_ isOuter: Bool, _ points: Range<Int>) throws -> Void) rethrows {
    for polygon in 0..<polygonCount {
      for ring in polygonStart[polygon]..<polygonStart[polygon + 1] {
        try body(ring == polygonStart[polygon], ringStart[ring]..<ringStart[ring + 1])
      }
    }
  }
}
