import MapPack
import MapPackCoverage
import MapPackGeometry

/// The importance of each vertex of a coverage on the pack grid. All levels are cut from this one order.
package struct VertexRanking: Sendable {
  /// Per vertex: its weight in m² on the ground; `infinity` if it must stay. For a zoom, the ground is measured as if all
  /// of it lay at the equator.
  package private(set) var weight: ContiguousArray<Double>
  private let arcs: ArcTable
  private let method: SimplifyOptions.Method

  /// Ranks all vertices, arc by arc.
  ///
  /// These must stay: pinned vertices, the ends of open arcs, and so many of each arc that a ring made of it alone
  /// keeps three. Vertices that lines share are ranked apart, until `equalize` is called.
  /// - Parameter isPinned: per vertex, whether it must stay.
  /// - Complexity: O(n log m) for n vertices in arcs of at most m vertices; O(n m) at worst by the method of Ramer,
  ///   Douglas and Peucker, for arcs of which each vertex splits off only a few others, such as spirals.
  package init(
    _ arcs: ArcTable, isPinned: ContiguousArray<Bool>, scale: GroundScale, method: SimplifyOptions.Method, jobs: Int
  ) {
    self.arcs = arcs
    self.method = method
    let parts = arcs.paths.groups(ofVertices: 16384)
    let vertices = parts.map { arcs.start[$0.lowerBound]..<arcs.start[$0.upperBound] }
    // The largest one first, so that in the end no thread is long alone at work.
    let order = parts.indices.sorted { vertices[$0].count > vertices[$1].count }
    weight = ContiguousArray(count: arcs.vertexCount) { weights in
      _ = concurrentMap(parts.count, jobs: jobs) { index in
        let range = parts[order[index]]
        weights.fill(vertices[order[index]], with: .infinity)
        let thinned = range.filter { arcs.vertices(of: $0).count > arcs.leastVertices(of: $0) }
        switch method {
        case .visvalingam, .weightedVisvalingam:
          let line = ArcCorners(isWeighted: method == .weightedVisvalingam)
          Self.weigh(line, thinned, of: arcs, isPinned, scale, into: weights)
        case .douglasPeucker:
          for arc in thinned {
            Self.split(ArcLine(arcs, arc: arc, scale: scale), arc, of: arcs, isPinned, into: weights)
          }
        }
      }
    }
  }

  /// Gives all vertices at one point the largest of their weights.
  mutating func equalize(_ shared: SharedVertices) {
    for group in shared.groups {
      let largest = group.reduce(0) { max($0, weight[$1]) }
      for vertex in group { weight[vertex] = largest }
    }
  }

  /// Writes the weights of the vertices of some arcs by Visvalingam's methods.
  private static func weigh(
    _ line: ArcCorners, _ range: [Int], of arcs: ArcTable, _ isPinned: ContiguousArray<Bool>, _ scale: GroundScale,
    into weights: DisjointSlots<Double>
  ) {
    var queue = CornerQueue<ArcCorners.Point>()
    for arc in range {
      let vertices = arcs.vertices(of: arc)
      let inner = arcs.isClosed[arc] ? vertices : vertices.dropFirst().dropLast()
      queue.reset(count: vertices.count) { position in
        let vertex = vertices.lowerBound + position
        let point = ArcCorners.Point(arcs.point(vertex), scale)
        return (point, inner.contains(vertex) && !isPinned[vertex])
      }
      let first = vertices.lowerBound
      queue.weigh(line, keeping: arcs.leastVertices(of: arc), below: .infinity) { weights[first + $0] = $1 }
    }
  }

  /// Writes the weights of an arc's vertices by the method of Ramer, Douglas and Peucker.
  ///
  /// These are **anchors** from the beginning, and must stay: the ends of an arc, its pinned vertices, and for a closed
  /// arc its smallest vertex and the vertex farthest from that one. If a ring would keep fewer than three vertices, its
  /// most important ones must stay too.
  private static func split(
    _ line: ArcLine, _ arc: Int, of arcs: ArcTable, _ isPinned: ContiguousArray<Bool>,
    into weights: DisjointSlots<Double>
  ) {
    var byPosition = ContiguousArray<Double>(repeating: 0, count: line.last + 1)
    let opposite = arcs.isClosed[arc] ? line.farthest(between: 0, and: line.last)?.position : nil
    byPosition[0] = .infinity
    var anchor = 0
    for position in 1...line.last
    where position == opposite || position == line.last || isPinned[line.vertex(position)] {
      byPosition[position] = .infinity
      line.weigh(between: anchor, and: position, above: 0, into: &byPosition)
      anchor = position
    }
    for position in byPosition.indices { weights[line.vertex(position)] = byPosition[position] }

    let range = arcs.vertices(of: arc)
    func order(_ vertex: Int) -> (Double, Int32, Int32) {
      (weights[vertex], arcs.point(vertex).y, arcs.point(vertex).x)
    }
    let missing = arcs.leastVertices(of: arc) - range.count { weights[$0] == .infinity }
    for _ in 0..<max(0, missing) {
      let best = range.filter { weights[$0] < .infinity }.max { order($0) < order($1) }
      if let best { weights[best] = .infinity }
    }
  }

  /// The least weight in m² with which a vertex stays at a tolerance.
  ///
  /// Visvalingam's methods remove what is smaller than the tolerance. The method of Ramer, Douglas and Peucker also
  /// removes what is equal to it. So at a tolerance of 0, a straight line keeps all its vertices by the former, and its
  /// two ends by the latter.
  /// - Parameter tolerance: a length on the ground, in meters.
  package func leastWeight(stayingAt tolerance: Double) -> Double {
    let square = tolerance * tolerance
    switch method {
    case .visvalingam, .weightedVisvalingam: return square
    case .douglasPeucker: return square.nextUp
    }
  }

  /// Whether vertex a is less important than b: by (weight, y, x).
  package func precedes(_ a: Int, _ b: Int) -> Bool {
    if weight[a] != weight[b] { return weight[a] < weight[b] }
    if arcs.point(a).y != arcs.point(b).y { return arcs.point(a).y < arcs.point(b).y }
    return arcs.point(a).x < arcs.point(b).x
  }
}

