import MapArrangement
import MapFeatures
import MapGeometry
import MapTopology

extension PolygonRules {
  /// Finds where rings of a feature, or parts of one ring, meet elsewhere than they may.
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
      let place = cellOfCrossing(crossing.first, crossing.second)
      report(.selfIntersection, ring: one, vertex: crossing.first, at: place, other: other)
    }
    addSharedVertices(to: &passages)
    judge(passages)
  }

  /// Where two edges cross on the grid. Edges that do not cross there all the same come close to each other at an end of
  /// one: there.
  private func cellOfCrossing(_ first: Int, _ second: Int) -> GridPoint {
    let (a, b) = (cell(first), cell(next(first)))
    let (c, d) = (cell(second), cell(next(second)))
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

  /// Pairs of edges that follow each other along one line in common are one defect.
  private mutating func reportRuns(of overlaps: [Interaction]) {
    guard !overlaps.isEmpty else { return }
    var place: [IndexPair: Int] = [:]
    place.reserveCapacity(overlaps.count)
    for (offset, overlap) in overlaps.enumerated() { place[IndexPair(overlap.first, overlap.second)] = offset }
    var sets = DisjointSets(count: overlaps.count)
    for (offset, overlap) in overlaps.enumerated() {
      // The pairs beside this one along the line; those on the other side see this one as theirs.
      let (first, second) = (overlap.first, overlap.second)
      for pair in [
        IndexPair(previous(first), previous(second)), IndexPair(previous(first), second),
        IndexPair(previous(first), next(second)), IndexPair(first, previous(second)),
      ] {
        if let other = place[pair] { sets.unite(offset, other) }
      }
    }
    var count = [Int](repeating: 0, count: overlaps.count)
    for offset in overlaps.indices { count[sets.find(offset)] += 1 }
    // The smallest member stands for a set, so a run is reported at its first edge.
    for (offset, overlap) in overlaps.enumerated() where count[offset] > 0 {
      let ends = [overlap.first, next(overlap.first), overlap.second, next(overlap.second)]
      let (a, b, c, d) = (point(ends[0]), point(ends[1]), point(ends[2]), point(ends[3]))
      // An end of one that lies on the other: where the common line begins.
      let start = ends.filter { Point.contains(a, b, point($0)) && Point.contains(c, d, point($0)) }
        .min { point($0) < point($1) }
      report(
        .selfIntersection, ring: ring(of: overlap.first), vertex: overlap.first, at: cell(start ?? ends[0]),
        other: ring(of: overlap.second), isAlongLine: true, count: count[offset])
    }
  }

  // MARK: Points in common

  /// A ring that passes through a point: at a vertex, or inside an edge.
  private struct Passage: Hashable {
    var place: Point
    var cell: GridPoint
    var ring: Int
    /// The vertex, or the first vertex of the edge.
    var vertex: Int
    var before: Point
    var after: Point
  }

  private func isAtVertex(_ passage: Passage) -> Bool { point(passage.vertex) == passage.place }

  private func passage(of vertex: Int) -> Passage {
    Passage(
      place: point(vertex), cell: cell(vertex), ring: ring(of: vertex),
      vertex: vertex, before: point(previous(vertex)), after: point(next(vertex)))
  }

  /// One end of one edge lies inside the other edge.
  private mutating func addPassages(_ touch: Interaction, to passages: inout [Passage]) {
    for (edge, other) in [(touch.first, touch.second), (touch.second, touch.first)] {
      let (a, b) = (point(edge), point(next(edge)))
      for end in [other, next(other)] {
        let place = point(end)
        guard place != a, place != b, Point.contains(a, b, place) else { continue }
        isShared[end] = true
        passages.append(passage(of: end))
        passages.append(
          Passage(
            place: place, cell: cell(end), ring: ring(of: edge), vertex: edge,
            before: a, after: b))
      }
    }
  }

  /// Vertices in the same place, found by a hash table with open addressing.
  private mutating func addSharedVertices(to passages: inout [Passage]) {
    let count = polygons.rings.vertexCount
    guard count > 0 else { return }
    let bits = Int.bitWidth - (2 * count - 1).leadingZeroBitCount
    let mask = 1 << bits - 1
    var slots = ContiguousArray<Int32>(repeating: -1, count: 1 << bits)
    for vertex in 0..<count where !isCopy(ring(of: vertex)) {
      let place = point(vertex)
      // Fibonacci hashing: the upper bits of a product with 2⁶⁴ over the golden ratio.
      let hash = place.word &* 0x9E37_79B9_7F4A_7C15
      var slot = Int(truncatingIfNeeded: hash >> UInt64(64 - bits))
      while slots[slot] >= 0 {
        let other = Int(slots[slot])
        if point(other) == place { break }
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
      if a.place != b.place { return a.place < b.place }
      return (a.ring, a.vertex) < (b.ring, b.vertex)
    }
    var begin = 0
    while begin < passages.count {
      var end = begin + 1
      while end < passages.count, passages[end].place == passages[begin].place {
        end += 1
      }
      judge(passages[begin..<end])
      begin = end
    }
  }

  /// Points that are passed more often are judged as a whole.
  private static var crowd: Int { 64 }

  /// The passages of a point that is passed very often. Where they do not keep apart, one crossing is told; what goes
  /// along each other has been.
  private mutating func judgeCrowd(_ passages: ArraySlice<Passage>, at place: Point) {
    let all = Array(passages)
    let crowd = CrowdedPoint(all.map { ($0.before, $0.after) }, through: place)
    if crowd != .apart { areMeetingsComplete = false }
    if case .crossing(let one, let other) = crowd, all[one].ring != all[other].ring {
      entangle(all[one].ring, all[other].ring)
      report(
        .selfIntersection, ring: all[one].ring, vertex: all[one].vertex, at: all[one].cell, other: all[other].ring)
    }
    var begin = 0
    while begin < all.count {
      // The passages of one ring follow each other.
      let end = all[begin...].firstIndex { $0.ring != all[begin].ring } ?? all.count
      let visits = all[begin..<end]
      if visits.count > 1 {
        let vertex = visits.first(where: isAtVertex)?.vertex
        report(
          .ringSelfIntersection, ring: all[begin].ring, vertex: vertex, at: all[begin].cell, count: visits.count - 1)
      }
      addTouch(of: all[begin])
      begin = end
    }
  }

  /// The passages of one point.
  private mutating func judge(_ passages: ArraySlice<Passage>) {
    if passages.count > Self.crowd, let place = passages.first?.place { return judgeCrowd(passages, at: place) }
    var crossed: Set<IndexPair> = []
    var begin = passages.startIndex
    while begin < passages.endIndex {
      // The passages of one ring follow each other.
      let ring = passages[begin].ring
      let end = passages[begin...].firstIndex { $0.ring != ring } ?? passages.endIndex
      judgeVisits(passages[begin..<end])
      for a in passages[..<begin] {
        for b in passages[begin..<end] where !areToldElsewhere(a, b) && cross(a, b) {
          entangle(a.ring, ring)
          if crossed.insert(IndexPair(a.ring, ring)).inserted {
            report(.selfIntersection, ring: a.ring, vertex: a.vertex, at: a.cell, other: ring)
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
        polygon: polygonOfRing[passage.ring], place: passage.place, cell: passage.cell, ring: passage.ring,
        vertex: passage.vertex))
  }

  /// The passages of one ring through one point: it may come there once.
  private mutating func judgeVisits(_ visits: ArraySlice<Passage>) {
    var count = 0
    var vertex: Int?
    for (index, b) in zip(visits.indices, visits) {
      let earlier = visits[..<index]
      guard let a = earlier.first, !earlier.contains(where: { areToldElsewhere($0, b) }) else { continue }
      count += 1
      // At least one of two has a vertex there, else they would cross in edges.
      vertex = vertex ?? (isAtVertex(b) ? b.vertex : a.vertex)
    }
    guard let vertex, let first = visits.first else { return }
    report(.ringSelfIntersection, ring: first.ring, vertex: vertex, at: first.cell, count: count)
  }

  /// Whether the meeting of two passages is another defect, reported as such: where they leave the point along one
  /// line an overlap, where both go straight on in an edge a crossing of edges.
  private func areToldElsewhere(_ a: Passage, _ b: Passage) -> Bool {
    (!isAtVertex(a) && !isAtVertex(b)) || haveDirectionInCommon(a, b)
  }

  private func haveDirectionInCommon(_ a: Passage, _ b: Passage) -> Bool {
    func isSame(_ p: Point, _ q: Point) -> Bool {
      guard Point.turn(a.place, p, q) == 0 else { return false }
      // On one line through the place; on the same side of it?
      return !Point.contains(p, q, a.place)
    }
    return isSame(a.before, b.before) || isSame(a.before, b.after) || isSame(a.after, b.before)
      || isSame(a.after, b.after)
  }

  /// Whether the two go through each other: one end of b lies left of a, the other right.
  private func cross(_ a: Passage, _ b: Passage) -> Bool {
    isLeft(b.before, of: a.before, a.place, a.after) != isLeft(b.after, of: a.before, a.place, a.after)
  }

  /// Whether the direction from a place to p lies in the sector left of a passage through that place.
  func isLeft(_ p: Point, of before: Point, _ place: Point, _ after: Point) -> Bool {
    let turn = Point.turn(before, place, after)
    let leftOfBefore = Point.turn(before, place, p) > 0
    let leftOfAfter = Point.turn(place, after, p) > 0
    return turn > 0 ? leftOfBefore && leftOfAfter : leftOfBefore || leftOfAfter
  }
}
