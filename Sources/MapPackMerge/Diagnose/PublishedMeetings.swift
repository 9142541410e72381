import MapPack
import MapPackCoverage
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
  private static let segmentsPerLeaf = 16

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

  /// Vertices of the rings that follow each other at different places, and their vertices in the table. Segment i goes
  /// from vertex i to the next one.
  private var points: ContiguousArray<SIMD2<Double>> = []
  private var vertices: ContiguousArray<Int> = []
  /// Per segment: the vertex at which it ends, and its box.
  private var ends: ContiguousArray<Int> = []
  private var boxes: ContiguousArray<Box> = []
  /// Per ring: its first vertex, and one more at the end; its ring and its polygon in the table.
  private var start: ContiguousArray<Int> = [0]
  private var rings: [Int] = []
  private var polygons: [Int] = []
  /// The segments of each leaf, and the boxes of the leaves, of pairs of leaves, of pairs of these, and so on.
  private var leaves: ContiguousArray<Range<Int>> = []
  private var levels: [ContiguousArray<Box>] = []
  /// With a segment of each ring on which the point lies, that of the earlier ring first.
  private var touches: [(touch: Touch, one: Int, other: Int)] = []

  /// - Complexity: O(n log n) for n vertices, if segments meet few boxes of others.
  init(_ table: FeatureRecords, _ published: PublishedCoordinates, feature: Int) {
    let all = table.vertices(ofFeature: feature)
    guard !all.isEmpty else { return }
    let shift = published.shift(at: all.lowerBound)
    points.reserveCapacity(all.count)
    vertices.reserveCapacity(all.count)
    ends.reserveCapacity(all.count)
    boxes.reserveCapacity(all.count)
    for polygon in table.polygons(of: feature) {
      for ring in table.rings(of: polygon) {
        append(table.vertices(ofRing: ring), ring, polygon) { published.position($0, shift) }
      }
    }
    guard !rings.isEmpty else { return }
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
    var a = points[first]
    for vertex in first..<points.count {
      let end = vertex + 1 == points.count ? first : vertex + 1
      let b = points[end]
      ends.append(end)
      boxes.append(Box(low: pointwiseMin(a, b), high: pointwiseMax(a, b)))
      a = b
    }
    start.append(points.count)
    rings.append(ring)
    polygons.append(polygon)
  }

  // MARK: Boxes

  /// The ring of a vertex, counted from 0.
  private func owner(_ vertex: Int) -> Int { start.owner(of: vertex) }

  private func previous(_ vertex: Int) -> Int {
    let ring = owner(vertex)
    return vertex == start[ring] ? start[ring + 1] - 1 : vertex - 1
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
    var level: ContiguousArray<Box> = []
    for ring in order {
      for first in stride(from: start[ring], to: start[ring + 1], by: Self.segmentsPerLeaf) {
        let leaf = first..<min(first + Self.segmentsPerLeaf, start[ring + 1])
        var box = Box()
        for segment in leaf { box.extend(to: boxes[segment]) }
        level.append(box)
        leaves.append(leaf)
      }
    }
    while level.count > 1 {
      levels.append(level)
      var above: ContiguousArray<Box> = []
      above.reserveCapacity(level.count / 2 + 1)
      for index in stride(from: 0, to: level.count, by: 2) {
        var box = level[index]
        if index + 1 < level.count { box.extend(to: level[index + 1]) }
        above.append(box)
      }
      level = above
    }
    levels.append(level)
  }

  private mutating func search() {
    var waiting = [(level: levels.count - 1, one: 0, other: 0)]
    while let (level, one, other) = waiting.popLast(), meetings.count < Self.most {
      if level == 0 {
        if one == other { compareWithin(one) } else { compare(one, other) }
        continue
      }
      let count = levels[level - 1].count
      for first in 2 * one..<min(2 * one + 2, count) {
        for second in 2 * other..<min(2 * other + 2, count) where one != other || first <= second {
          if first == second || levels[level - 1][first].meets(levels[level - 1][second]) {
            waiting.append((level - 1, first, second))
          }
        }
      }
    }
  }

  /// Compares the segments of one leaf, from the last to the first, with the box of all behind the next one.
  private mutating func compareWithin(_ leaf: Int) {
    let segments = leaves[leaf]
    var behind = Box()
    for first in segments.reversed() {
      if first + 1 < segments.upperBound {
        compare(segments: first, first + 1)
        if first + 2 < segments.upperBound {
          behind.extend(to: boxes[first + 2])
          if boxes[first].meets(behind) {
            for second in first + 2..<segments.upperBound where boxes[first].meets(boxes[second]) {
              compare(segments: first, second)
            }
          }
        }
      }
    }
  }

  private mutating func compare(_ one: Int, _ other: Int) {
    let box = levels[0][other]
    for first in leaves[one] where boxes[first].meets(box) {
      for second in leaves[other] where boxes[first].meets(boxes[second]) { compare(segments: first, second) }
    }
  }

  // MARK: Segments

  private mutating func compare(segments i: Int, _ j: Int) {
    let (nextOfI, nextOfJ) = (ends[i], ends[j])
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
    } else if owner(i) == owner(j) {
      add(.touch, i, j, point)
    } else if polygons[owner(i)] == polygons[owner(j)] {
      let (first, second) = owner(i) < owner(j) ? (i, j) : (j, i)
      touches.append((Touch(polygon: polygons[owner(i)], point: point + 0), first, second))
    }
  }

  private mutating func add(_ kind: Meeting.Kind, _ i: Int, _ j: Int, _ point: SIMD2<Double>) {
    let (first, second) = owner(i) <= owner(j) ? (i, j) : (j, i)
    meetings.append(
      Meeting(
        kind: kind, ring: rings[owner(first)], other: rings[owner(second)], point: point,
        vertex: vertex(of: first, at: point), otherVertex: vertex(of: second, at: point)))
  }

  private func vertex(of segment: Int, at point: SIMD2<Double>) -> Int {
    vertices[points[ends[segment]] == point ? ends[segment] : segment]
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
      for ring in [owner(one), owner(other)] where drawn.insert([ring, node]).inserted {
        if together.find(ring) == together.find(node) { add(.division, one, other, touch.point) }
        together.unite(ring, node)
      }
    }
  }
}
