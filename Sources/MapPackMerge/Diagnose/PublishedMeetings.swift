import MapPack
import MapPackFeatures
import MapPackGeometry

/// How rings of one feature meet against the rules of OGC simple features, in the coordinates as they were published.
///
/// Nothing is rounded: sides are exact (`side(_:_:of:)`), so the answer depends on the feature alone, however wide the map
/// is and whatever lies beside it. Two rings may touch in points; a ring may not touch itself. The rings of a polygon and
/// the points in which they touch form a graph, and each touch that closes a cycle divides the inside of the polygon.
/// Sources: OGC, "Simple feature access, part 1" (06-103r4), 6.1.11; the cycles are those of Euler's formula.
struct PublishedMeetings {
  struct Meeting {
    enum Kind { case crossing, along, touch, division }

    var kind: Kind
    /// The rings in the table, the smaller one first.
    var ring: Int
    var other: Int
    var point: SIMD2<Double>
    /// For each of the two, the vertex of the table that lies at the point or begins the segment on which it lies.
    var vertex: Int
    var otherVertex: Int
  }

  private(set) var meetings: [Meeting] = []

  /// At this number of meetings, the search ends.
  private static let most = 100_000
  private static let segmentsPerLeaf = 8

  private struct Box {
    var low = SIMD2(repeating: Double.infinity)
    var high = SIMD2(repeating: -Double.infinity)

    @inline(__always)
    mutating func extend(to box: Box) {
      low = pointwiseMin(low, box.low)
      high = pointwiseMax(high, box.high)
    }

    @inline(__always)
    func meets(_ other: Box) -> Bool { all(low .<= other.high) && all(other.low .<= high) }
  }

  /// A vertex in which two rings of a polygon touch.
  private struct Touch: Hashable {
    var polygon: Int
    var point: SIMD2<Double>
  }

  /// Vertices of the rings that follow each other at different places. Segment i goes from vertex i to the next one.
  private var points: ContiguousArray<SIMD2<Double>> = []
  private var vertices: ContiguousArray<Int> = []
  /// Per vertex: its ring, counted from 0.
  private var owner: ContiguousArray<Int> = []
  /// Per ring: its first vertex, and one more at the end; its ring and its polygon in the table.
  private var start = [0]
  private var rings: [Int] = []
  private var polygons: [Int] = []
  /// The segments of each leaf, and the boxes of the leaves, of pairs of leaves, of pairs of these, and so on.
  private var leaves: ContiguousArray<Range<Int>> = []
  private var levels: [ContiguousArray<Box>] = []
  /// With a segment of each ring on which the point lies, that of the earlier ring first.
  private var touches: [(touch: Touch, one: Int, other: Int)] = []

  /// - Complexity: O(n log n) for n vertices, if segments meet few boxes of others.
  init(_ table: FeatureTable, _ published: PublishedCoordinates, feature: Int) {
    let all = table.vertices(ofFeature: feature)
    guard !all.isEmpty else { return }
    let shift = published.shift(at: all.lowerBound)
    points.reserveCapacity(all.count)
    for polygon in table.polygons(of: feature) {
      for ring in table.rings(of: polygon) {
        append(table.vertices(ofRing: ring), ring, polygon) { published.position($0, shift) }
      }
    }
    makeLeaves()
    search()
    if !touches.isEmpty { findDivisions() }
  }

  private mutating func append(
    _ range: Range<Int>, _ ring: Int, _ polygon: Int, position: (Int) -> SIMD2<Double>
  ) {
    let first = points.count
    for vertex in range {
      let point = position(vertex)
      if points.count > first, points[points.count - 1] == point { continue }
      points.append(point)
      vertices.append(vertex)
    }
    while points.count > first + 1, points[points.count - 1] == points[first] {
      points.removeLast()
      vertices.removeLast()
    }
    guard points.count > first + 2 else {
      points.removeSubrange(first...)
      vertices.removeSubrange(first...)
      return
    }
    for _ in first..<points.count { owner.append(rings.count) }
    start.append(points.count)
    rings.append(ring)
    polygons.append(polygon)
  }

  // MARK: Boxes