extension ArcTable {
  /// How many vertices of an arc must stay, so that a ring that is made of this arc alone keeps three.
  func leastVertices(of arc: Int) -> Int {
    if isClosed[arc] { return 3 }
    let range = vertices(of: arc)
    let isLoop = !range.isEmpty && point(range.lowerBound) == point(range.upperBound - 1)
    return isLoop ? 4 : 2
  }
}

/// An arc of which the corners that displace the least area go first, plain or weighted.
///
/// Visvalingam and Whyatt take the area of the triangle of a vertex with its two neighbors, T. If other vertices have
/// gone before, T is too large: an area Q between the line and the source may already lie in the triangle, on the inner
/// side of the corner, and the new segment puts it back. So the displaced area grows by T − 2 min(T, Q) only. For this,
/// each segment keeps two sums, of the area between it and the source on its left and on its right. The sums are
/// estimates: they assume that the whole area on the inner side of a corner lies in its triangle. At equal numbers of
/// vertices, this leaves about a twelfth less area between a map and its source than T alone.
///
/// The **weighted** area is T times 1 − 0.7 cos θ, for the angle θ between the two segments: 1.7 T if the line hardly
/// turns, 1 T at a right angle, 0.3 T at the tip of a spike. So spikes go sooner than with the area alone, and wide
/// bends stay longer.
///
/// Source of the weighting and its coefficient: M. Bloch, mapshaper's documentation, "Guides: Simplification" and "Some
/// weighting functions for Visvalingam simplification".
struct ArcCorners: CornerLine {
  let isWeighted: Bool

  /// A vertex, with all that ranks it side by side.
  struct Point: CornerPoint {
    var point: GridPoint
    /// The m² on the ground per doubled cell² here.
    var squareMeters: Double
    /// The area in m² between the segment that begins here and the source, on either side of the segment. Left and right
    /// are meant with y drawn upward, as in `orientation`.
    var left = 0.0
    var right = 0.0

    init(_ point: GridPoint, _ scale: GroundScale) {
      self.point = point
      squareMeters = scale.squareMetersPerDoubledCell(y: point.y)
    }

    @inline(__always)
    func tie(at position: Int) -> UInt64 { GridPoint(x: point.y, y: point.x).key }
  }

  /// How much the angle counts in the weighted area. At 0 it would not count.
  private static let coefficient = 0.7

