import MapArrangement
import MapGeometry

/// Which vertices of lines are junctions: where a line meets another in a vertex of both.
///
/// Where two lines run through the same vertices one after the other, only the first and the last of these are junctions.
/// What a line does with itself makes none: a recorded route comes back to the same places wherever it rests.
struct LineJunctions {
  /// Per vertex of the table.
  private(set) var isJunction: ContiguousArray<Bool>

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
      let way = Self.way(of: first.vertex, in: first.arc, arcs)
      if way != nil, meeting.allSatisfy({ Self.way(of: $0.vertex, in: $0.arc, arcs) == way }) { continue }
      for entry in meeting { isJunction[entry.vertex] = true }
    }
  }

  private struct Way: Equatable {
    var smaller: GridPoint
    var larger: GridPoint
  }

  /// The vertices on both sides of one, in whichever direction; `nil` at an end.
  private static func way(of vertex: Int, in arc: Int, _ arcs: ArcTable) -> Way? {
    let range = arcs.vertices(of: arc)
    guard vertex > range.lowerBound, vertex < range.upperBound - 1 else { return nil }
    let (a, b) = (arcs.point(vertex - 1), arcs.point(vertex + 1))
    return Way(smaller: min(a, b), larger: max(a, b))
  }
}