  private func next(_ vertex: Int) -> Int {
    vertex + 1 == start[owner[vertex] + 1] ? start[owner[vertex]] : vertex + 1
  }

  private func previous(_ vertex: Int) -> Int {
    vertex == start[owner[vertex]] ? start[owner[vertex] + 1] - 1 : vertex - 1
  }

  private func box(_ segment: Int) -> Box {
    let (a, b) = (points[segment], points[next(segment)])
    return Box(low: pointwiseMin(a, b), high: pointwiseMax(a, b))
  }

  /// Neighbors along a ring lie beside each other, and so do rings in strips from the west to the east, from south to
  /// north in each. Source: S. T. Leutenegger and others, "STR: a simple and efficient algorithm for R-tree packing"
  /// (1997).
  private mutating func makeLeaves() {
    var order = Array(rings.indices)
    if order.count > 8 {
      let corners = order.map { points[start[$0]] }
      order.sort { (corners[$0].x, $0) < (corners[$1].x, $1) }
      let strip = max(1, Int(Double(order.count).squareRoot()))
      for first in stride(from: 0, to: order.count, by: strip) {
        order[first..<min(first + strip, order.count)].sort { (corners[$0].y, $0) < (corners[$1].y, $1) }
      }
    }
    var boxes: ContiguousArray<Box> = []
    for ring in order {
      for first in stride(from: start[ring], to: start[ring + 1], by: Self.segmentsPerLeaf) {
        let leaf = first..<min(first + Self.segmentsPerLeaf, start[ring + 1])
        boxes.append(leaf.reduce(into: Box()) { $0.extend(to: box($1)) })
        leaves.append(leaf)
      }
    }
    while boxes.count > 1 {
      levels.append(boxes)
      boxes = ContiguousArray(
        stride(from: 0, to: boxes.count, by: 2).map { index in
          var box = boxes[index]
          if index + 1 < boxes.count { box.extend(to: boxes[index + 1]) }
          return box
        })
    }
    levels.append(boxes)
  }

  private mutating func search() {
    var waiting = [(level: levels.count - 1, one: 0, other: 0)]
    while let (level, one, other) = waiting.popLast() {
      guard level < levels.count, one < levels[level].count, other < levels[level].count,
        meetings.count < Self.most
      else { continue }
      if one != other, !levels[level][one].meets(levels[level][other]) { continue }
      if level == 0 {
        compare(one, other)
      } else if one == other {
        waiting.append((level - 1, 2 * one, 2 * one))
        waiting.append((level - 1, 2 * one, 2 * one + 1))
        waiting.append((level - 1, 2 * one + 1, 2 * one + 1))
      } else {
        for child in 0...3 { waiting.append((level - 1, 2 * one + child & 1, 2 * other + child >> 1)) }
      }
    }
  }

  private mutating func compare(_ one: Int, _ other: Int) {
    for first in leaves[one] {
      let own = box(first)
      if one != other, !own.meets(levels[0][other]) { continue }
      for second in leaves[other] where one != other || second > first {
        if own.meets(box(second)) { compare(segments: first, second) }
      }
    }
  }

  // MARK: Segments

