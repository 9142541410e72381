import MapPackFeatures
import MapPackGeometry

// The check of `PolygonRules.defects(in:)` that finds crossings, common lines and repeated visits of a point. The
// checks after it rest on what it notes: entangled rings, shared vertices and touches.
extension PolygonRules {
  /// Finds where rings of a feature, or parts of one ring, meet in ways that the rules forbid, and collects the touches
  /// of rings.
  mutating func findMeetings() {
    var crossings: [Interaction] = []
    var overlaps: [Interaction] = []
    var passages: [Passage] = []
    let meeting = meetingPairs()
    areMeetingsComplete = meeting.areComplete
    for (first, second) in meeting.pairs {
      let one = ring(of: first)
      let other = ring(of: second)
      let (a, b) = (point(first), point(next(first)))
      let (c, d) = (point(second), point(next(second)))
      let relation = Point.relation(a, b, c, d)
      let interaction = Interaction(first: first, second: second, relation: relation)
      if relation == .crossing {
        entangle(one, other)
        crossings.append(interaction)
      } else if Point.turn(a, b, c) == 0 && Point.turn(a, b, d) == 0 {
        entangle(one, other)
        overlaps.append(interaction)
      } else {
        addPassages(interaction, to: &passages)
      }
    }
    reportRuns(of: overlaps)
    for crossing in crossings {
      let (one, other) = (ring(of: crossing.first), ring(of: crossing.second))
      let gridPoint = gridPointOfCrossing(crossing.first, crossing.second)
      report(.selfIntersection, ring: one, vertex: crossing.first, at: gridPoint, other: other)
    }
    addSharedVertices(to: &passages)
    judge(passages)
  }

  /// The grid point nearest to the crossing of two segments.
  ///
  /// Segments that cross in the coordinates as published need not cross on the grid. Then it is the end of one of them
  /// that lies nearest to the other.
  private func gridPointOfCrossing(_ first: Int, _ second: Int) -> GridPoint {
    let (a, b) = (gridPoint(first), gridPoint(next(first)))
    let (c, d) = (gridPoint(second), gridPoint(next(second)))
    if GridPoint.relation(a, b, c, d) == .crossing { return roundedCrossing(a, b, c, d) }
    func distance(_ p: GridPoint, _ q: GridPoint, _ r: GridPoint) -> Double {
      let length = Double((Int64(r.x) - Int64(q.x)).magnitude + (Int64(r.y) - Int64(q.y)).magnitude)
      let box = GridBox(q, r)
      let outside =
        max(0, Int64(box.minX) - Int64(p.x), Int64(p.x) - Int64(box.maxX))
        + max(0, Int64(box.minY) - Int64(p.y), Int64(p.y) - Int64(box.maxY))
      return Double(orientation(q, r, p).magnitude) / max(1, length) + Double(outside)
    }
    let ends = [(a, distance(a, c, d)), (b, distance(b, c, d)), (c, distance(c, a, b)), (d, distance(d, a, b))]
    return ends.min { $0.1 < $1.1 }?.0 ?? a
  }

  // MARK: Overlaps

  /// Reports overlaps. Pairs of segments that follow each other along one line in common are one defect.
  private mutating func reportRuns(of overlaps: [Interaction]) {
    guard !overlaps.isEmpty else { return }
    var indexOfPair: [IndexPair: Int] = [:]
    indexOfPair.reserveCapacity(overlaps.count)
    for (index, overlap) in overlaps.enumerated() { indexOfPair[IndexPair(overlap.first, overlap.second)] = index }
    var sets = DisjointSets(count: overlaps.count)
    for (index, overlap) in overlaps.enumerated() {
      // Join the pairs next to this one on one side. The pairs on the other side join themselves to this one.
      let (first, second) = (overlap.first, overlap.second)
      for pair in [
        IndexPair(previous(first), previous(second)), IndexPair(previous(first), second),
        IndexPair(previous(first), next(second)), IndexPair(first, previous(second)),
      ] {
        if let other = indexOfPair[pair] { sets.unite(index, other) }
      }
    }
    var count = [Int](repeating: 0, count: overlaps.count)
    for index in overlaps.indices { count[sets.find(index)] += 1 }
    // The smallest member stands for a set, so a run is reported at its first segment.
    for (index, overlap) in overlaps.enumerated() where count[index] > 0 {
      let ends = [overlap.first, next(overlap.first), overlap.second, next(overlap.second)]
      let (a, b, c, d) = (point(ends[0]), point(ends[1]), point(ends[2]), point(ends[3]))
      // The common line begins at the smallest end of a segment that lies on both.
      let start = ends.filter { Point.contains(a, b, point($0)) && Point.contains(c, d, point($0)) }
        .min { point($0) < point($1) }
      report(
        .selfIntersection, ring: ring(of: overlap.first), vertex: overlap.first, at: gridPoint(start ?? ends[0]),
        other: ring(of: overlap.second), isAlongLine: true, count: count[index])
    }
  }

