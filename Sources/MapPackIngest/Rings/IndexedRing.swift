/// A ring with a tree of the extents of its edges, so that a point is tested against few edges only. `RingDepths`
/// and `AntimeridianCut` ask it whether a ring contains another one.
///
/// It does not keep the vertices. Every call takes the geometry from which the ring was made, whose vertices must be
/// the same. The ring may repeat its first vertex at the end. An empty ring has no inside. Coordinates are compared as
/// they are, in the unit of the geometry, without regard to the antimeridian.
struct IndexedRing {
  /// On which side of the ring a point lies.
  enum Side {
    case inside, outside, on
  }

  /// Consecutive edges of the ring. A run of many edges has two children, with half of the edges each.
  private struct Run {
    var edges: Range<Int>
    var minY = Double.infinity
    var maxY = -Double.infinity
    var maxX = -Double.infinity
    /// The index of the next run after all descendants of this one.
    var next = 0
  }

  /// How many edges a run without children has at most.
  private static let edgesPerRun = 32
  private let ring: Range<Int>
  /// The tree in preorder: each run precedes its children.
  private var runs: ContiguousArray<Run> = []

  /// - Complexity: O(n) for n vertices of the ring.
  init(_ geometry: borrowing FeatureGeometry, ring number: Int) {
    ring = geometry.rings[number]
    if !ring.isEmpty { add(ring, geometry) }
  }

  private mutating func add(_ edges: Range<Int>, _ geometry: borrowing FeatureGeometry) {
    let number = runs.count
    var run = Run(edges: edges)
    runs.append(run)
    if edges.count > Self.edgesPerRun {
      let middle = edges.lowerBound + edges.count / 2
      for half in [edges.lowerBound..<middle, middle..<edges.upperBound] {
        let child = runs.count
        add(half, geometry)
        run.minY = min(run.minY, runs[child].minY)
        run.maxY = max(run.maxY, runs[child].maxY)
        run.maxX = max(run.maxX, runs[child].maxX)
      }
    } else {
      for vertex in edges.lowerBound...edges.upperBound {
        let vertex = vertex == ring.upperBound ? ring.lowerBound : vertex
        run.minY = min(run.minY, geometry.y[vertex])
        run.maxY = max(run.maxY, geometry.y[vertex])
        run.maxX = max(run.maxX, geometry.x[vertex])
      }
    }
    run.next = runs.count
    runs[number] = run
  }

  /// The side on which a point lies, by the number of edges that a ray to the east crosses.
  ///
  /// The result is exact for points on vertices and on horizontal edges. It may be wrong for points so close to another
  /// edge that rounding decides.
  /// - Complexity: O(log n + k) for n edges of the ring, k of them in runs that reach the point's y.
  func side(of x: Double, _ y: Double, in geometry: borrowing FeatureGeometry) -> Side {
    var isInside = false
    var number = 0
    while number < runs.count {
      let run = runs[number]
      guard run.minY <= y && y <= run.maxY && x <= run.maxX else {
        number = run.next
        continue
      }
      number += 1
      guard run.edges.count <= Self.edgesPerRun else { continue }
      for edge in run.edges {
        let end = edge + 1 == ring.upperBound ? ring.lowerBound : edge + 1
        let (ax, ay) = (geometry.x[edge], geometry.y[edge])
        let (bx, by) = (geometry.x[end], geometry.y[end])
        if (ax == x && ay == y) || (bx == x && by == y) { return .on }
        if ay == y && by == y && min(ax, bx) <= x && x <= max(ax, bx) { return .on }
        guard (ay > y) != (by > y) else { continue }
        // Twice the signed area of (a, b, point): positive if the point is on the left of a → b.
        let turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if turn == 0 { return .on }
        if (turn > 0) == (by > ay) { isInside.toggle() }
      }
    }
    return isInside ? .inside : .outside
  }

  /// Whether another ring lies inside this one.
  ///
  /// The first vertex of the other ring that does not lie on this ring decides; if all lie on it, the first midpoint of
  /// an edge that does not. If there is none, the answer is no. Rings that cross each other are not noticed.
  /// - Parameters:
  ///   - ring: the vertices of the other ring.
  ///   - shift: by how much the other ring is moved in x.
  ///   - geometry: the geometry that has both rings.
  /// - Complexity: as `side(of:_:in:)`, for each vertex up to the one that decides.
  func contains(_ ring: Range<Int>, shiftedBy shift: Double = 0, in geometry: borrowing FeatureGeometry) -> Bool {
    for vertex in ring {
      let side = side(of: geometry.x[vertex] + shift, geometry.y[vertex], in: geometry)
      if side != .on { return side == .inside }
    }
    for (vertex, next) in zip(ring, ring.dropFirst()) {
      let middleX = (geometry.x[vertex] + geometry.x[next]) / 2
      let middleY = (geometry.y[vertex] + geometry.y[next]) / 2
      let side = side(of: middleX + shift, middleY, in: geometry)
      if side != .on { return side == .inside }
    }
    return false
  }
}
