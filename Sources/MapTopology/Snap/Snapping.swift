import MapArrangement
import MapGeometry

/// For whom claims are made.
struct ClaimOwners {
  /// Per claim: its region, and its feature.
  var region: ContiguousArray<Int32>
  var feature: ContiguousArray<Int32>
}

/// Claimed paths whose near misses were joined.
struct Snapping {
  /// The paths; those that were given where nothing was to be joined.
  private(set) var paths: ClaimedPaths
  /// The runs that were joined, as they were before; sorted.
  private(set) var joined: [NearMiss] = []
  /// The rings of which the paths were made; `nil` where they are as they were given.
  private(set) var sided: SidedRings?

  /// How often what is left is looked at again. Borders that are drawn twice take two rounds, places where several
  /// regions miss each other three or four.
  private static let rounds = 8

  init(unchanged paths: ClaimedPaths) { self.paths = paths }

  /// Joins boundary that has a region on one side alone to such boundary of other regions: the runs that are near
  /// misses (`NearMiss`) within a distance become common lines. Before that, regions are joined to themselves at ±180°
  /// (`AntimeridianSnapping`); what runs along an edge of the plane is no boundary to join to.
  ///
  /// Each vertex of a run goes
  /// - to the nearest vertex of a lower region's run within the distance, to where that one goes itself; where there is
  ///   none,
  /// - onto the nearest segment of a lower region, of which the place becomes a vertex too.
  /// A vertex of the lowest region stays, and becomes a vertex of the nearest segments of higher regions.
  /// A vertex in which other boundary ends (borders, boundary of several regions) never moves, so shared borders
  /// stay; lines and vertices near it go to it, whichever region is lower, and of two such the higher region's line goes
  /// through the lower's.
  /// This is done again with what is then left, until nothing is or `rounds` are over. No vertex, and no place that a
  /// line is led through, is farther from where it was on its region's boundary than the distance, rounded up to a
  /// cell, and one cell more for rounding. Which of two regions is lower is all that matters: neither the order of
  /// the paths nor where they start.
  ///
  /// The lines may cross and overlap afterwards. A ring that crosses itself is resolved before (`SidedRings`): the
  /// direction in which a ring was drawn changes nothing.
  /// - Parameter reach: the distance, in cells on the ground.
  /// - Complexity: O(n) a round for n vertices, and O(m log m) for the m of them that lie on one-sided boundary.
  init(
    _ rings: SidedRings, _ owners: ClaimOwners, _ ground: GroundRows, _ seams: SeamLines, reach: Int64, jobs: Int
  ) {
    sided = rings
    let atAntimeridian = AntimeridianSnapping(rings.paths, owners, ground, seams, reach: reach, jobs: jobs)
    paths = atAntimeridian.paths
    joined = atAntimeridian.joined
    var limits: SnapLimits?
    var places: Set<GridPoint> = []
    for _ in 0..<Self.rounds {
      let arcs = cutIntoArcs(paths, seams: seams, jobs: jobs)
      let boundary = OneSidedBoundary(arcs, regionOfClaim: owners.region, seams: seams)
      let runs = NearRuns(boundary, ground, reach: reach, jobs: jobs, also: places)
      guard !runs.runs.isEmpty else { break }
      var known = limits ?? SnapLimits(boundary, ground, reach: reach)
      let plan = SnapPlan(boundary, fixed: fixedPoints(arcs, boundary), runs, ground, &known)
      guard !plan.isEmpty else { break }
      // What later rounds find between the same regions is what earlier ones have left of a run.
      let reported = Set(joined.map { [$0.a, $0.b] })
      joined += runs.runs.indices.filter { plan.changedRuns.contains($0) }
        .map { runs.miss($0, boundary, ground, owners) }.filter { !reported.contains([$0.a, $0.b]) }
      paths = plan.applied(to: arcs, boundary)
      limits = known
      places.formUnion(plan.places)
    }
    joined.sort { ($0.a, $0.b, $0.place, $0.region) < ($1.a, $1.b, $1.place, $1.region) }
  }
}

/// Where one-sided boundary ends in other boundary.
private func fixedPoints(_ arcs: ClaimedPaths, _ boundary: OneSidedBoundary) -> Set<GridPoint> {
  var fixed = Set(boundary.meetings.points)
  var isOneSided = ContiguousArray<Bool>(repeating: false, count: arcs.count)
  for arc in boundary.arc { isOneSided[Int(arc)] = true }
  for arc in 0..<arcs.count where !isOneSided[arc] {
    let vertices = arcs.paths.start[arc]..<arcs.paths.start[arc + 1]
    if arcs.paths.isClosed[arc] {
      // A closed arc has no end, but may touch another in the vertex at which it starts.
      fixed.insert(arcs.paths.point(vertices.lowerBound))
    } else {
      fixed.insert(arcs.paths.point(vertices.lowerBound))
      fixed.insert(arcs.paths.point(vertices.upperBound - 1))
    }
  }
  return fixed
}

/// What was where before the first round, so that nothing goes farther in several rounds than in one.
private struct SnapLimits {
  private struct Key: Hashable {
    var region: Int32
    var point: GridPoint
  }

  let reach: Int64
  private let ground: GroundRows
  private let original: ChainIndex
  private let regionOfVertex: ContiguousArray<Int32>
  /// Where vertices that have moved were.
  private var origins: [Key: Set<GridPoint>] = [:]