  // MARK: Points in common

  /// The passage of a ring through a point, at a vertex or inside a segment.
  private struct Passage: Hashable {
    var point: Point
    var gridPoint: GridPoint
    var ring: Int
    /// The vertex, or the first vertex of the segment.
    var vertex: Int
    /// The ring's vertices before and after the point.
    var before: Point
    var after: Point
  }

  private func isAtVertex(_ passage: Passage) -> Bool { point(passage.vertex) == passage.point }

  private func passage(of vertex: Int) -> Passage {
    Passage(
      point: point(vertex), gridPoint: gridPoint(vertex), ring: ring(of: vertex),
      vertex: vertex, before: point(previous(vertex)), after: point(next(vertex)))
  }

  /// Adds both passages through each end of one segment that lies inside the other.
  private mutating func addPassages(_ touch: Interaction, to passages: inout [Passage]) {
    for (edge, other) in [(touch.first, touch.second), (touch.second, touch.first)] {
      let (a, b) = (point(edge), point(next(edge)))
      for end in [other, next(other)] {
        let touched = point(end)
        guard touched != a, touched != b, Point.contains(a, b, touched) else { continue }
        isShared[end] = true
        passages.append(passage(of: end))
        passages.append(
          Passage(
            point: touched, gridPoint: gridPoint(end), ring: ring(of: edge), vertex: edge,
            before: a, after: b))
      }
    }
  }

  /// Adds the passages at vertices that share their point with another vertex.
  ///
  /// The vertices are found with a hash table with open addressing.
  /// - Complexity: O(n) for n vertices.
  private mutating func addSharedVertices(to passages: inout [Passage]) {
    let count = polygons.rings.vertexCount
    guard count > 0 else { return }
    let bits = Int.bitWidth - (2 * count - 1).leadingZeroBitCount
    let mask = 1 << bits - 1
    var slots = ContiguousArray<Int32>(repeating: -1, count: 1 << bits)
    for vertex in 0..<count where !isCopy(ring(of: vertex)) {
      let shared = point(vertex)
      // Fibonacci hashing: the upper bits of the product with 2⁶⁴ divided by the golden ratio.
      let hash = shared.word &* 0x9E37_79B9_7F4A_7C15
      var slot = Int(truncatingIfNeeded: hash >> UInt64(64 - bits))
      while slots[slot] >= 0 {
        let other = Int(slots[slot])
        if point(other) == shared { break }
        slot = (slot + 1) & mask
      }
      let other = Int(slots[slot])
      guard other >= 0 else {
        slots[slot] = Int32(vertex)
        continue
      }
      isShared[other] = true
      isShared[vertex] = true
      passages.append(passage(of: other))
      passages.append(passage(of: vertex))
    }
  }

  /// Judges the points through which rings pass more than once.
  private mutating func judge(_ unsorted: [Passage]) {
    let passages = Set(unsorted).sorted { a, b in
      if a.point != b.point { return a.point < b.point }
      return (a.ring, a.vertex) < (b.ring, b.vertex)
    }
    var begin = 0
    while begin < passages.count {
      var end = begin + 1
      while end < passages.count, passages[end].point == passages[begin].point {
        end += 1
      }
      judge(passages[begin..<end])
      begin = end
    }
  }

  /// The passages of a point with more passages than this are judged together, not in pairs.
  private static var crowd: Int { 64 }

