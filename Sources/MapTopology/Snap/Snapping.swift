import MapArrangement
import MapGeometry

/// The region and the feature for which each claim is made.
struct ClaimOwners {
  /// Per claim: its region; negative if it does not count.
  var region: ContiguousArray<Int32>
  /// Per claim: its feature.
  var feature: ContiguousArray<Int32>
}

/// Claimed paths with their near misses joined.
struct Snapping {
  /// The paths after joining.
  private(set) var paths: ClaimedPaths
  /// The runs that were joined, as they were before; sorted by regions, then by point.
  private(set) var joined: [NearMiss] = []
  /// The rings from which the paths were made; `nil` if the paths are unchanged.
  private(set) var sided: SidedRings?

  /// The largest number of rounds. Borders that are drawn twice take two, and points near which several regions miss
  /// each other take three or four.
  private static let rounds = 8

  /// Keeps paths unchanged, with nothing joined.
  init(unchanged paths: ClaimedPaths) { self.paths = paths }

  /// Joins the one-sided boundaries of different regions: their runs that are near misses (`NearMiss`) within a
  /// distance become common lines.
  ///
  /// Before that, regions are joined to themselves at ±180° (`AntimeridianSnapping`). Lines along an edge of the plane
  /// are not joined to anything.
  ///
  /// Each vertex of a run moves
  /// - to the nearest vertex of a lower region within the distance, or rather to the point to which that one moves; or
  /// - if there is none, onto the nearest segment of a lower region, which gets a vertex there.
  ///
  /// A vertex of the lowest region stays, and the nearest segments of higher regions get a vertex there.
  ///
  /// A vertex in which other boundary ends (a border, or boundary of several regions) is fixed: it never moves, so
  /// shared borders stay. Lines and vertices near it move to it, whichever region is lower. If two lines have fixed
  /// vertices near each other, the higher region's line is led through the lower region's vertex.
  ///
  /// This is repeated with what is left, until nothing is left or `rounds` are over. No vertex ends up farther from its
  /// original points than the distance, rounded up to a cell, plus one cell for rounding. The same holds for the
  /// distance of an added vertex from its region's original line. The result depends on which of two regions is lower,
  /// but not on the order of the paths or on where they start.
  ///
  /// Afterwards, lines may cross and overlap. Rings that cross themselves were resolved before (`SidedRings`), so the
  /// direction in which a ring was drawn makes no difference.
  /// - Parameters:
  ///   - rings: the rings from which the paths are made.
  ///   - owners: the region and the feature of each claim.
  ///   - reach: the distance, in cells on the ground.
  /// - Complexity: O(n + m log m) a round, for n vertices of which m lie on one-sided boundary.
  init(
    _ rings: SidedRings, _ owners: ClaimOwners, _ ground: GroundRows, _ seams: SeamLines, reach: Int64, jobs: Int
  ) {
    sided = rings
    let atAntimeridian = AntimeridianSnapping(rings.paths, owners, ground, seams, reach: reach, jobs: jobs)
    paths = atAntimeridian.paths
    joined = atAntimeridian.joined
    var limits: SnapLimits?
    var points: Set<GridPoint> = []
    for _ in 0..<Self.rounds {
      let arcs = cutIntoArcs(paths, seams: seams, jobs: jobs)
      let boundary = OneSidedBoundary(arcs, regionOfClaim: owners.region, seams: seams)
      let runs = NearRuns(boundary, ground, reach: reach, jobs: jobs, also: points)
      guard !runs.runs.isEmpty else { break }
      var known = limits ?? SnapLimits(boundary, ground, reach: reach)
      let plan = SnapPlan(boundary, fixed: fixedPoints(arcs, boundary), runs, ground, &known)
      guard !plan.isEmpty else { break }
      // What a later round finds between the same regions is left over from a run that was reported before.
      let reported = Set(joined.map { [$0.a, $0.b] })
      joined += runs.runs.indices.filter { plan.changedRuns.contains($0) }
        .map { runs.miss($0, boundary, ground, owners) }.filter { !reported.contains([$0.a, $0.b]) }
      paths = plan.applied(to: arcs, boundary)
      limits = known
      points.formUnion(plan.points)
    }
    joined.sort { ($0.a, $0.b, $0.point, $0.region) < ($1.a, $1.b, $1.point, $1.region) }
  }
}

