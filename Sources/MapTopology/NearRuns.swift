import MapGeometry

/// Runs of one-sided boundary that pass close by that of another region; see `NearMiss` for what counts.
struct NearRuns {
  struct Run {
    /// The regions, the lower first.
    var a: Int32
    var b: Int32
    /// The vertex farthest from the other line; of several the one at the smallest point.
    var widest: Int
    /// Its squared distance, in cells on the ground.
    var square: Int64
    /// The length of the run on the line on which it is longer, in cells on the ground.
    var length: Int64
  }

  /// Sorted by regions, then by the point of the widest vertex.
  private(set) var runs: [Run] = []
  /// Per vertex: its nearest place, where it belongs to one of the runs; and that run.
  private(set) var place: ContiguousArray<Nearness.Place?>
  private(set) var run: ContiguousArray<Int32>

  /// How many times farther than the other line a vertex must be from where the lines meet.
  private static let slenderness: Int64 = 4

  init(_ boundary: OneSidedBoundary, _ ground: GroundRows, reach: Int64, jobs: Int) {
    let nearness = Nearness(boundary, ground, reach: reach, jobs: jobs)
    let members = Members(boundary, nearness)
    let meetings = PairMeetings(boundary, nearness, members)
    place = nearness.place
    run = ContiguousArray(repeating: -1, count: place.count)

    var sets = DisjointSets(count: place.count + meetings.points.count)
    var lengths: [(vertex: Int, length: Int64)] = []
    members.forEachLink(boundary, nearness, meetings, ground, reach: reach) { one, other, length in
      sets.unite(one, other)
      if length > 0 { lengths.append((one < place.count ? one : other, length)) }
    }

    // Runs with a vertex that tells them from a wedge.
    var isMiss: [Int: Bool] = [:]
    for vertex in place.indices where members.isMember[vertex] {
      guard let place = place[vertex] else { continue }
      let root = sets.find(vertex)
      if isMiss[root] == true { continue }
      isMiss[root] =
        members.isEnclosed[vertex]
        || !meetings.hasPoint(
          near: boundary.paths.point(vertex), boundary.region(ofVertex: vertex), place.region, ground,
          square: place.square * Self.slenderness * Self.slenderness)
    }
    collect(boundary, members, isMiss, &sets, lengths)
  }

  private mutating func collect(
    _ boundary: OneSidedBoundary, _ members: Members, _ isMiss: [Int: Bool], _ sets: inout DisjointSets,
    _ lengths: [(vertex: Int, length: Int64)]
  ) {
    var runOfRoot: [Int: Int] = [:]
    var unsorted: [Run] = []
    for vertex in place.indices {
      let root = sets.find(vertex)
      guard members.isMember[vertex], let near = place[vertex], isMiss[root] == true else {
        place[vertex] = nil
        continue
      }
      let own = boundary.region(ofVertex: vertex)
      if let known = runOfRoot[root] {
        run[vertex] = Int32(known)
        let widest = unsorted[known]
        if near.square > widest.square
          || near.square == widest.square
            && (boundary.paths.point(vertex), own)
              < (boundary.paths.point(widest.widest), boundary.region(ofVertex: widest.widest))
        {
          unsorted[known].widest = vertex
          unsorted[known].square = near.square
        }
      } else {
        runOfRoot[root] = unsorted.count
        run[vertex] = Int32(unsorted.count)
        unsorted.append(
          Run(a: min(own, near.region), b: max(own, near.region), widest: vertex, square: near.square, length: 0))
      }
    }
    var along = [(a: Int64, b: Int64)](repeating: (0, 0), count: unsorted.count)
    for entry in lengths {
      let run = Int(run[entry.vertex])
      guard run >= 0 else { continue }
      if boundary.region(ofVertex: entry.vertex) == unsorted[run].a {
        along[run].a += entry.length
      } else {
        along[run].b += entry.length
      }
    }
    for index in unsorted.indices { unsorted[index].length = max(along[index].a, along[index].b) }

    func key(_ run: Run) -> (Int32, Int32, GridPoint, Int32) {
      (run.a, run.b, boundary.paths.point(run.widest), boundary.region(ofVertex: run.widest))
    }
    let order = unsorted.indices.sorted { key(unsorted[$0]) < key(unsorted[$1]) }
    var rank = [Int32](repeating: 0, count: order.count)
    for (position, index) in order.enumerated() { rank[index] = Int32(position) }
    runs = order.map { unsorted[$0] }
    for vertex in run.indices where run[vertex] >= 0 { run[vertex] = rank[Int(run[vertex])] }
  }
}

/// Which vertices may belong to a run.
private struct Members {
  /// Per vertex: it faces the line that is nearest to it, or is enclosed.
  private(set) var isMember: ContiguousArray<Bool>
  /// Per vertex: it lies on a piece between two common vertices with one other region, all of which is near that one.
  private(set) var isEnclosed: ContiguousArray<Bool>

