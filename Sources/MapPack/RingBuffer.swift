/// Rings of regions in the plane, in buffers that are filled again and again without new allocations.
///
/// Polygon p owns the rings `polygonStart[p] ..< polygonStart[p + 1]`, its outer ring first; ring r owns the vertices
/// `ringStart[r] ..< ringStart[r + 1]`, and vertex v lies at `coordinates[2 * v]`, `coordinates[2 * v + 1]`. The
/// first vertex is not repeated at the end.
public struct RingBuffer: Sendable {
  /// x and y by turns, in map points; or longitude and latitude, where those were asked for.
  public internal(set) var coordinates: ContiguousArray<Double> = []
  public internal(set) var ringStart: ContiguousArray<Int>
  public internal(set) var polygonStart: ContiguousArray<Int>

  public init() {
    ringStart = [0]
    polygonStart = [0]
  }

  /// Without any memory, to hold another's place.
  init(empty: Void) {
    ringStart = []
    polygonStart = []
  }

  public var polygonCount: Int { polygonStart.count - 1 }
  public var ringCount: Int { ringStart.count - 1 }
  public var vertexCount: Int { coordinates.count / 2 }

  /// Empties the buffers and keeps their memory for the next shapes.
  public mutating func removeAll() {
    coordinates.removeAll(keepingCapacity: true)
    ringStart.removeAll(keepingCapacity: true)
    ringStart.append(0)
    polygonStart.removeAll(keepingCapacity: true)
    polygonStart.append(0)
  }

  /// Calls a function for every ring in order: whether it is a polygon's outer ring, and its vertices.
  /// - Complexity: O(rings) beside the calls.
  public func forEachRing(_ body: (_ isOuter: Bool, _ vertices: Range<Int>) throws -> Void) rethrows {
    for polygon in 0..<polygonCount {
      for ring in polygonStart[polygon]..<polygonStart[polygon + 1] {
        try body(ring == polygonStart[polygon], ringStart[ring]..<ringStart[ring + 1])
      }
    }
  }
}