/// The points in which one-sided boundary ends in other boundary; their vertices never move.
private func fixedPoints(_ arcs: ClaimedPaths, _ boundary: OneSidedBoundary) -> Set<GridPoint> {
  var fixed = Set(boundary.commonEnds.points)
  var isOneSided = ContiguousArray<Bool>(repeating: false, count: arcs.count)
  for arc in boundary.arc { isOneSided[Int(arc)] = true }
  for arc in 0..<arcs.count where !isOneSided[arc] {
    let vertices = arcs.paths.start[arc]..<arcs.paths.start[arc + 1]
    if arcs.paths.isClosed[arc] {
      // A closed arc has no ends, but it may touch another arc in its first vertex.
      fixed.insert(arcs.paths.point(vertices.lowerBound))
    } else {
      fixed.insert(arcs.paths.point(vertices.lowerBound))
      fixed.insert(arcs.paths.point(vertices.upperBound - 1))
    }
  }
  return fixed
}

/// The vertices and lines before the first round, so that nothing moves farther in several rounds than in one.
private struct SnapLimits {
  private struct Key: Hashable {
    var region: Int32
    var point: GridPoint
  }

  /// The distance, in cells on the ground.
  let reach: Int64
  private let ground: GroundRows
  /// The lines before the first round.
  private let original: ChainIndex
  /// Per vertex of the original lines: its region.
  private let regionOfVertex: ContiguousArray<Int32>
  /// Per vertex that has moved: the points at which it was before the first round.
  private var origins: [Key: Set<GridPoint>] = [:]

  init(_ boundary: OneSidedBoundary, _ ground: GroundRows, reach: Int64) {
    self.reach = reach
    self.ground = ground
    original = ChainIndex(boundary.paths)
    regionOfVertex = ContiguousArray(boundary.pathOfVertex.map { boundary.region[Int($0)] })
  }

  /// Whether a region's vertex may move from one point to another.
  func allows(_ region: Int32, from: GridPoint, to: GridPoint) -> Bool {
    (origins[Key(region: region, point: from)] ?? [from]).allSatisfy {
      ground.squaredDistance($0, to) <= (reach + 1) * (reach + 1)
    }
  }

  /// Whether a region's line may be led through a point, because its original line is near.
  func allows(_ region: Int32, through point: GridPoint) -> Bool {
    let box = ground.box(GridBox(point, point), widenedBy: reach + 1)
    var isNear = false
    original.forEachChain(meeting: box) { chain in
      guard !isNear, regionOfVertex[original.vertices(ofChain: chain).first.lowerBound] == region else { return }
      original.forEachSegment(ofChain: chain) { first, last in
        let (square, _) = ground.squaredDistance(
          point, fromSegment: original.paths.point(first), original.paths.point(last))
        isNear = isNear || square <= (reach + 1) * (reach + 1)
      }
    }
    return isNear
  }

  /// Notes that a region's vertex has moved.
  mutating func move(_ region: Int32, from: GridPoint, to: GridPoint) {
    let before = origins[Key(region: region, point: from)] ?? [from]
    origins[Key(region: region, point: to), default: []].formUnion(before)
  }
}

/// The moves and the new vertices of one round of snapping.
private struct SnapPlan {
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

    // Lower regions first, because a vertex that moves to one of theirs moves to where that one has moved.
    let members = isMember.indices.filter { isMember[$0] }.sorted {
      (boundary.region(ofVertex: $0), $0) < (boundary.region(ofVertex: $1), $1)
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

  /// What is within the distance of a vertex.
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

  /// The arcs with vertices moved and added. Arcs that collapse to a point are left out.
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
      while isClosed, result.paths.vertexCount > begin + 1,
        result.paths.point(result.paths.vertexCount - 1) == result.paths.point(begin)
      {
        result.paths.x.removeLast()
        result.paths.y.removeLast()
      }
      guard result.paths.vertexCount > begin + 1 else {
        result.paths.x.removeSubrange(begin...)
        result.paths.y.removeSubrange(begin...)
        continue
      }
      result.paths.endPath(isClosed: isClosed)
      result.appendUses(of: arc, in: arcs)
    }
    return result
  }
}
