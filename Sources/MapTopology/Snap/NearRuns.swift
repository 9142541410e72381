import MapArrangement
import MapGeometry

/// Runs of one-sided boundary that pass close by the boundary of another region; see `NearMiss` for what counts.
///
/// They are made of the approaches that `Nearness` finds. A vertex may belong to runs with several regions.
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

  /// How many times farther than from the other line a vertex must be from the points at which the lines meet.
  private static let slenderness: Int64 = 4

  /// - Parameters:
  ///   - reach: the distance, in cells on the ground.
  ///   - points: points at which every vertex counts that is near another line.
  /// - Complexity: O(n log n) for n vertices if each has few others within the distance.
  init(
    _ boundary: OneSidedBoundary, _ ground: GroundRows, reach: Int64, jobs: Int, also points: Set<GridPoint> = []
  ) {
    let nearness = Nearness(boundary, ground, reach: reach, jobs: jobs)
    let members = Members(boundary, nearness)
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
    _ boundary: OneSidedBoundary, _ nearness: Nearness, _ members: Members, _ lengths: [(approach: Int, length: Int64)],
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

/// The approaches that may belong to a run.
private struct Members {
  /// Per approach: whether the vertex faces the line, or lies between vertices that do.
  private(set) var isMember: ContiguousArray<Bool>
  /// Per approach: whether the vertex lies on one of the two sides of a sliver.
  private(set) var isEnclosed: ContiguousArray<Bool>

  init(_ boundary: OneSidedBoundary, _ nearness: Nearness) {
    let paths = boundary.paths
    isMember = ContiguousArray(repeating: false, count: nearness.approaches.count)
    isEnclosed = isMember
    for (index, approach) in nearness.approaches.enumerated() {
      if approach.nearestVertex < 0 {
        isMember[index] = true
      } else if let back = nearness.approach(
        of: Int(approach.nearestVertex), to: boundary.region(ofVertex: Int(approach.vertex)))
      {
        let nearest = nearness.approaches[back]
        let ends = nearest.nearestVertex < 0 ? [nearest.first, nearest.last] : [nearest.nearestVertex]
        isMember[index] = ends.contains { paths.point(Int($0)) == paths.point(Int(approach.vertex)) }
      }
    }
    let lenses = Lenses(boundary)
    for path in 0..<paths.count { fillStretches(of: path, lenses, boundary, nearness) }
  }

  /// Makes members of the vertices between vertices that face a region or meet it, if they are near that region all the
  /// way, whether they face it or not.
  private mutating func fillStretches(
    of path: Int, _ lenses: Lenses, _ boundary: OneSidedBoundary, _ nearness: Nearness
  ) {
    let paths = boundary.paths
    let vertices = paths.start[path]..<paths.start[path + 1]
    let isClosed = paths.isClosed[path]
    func next(_ vertex: Int) -> Int? {
      vertex + 1 < vertices.upperBound ? vertex + 1 : isClosed ? vertices.lowerBound : nil
    }
    for first in vertices {
      let previous = first > vertices.lowerBound ? first - 1 : isClosed ? vertices.upperBound - 1 : nil
      for approach in nearness.start[first]..<nearness.start[first + 1] {
        let region = nearness.approaches[approach].region
        if let previous, nearness.approach(of: previous, to: region) != nil { continue }
        var stretch: [Int] = []
        var vertex: Int? = first
        while let here = vertex, let approach = nearness.approach(of: here, to: region) {
          stretch.append(approach)
          vertex = next(here)
        }
        let meetsBefore = previous.map { boundary.touches($0, region) } ?? false
        let meetsAfter = vertex.map { boundary.touches($0, region) } ?? false
        if meetsBefore, meetsAfter, lenses.contains(path, and: region, boundary, nearness) {
          for approach in stretch {
            isMember[approach] = true
            isEnclosed[approach] = true
          }
        } else if stretch.contains(where: { isMember[$0] }) {
          fill(stretch[...], meetsBefore: meetsBefore, meetsAfter: meetsAfter)
        }
      }
    }
    guard isClosed else { return }
    for approach in nearness.start[vertices.lowerBound]..<nearness.start[vertices.lowerBound + 1] {
      let round = vertices.compactMap { nearness.approach(of: $0, to: nearness.approaches[approach].region) }
      guard round.count == vertices.count, round.contains(where: { isMember[$0] }) else { continue }
      for approach in round { isMember[approach] = true }
    }
  }

  private mutating func fill(_ stretch: ArraySlice<Int>, meetsBefore: Bool, meetsAfter: Bool) {
    var stretch = stretch
    if !meetsBefore { stretch = stretch.drop { !isMember[$0] } }
    if !meetsAfter { stretch = stretch[..<(stretch.lastIndex { isMember[$0] }.map { $0 + 1 } ?? stretch.startIndex)] }
    for approach in stretch { isMember[approach] = true }
  }

  /// Calls `body` with each two approaches that belong to one run, and with each approach and a meeting beside it.
  ///
  /// Meetings are numbered after the approaches. The length is that of the line between the two, in cells on the
  /// ground; 0 if they lie on different lines.
  func forEachLink(
    _ boundary: OneSidedBoundary, _ nearness: Nearness, _ meetings: PairMeetings, _ ground: GroundRows,
    _ body: (_ approach: Int, _ other: Int, _ length: Int64) -> Void
  ) {
    let paths = boundary.paths
    for (index, approach) in nearness.approaches.enumerated() where isMember[index] {
      let vertex = Int(approach.vertex)
      let region = boundary.region(ofVertex: vertex)
      let path = Int(boundary.pathOfVertex[vertex])
      let (begin, end) = (paths.start[path], paths.start[path + 1])
      let isClosed = paths.isClosed[path]
      let before = vertex > begin ? vertex - 1 : isClosed ? end - 1 : nil
      let after = vertex + 1 < end ? vertex + 1 : isClosed ? begin : nil
      for (other, isNext) in [(before, false), (after, true)] {
        guard let other else { continue }
        let length = ground.distance(paths.point(vertex), paths.point(other))
        if let there = nearness.approach(of: other, to: approach.region) {
          // Only with the next one, so that consecutive vertices are linked once.
          if isNext, isMember[there] { body(index, there, length) }
        } else if let meeting = meetings.index(of: paths.point(other), region, approach.region) {
          body(index, nearness.approaches.count + meeting, length)
        }
      }
      for end in [Int(approach.first), Int(approach.last)] {
        if let there = nearness.approach(of: end, to: region), isMember[there] { body(index, there, 0) }
      }
    }
  }
}

/// Paths by their two ends. If two regions have paths between the same ends, the paths enclose a face.
private struct Lenses {
  private struct Key: Hashable {
    var region: Int32
    var low: GridPoint
    var high: GridPoint
  }

  private var pathsByEnds: [Key: [Int]] = [:]

  init(_ boundary: OneSidedBoundary) {
    for path in boundary.region.indices where !boundary.paths.isClosed[path] {
      pathsByEnds[Self.key(path, boundary.region[path], boundary), default: []].append(path)
    }
  }

  private static func key(_ path: Int, _ region: Int32, _ boundary: OneSidedBoundary) -> Key {
    let first = boundary.paths.point(boundary.paths.start[path])
    let last = boundary.paths.point(boundary.paths.start[path + 1] - 1)
    return Key(region: region, low: min(first, last), high: max(first, last))
  }

  /// Whether a region has a path between the ends of another region's path, and is near that path all the way.
  func contains(_ path: Int, and region: Int32, _ boundary: OneSidedBoundary, _ nearness: Nearness) -> Bool {
    let others = pathsByEnds[Self.key(path, region, boundary)] ?? []
    return others.contains { other in
      (boundary.paths.start[other] + 1..<boundary.paths.start[other + 1] - 1).allSatisfy {
        nearness.approach(of: $0, to: boundary.region[path]) != nil
      }
    }
  }
}

/// Pieces of runs that begin at a point where two lines meet, and widen until the lines are no longer near.
private struct Wedges {
  /// What is known of one of the two lines. All values are squares of lengths in cells on the ground.
  private struct Line {
    /// The distance of the tip from the meeting.
    var square: Int64 = -1
    /// The vertex that is farthest from the meeting; −1 if the line has none.
    var tip = -1
    /// The distance of the tip from the other line.
    var tipWidth: Int64 = 0
    /// The largest distance of a vertex from the other line.
    var width: Int64 = 0
  }

  private struct Piece {
    /// The meeting at which it begins; −1 if it has several.
    var meeting: Int
    /// The line of the lower region.
    var lower = Line()
    /// The line of the higher region.
    var higher = Line()
  }

  /// The roots of the pieces that are wedges.
  private(set) var roots: [Int] = []

  /// Finds the wedges.
  ///
  /// A piece is a wedge if it has one meeting, and on either line the vertex farthest from the meeting is the widest,
  /// and the line leads on from there away from the meeting. A border that was drawn twice and ends at a coast is none:
  /// it may be widest anywhere, and the coasts turn away from it.
  init(
    _ boundary: OneSidedBoundary, _ members: Members, _ nearness: Nearness, _ meetings: PairMeetings,
    _ links: [(approach: Int, meeting: Int)], _ isMiss: ContiguousArray<Bool>, _ ground: GroundRows,
    _ sets: inout DisjointSets
  ) {
    var pieces: [Int: Piece] = [:]
    for link in links {
      let root = sets.find(link.approach)
      guard isMiss[root] else { continue }
      let meeting = link.meeting - nearness.approaches.count
      if let known = pieces[root]?.meeting {
        if known != meeting { pieces[root]?.meeting = -1 }
      } else {
        pieces[root] = Piece(meeting: meeting)
      }
    }
    var rootOfVertex: [Int: Int] = [:]
    for (index, approach) in nearness.approaches.enumerated() where members.isMember[index] {
      let root = sets.find(index)
      guard var piece = pieces[root], piece.meeting >= 0 else { continue }
      let vertex = Int(approach.vertex)
      rootOfVertex[vertex] = root
      let square = ground.squaredDistance(meetings.points[piece.meeting].point, boundary.paths.point(vertex))
      func extend(_ line: inout Line) {
        line.width = max(line.width, approach.square)
        if square > line.square {
          line.square = square
          line.tip = vertex
          line.tipWidth = approach.square
        }
      }
      if boundary.region(ofVertex: vertex) < approach.region { extend(&piece.lower) } else { extend(&piece.higher) }
      pieces[root] = piece
    }
    for (root, piece) in pieces where piece.meeting >= 0 {
      let meeting = meetings.points[piece.meeting].point
      let isWedge = [piece.lower, piece.higher].allSatisfy { line in
        line.tip < 0
          || line.tipWidth == line.width
            && Self.leadsOn(from: line.tip, awayFrom: meeting, boundary) { rootOfVertex[$0] == root }
      }
      if isWedge { roots.append(root) }
    }
  }

  /// Whether the line leads on beyond the last vertex of a piece, and not back toward the meeting.
  private static func leadsOn(
    from tip: Int, awayFrom meeting: GridPoint, _ boundary: OneSidedBoundary, isInPiece: (Int) -> Bool
  ) -> Bool {
    let paths = boundary.paths
    let path = Int(boundary.pathOfVertex[tip])
    let (begin, end) = (paths.start[path], paths.start[path + 1])
    let here = paths.point(tip)
    for step in [-1, 1] {
      var next = tip + step
      if next < begin || next == end {
        guard paths.isClosed[path] else { continue }
        next = next < begin ? end - 1 : begin
      }
      let there = paths.point(next)
      if there == meeting || isInPiece(next) { continue }
      let ahead =
        (Int64(here.x) - Int64(meeting.x)) * (Int64(there.x) - Int64(here.x))
        + (Int64(here.y) - Int64(meeting.y)) * (Int64(there.y) - Int64(here.y))
      if ahead > 0 { return true }
    }
    return false
  }
}

/// The points at which lines of two regions meet that pass close by each other: common vertices and crossings.
private struct PairMeetings {
  /// Sorted by regions, then by point; each once.
  private(set) var points: [Nearness.Crossing]

  init(_ boundary: OneSidedBoundary, _ nearness: Nearness, _ members: Members) {
    var partners: [Int32: Set<Int32>] = [:]
    for (index, approach) in nearness.approaches.enumerated() where members.isMember[index] {
      let own = boundary.region(ofVertex: Int(approach.vertex))
      partners[min(own, approach.region), default: []].insert(max(own, approach.region))
    }
    points = nearness.crossings.filter { partners[$0.a]?.contains($0.b) == true }
    for point in 0..<boundary.commonEnds.count {
      let regions = boundary.commonEnds.regions(at: point)
      for a in regions {
        guard let others = partners[a] else { continue }
        // At least one of the two lists is short; that one is walked.
        let common =
          others.count < regions.count ? others.filter(regions.contains) : Set(regions.filter(others.contains))
        for b in common {
          points.append(Nearness.Crossing(a: a, b: b, point: boundary.commonEnds.points[point]))
        }
      }
    }
    points.sort()
    points = points.indices.filter { $0 == 0 || points[$0] != points[$0 - 1] }.map { points[$0] }
  }

  /// The index of the first meeting that is not smaller.
  private func lowerBound(_ wanted: Nearness.Crossing) -> Int {
    var low = 0
    var high = points.count
    while low < high {
      let middle = (low + high) / 2
      if points[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index of the meeting of two regions at a point; `nil` if they do not meet there.
  func index(of point: GridPoint, _ one: Int32, _ other: Int32) -> Int? {
    let wanted = Nearness.Crossing(a: min(one, other), b: max(one, other), point: point)
    let index = lowerBound(wanted)
    return index < points.count && points[index] == wanted ? index : nil
  }

  /// Whether two regions meet nearer to a point than a distance.
  /// - Parameter square: the square of the distance, in cells on the ground.
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