  private mutating func compare(segments i: Int, _ j: Int) {
    let (nextOfI, nextOfJ) = (next(i), next(j))
    let (a, b, c, d) = (points[i], points[nextOfI], points[j], points[nextOfJ])
    if nextOfI == j { return compareBesideEachOther(a, j, d) }
    if nextOfJ == i { return compareBesideEachOther(c, i, b) }
    let (sideOfC, sideOfD) = (side(a, b, of: c), side(a, b, of: d))
    if sideOfC * sideOfD > 0 { return }
    let (sideOfA, sideOfB) = (side(c, d, of: a), side(c, d, of: b))
    if sideOfA * sideOfB > 0 { return }
    if sideOfC * sideOfD < 0, sideOfA * sideOfB < 0 {
      let (one, other) = ((b - a), (d - c))
      let share = ((c.x - a.x) * other.y - (c.y - a.y) * other.x) / (one.x * other.y - one.y * other.x)
      return add(.crossing, i, j, a + one * min(1, max(0, share)))
    }
    if sideOfC == 0, sideOfD == 0 {
      let axis = a.x != b.x ? 0 : 1
      let low = [a, b].min { $0[axis] < $1[axis] } ?? a
      let other = [c, d].min { $0[axis] < $1[axis] } ?? c
      let first = low[axis] < other[axis] ? other : low
      if first[axis] < min(max(a[axis], b[axis]), max(c[axis], d[axis])) { return add(.along, i, j, first) }
    }
    // What ends in the point is judged with the segment that begins there.
    if a == c {
      meet(i, j, at: a, (previous(i), nextOfI), (previous(j), nextOfJ))
    } else if sideOfA == 0, a != d, isWithin(a, c, d) {
      meet(i, j, at: a, (previous(i), nextOfI), (j, nextOfJ))
    } else if sideOfC == 0, c != b, isWithin(c, a, b) {
      meet(i, j, at: c, (i, nextOfI), (previous(j), nextOfJ))
    }
  }

  private mutating func compareBesideEachOther(_ before: SIMD2<Double>, _ vertex: Int, _ after: SIMD2<Double>) {
    let tip = points[vertex]
    let turn = (before - tip) * (after - tip)
    if turn.x + turn.y > 0, side(before, tip, of: after) == 0 { add(.along, vertex, vertex, tip) }
  }

  private func isWithin(_ p: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
    all(pointwiseMin(a, b) .<= p) && all(p .<= pointwiseMax(a, b))
  }

  /// Judges two rings, or two passages of one, that meet in a point.
  private mutating func meet(
    _ i: Int, _ j: Int, at point: SIMD2<Double>, _ one: (before: Int, after: Int), _ other: (before: Int, after: Int)
  ) {
    let (before, after) = (points[one.before], points[one.after])
    /// Whether a direction lies in the sector to the left of the first passage.
    func isLeft(_ vertex: Int) -> Bool {
      let p = points[vertex]
      let (isLeftOfBefore, isLeftOfAfter) = (side(before, point, of: p) > 0, side(point, after, of: p) > 0)
      return side(before, point, of: after) > 0 ? isLeftOfBefore && isLeftOfAfter : isLeftOfBefore || isLeftOfAfter
    }
    if isLeft(other.before) != isLeft(other.after) {
      add(.crossing, i, j, point)
    } else if owner[i] == owner[j] {
      add(.touch, i, j, point)
    } else if polygons[owner[i]] == polygons[owner[j]] {
      let (first, second) = owner[i] < owner[j] ? (i, j) : (j, i)
      touches.append((Touch(polygon: polygons[owner[i]], point: point + 0), first, second))
    }
  }

  private mutating func add(_ kind: Meeting.Kind, _ i: Int, _ j: Int, _ point: SIMD2<Double>) {
    let (first, second) = owner[i] <= owner[j] ? (i, j) : (j, i)
    meetings.append(
      Meeting(
        kind: kind, ring: rings[owner[first]], other: rings[owner[second]], point: point,
        vertex: vertex(of: first, at: point), otherVertex: vertex(of: second, at: point)))
  }

  private func vertex(of segment: Int, at point: SIMD2<Double>) -> Int {
    vertices[points[next(segment)] == point ? next(segment) : segment]
  }

  // MARK: The inside

  private mutating func findDivisions() {
    touches.sort {
      ($0.touch.point.x, $0.touch.point.y, $0.one, $0.other) < ($1.touch.point.x, $1.touch.point.y, $1.one, $1.other)
    }
    var nodes: [Touch: Int] = [:]
    for (touch, _, _) in touches where nodes[touch] == nil { nodes[touch] = rings.count + nodes.count }
    var together = DisjointSets(count: rings.count + nodes.count)
    var drawn: Set<[Int]> = []
    for (touch, one, other) in touches {
      guard let node = nodes[touch] else { continue }
      for ring in [owner[one], owner[other]] where drawn.insert([ring, node]).inserted {
        if together.find(ring) == together.find(node) { add(.division, one, other, touch.point) }
        together.unite(ring, node)
      }
    }
  }
}
