/// Polylines in the plane, in buffers that are filled again and again without new allocations.
///
/// Line l owns the vertices `lineStart[l] ..< lineStart[l + 1]`, and vertex v lies at `coordinates[2 * v]`,
/// `coordinates[2 * v + 1]`. A closed line goes on from its last vertex to its first, which is not repeated.
public struct LineBuffer: Sendable {
  /// x and y by turns, in map points; or longitude and latitude, where those were asked for.
  public internal(set) var coordinates: ContiguousArray<Double> = []
  public internal(set) var lineStart: ContiguousArray<Int> = [0]
  /// By line.
  public internal(set) var isClosed: ContiguousArray<Bool> = []

  public init() {}

  /// Without any memory, to hold another's place.
  init(empty: Void) { lineStart = [] }

  public var lineCount: Int { lineStart.count - 1 }
  public var vertexCount: Int { coordinates.count / 2 }

  /// Empties the buffers and keeps their memory for the next lines.
  public mutating func removeAll() {
    coordinates.removeAll(keepingCapacity: true)
    lineStart.removeAll(keepingCapacity: true)
    lineStart.append(0)
    isClosed.removeAll(keepingCapacity: true)
  }

  /// Calls a function for every line in order: whether it is closed, and its vertices.
  /// - Complexity: O(lines) beside the calls.
  public func forEachLine(_ body: (_ isClosed: Bool, _ vertices: Range<Int>) throws -> Void) rethrows {
    for line in 0..<lineCount { try body(isClosed[line], lineStart[line]..<lineStart[line + 1]) }
  }
}
