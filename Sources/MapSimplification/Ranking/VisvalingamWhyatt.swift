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

  // Of the arc at hand, by position in it.
  private var points: ContiguousArray<GridPoint> = []
  private var previous: ContiguousArray<Int32> = []
  private var next: ContiguousArray<Int32> = []
  private var squareMetres: ContiguousArray<Double> = []
  /// Of the edge that begins there: the area in m² between it and the source, on its left and on its right.
  private var displacedLeft: ContiguousArray<Double> = []
  private var displacedRight: ContiguousArray<Double> = []
  private var heap = VertexHeap()

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
    let count = range.count
    let first = range.lowerBound
    let isClosed = arcs.isClosed[arc]
    let minimum = arcs.leastVertices(of: arc)
    guard count > minimum else { return }

    prepare(range, isClosed: isClosed)
    var alive = count
    var last = 0.0
    while heap.count > 0 && alive > minimum {
      let (vertex, weight) = heap.popFirst()
      // Of vertices with the same effective area the one that went later is the more important one.
      last = weight > last || last == 0 ? weight : last.nextUp
      weights[first - base + vertex] = last
      alive -= 1
      if !isWeighted { displace(vertex) }
      let before = Int(previous[vertex])
      let after = Int(next[vertex])
      next[before] = Int32(truncatingIfNeeded: after)
      previous[after] = Int32(truncatingIfNeeded: before)
      reconsider(before, first: first, count: count, isClosed: isClosed, atLeast: weight)
      if after != before { reconsider(after, first: first, count: count, isClosed: isClosed, atLeast: weight) }
    }
  }

  private mutating func prepare(_ range: Range<Int>, isClosed: Bool) {
    let count = range.count
    let first = range.lowerBound
    points.removeAll(keepingCapacity: true)
    previous.removeAll(keepingCapacity: true)
    next.removeAll(keepingCapacity: true)
    squareMetres.removeAll(keepingCapacity: true)
    displacedLeft.removeAll(keepingCapacity: true)
    displacedRight.removeAll(keepingCapacity: true)
    var ties = ContiguousArray<UInt64>()
    ties.reserveCapacity(count)
    for position in 0..<count {
      previous.append(Int32(truncatingIfNeeded: position == 0 ? count - 1 : position - 1))
      next.append(Int32(truncatingIfNeeded: position == count - 1 ? 0 : position + 1))
      let point = GridPoint(x: arcs.x[first + position], y: arcs.y[first + position])
      points.append(point)
      squareMetres.append(scale.squareMetresPerDoubledCell(y: point.y))
      displacedLeft.append(0)
      displacedRight.append(0)
      ties.append(GridPoint(x: point.y, y: point.x).key)
    }
    heap.reset(ties: ties)
    for position in 0..<count where mayGo(position, first: first, count: count, isClosed: isClosed) {
      heap.append(position, priority: priority(position))
    }
    heap.build()
  }

  @inline(__always)
  private func mayGo(_ position: Int, first: Int, count: Int, isClosed: Bool) -> Bool {
    (isClosed || (position > 0 && position < count - 1)) && !isPinned[first + position]
  }

  /// The triangle of a vertex and its neighbours in m², and whether the vertex lies right of the edge between them.
  @inline(__always)
  private func triangle(_ position: Int) -> (area: Double, isRight: Bool) {
    let before = points[Int(previous[position])]
    let after = points[Int(next[position])]
    let turn = orientation(before, points[position], after)
    return (Double(turn.magnitude) * squareMetres[position], turn > 0)
  }

  @inline(__always)
  private func priority(_ position: Int) -> Double {
    let triangle = triangle(position)
    let before = Int(previous[position])
    if isWeighted {
      let cosine = Self.cosine(points[before], points[position], points[Int(next[position])])
      return triangle.area * (1 - Self.coefficient * cosine)
    }
    let inner =
      triangle.isRight
      ? displacedLeft[before] + displacedLeft[position] : displacedRight[before] + displacedRight[position]
    return triangle.area - 2 * min(triangle.area, inner)
  }

  /// Adds up what lies between the source and the edge that is left where a vertex goes.
  @inline(__always)
  private mutating func displace(_ position: Int) {
    let triangle = triangle(position)
    let before = Int(previous[position])
    let left = displacedLeft[before] + displacedLeft[position]
    let right = displacedRight[before] + displacedRight[position]
    let regained = min(triangle.area, triangle.isRight ? left : right)
    let added = triangle.area - regained
    displacedLeft[before] = triangle.isRight ? left - regained : left + added
    displacedRight[before] = triangle.isRight ? right + added : right - regained
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

  @inline(__always)
  private mutating func reconsider(_ position: Int, first: Int, count: Int, isClosed: Bool, atLeast weight: Double) {
    guard mayGo(position, first: first, count: count, isClosed: isClosed) else { return }
    heap.update(position, priority: max(weight, priority(position)))
  }
}
