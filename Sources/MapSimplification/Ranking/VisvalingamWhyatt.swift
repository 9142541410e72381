import MapArrangement
import MapGeometry
import MapTopology

/// The weights of an arc's vertices by the method of Visvalingam and Whyatt.
///
/// The vertex goes first whose going displaces the least area. Visvalingam and Whyatt take that to be the triangle
/// with its two neighbours, T. Where other vertices have gone before, that counts twice what is only put back: a part Q
/// of the source may lie on the inner side of the corner by now, in the triangle, and the new edge runs nearer to it.
/// So what is displaced in addition is T − 2 min(T, Q). Per edge two sums are kept, of the area between it and the
/// source on its left and on its right; they are what the triangles make them, as if nothing lay out of them. At equal
/// numbers of vertices that leaves about a twelfth less area between a map and its source than T alone.
///
/// The **effective area** of a vertex is the area it displaces, or that of a neighbour that went before it where that
/// is larger. So the vertices that stay at a threshold are those whose effective area is not below it, and the sets
/// nest. Where that makes equals of many, each that goes weighs the least bit more than the one before it, so that the
/// order of weights is the order in which the vertices of an arc go. Vertices that must stay weigh `infinity`: the ends of an arc, pinned ones, and the last three of a ring.
///
/// The **weighted** area is T times 1 − 0.7 cos θ, where θ is the angle between the two edges: 1.7 where the line
/// hardly turns, 1 at a right angle, 0.3 at the tip of a spike. So spikes go sooner than with the area alone, and wide
/// bends stay longer.
///
/// Sources: M. Visvalingam and J. D. Whyatt, "Line generalisation by repeated elimination of points", The
/// Cartographic Journal 30 (1993); the weighting and its coefficient: M. Bloch, mapshaper's documentation, "Guides:
/// Simplification" and "Some weighting functions for Visvalingam simplification".
struct VisvalingamWhyatt {
  private let arcs: ArcTable
  private let isPinned: ContiguousArray<Bool>
  private let scale: GroundScale
  private let isWeighted: Bool

  /// How much the angle counts in the weighted area: nothing at 0.
  private static let coefficient = 0.7

  /// Room for the vertices of an arc.
  private var room: ContiguousArray<RankedVertex> = []
  private var queue = VertexQueue()

  /// - Parameters:
  ///   - isPinned: per vertex, whether it must stay whatever its triangle.
  ///   - isWeighted: whether the weighted area counts.
  init(_ arcs: ArcTable, isPinned: ContiguousArray<Bool>, scale: GroundScale, isWeighted: Bool) {
    self.arcs = arcs
    self.isPinned = isPinned
    self.scale = scale
    self.isWeighted = isWeighted
  }

  /// Writes the weights of an arc's vertices, in m² on the ground.
  ///
  /// - Parameter weights: of the vertices from `base` on; its entries are `infinity` before.
  /// - Complexity: O(n log n).
  mutating func rank(_ arc: Int, into weights: inout ContiguousArray<Double>, base: Int) {
    let range = arcs.vertices(of: arc)
    let minimum = arcs.leastVertices(of: arc)
    guard range.count > minimum else { return }

    var ranked: ContiguousArray<RankedVertex> = []
    swap(&ranked, &room)
    fill(&ranked, range)
    defer { swap(&ranked, &room) }
    var vertices = ranked.mutableSpan
    for position in vertices.indices where mayGo(position, of: range, isClosed: arcs.isClosed[arc]) {
      queue.set(position, priority(position, vertices), in: &vertices)
    }
    var alive = range.count
    var last = 0.0
    while alive > minimum, let (vertex, weight) = queue.popFirst(in: &vertices) {
      // Of vertices with the same effective area the one that went later is the more important one.
      last = weight > last || last == 0 ? weight : last.nextUp
      weights[range.lowerBound - base + vertex] = last
      alive -= 1
      if !isWeighted { displace(vertex, &vertices) }
      let before = Int(vertices[vertex].previous)
      let after = Int(vertices[vertex].next)
      vertices[before].next = Int32(truncatingIfNeeded: after)
      vertices[after].previous = Int32(truncatingIfNeeded: before)
      reconsider(before, atLeast: weight, &vertices)
      if after != before { reconsider(after, atLeast: weight, &vertices) }
    }
    queue.reset(vertices)
  }

