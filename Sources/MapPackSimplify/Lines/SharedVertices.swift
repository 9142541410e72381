import MapPackGeometry

/// The vertices that several lines have in common on the pack grid. They stay or go together, so that lines that run
/// together are simplified alike. Of these vertices, `junctions` never go.
struct SharedVertices: Sendable {
  /// The vertices at each point that two or more lines share.
  let groups: [[Int]]
  /// By shared vertex: the index of its group.
  private let group: [Int: Int]
  /// Per vertex: whether another one lies at its point, of whichever line.
  private let isRepeated: ContiguousArray<Bool>

  init(_ arcs: ArcTable) {
    var groups: [[Int]] = []
    var group: [Int: Int] = [:]
    var isRepeated = ContiguousArray<Bool>(repeating: false, count: arcs.vertexCount)
    arcs.forEachMeeting { meeting in
      for entry in meeting { isRepeated[entry.vertex] = true }
      guard meeting.contains(where: { $0.arc != meeting[meeting.startIndex].arc }) else { return }
      for entry in meeting { group[entry.vertex] = groups.count }
      groups.append(meeting.map(\.vertex))
    }
    self.groups = groups
    self.group = group
    self.isRepeated = isRepeated
  }

  /// The vertices that stay or go with this one, including itself.
  func vertices(with vertex: Int) -> [Int] { group[vertex].map { groups[$0] } ?? [vertex] }

  /// Whether each of two vertices lies at the point of another one.
  func isRepeated(_ a: Int, _ b: Int) -> Bool { isRepeated[a] && isRepeated[b] }
}

extension ArcTable {
  /// Per vertex of lines: whether it is a junction, which two lines have in common. They are pinned, so that lines that
  /// meet still do so when they are simplified.
  ///
  /// If two lines share several consecutive vertices, only the first and the last of these are junctions. A vertex that
  /// a line has in common with itself is not one: a recorded route comes back to the same points wherever it rests.
  var junctions: ContiguousArray<Bool> {
    var isJunction = ContiguousArray<Bool>(repeating: false, count: vertexCount)
    forEachMeeting { meeting in
      let first = meeting[meeting.startIndex]
      guard meeting.contains(where: { $0.arc != first.arc }) else { return }
      let beside = neighbors(of: first.vertex, in: first.arc)
      if beside != nil, meeting.allSatisfy({ neighbors(of: $0.vertex, in: $0.arc) == beside }) { return }
      for entry in meeting { isJunction[entry.vertex] = true }
    }
    return isJunction
  }

  /// Calls `body` with the vertices at each point where there are several, in the order of the table.
  fileprivate func forEachMeeting(_ body: (ArraySlice<(vertex: Int, arc: Int)>) -> Void) {
    var vertices: [(vertex: Int, arc: Int)] = []
    vertices.reserveCapacity(vertexCount)
    for arc in 0..<count {
      for vertex in self.vertices(of: arc) { vertices.append((vertex, arc)) }
    }
    vertices.sort { (point($0.vertex).key, $0.vertex) < (point($1.vertex).key, $1.vertex) }
    var begin = 0
    while begin < vertices.count {
      var end = begin + 1
      while end < vertices.count, point(vertices[end].vertex) == point(vertices[begin].vertex) { end += 1 }
      if end > begin + 1 { body(vertices[begin..<end]) }
      begin = end
    }
  }

  /// The points before and after a vertex of a line, the smaller one first; `nil` at its ends.
  private func neighbors(of vertex: Int, in arc: Int) -> [GridPoint]? {
    let range = vertices(of: arc)
    guard vertex > range.lowerBound, vertex < range.upperBound - 1 else { return nil }
    return [point(vertex - 1), point(vertex + 1)].sorted()
  }
}
