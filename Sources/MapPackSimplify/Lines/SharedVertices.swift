import MapPackGeometry

/// The vertices that several lines have in common on the pack grid. They stay or go together, so that lines that run
/// together are simplified alike.
///
/// `VertexRanking` gives them one weight, and `LineDeviation` and `LineCrossings` bring them back together. Of these
/// vertices, `LineJunctions` finds those that never go.
struct SharedVertices: Sendable {
  /// The vertices at each point that two or more lines share.
  let groups: [[Int]]
  /// By shared vertex: the index of its group.
  private let group: [Int: Int]

  /// Groups the vertices of lines by their points.
  ///
  /// - Complexity: O(n log n) for n vertices.
  init(_ arcs: ArcTable) {
    var vertices: [(key: UInt64, vertex: Int, arc: Int)] = []
    vertices.reserveCapacity(arcs.vertexCount)
    for arc in 0..<arcs.count {
      for vertex in arcs.vertices(of: arc) { vertices.append((arcs.point(vertex).key, vertex, arc)) }
    }
    vertices.sort { ($0.key, $0.vertex) < ($1.key, $1.vertex) }
    var groups: [[Int]] = []
    var group: [Int: Int] = [:]
    for meeting in vertices.chunked(by: { $0.key == $1.key }) {
      guard let first = meeting.first, meeting.contains(where: { $0.arc != first.arc }) else { continue }
      for entry in meeting { group[entry.vertex] = groups.count }
      groups.append(meeting.map(\.vertex))
    }
    self.groups = groups
    self.group = group
  }

  /// The vertices that stay or go with this one, including itself.
  func vertices(with vertex: Int) -> [Int] { group[vertex].map { groups[$0] } ?? [vertex] }
}

extension Array {
  /// The runs of elements each of which belongs with the one before it.
  fileprivate func chunked(by belong: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var first = startIndex
    for index in indices where index + 1 == endIndex || !belong(self[index], self[index + 1]) {
      chunks.append(self[first...index])
      first = index + 1
    }
    return chunks
  }
}
