import MapPackGeometry

/// The moves and the new vertices of one round of snapping; `Snapping` says by which rules, and applies the plan.
struct SnapPlan {
  /// A vertex that a segment gets.
  private struct Insertion {
    /// The first vertex of the segment.
    var first: Int32
    /// The last vertex of the segment.
    var last: Int32
    var point: GridPoint
  }

  private let boundary: OneSidedBoundary
  private let index: ChainIndex
  private let ground: GroundRows
  private let fixed: Set<GridPoint>
  /// Per vertex: whether it belongs to a run.
  private var isMember: ContiguousArray<Bool>
  /// Per vertex of the boundary: the point to which it moves.
  private var target: ContiguousArray<GridPoint>
  /// Sorted by segment, and along each segment.
  private var insertions: [Insertion] = []
  /// The runs in which something changes: a vertex moves, or a segment gets a vertex.
  private(set) var changedRuns: Set<Int> = []
  /// The points at which the vertices of the runs are after the round.
  private(set) var points: Set<GridPoint> = []

  var isEmpty: Bool { changedRuns.isEmpty }

  init(
    _ boundary: OneSidedBoundary, fixed: Set<GridPoint>, _ runs: NearRuns, _ ground: GroundRows,
    _ limits: inout SnapLimits
  ) {
    self.boundary = boundary
    self.fixed = fixed
    self.ground = ground
    index = ChainIndex(boundary.paths)
    let paths = boundary.paths
    target = ContiguousArray((0..<paths.vertexCount).map(paths.point))
    isMember = ContiguousArray(repeating: false, count: paths.vertexCount)
    for part in runs.parts { isMember[part.vertex] = true }
    takeAlongEnds()

    // Lower regions first, because a vertex that moves to one of theirs moves to where that one has moved. Within a
    // region the numbers of vertices follow the order of the input, so points go before them.
    let members = isMember.indices.filter { isMember[$0] }.sorted {
      (boundary.region(ofVertex: $0), paths.point($0), $0) < (boundary.region(ofVertex: $1), paths.point($1), $1)
    }
    var isChanged = ContiguousArray<Bool>(repeating: false, count: paths.vertexCount)
    for vertex in members {
      let near = surroundings(of: vertex, reach: limits.reach)
      isChanged[vertex] = move(vertex, near, limits)
      let region = boundary.region(ofVertex: vertex)
      for line in near.lines where line.region > region || fixed.contains(paths.point(vertex)) && !line.hasFixed {
        if insert(target[vertex], into: line, limits) { isChanged[vertex] = true }
      }
      points.insert(target[vertex])
    }
    for vertex in members where target[vertex] != paths.point(vertex) {
      limits.move(boundary.region(ofVertex: vertex), from: paths.point(vertex), to: target[vertex])
    }
    for part in runs.parts where isChanged[part.vertex] { changedRuns.insert(part.run) }
    sortInsertions()
  }

  /// Makes members of all paths of a region that end in a point, if one of them is a member there, so that they stay
  /// together.
  private mutating func takeAlongEnds() {
    let paths = boundary.paths
    let ends = (0..<paths.count).filter { !paths.isClosed[$0] }
      .flatMap { [paths.start[$0], paths.start[$0 + 1] - 1] }
    struct End: Hashable {
      var region: Int32
      var point: GridPoint
    }
    func end(_ vertex: Int) -> End { End(region: boundary.region(ofVertex: vertex), point: paths.point(vertex)) }
    let moving = Set(ends.filter { isMember[$0] }.map(end))
    for vertex in ends where moving.contains(end(vertex)) { isMember[vertex] = true }
  }

  /// The segment of a region that is nearest to a vertex.
  private struct Line {
    var region: Int32
    /// The square of its distance, in cells on the ground.
    var square: Int64
    /// The first vertex of the segment.
    var first: Int
    /// The last vertex of the segment.
    var last: Int
    /// Whether the nearest point lies inside the segment, and not at its ends.
    var isInside: Bool
    /// Whether a vertex of the region that never moves is within the distance.
    var hasFixed: Bool
  }

  /// What is within the distance of a vertex, at the points of the boundary before this round.
  private struct Surroundings {
    /// The nearest segments of other regions, one per region, sorted by region. Regions that have a vertex at the same
    /// point are left out.
    var lines: [Line] = []
    /// The nearest vertex to which this one may move, and the square of its distance, in cells on the ground; `nil` if
    /// there is none.
    var vertex: (index: Int, square: Int64)?
  }