  /// Judges the passages of a point with very many of them.
  ///
  /// If some of them cross, one crossing is reported. Those that leave the point along one line were reported as
  /// overlaps.
  private mutating func judgeCrowd(_ passages: ArraySlice<Passage>, at point: Point) {
    let all = Array(passages)
    let crowd = CrowdedPoint(all.map { ($0.before, $0.after) }, through: point)
    if crowd != .apart { areMeetingsComplete = false }
    if case .crossing(let one, let other) = crowd, all[one].ring != all[other].ring {
      entangle(all[one].ring, all[other].ring)
      report(
        .selfIntersection, ring: all[one].ring, vertex: all[one].vertex, at: all[one].gridPoint, other: all[other].ring)
    }
    var begin = 0
    while begin < all.count {
      // The passages of one ring follow each other.
      let end = all[begin...].firstIndex { $0.ring != all[begin].ring } ?? all.count
      let visits = all[begin..<end]
      if visits.count > 1 {
        let vertex = visits.first(where: isAtVertex)?.vertex
        report(
          .ringSelfIntersection, ring: all[begin].ring, vertex: vertex, at: all[begin].gridPoint,
          count: visits.count - 1)
      }
      addTouch(of: all[begin])
      begin = end
    }
  }

  /// Judges the passages of one point.
  private mutating func judge(_ passages: ArraySlice<Passage>) {
    if passages.count > Self.crowd, let point = passages.first?.point { return judgeCrowd(passages, at: point) }
    var crossed: Set<IndexPair> = []
    var begin = passages.startIndex
    while begin < passages.endIndex {
      // The passages of one ring follow each other.
      let ring = passages[begin].ring
      let end = passages[begin...].firstIndex { $0.ring != ring } ?? passages.endIndex
      judgeVisits(passages[begin..<end])
      for a in passages[..<begin] {
        for b in passages[begin..<end] where !areReportedElsewhere(a, b) && cross(a, b) {
          entangle(a.ring, ring)
          if crossed.insert(IndexPair(a.ring, ring)).inserted {
            report(.selfIntersection, ring: a.ring, vertex: a.vertex, at: a.gridPoint, other: ring)
          }
        }
      }
      addTouch(of: passages[begin])
      begin = end
    }
  }

  private mutating func addTouch(of passage: Passage) {
    addTouch(
      Touch(
        polygon: polygonOfRing[passage.ring], point: passage.point, gridPoint: passage.gridPoint, ring: passage.ring,
        vertex: passage.vertex))
  }

  /// Judges the passages of one ring through one point. A ring may pass through a point once.
  private mutating func judgeVisits(_ visits: ArraySlice<Passage>) {
    var count = 0
    var vertex: Int?
    for (index, b) in zip(visits.indices, visits) {
      let earlier = visits[..<index]
      guard let a = earlier.first, !earlier.contains(where: { areReportedElsewhere($0, b) }) else { continue }
      count += 1
      // At least one of the two has a vertex at the point, else two segments would cross there.
      vertex = vertex ?? (isAtVertex(b) ? b.vertex : a.vertex)
    }
    guard let vertex, let first = visits.first else { return }
    report(.ringSelfIntersection, ring: first.ring, vertex: vertex, at: first.gridPoint, count: count)
  }

  /// Whether the meeting of two passages is reported as another defect: as an overlap, if they leave the point along
  /// one line; as a crossing of segments, if both lie inside a segment.
  private func areReportedElsewhere(_ a: Passage, _ b: Passage) -> Bool {
    (!isAtVertex(a) && !isAtVertex(b)) || haveDirectionInCommon(a, b)
  }

  /// Whether two passages leave the point in the same direction at one of their ends.
  private func haveDirectionInCommon(_ a: Passage, _ b: Passage) -> Bool {
    func isSame(_ p: Point, _ q: Point) -> Bool {
      guard Point.turn(a.point, p, q) == 0 else { return false }
      // Both lie on one line through the point. The direction is the same if they lie on one side of it.
      return !Point.contains(p, q, a.point)
    }
    return isSame(a.before, b.before) || isSame(a.before, b.after) || isSame(a.after, b.before)
      || isSame(a.after, b.after)
  }

  /// Whether two passages cross: one end of b lies left of a, the other right of it.
  private func cross(_ a: Passage, _ b: Passage) -> Bool {
    isLeft(b.before, of: a.before, a.point, a.after) != isLeft(b.after, of: a.before, a.point, a.after)
  }

  /// Whether the direction from a point to p lies in the sector to the left of a passage through that point.
  func isLeft(_ p: Point, of before: Point, _ point: Point, _ after: Point) -> Bool {
    let turn = Point.turn(before, point, after)
    let leftOfBefore = Point.turn(before, point, p) > 0
    let leftOfAfter = Point.turn(point, after, p) > 0
    return turn > 0 ? leftOfBefore && leftOfAfter : leftOfBefore || leftOfAfter
  }
}