  init(_ boundary: OneSidedBoundary, _ nearness: Nearness) {
    let paths = boundary.paths
    isMember = ContiguousArray(repeating: false, count: paths.vertexCount)
    isEnclosed = isMember
    for vertex in 0..<paths.vertexCount {
      guard let place = nearness.place[vertex] else { continue }
      if place.vertex < 0 {
        isMember[vertex] = true
      } else if let back = nearness.place[Int(place.vertex)], back.vertex >= 0 {
        isMember[vertex] = paths.point(Int(back.vertex)) == paths.point(vertex)
      }
    }
    for path in 0..<paths.count {
      let inner = paths.start[path] + 1..<max(paths.start[path] + 1, paths.start[path + 1] - 1)
      guard let first = inner.first, let other = nearness.place[first]?.region, !paths.isClosed[path],
        boundary.touches(inner.lowerBound - 1, other), boundary.touches(inner.upperBound, other),
        inner.allSatisfy({ nearness.place[$0]?.region == other })
      else { continue }
      for vertex in inner {
        isMember[vertex] = true
        isEnclosed[vertex] = true
      }
    }
  }

  /// Calls `body` with each two of vertices and meetings (counted on from the vertices) that belong to one run, and
  /// the length of line between them, or 0 where they lie on different lines.
  func forEachLink(
    _ boundary: OneSidedBoundary, _ nearness: Nearness, _ meetings: PairMeetings, _ ground: GroundRows,
    reach: Int64, _ body: (_ one: Int, _ other: Int, _ length: Int64) -> Void
  ) {
    let paths = boundary.paths
    for vertex in 0..<paths.vertexCount {
      let path = Int(boundary.pathOfVertex[vertex])
      let isLast = vertex + 1 == paths.start[path + 1]
      if !(isLast && !paths.isClosed[path]) {
        let next = isLast ? paths.start[path] : vertex + 1
        link(vertex, next, boundary, nearness, meetings, ground, body)
      }
      guard isMember[vertex], let place = nearness.place[vertex] else { continue }
      for end in [Int(place.first), Int(place.last)] {
        if isMember[end], nearness.place[end]?.region == boundary.region(ofVertex: vertex) { body(vertex, end, 0) }
      }
    }
  }

  /// The ends of a segment are one run where both face one other region, or one of them does and the other is a
  /// vertex of that region's line too.
  private func link(
    _ one: Int, _ other: Int, _ boundary: OneSidedBoundary, _ nearness: Nearness, _ meetings: PairMeetings,
    _ ground: GroundRows, _ body: (_ one: Int, _ other: Int, _ length: Int64) -> Void
  ) {
    let region = boundary.region(ofVertex: one)
    let first = isMember[one] ? nearness.place[one]?.region : nil
    let second = isMember[other] ? nearness.place[other]?.region : nil
    guard first != nil || second != nil else { return }
    let paths = boundary.paths
    func length() -> Int64 { ground.distance(paths.point(one), paths.point(other)) }
    if let first, first == second {
      body(one, other, length())
    } else if let first, let meeting = meetings.index(of: paths.point(other), region, first) {
      body(one, paths.vertexCount + meeting, length())
    } else if let second, let meeting = meetings.index(of: paths.point(one), region, second) {
      body(other, paths.vertexCount + meeting, length())
    }
  }
}

/// Where the lines of two regions that pass close by each other meet: their common vertices and crossings.
private struct PairMeetings {
  /// Sorted, each once.
  private(set) var points: [Nearness.Crossing]

  init(_ boundary: OneSidedBoundary, _ nearness: Nearness, _ members: Members) {
    var partners: [Int32: Set<Int32>] = [:]
    for vertex in nearness.place.indices where members.isMember[vertex] {
      guard let place = nearness.place[vertex] else { continue }
      let own = boundary.region(ofVertex: vertex)
      partners[min(own, place.region), default: []].insert(max(own, place.region))
    }
    points = nearness.crossings.filter { partners[$0.a]?.contains($0.b) == true }
    for point in 0..<boundary.meetings.count {
      let regions = boundary.meetings.regions(at: point)
      for a in regions {
        guard let others = partners[a] else { continue }
        // Both are short, or one of them is.
        let common =
          others.count < regions.count ? others.filter(regions.contains) : Set(regions.filter(others.contains))
        for b in common {
          points.append(Nearness.Crossing(a: a, b: b, point: boundary.meetings.points[point]))
        }
      }
    }
    points.sort()
    points = points.indices.filter { $0 == 0 || points[$0] != points[$0 - 1] }.map { points[$0] }
  }

  /// The first that is not smaller.
  private func lowerBound(_ wanted: Nearness.Crossing) -> Int {
    var low = 0
    var high = points.count
    while low < high {
      let middle = (low + high) / 2
      if points[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func index(of point: GridPoint, _ one: Int32, _ other: Int32) -> Int? {
    let wanted = Nearness.Crossing(a: min(one, other), b: max(one, other), point: point)
    let index = lowerBound(wanted)
    return index < points.count && points[index] == wanted ? index : nil
  }

  /// Whether two regions meet nearer to a point than a distance, by its square.
  func hasPoint(
    near p: GridPoint, _ one: Int32, _ other: Int32, _ ground: GroundRows, square: Int64
  ) -> Bool {
    let distance = Int64(Double(square).squareRoot()) + 1
    let box = ground.box(GridBox(p, p), widenedBy: distance)
    let (a, b) = (min(one, other), max(one, other))
    var index = lowerBound(Nearness.Crossing(a: a, b: b, point: GridPoint(x: box.minX, y: .min)))
    while index < points.count, points[index].a == a, points[index].b == b, points[index].point.x <= box.maxX {
      if ground.squaredDistance(p, points[index].point) < square { return true }
      index += 1
    }
    return false
  }
}
