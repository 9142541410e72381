/// Polylines on an integer plane, in columns. The two coordinates of a vertex stand beside each other, because a search
/// that jumps from line to line reads both.
///
/// Path p owns the vertices `start[p] ..< start[p + 1]`. If it is closed, the segment from its last vertex to its first
/// belongs to it, and the first vertex is not repeated at its end.
///
/// A path is written vertex by vertex with `append`, behind the last path; `endPath` then makes it one of the set.
///
/// A **segment** is named by the index of its first vertex.
@usableFromInline
package struct Paths: Hashable, Sendable {
  /// Per vertex: its point.
  @usableFromInline package var points: ContiguousArray<GridPoint>
  @usableFromInline package var start: ContiguousArray<Int>
  @usableFromInline package var isClosed: ContiguousArray<Bool>

  package init() {
    points = []
    start = [0]
    isClosed = []
  }

  /// Puts paths together from their columns.
  /// - Precondition: `isClosed` has one element per path; `start` ascends from 0 to the number of vertices. Only the
  ///   lengths are checked.
  package init(points: ContiguousArray<GridPoint>, start: ContiguousArray<Int>, isClosed: ContiguousArray<Bool>) {
    precondition(start.last == points.count && start.count == isClosed.count + 1)
    self.points = points
    self.start = start
    self.isClosed = isClosed
  }

  @inlinable
  package var count: Int { isClosed.count }

  @inlinable
  package var vertexCount: Int { points.count }

  @inlinable
  package func point(_ vertex: Int) -> GridPoint { points[vertex] }

  /// The vertices of a path.
  @inlinable
  package func vertices(of path: Int) -> Range<Int> { start[path]..<start[path + 1] }

  /// The path to which a vertex belongs.
  /// - Complexity: O(log paths)
  package func path(ofVertex vertex: Int) -> Int {
    start.owner(of: vertex)
  }

  /// Calls `body` with the first and the last vertex of each segment of a path, in order.
  @inlinable @inline(__always)
  package func forEachSegment(of path: Int, _ body: (_ first: Int, _ last: Int) -> Void) {
    let range = vertices(of: path)
    guard range.count > 1 else { return }
    for vertex in range.dropLast() { body(vertex, vertex + 1) }
    if isClosed[path] { body(range.upperBound - 1, range.lowerBound) }
  }

  /// Groups of consecutive paths with about `size` vertices each: enough to be worth a thread, and few enough to stay
  /// in the cache.
  package func groups(ofVertices size: Int) -> [Range<Int>] {
    (0..<count).chunks(of: size) { vertices(of: $0).count }
  }

  /// Adds a vertex to the path that is being written.
  @inlinable
  package mutating func append(_ point: GridPoint) { points.append(point) }

  /// Adds consecutive vertices of another set to the path that is being written.
  package mutating func append(vertices range: Range<Int>, of other: Paths) {
    points.append(contentsOf: other.points[range])
  }

  /// Removes some paths in place.
  package mutating func remove(_ isRemoved: ContiguousArray<Bool>) {
    var last = 0
    var end = 0
    for path in 0..<count where !isRemoved[path] {
      let range = vertices(of: path)
      points.move(range, to: end)
      end += range.count
      isClosed[last] = isClosed[path]
      last += 1
      start[last] = end
    }
    points.removeSubrange(end...)
    isClosed.removeSubrange(last...)
    start.removeSubrange((last + 1)...)
  }

  /// Removes the last vertices of the path that is being written, from `vertex` on.
  @usableFromInline
  package mutating func removeVertices(from vertex: Int) { points.removeSubrange(vertex...) }

  /// Removes the last vertices that repeat the first one of the path that is being written, so that it can be closed.
  /// - Parameter begin: the first vertex of that path.
  @usableFromInline
  package mutating func removeRepeatedEnd(from begin: Int) {
    while vertexCount > begin + 1, point(vertexCount - 1) == point(begin) { removeVertices(from: vertexCount - 1) }
  }

  /// Makes room for so many vertices in all.
  package mutating func reserveCapacity(_ count: Int) { points.reserveCapacity(count) }

  /// Adds consecutive paths of another set.
  package mutating func append(_ range: Range<Int>, of other: Paths) {
    let vertices = other.start[range.lowerBound]..<other.start[range.upperBound]
    let base = vertexCount - vertices.lowerBound
    points += other.points[vertices]
    start.append(contentsOf: other.start[range.lowerBound...range.upperBound].dropFirst().lazy.map { base + $0 })
    isClosed += other.isClosed[range]
  }

  /// Adds all paths of another set.
  package mutating func append(_ other: Paths) { append(0..<other.count, of: other) }

  /// Ends the path that is being written.
  @inlinable
  package mutating func endPath(isClosed closed: Bool) {
    start.append(points.count)
    isClosed.append(closed)
  }
}

extension ContiguousArray where Element: BitwiseCopyable {
  /// Copies elements to an index at or before the first of them.
  package mutating func move(_ range: Range<Int>, to first: Int) {
    guard first < range.lowerBound else { return }
    var elements = mutableSpan
    for offset in 0..<range.count { elements[first + offset] = elements[range.lowerBound + offset] }
  }
}