  private func fill(_ vertices: inout ContiguousArray<RankedVertex>, _ range: Range<Int>) {
    let count = range.count
    vertices.removeAll(keepingCapacity: true)
    for position in 0..<count {
      let point = arcs.point(range.lowerBound + position)
      vertices.append(
        RankedVertex(
          point, previous: position == 0 ? count - 1 : position - 1, next: position == count - 1 ? 0 : position + 1,
          squareMetres: scale.squareMetresPerDoubledCell(y: point.y)))
    }
  }

  private func mayGo(_ position: Int, of range: Range<Int>, isClosed: Bool) -> Bool {
    (isClosed || (position > 0 && position < range.count - 1)) && !isPinned[range.lowerBound + position]
  }

  /// The triangle of a vertex and its neighbours in m², and whether the vertex lies right of the edge between them.
  @inline(__always)
  private func triangle(
    _ vertex: RankedVertex, _ before: RankedVertex, _ after: GridPoint
  ) -> (area: Double, isRight: Bool) {
    let turn = orientation(before.point, vertex.point, after)
    return (Double(turn.magnitude) * vertex.squareMetres, turn > 0)
  }

  @inline(__always)
  private func priority(_ position: Int, _ vertices: borrowing MutableSpan<RankedVertex>) -> Double {
    let vertex = vertices[position]
    let before = vertices[Int(vertex.previous)]
    let after = vertices[Int(vertex.next)].point
    let triangle = triangle(vertex, before, after)
    if isWeighted {
      return triangle.area * (1 - Self.coefficient * Self.cosine(before.point, vertex.point, after))
    }
    let inner =
      triangle.isRight ? before.displacedLeft + vertex.displacedLeft : before.displacedRight + vertex.displacedRight
    return triangle.area - 2 * min(triangle.area, inner)
  }

  /// Adds up what lies between the source and the edge that is left where a vertex goes.
  @inline(__always)
  private func displace(_ position: Int, _ vertices: inout MutableSpan<RankedVertex>) {
    let vertex = vertices[position]
    let before = vertices[Int(vertex.previous)]
    let triangle = triangle(vertex, before, vertices[Int(vertex.next)].point)
    let left = before.displacedLeft + vertex.displacedLeft
    let right = before.displacedRight + vertex.displacedRight
    let regained = min(triangle.area, triangle.isRight ? left : right)
    let added = triangle.area - regained
    vertices[Int(vertex.previous)].displacedLeft = triangle.isRight ? left - regained : left + added
    vertices[Int(vertex.previous)].displacedRight = triangle.isRight ? right + added : right - regained
  }

  /// The cosine of the angle at b, the same from either side. The plane is conformal, so it is the ground's too.
  @inline(__always)
  private static func cosine(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Double {
    let baX = Int64(a.x) &- Int64(b.x)
    let baY = Int64(a.y) &- Int64(b.y)
    let bcX = Int64(c.x) &- Int64(b.x)
    let bcY = Int64(c.y) &- Int64(b.y)
    // Products of differences have at most 60 bits, so nothing wraps.
    let squares = Double(baX &* baX &+ baY &* baY) * Double(bcX &* bcX &+ bcY &* bcY)
    return Double(baX &* bcX &+ baY &* bcY) / squares.squareRoot()
  }

  /// Weighs a vertex anew if it may go.
  @inline(__always)
  private mutating func reconsider(
    _ position: Int, atLeast weight: Double, _ vertices: inout MutableSpan<RankedVertex>
  ) {
    guard vertices[position].priority >= 0 else { return }
    queue.set(position, max(weight, priority(position, vertices)), in: &vertices)
  }
}