  init(_ boundary: OneSidedBoundary, _ ground: GroundRows, reach: Int64) {
    self.reach = reach
    self.ground = ground
    original = ChainIndex(boundary.paths)
    regionOfVertex = ContiguousArray(boundary.pathOfVertex.map { boundary.region[Int($0)] })
  }

  /// Whether a region's vertex may go from one place to another.
  func allows(_ region: Int32, from: GridPoint, to: GridPoint) -> Bool {
    (origins[Key(region: region, point: from)] ?? [from]).allSatisfy {
      ground.squaredDistance($0, to) <= (reach + 1) * (reach + 1)
    }
  }

  /// Whether a region's line may be led through a place: its original line is near.
  func allows(_ region: Int32, through place: GridPoint) -> Bool {
    let box = ground.box(GridBox(place, place), widenedBy: reach + 1)
    var isNear = false
    original.forEachChain(meeting: box) { chain in
      guard !isNear, regionOfVertex[original.vertices(ofChain: chain).first.lowerBound] == region else { return }
      original.forEachSegment(ofChain: chain) { first, last in
        let (square, _) = ground.squaredDistance(
          place, fromSegment: original.paths.point(first), original.paths.point(last))
        isNear = isNear || square <= (reach + 1) * (reach + 1)
      }
    }
    return isNear
  }

  mutating func move(_ region: Int32, from: GridPoint, to: GridPoint) {
    let before = origins[Key(region: region, point: from)] ?? [from]
    origins[Key(region: region, point: to), default: []].formUnion(before)
  }
}

/// What one round of snapping does.
private struct SnapPlan {
  private struct Insertion {
    /// The segment, by its vertices.
    var first: Int32
    var last: Int32
    var point: GridPoint
  }

  private let boundary: OneSidedBoundary
  private let index: ChainIndex
  private let ground: GroundRows
  private let fixed: Set<GridPoint>
  /// Per vertex: whether it belongs to a run.
  private var isMember: ContiguousArray<Bool>
  /// Per vertex of the boundary: where it goes.
  private var target: ContiguousArray<GridPoint>
  /// Vertices that segments get, by segment and in the order along it.
  private var insertions: [Insertion] = []
  /// The runs of which something changes.
  private(set) var changedRuns: Set<Int> = []
  /// Where the vertices of the runs are now.
  private(set) var places: Set<GridPoint> = []

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

    // Lower regions first: what goes to one of their vertices goes where that one goes.
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
      places.insert(target[vertex])
    }
    for vertex in members where target[vertex] != paths.point(vertex) {
      limits.move(boundary.region(ofVertex: vertex), from: paths.point(vertex), to: target[vertex])
    }
    for part in runs.parts where isChanged[part.vertex] { changedRuns.insert(part.run) }
    sortInsertions()
  }

  /// Where paths of one region end in a point, all of them belong to a run or none, so that they stay together.
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

  /// The nearest segment of a region.
  private struct Line {
    var region: Int32
    var square: Int64
    var first: Int
    var last: Int
    var place: GroundRows.NearestPoint
    /// Whether a vertex of the region that never moves is within the distance.
    var hasFixed: Bool
  }

  private struct Surroundings {
    /// Of each other region that has no vertex at the place, within the distance; by region.
    var lines: [Line] = []
    /// The nearest vertex within the distance to which this one may go, if any, and how far it is.
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
        let (square, place) = ground.squaredDistance(p, fromSegment: a, b)
        guard square <= reach * reach else { return }
        var line = Line(region: other, square: square, first: first, last: last, place: place, hasFixed: false)
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

  /// Whether a vertex moves.
  private mutating func move(_ vertex: Int, _ near: Surroundings, _ limits: SnapLimits) -> Bool {
    let paths = boundary.paths
    let point = paths.point(vertex)
    let region = boundary.region(ofVertex: vertex)
    guard !fixed.contains(point) else { return false }
    func go(to place: GridPoint) -> Bool {
      guard place != point, limits.allows(region, from: point, to: place) else { return false }
      target[vertex] = place
      return true
    }
    if let other = near.vertex {
      if go(to: target[other.index]) || go(to: paths.point(other.index)) { return true }
    }
    // The nearest line of a lower region that the vertex faces.
    let faced = near.lines.filter { $0.region < region && $0.place == .inside }
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

  /// Whether a segment gets a vertex.
  private mutating func insert(_ point: GridPoint, into line: Line, _ limits: SnapLimits) -> Bool {
    guard point != boundary.paths.point(line.first), point != boundary.paths.point(line.last),
      limits.allows(line.region, through: point)
    else { return false }
    insertions.append(Insertion(first: Int32(line.first), last: Int32(line.last), point: point))
    return true
  }

  /// By segment, and along it as it was; the keys of the points make the order one.
  private mutating func sortInsertions() {
    let paths = boundary.paths
    let keyed = insertions.map { insertion in
      let (a, b) = (paths.point(Int(insertion.first)), paths.point(Int(insertion.last)))
      return (insertion, ground.projection(insertion.point, onSegment: a, b))
    }
    insertions = keyed.sorted { ($0.0.first, $0.1, $0.0.point) < ($1.0.first, $1.1, $1.0.point) }.map(\.0)
  }

  /// The arcs with their vertices moved and added; what collapses to a point is left out.
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
      // Paths of the boundary follow each other as their arcs do, so insertions come in order.
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
