/// The lines between different owners: arcs, joined through the nodes at which only two of them meet.
package struct BorderLines: Sendable {
  /// Line l runs along the half-edges `halves[start[l] ..< start[l + 1]]`, one after the other.
  package private(set) var halves: ContiguousArray<Int32> = []
  package private(set) var start: ContiguousArray<Int> = [0]
  /// Per line: whether it is a ring. Its first point then stands once, at its beginning.
  package private(set) var isClosed: ContiguousArray<Bool> = []
  private let paths: Paths

  package var count: Int { isClosed.count }

  /// - Parameter isBorder: per arc, whether its two sides have different owners.
  package init(_ paths: Paths, _ edges: HalfEdges, _ isBorder: ContiguousArray<Bool>) {
    self.paths = paths
    var degree = ContiguousArray<Int32>(repeating: 0, count: edges.nodes.count)
    for half in 0..<edges.count where isBorder[half >> 1] && edges.origin[half] >= 0 {
      degree[Int(edges.origin[half])] += 1
    }
    var isDone = ContiguousArray<Bool>(repeating: false, count: paths.count)
    for arc in 0..<paths.count where isBorder[arc] && paths.isClosed[arc] {
      isDone[arc] = true
      halves.append(Int32(truncatingIfNeeded: 2 * arc))
      end(isClosed: true)
    }
    for half in 0..<edges.count {
      let origin = Int(edges.origin[half])
      guard isBorder[half >> 1], !isDone[half >> 1], origin >= 0, degree[origin] != 2 else { continue }
      follow(half, edges, isBorder, degree, &isDone)
      end(isClosed: false)
    }
    // The arcs that are left form rings; at each of their nodes only two bordering arcs meet.
    for half in stride(from: 0, to: edges.count, by: 2) where isBorder[half >> 1] && !isDone[half >> 1] {
      follow(half, edges, isBorder, degree, &isDone)
      end(isClosed: true)
    }
  }

  private mutating func end(isClosed closed: Bool) {
    start.append(halves.count)
    isClosed.append(closed)
  }

  private mutating func follow(
    _ first: Int, _ edges: HalfEdges, _ isBorder: ContiguousArray<Bool>, _ degree: ContiguousArray<Int32>,
    _ isDone: inout ContiguousArray<Bool>
  ) {
    var half = first
    while true {
      isDone[half >> 1] = true
      halves.append(Int32(truncatingIfNeeded: half))
      let node = Int(edges.origin[half ^ 1])
      if degree[node] != 2 || node == Int(edges.origin[first]) { return }
      // The other bordering half-edge that leaves this node.
      for entry in edges.outgoingStart[node]..<edges.outgoingStart[node + 1] {
        let candidate = Int(edges.outgoing[entry])
        if isBorder[candidate >> 1] && candidate != half ^ 1 {
          half = candidate
          break
        }
      }
    }
  }

  /// The first half-edge of a line. All half-edges of the line have the same owners on their left, and on their right.
  func firstHalf(of line: Int) -> Int { Int(halves[start[line]]) }

  /// At least the number of points of a line, and at most one for each of its arcs more.
  func length(of line: Int) -> Int {
    (start[line]..<start[line + 1]).reduce(0) { $0 + paths.vertices(of: Int(halves[$1]) >> 1).count }
  }

  /// All points, of which lines are made.
  var points: ContiguousArray<GridPoint> { paths.points }

  /// Replaces a buffer by what a column, with an element for each of `points`, has along a line.
  func fill<Value>(_ buffer: inout ContiguousArray<Value>, of column: ContiguousArray<Value>, with line: Int) {
    buffer.removeAll(keepingCapacity: true)
    for position in start[line]..<start[line + 1] {
      let half = Int(halves[position])
      let range = paths.vertices(of: half >> 1)
      // An arc begins with the point with which the one before it ends.
      let repeated = position > start[line] ? 1 : 0
      if half & 1 == 0 {
        for vertex in range.dropFirst(repeated) { buffer.append(column[vertex]) }
      } else {
        for vertex in range.dropLast(repeated).reversed() { buffer.append(column[vertex]) }
      }
    }
    // A ring of open arcs ends with its first point.
    if isClosed[line], !paths.isClosed[firstHalf(of: line) >> 1] { buffer.removeLast() }
  }
}
