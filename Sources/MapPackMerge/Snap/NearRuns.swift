import MapPackGeometry

/// Runs of one-sided boundary that pass close by the boundary of another region; see `NearMiss` for what counts.
///
/// They are made of the approaches that `Nearness` finds. A vertex may belong to runs with several regions. `Snapping`
/// moves the vertices of the runs, and `nearMisses` lists the runs.
struct NearRuns {
  /// A run on the lines of two regions.
  struct Run {
    /// The lower of the two regions.
    var a: Int32
    /// The higher of the two regions.
    var b: Int32
    /// The vertex farthest from the other line; of several, the one at the smallest point.
    var widest: Int
    /// The square of its distance from the other line, in cells on the ground.
    var square: Int64
    /// The length of the run on the line on which it is longer, in cells on the ground.
    var length: Int64
  }

  /// Sorted by regions, then by the point of the widest vertex.
  private(set) var runs: [Run] = []
  /// The vertices that belong to runs, each with the index of its run.
  private(set) var parts: [(vertex: Int, run: Int)] = []

  /// How many times farther than from the other line a vertex must be from the points at which the lines meet. A run
  /// also counts if it is at least twice that many times as long as wide.
  private static let slenderness: Int64 = 4

  /// - Parameters:
  ///   - reach: the distance, in cells on the ground.
  ///   - points: points at which every vertex counts that is near another line: those to which earlier rounds of
  ///     snapping moved vertices.
  /// - Complexity: O(n log n) for n vertices if each has few others within the distance.
  init(
    _ boundary: OneSidedBoundary, _ ground: GroundRows, reach: Int64, jobs: Int, also points: Set<GridPoint> = []
  ) {
    let nearness = Nearness(boundary, ground, reach: reach, jobs: jobs)
    let members = RunMembers(boundary, nearness)
    let meetings = PairMeetings(boundary, nearness, members)
    let count = nearness.approaches.count

    // At first, pieces end at meetings, because on each side of a meeting it is judged separately whether lines miss
    // each other.
    var sets = DisjointSets(count: count + meetings.points.count)
    var lengths: [(approach: Int, length: Int64)] = []
    var links: [(approach: Int, meeting: Int)] = []
    members.forEachLink(boundary, nearness, meetings, ground) { approach, other, length in
      if other < count { sets.unite(approach, other) } else { links.append((approach, other)) }
      if length > 0 { lengths.append((approach, length)) }
    }
    var isMiss = longPieces(boundary, nearness, members, lengths, &sets)
    for (index, approach) in nearness.approaches.enumerated() where members.isMember[index] {
      let root = sets.find(index)
      if isMiss[root] { continue }
      let vertex = Int(approach.vertex)
      isMiss[root] = !meetings.hasPoint(
        near: boundary.paths.point(vertex), boundary.region(ofVertex: vertex), approach.region, ground,
        square: approach.square * Self.slenderness * Self.slenderness)
    }
    let wedges = Wedges(boundary, members, nearness, meetings, links, isMiss, ground, &sets)
    for root in wedges.roots { isMiss[root] = false }
    for approach in 0..<count where members.isEnclosed[approach] { isMiss[sets.find(approach)] = true }

    let isPart = nearness.approaches.enumerated().map { index, approach in
      members.isMember[index] && isMiss[sets.find(index)]
        || points.contains(boundary.paths.point(Int(approach.vertex)))
    }
    for link in links where isPart[link.approach] { sets.unite(link.approach, link.meeting) }
    collect(boundary, nearness, isPart, &sets, lengths)
    fillCorners(boundary, nearness)
  }

  /// Per root of a piece in `sets`: whether the piece is so long for its width that its lines form no noticeable angle.
  private func longPieces(
    _ boundary: OneSidedBoundary, _ nearness: Nearness, _ members: RunMembers,
    _ lengths: [(approach: Int, length: Int64)],
    _ sets: inout DisjointSets
  ) -> ContiguousArray<Bool> {
    var width = ContiguousArray<Int64>(repeating: 0, count: nearness.approaches.count)
    var lower = width
    var higher = width
    for (index, approach) in nearness.approaches.enumerated() where members.isMember[index] {
      let root = sets.find(index)
      width[root] = max(width[root], approach.square)
    }
    for entry in lengths {
      let root = sets.find(entry.approach)
      let approach = nearness.approaches[entry.approach]
      if boundary.region(ofVertex: Int(approach.vertex)) < approach.region {
        lower[root] += entry.length
      } else {
        higher[root] += entry.length
      }
    }
    return ContiguousArray(
      width.indices.map { root in
        let length = max(lower[root], higher[root])
        return length > 0
          && Double(length) >= Double(2 * Self.slenderness) * Double(max(1, width[root])).squareRoot()
      })
  }