  @inline(__always)
  func area(of vertex: Point, between before: Point, and after: Point) -> Double {
    let triangle = Self.triangle(vertex, before.point, after.point)
    if isWeighted {
      return triangle.area * (1 - Self.coefficient * Self.cosine(before.point, vertex.point, after.point))
    }
    let inner = triangle.isRight ? before.left + vertex.left : before.right + vertex.right
    return triangle.area - 2 * min(triangle.area, inner)
  }

  @inline(__always)
  func remove(_ vertex: Point, between before: inout Point, and after: Point) {
    let triangle = Self.triangle(vertex, before.point, after.point)
    let (left, right) = (before.left + vertex.left, before.right + vertex.right)
    let regained = min(triangle.area, triangle.isRight ? left : right)
    let added = triangle.area - regained
    before.left = triangle.isRight ? left - regained : left + added
    before.right = triangle.isRight ? right + added : right - regained
  }

  /// The area in m² of the triangle of a vertex and its neighbors, and whether the vertex lies right of the segment
  /// from the one before it to the one behind it.
  @inline(__always)
  private static func triangle(
    _ vertex: Point, _ before: GridPoint, _ after: GridPoint
  ) -> (area: Double, isRight: Bool) {
    let turn = orientation(before, vertex.point, after)
    return (Double(turn.magnitude) * vertex.squareMeters, turn > 0)
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
}

/// An arc as a line that is split at its farthest vertices. A closed arc runs from its smallest vertex to that vertex
/// again. The two ends of a loop are one point, and distances are taken from it.
///
/// Distances are computed in exact integers as far as possible, and compared as Doubles, so that the result does not
/// depend on the line's direction.
struct ArcLine: SplitLine {
  private let arcs: ArcTable
  private let scale: GroundScale
  private let range: Range<Int>
  private let begin: Int
  let last: Int

  init(_ arcs: ArcTable, arc: Int, scale: GroundScale) {
    self.arcs = arcs
    self.scale = scale
    range = arcs.vertices(of: arc)
    let isClosed = arcs.isClosed[arc]
    begin = isClosed ? range.min { arcs.point($0) < arcs.point($1) } ?? range.lowerBound : range.lowerBound
    last = isClosed ? range.count : range.count - 1
  }

  @inline(__always)
  func vertex(_ position: Int) -> Int {
    let vertex = begin &+ position
    return vertex < range.upperBound ? vertex : vertex &- range.count
  }

  /// A segment; a point if both ends are equal.
  struct Chord {
    let a: GridPoint
    let b: GridPoint
    let abX: Int64
    let abY: Int64
    let squaredLength: Int64
  }

  func chord(from first: Int, to last: Int) -> Chord {
    let (a, b) = (arcs.point(vertex(first)), arcs.point(vertex(last)))
    let abX = Int64(b.x) &- Int64(a.x)
    let abY = Int64(b.y) &- Int64(a.y)
    return Chord(a: a, b: b, abX: abX, abY: abY, squaredLength: abX &* abX &+ abY &* abY)
  }

  /// The squared distance in cells², whatever the direction of the chord. Products of differences have at most 60 bits,
  /// so nothing wraps.
  @inline(__always)
  func squaredDistance(of position: Int, from chord: Chord) -> Double {
    let p = arcs.point(vertex(position))
    let apX = Int64(p.x) &- Int64(chord.a.x)
    let apY = Int64(p.y) &- Int64(chord.a.y)
    let along = apX &* chord.abX &+ apY &* chord.abY
    if along <= 0 { return Double(apX &* apX &+ apY &* apY) }
    if along >= chord.squaredLength {
      let bpX = Int64(p.x) &- Int64(chord.b.x)
      let bpY = Int64(p.y) &- Int64(chord.b.y)
      return Double(bpX &* bpX &+ bpY &* bpY)
    }
    let across = Double(chord.abX &* apY &- chord.abY &* apX)
    return across * across / Double(chord.squaredLength)
  }

  func squareMeters(at position: Int) -> Double {
    2 * scale.squareMetersPerDoubledCell(y: arcs.point(vertex(position)).y)
  }

  func order(of position: Int) -> UInt64 {
    let point = arcs.point(vertex(position))
    return GridPoint(x: point.y, y: point.x).key
  }
}
