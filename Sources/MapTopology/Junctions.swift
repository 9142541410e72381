import MapGeometry

/// Which vertices of a set of paths stand for the same point, and at which points paths part.
///
/// A **junction** is a point where paths may not be treated as one line: two visits of it have different
/// neighbours, a path turns straight back in it, or an open path ends in it. Between two junctions, all that runs
/// there runs together; so a piece of line is known by its first two vertices.
struct Junctions {
  /// Per vertex: the first vertex at the same point.
  private(set) var representative: ContiguousArray<Int32>
  /// Per vertex, meaningful at representatives.
  private(set) var isJunction: ContiguousArray<Bool>

  /// - Precondition: consecutive vertices differ; a closed path has at least two vertices.
  /// - Complexity: O(n) expected.
  init(_ paths: Paths) {
    let count = paths.vertexCount
    representative = ContiguousArray(repeating: 0, count: count)
    isJunction = ContiguousArray(repeating: false, count: count)
    findRepresentatives(paths)
    for path in 0..<paths.count {
      let begin = paths.start[path]
      let end = paths.start[path + 1]
      guard end > begin else { continue }
      if paths.isClosed[path] {
        visit(end - 1, begin, begin + 1 == end ? begin : begin + 1, paths)
        if end - begin > 1 { visit(end - 2, end - 1, begin, paths) }
      } else {
        isJunction[Int(representative[begin])] = true
        isJunction[Int(representative[end - 1])] = true
      }
      var vertex = begin + 1
      while vertex < end - 1 {
        visit(vertex - 1, vertex, vertex + 1, paths)
        vertex += 1
      }
    }
    markRepeatedRings(paths)
  }

  /// Open addressing, at most half full; each slot holds the first vertex at its point.
  private mutating func findRepresentatives(_ paths: Paths) {
    let count = paths.vertexCount
    var bits = 4
    while (1 << bits) < 2 * count { bits += 1 }
    let mask = (1 << bits) - 1
    let shift = UInt64(64 - bits)
    var table = ContiguousArray<Int32>(repeating: -1, count: 1 << bits)
    for vertex in 0..<count {
      let x = paths.x[vertex]
      let y = paths.y[vertex]
      let key = UInt64(UInt32(bitPattern: x)) << 32 | UInt64(UInt32(bitPattern: y))
      // Fibonacci hashing, after folding the halves together.
      var slot = Int(((key ^ (key >> 29)) &* 0x9E37_79B9_7F4A_7C15) >> shift)
      while true {
        let first = table[slot]
        if first < 0 {
          table[slot] = Int32(vertex)
          representative[vertex] = Int32(vertex)
          break
        }
        if paths.x[Int(first)] == x && paths.y[Int(first)] == y {
          representative[vertex] = first
          break
        }
        slot = (slot + 1) & mask
      }
    }
    neighbours = ContiguousArray(repeating: Neighbours(), count: count)
  }

  /// The two neighbours of the first visit of a point, by representative, the smaller one first.
  private struct Neighbours: Equatable {
    var low: Int32 = -1
    var high: Int32 = -1
  }

  private var neighbours: ContiguousArray<Neighbours> = []

  private mutating func visit(_ previous: Int, _ vertex: Int, _ next: Int, _ paths: Paths) {
    let point = Int(representative[vertex])
    let before = representative[previous]
    let after = representative[next]
    if before == after {
      isJunction[point] = true
      return
    }
    let visited = Neighbours(low: min(before, after), high: max(before, after))
    if neighbours[point].low < 0 {
      neighbours[point] = visited
    } else if neighbours[point] != visited {
      isJunction[point] = true
    }
  }

  /// A closed path that runs round one ring several times has no junction; its first point becomes one.
  private mutating func markRepeatedRings(_ paths: Paths) {
    for path in 0..<paths.count where paths.isClosed[path] {
      let range = paths.start[path]..<paths.start[path + 1]
      guard let first = range.first else { continue }
      var returns = false
      var hasJunction = false
      for vertex in range {
        if vertex > first && representative[vertex] == representative[first] { returns = true }
        if isJunction[Int(representative[vertex])] {
          hasJunction = true
          break
        }
      }
      if returns && !hasJunction {
        // Every ring that runs along this one must be cut at the same place: its smallest point.
        var smallest = first
        for vertex in range where paths.point(vertex) < paths.point(smallest) { smallest = vertex }
        isJunction[Int(representative[smallest])] = true
      }
    }
    neighbours = []
  }

  /// Makes junctions of the points at which a path turns into an edge of the plane or out of it.
  /// - Complexity: O(n).
  mutating func divide(_ paths: Paths, at seams: SeamLines) {
    for path in 0..<paths.count {
      let range = paths.start[path]..<paths.start[path + 1]
      for vertex in range where seams.contains(paths.point(vertex)) {
        let isFirst = vertex == range.lowerBound
        let isLast = vertex + 1 == range.upperBound
        // The ends of an open path are junctions.
        if (isFirst || isLast) && !paths.isClosed[path] { continue }
        let before = paths.point(isFirst ? range.upperBound - 1 : vertex - 1)
        let after = paths.point(isLast ? range.lowerBound : vertex + 1)
        let here = paths.point(vertex)
        if seams.contains(before, here) != seams.contains(here, after) {
          isJunction[Int(representative[vertex])] = true
        }
      }
    }
  }

  func isJunction(at vertex: Int) -> Bool { isJunction[Int(representative[vertex])] }
}
