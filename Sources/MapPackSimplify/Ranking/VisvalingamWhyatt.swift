import MapPackGeometry
import MapPackMerge

/// The weights of an arc's vertices by the method of Visvalingam and Whyatt, plain or weighted, for `VertexRanking`.
/// `LineSimplification` in `MapPack` has the published method, for the lines of apps.
///
/// Vertices go one by one, each time the one that displaces the least area. Visvalingam and Whyatt take the area of the
/// triangle with its two neighbors, T. If other vertices have gone before, T is too large: an area Q between the line
/// and the source may already lie in the triangle, on the inner side of the corner, and the new segment puts it back.
/// So the displaced area grows by T − 2 min(T, Q) only. For this, each segment keeps two sums, of the area between it
/// and the source on its left and on its right. The sums are estimates: they assume that the whole area on the inner
/// side of a corner lies in its triangle. At equal numbers of vertices, this leaves about a twelfth less area between a
/// map and its source than T alone.
///
/// The **effective area** of a vertex is the area that it displaces, or that of a neighbor that went before it if this
/// is larger. So the vertices that stay at a threshold are those whose effective area is not below it, and the sets for
/// different thresholds nest. If several vertices have the same effective area, each weighs the least bit more than the
/// one that went before it, so that the order of weights is the order in which the vertices of an arc go. Vertices that
/// must stay weigh `infinity`: the ends of an arc, pinned vertices, and the last three of a ring.
///
/// The **weighted** area is T times 1 − 0.7 cos θ, for the angle θ between the two segments: 1.7 T if the line hardly
/// turns, 1 T at a right angle, 0.3 T at the tip of a spike. So spikes go sooner than with the area alone, and wide
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

  /// How much the angle counts in the weighted area. At 0 it would not count.
  private static let coefficient = 0.7

  /// The memory for an arc's vertices, reused from arc to arc.
  private var room: ContiguousArray<RankedVertex> = []
  private var queue = VertexQueue()

  /// Prepares to rank arcs of a table, one after the other.
  ///
  /// - Parameters:
  ///   - isPinned: per vertex, whether it must stay.
  ///   - scale: the size of the grid's cells on the ground.
  ///   - isWeighted: whether vertices are ranked by the weighted area.
  init(_ arcs: ArcTable, isPinned: ContiguousArray<Bool>, scale: GroundScale, isWeighted: Bool) {
    self.arcs = arcs
    self.isPinned = isPinned
    self.scale = scale
    self.isWeighted = isWeighted
  }

  /// Writes the weights of an arc's vertices, in m² on the ground.
  ///
  /// - Parameters:
  ///   - arc: the arc.
  ///   - weights: the weights of the vertices from `base` on. Those of the arc must be `infinity`.
  ///   - base: the vertex of the first weight.
  /// - Complexity: O(n log n) for n vertices.
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
      // Of two vertices with the same effective area, the one that goes later is more important.
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
          squareMeters: scale.squareMetersPerDoubledCell(y: point.y)))
    }
  }

  private func mayGo(_ position: Int, of range: Range<Int>, isClosed: Bool) -> Bool {
    (isClosed || (position > 0 && position < range.count - 1)) && !isPinned[range.lowerBound + position]
  }

  /// The area in m² of the triangle of a vertex and its neighbors, and whether the vertex lies right of the segment
  /// from the one before it to the one behind it.
  @inline(__always)
  private func triangle(
    _ vertex: RankedVertex, _ before: RankedVertex, _ after: GridPoint
  ) -> (area: Double, isRight: Bool) {
    let turn = orientation(before.point, vertex.point, after)
    return (Double(turn.magnitude) * vertex.squareMeters, turn > 0)
  }

  /// The area in m² that a vertex would displace, or its weighted area.
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

  /// Updates the displaced areas of the segment that replaces a vertex.
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

  /// The cosine of the angle at b, whatever the order of a and c. The plane is conformal, so the angle is that on the
  /// ground.
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

  /// Computes the priority of a vertex again, if it may go.
  ///
  /// - Parameter weight: the least priority that it gets.
  @inline(__always)
  private mutating func reconsider(
    _ position: Int, atLeast weight: Double, _ vertices: inout MutableSpan<RankedVertex>
  ) {
    guard vertices[position].priority >= 0 else { return }
    queue.set(position, max(weight, priority(position, vertices)), in: &vertices)
  }
}
