import MapPackGeometry

/// Which vertices of lines are junctions: the vertices that two lines have in common. They are pinned, so that lines
/// that meet still do so when they are simplified.
///
/// If two lines share several consecutive vertices, only the first and the last of these are junctions. A vertex that a
/// line has in common with itself is not one: a recorded route comes back to the same points wherever it rests.
///
/// `LineProjection` asks for them before it projects the lines: vertices are compared exactly, on the noding grid. What
/// lines share on the pack grid stays or goes together by `SharedVertices`.
struct LineJunctions {
  /// Per vertex of the table: whether it is a junction.
  private(set) var isJunction: ContiguousArray<Bool>

  /// Finds the junctions of lines.
  ///
  /// - Complexity: O(n log n) for n vertices.
  init(_ arcs: ArcTable) {
    isJunction = ContiguousArray(repeating: false, count: arcs.vertexCount)
    var vertices: [(key: UInt64, vertex: Int, arc: Int)] = []
    vertices.reserveCapacity(arcs.vertexCount)
    for arc in 0..<arcs.count {
      for vertex in arcs.vertices(of: arc) { vertices.append((arcs.point(vertex).key, vertex, arc)) }
    }
    vertices.sort { ($0.key, $0.vertex) < ($1.key, $1.vertex) }
    var begin = 0
    while begin < vertices.count {
      var end = begin + 1
      while end < vertices.count, vertices[end].key == vertices[begin].key { end += 1 }
      let meeting = vertices[begin..<end]
      begin = end
      guard let first = meeting.first, meeting.contains(where: { $0.arc != first.arc }) else { continue }
      let beside = Self.neighbors(of: first.vertex, in: first.arc, arcs)
      if beside != nil, meeting.allSatisfy({ Self.neighbors(of: $0.vertex, in: $0.arc, arcs) == beside }) { continue }
      for entry in meeting { isJunction[entry.vertex] = true }
    }
  }

  private struct Neighbors: Equatable {
    var smaller: GridPoint
    var larger: GridPoint
  }

  /// The points before and after a vertex of a line, whatever the line's direction; `nil` at its ends.
  private static func neighbors(of vertex: Int, in arc: Int, _ arcs: ArcTable) -> Neighbors? {
    let range = arcs.vertices(of: arc)
    guard vertex > range.lowerBound, vertex < range.upperBound - 1 else { return nil }
    let (a, b) = (arcs.point(vertex - 1), arcs.point(vertex + 1))
    return Neighbors(smaller: min(a, b), larger: max(a, b))
  }
}
