/// Polylines in the plane, in map points, in buffers that are filled again and again without new allocations.
///
/// `RegionShape.appendLines(level:window:to:)`, `Pack.appendCoast(level:window:to:)` and the like fill it, and say in
/// which order and direction lines come.
///
/// Line l owns the points `lineStart[l] ..< lineStart[l + 1]`; `points(ofLine:)` returns them. A closed line goes on
/// from its last point to its first, which is not repeated. In a map of points, each is a closed line of one point.
public struct LineBuffer: Sendable {
  /// The points of all lines. `points.span` reads them without a copy.
  public internal(set) var points: ContiguousArray<MapPoint> = []
  /// The index in `points` at which each line begins, and the end of the last line.
  public internal(set) var lineStart: ContiguousArray<Int> = [0]
  /// Per line: whether it is closed.
  public internal(set) var isClosed: ContiguousArray<Bool> = []

  /// An empty buffer.
  public init() {}

  /// A buffer without any memory. It stands in while another one is moved out, and must not be used.
  init(empty: Void) { lineStart = [] }

  /// How many lines there are.
  public var lineCount: Int { lineStart.count - 1 }

  /// The points of a line.
  @inlinable
  public func points(ofLine line: Int) -> ArraySlice<MapPoint> { points[lineStart[line]..<lineStart[line + 1]] }

  /// Empties the buffers and keeps their memory for the next lines.
  public mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    lineStart.removeAll(keepingCapacity: true)
    lineStart.append(0)
    isClosed.removeAll(keepingCapacity: true)
  }

  /// Calls a function for every line in order, with whether it is closed and the range of its points in `points`.
  /// - Throws: what the function throws.
  /// - Complexity: O(lines), without the calls.
  public func forEachLine(_ body: (_ isClosed: Bool, _ points: Range<Int>) throws -> Void) rethrows {
    for line in 0..<lineCount { try body(isClosed[line], lineStart[line]..<lineStart[line + 1]) }
  }
}