  /// Makes runs of the approaches that are parts, sorts them, and lists their vertices.
  private mutating func collect(
    _ boundary: OneSidedBoundary, _ nearness: Nearness, _ isPart: [Bool], _ sets: inout DisjointSets,
    _ lengths: [(approach: Int, length: Int64)]
  ) {
    let paths = boundary.paths
    var runOfRoot: [Int: Int] = [:]
    var unsorted: [Run] = []
    for (index, approach) in nearness.approaches.enumerated() where isPart[index] {
      let vertex = Int(approach.vertex)
      let own = boundary.region(ofVertex: vertex)
      let root = sets.find(index)
      guard let known = runOfRoot[root] else {
        runOfRoot[root] = unsorted.count
        parts.append((vertex, unsorted.count))
        unsorted.append(
          Run(
            a: min(own, approach.region), b: max(own, approach.region), widest: vertex, square: approach.square,
            length: 0))
        continue
      }
      parts.append((vertex, known))
      let widest = unsorted[known]
      let isWider =
        approach.square > widest.square
        || approach.square == widest.square
          && (paths.point(vertex), own) < (paths.point(widest.widest), boundary.region(ofVertex: widest.widest))
      if isWider {
        unsorted[known].widest = vertex
        unsorted[known].square = approach.square
      }
    }
    var along = [(a: Int64, b: Int64)](repeating: (0, 0), count: unsorted.count)
    for entry in lengths where isPart[entry.approach] {
      guard let run = runOfRoot[sets.find(entry.approach)] else { continue }
      if boundary.region(ofVertex: Int(nearness.approaches[entry.approach].vertex)) == unsorted[run].a {
        along[run].a += entry.length
      } else {
        along[run].b += entry.length
      }
    }
    for index in unsorted.indices { unsorted[index].length = max(along[index].a, along[index].b) }

    func key(_ run: Run) -> (Int32, Int32, GridPoint, Int32) {
      (run.a, run.b, paths.point(run.widest), boundary.region(ofVertex: run.widest))
    }
    let order = unsorted.indices.sorted { key(unsorted[$0]) < key(unsorted[$1]) }
    var rank = [Int](repeating: 0, count: order.count)
    for (position, index) in order.enumerated() { rank[index] = position }
    runs = order.map { unsorted[$0] }
    for index in parts.indices { parts[index].run = rank[parts[index].run] }
  }

  /// Adds the vertices between parts of different runs to one of the runs, if they are near some region all the way.
  ///
  /// The vertex in which the borders with two neighbors meet may face neither of them. Paths of one region that end in
  /// the same point count as one line.
  private mutating func fillCorners(_ boundary: OneSidedBoundary, _ nearness: Nearness) {
    struct End: Hashable {
      var region: Int32
      var point: GridPoint
    }
    let paths = boundary.paths
    var run = ContiguousArray<Int>(repeating: -1, count: paths.vertexCount)
    for part in parts { run[part.vertex] = part.run }
    func isNear(_ vertex: Int) -> Bool { nearness.start[vertex] < nearness.start[vertex + 1] }
    // Per end of paths: the vertices between it and the nearest part of a run, and that run.
    var tails: [End: [(vertices: [Int], run: Int)]] = [:]
    for path in 0..<paths.count {
      let begin = paths.start[path]
      let end = paths.start[path + 1]
      let inRun = (begin..<end).filter { run[$0] >= 0 }
      guard let first = inRun.first, let last = inRun.last else { continue }
      for (one, next) in zip(inRun, inRun.dropFirst()) where (one + 1..<next).allSatisfy(isNear) {
        for between in one + 1..<next { parts.append((between, run[one])) }
      }
      let head = Array(begin..<first)
      let tail = Array(last + 1..<end)
      if paths.isClosed[path] {
        if (tail + head).allSatisfy(isNear) { for between in tail + head { parts.append((between, run[last])) } }
      } else {
        for (vertices, end, run) in [(head, begin, run[first]), (tail, end - 1, run[last])]
        where vertices.allSatisfy(isNear) {
          let key = End(region: boundary.region[path], point: paths.point(end))
          tails[key, default: []].append((vertices, run))
        }
      }
    }
    for (_, meeting) in tails where meeting.count > 1 {
      for tail in meeting { for vertex in tail.vertices { parts.append((vertex, tail.run)) } }
    }
  }
}
