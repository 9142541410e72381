/// Which vertices of a set of paths stand for the same point, and at which points paths part.
///
/// A **junction** is a point at which paths may not be treated as one line: two visits to it have different neighbors,
/// a path turns straight back in it, or an open path ends in it. Of a ring that is walked several times, the smallest
/// point is one. Between two junctions all paths run together, so a piece of line is known by its first two vertices. A
/// ring that meets nothing has no junction.
///
/// Two vertices are at the same point if both coordinates are equal.
struct Junctions {
  /// Per vertex: the first vertex at the same point.
  let representative: ContiguousArray<Int32>
  /// Per vertex; meaningful at representatives only.
  private(set) var isJunction: ContiguousArray<Bool>

  /// - Precondition: consecutive vertices differ, also the last and the first of a closed path, whose first point
  ///   stands once; a closed path has at least two vertices.
  init(_ paths: Paths, jobs: Int) {
    representative = paths.firstVertices(jobs: jobs)
    isJunction = ContiguousArray(repeating: false, count: paths.vertexCount)
    let groups = paths.groups(ofVertices: 1 << 14)
    let partings = Partings(paths, representative)
    for found in concurrentMap(groups.count, jobs: jobs, { partings.find(in: groups[$0]) }) {
      for point in found { isJunction[Int(point)] = true }
    }
    let parted = self
    for found in concurrentMap(groups.count, jobs: jobs, { parted.pointsOfRepeatedRings(in: groups[$0], paths) }) {
      for point in found { isJunction[Int(point)] = true }
    }
  }

  /// The smallest points of closed paths that run round one ring several times. Such a path has no junction. This point
  /// becomes one, so that every ring that runs along the path is cut at the same point.
  private func pointsOfRepeatedRings(in group: Range<Int>, _ paths: Paths) -> ContiguousArray<Int32> {
    var found = ContiguousArray<Int32>()
    for path in group where paths.isClosed[path] {
      let range = paths.start[path]..<paths.start[path + 1]
      guard let first = range.first, !range.contains(where: { isJunction(at: $0) }),
        range.dropFirst().contains(where: { representative[$0] == representative[first] })
      else { continue }
      var smallest = first
      for vertex in range where paths.point(vertex) < paths.point(smallest) { smallest = vertex }
      found.append(representative[smallest])
    }
    return found
  }

  /// Whether paths are cut at a vertex, whichever of those at its point it is.
  func isJunction(at vertex: Int) -> Bool { isJunction[Int(representative[vertex])] }
}

private struct Partings {
  private let paths: Paths
  private let representative: ContiguousArray<Int32>
  private let isEnd: ContiguousArray<Bool>

  init(_ paths: Paths, _ representative: ContiguousArray<Int32>) {
    self.paths = paths
    self.representative = representative
    var isEnd = ContiguousArray<Bool>(repeating: false, count: paths.vertexCount)
    for path in 0..<paths.count where paths.start[path] < paths.start[path + 1] {
      isEnd[paths.start[path]] = true
      isEnd[paths.start[path + 1] - 1] = true
    }
    self.isEnd = isEnd
  }

  /// The representatives of the points at which paths of a group part from others, or end; some of them several times.
  func find(in group: Range<Int>) -> ContiguousArray<Int32> {
    var found = ContiguousArray<Int32>()
    for path in group {
      let begin = paths.start[path]
      let end = paths.start[path + 1]
      guard end > begin else { continue }
      if paths.isClosed[path] {
        visit(end - 1, begin, begin + 1 == end ? begin : begin + 1, &found)
        if end - begin > 1 { visit(end - 2, end - 1, begin, &found) }
      } else {
        found.append(representative[begin])
        found.append(representative[end - 1])
      }
      var vertex = begin + 1
      while vertex < end - 1 {
        visit(vertex - 1, vertex, vertex + 1, &found)
        vertex += 1
      }
    }
    return found
  }

  @inline(__always)
  private func visit(_ previous: Int, _ vertex: Int, _ next: Int, _ found: inout ContiguousArray<Int32>) {
    let first = Int(representative[vertex])
    let before = representative[previous]
    let after = representative[next]
    if before == after {
      found.append(Int32(truncatingIfNeeded: first))
    } else if first != vertex {
      let (a, b) = neighbors(of: first)
      if (a != before || b != after) && (a != after || b != before) { found.append(Int32(truncatingIfNeeded: first)) }
    }
  }

  /// The points before and after a vertex on its path. At the end of an open path, which is a junction anyway, both are
  /// the same point.
  @inline(__always)
  private func neighbors(of vertex: Int) -> (Int32, Int32) {
    guard isEnd[vertex] else { return (representative[vertex - 1], representative[vertex + 1]) }
    let path = paths.path(ofVertex: vertex)
    let begin = paths.start[path]
    let end = paths.start[path + 1]
    let isClosed = paths.isClosed[path]
    let before = vertex > begin ? vertex - 1 : isClosed ? end - 1 : min(vertex + 1, end - 1)
    let after = vertex + 1 < end ? vertex + 1 : isClosed ? begin : max(vertex - 1, begin)
    return (representative[before], representative[after])
  }
}