  private func surroundings(of vertex: Int, reach: Int64) -> Surroundings {
    let paths = boundary.paths
    let p = paths.point(vertex)
    let region = boundary.region(ofVertex: vertex)
    var near = Surroundings()
    let box = ground.box(GridBox(p, p), widenedBy: reach)
    func isNearerVertex(_ candidate: Int, _ square: Int64, than known: (index: Int, square: Int64)?) -> Bool {
      guard let known else { return true }
      let one = (square, boundary.region(ofVertex: candidate), paths.point(candidate))
      return one < (known.square, boundary.region(ofVertex: known.index), paths.point(known.index))
    }
    index.forEachChain(meeting: box) { chain in
      let vertices = index.vertices(ofChain: chain)
      let other = boundary.region(ofVertex: vertices.first.lowerBound)
      guard other != region, !boundary.touches(vertex, other) else { return }
      index.forEachSegment(ofChain: chain) { first, last in
        let (a, b) = (paths.point(first), paths.point(last))
        guard GridBox(a, b).intersects(box) else { return }
        let (square, nearest) = ground.squaredDistance(p, fromSegment: a, b)
        guard square <= reach * reach else { return }
        var line = Line(
          region: other, square: square, first: first, last: last, isInside: nearest == .inside, hasFixed: false)
        for end in [first, last] {
          let distance = ground.squaredDistance(p, paths.point(end))
          guard distance <= reach * reach else { continue }
          let isFixed = fixed.contains(paths.point(end)) && !boundary.touches(end, region)
          if isFixed { line.hasFixed = true }
          if isFixed || other < region, isNearerVertex(end, distance, than: near.vertex) {
            near.vertex = (end, distance)
          }
        }
        guard let known = near.lines.firstIndex(where: { $0.region == other }) else {
          near.lines.append(line)
          return
        }
        line.hasFixed = line.hasFixed || near.lines[known].hasFixed
        near.lines[known].hasFixed = line.hasFixed
        if isNearer(line, than: near.lines[known]) { near.lines[known] = line }
      }
    }
    near.lines.sort { $0.region < $1.region }
    return near
  }

  private func isNearer(_ one: Line, than other: Line) -> Bool {
    if one.square != other.square { return one.square < other.square }
    func ends(_ line: Line) -> (GridPoint, GridPoint) {
      let (a, b) = (boundary.paths.point(line.first), boundary.paths.point(line.last))
      return (min(a, b), max(a, b))
    }
    return ends(one) < ends(other)
  }

  /// Decides where a vertex moves.
  /// - Returns: whether it moves or becomes a vertex of a segment.
  private mutating func move(_ vertex: Int, _ near: Surroundings, _ limits: SnapLimits) -> Bool {
    let paths = boundary.paths
    let point = paths.point(vertex)
    let region = boundary.region(ofVertex: vertex)
    guard !fixed.contains(point) else { return false }
    func go(to goal: GridPoint) -> Bool {
      guard goal != point, limits.allows(region, from: point, to: goal) else { return false }
      target[vertex] = goal
      return true
    }
    if let other = near.vertex {
      if go(to: target[other.index]) || go(to: paths.point(other.index)) { return true }
    }
    // The nearest line of a lower region that the vertex faces.
    let faced = near.lines.filter { $0.region < region && $0.isInside }
      .min { ($0.square, $0.region) < ($1.square, $1.region) }
    if let faced {
      let foot = ground.foot(point, onSegment: paths.point(faced.first), paths.point(faced.last))
      if limits.allows(region, from: point, to: foot) {
        target[vertex] = foot
        return insert(foot, into: faced, limits) || foot != point
      }
    }
    return false
  }

  /// Gives a segment a vertex, if it may have one at a point.
  /// - Returns: whether it gets one.
  private mutating func insert(_ point: GridPoint, into line: Line, _ limits: SnapLimits) -> Bool {
    guard point != boundary.paths.point(line.first), point != boundary.paths.point(line.last),
      limits.allows(line.region, through: point)
    else { return false }
    insertions.append(Insertion(first: Int32(line.first), last: Int32(line.last), point: point))
    return true
  }

  /// Sorts the insertions by segment, along each segment as it was, and then by point, so that the order is unique.
  private mutating func sortInsertions() {
    let paths = boundary.paths
    let keyed = insertions.map { insertion in
      let (a, b) = (paths.point(Int(insertion.first)), paths.point(Int(insertion.last)))
      return (insertion, ground.projection(insertion.point, onSegment: a, b))
    }
    insertions = keyed.sorted { ($0.0.first, $0.1, $0.0.point) < ($1.0.first, $1.1, $1.0.point) }.map(\.0)
  }

  /// The arcs with vertices moved and added. Arcs that collapse to a point are left out. Lines may cross and overlap
  /// afterwards.
  /// - Precondition: the plan was made for this boundary, and the boundary for these arcs.
  func applied(to arcs: ClaimedPaths, _ boundary: OneSidedBoundary) -> ClaimedPaths {
    var result = ClaimedPaths()
    var pathOfArc = ContiguousArray<Int32>(repeating: -1, count: arcs.count)
    for (path, arc) in boundary.arc.enumerated() { pathOfArc[Int(arc)] = Int32(path) }
    var next = 0
    for arc in 0..<arcs.count {
      guard pathOfArc[arc] >= 0 else {
        result.append(arc, of: arcs)
        continue
      }
      // The paths of the boundary are in the order of their arcs, so insertions come in order.
      let path = Int(pathOfArc[arc])
      let begin = result.paths.vertexCount
      func add(_ point: GridPoint) {
        let count = result.paths.vertexCount
        if count == begin || result.paths.point(count - 1) != point { result.paths.append(point) }
      }
      for vertex in boundary.paths.start[path]..<boundary.paths.start[path + 1] {
        add(target[vertex])
        while next < insertions.count, Int(insertions[next].first) == vertex {
          add(insertions[next].point)
          next += 1
        }
      }
      let isClosed = boundary.paths.isClosed[path]
      if isClosed { result.paths.removeRepeatedEnd(from: begin) }
      guard result.paths.vertexCount > begin + 1 else {
        result.paths.removeVertices(from: begin)
        continue
      }
      result.paths.endPath(isClosed: isClosed)
      result.appendUses(of: arc, in: arcs)
    }
    return result
  }
}
