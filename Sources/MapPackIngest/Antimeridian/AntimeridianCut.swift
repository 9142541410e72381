import MapPack

/// A polygon cut at ±180° of longitude. The pieces lie within ±180°, and together they are the polygon.
///
/// Each ring is followed round the globe and divided where it meets the antimeridian: at vertices on it, and at edges
/// that cross it. A crossing has the same latitude, bit for bit, on both sides. That leaves lines from one end of the
/// world to the other end, or back to the same end. At each end of the world the lines are joined along the
/// antimeridian, in the order of latitude: the end of a line with the start of the line that it faces across the
/// polygon, as opening and closing brackets pair. If no rings cross themselves or each other, this is the even–odd
/// rule. If some do, the pieces enclose each location as often as the rings do.
///
/// A ring that goes round a pole is closed along ±180° and ±90°. All such rings of a polygon are closed over the same
/// pole, the one that they come nearest to: the north pole if the sum of their highest and lowest latitude is 0 or
/// more.
///
/// Each hole belongs to the piece that contains it, or to the largest piece if none does. Two pieces can touch along
/// the antimeridian only, and there both have all vertices of the polygon.
///
/// Coordinates are in degrees, x to the east and y to the north. A vertex within `UnwrappedRing.hair` of the
/// antimeridian counts as on it.
struct AntimeridianCut {
  /// The pieces, the largest first; the order of equally large ones is fixed but means nothing. Their rings are closed
  /// and have the windings of the rings of the polygon. There is no piece if the polygon has no line off the
  /// antimeridian.
  private(set) var pieces = FeatureGeometry()
  /// The lowest latitude in degrees at which a ring crosses the antimeridian; `nil` if none does.
  private(set) var crossing: Double?
  /// The latitude of the pole over which rings were closed: 90 or -90; `nil` if no ring goes round a pole.
  private(set) var pole: Double?

  /// An end of the world: the antimeridian on one of its two sides.
  private enum End {
    case west, east

    var longitude: Double { self == .west ? -180 : 180 }
  }

  private struct Line {
    var points: [SIMD2<Double>]
    var start: End
    var end: End
    var isOfShell: Bool
  }

  /// A point on the walk along a ring: in a world, or on the antimeridian at the western end of that world.
  ///
  /// World 0 is the plane within ±180°; each further world lies 360° to the east or the west.
  private struct WalkPoint {
    var point: SIMD2<Double>
    var world: Int
    var isOnAntimeridian: Bool
    var y: Double { point.y }
  }

  private struct Ring {
    var points: [SIMD2<Double>]
    var isOfShell: Bool
    /// Whether the cut made it; if not, it is a whole ring of the source.
    var isMade: Bool
    /// Whether its direction is opposite to that of the ring in the source.
    var isReversed: Bool
  }

  private var lines: ContiguousArray<Line> = []
  private var rings: ContiguousArray<Ring> = []
  /// The latitudes of points on the antimeridian. From `join(isReversed:)` on they ascend, each once.
  private var latitudes: ContiguousArray<Double> = []

  /// - Parameter unwrappedRings: the rings of the polygon, the shell first, with any winding. All are on the globe
  ///   (`isOnGlobe(ring:)`).
  /// - Complexity: O(n log n) for n vertices, and a search among the pieces for each hole.
  init(_ unwrappedRings: [UnwrappedRing]) {
    pole = unwrappedRings.pole
    var isShellReversed = false
    for (number, ring) in unwrappedRings.enumerated() {
      var ring = ring
      let isPositive = ring.winding == 0 ? ring.doubledArea >= 0 : (ring.winding > 0) == (pole == 90)
      let isReversed = isPositive != (number == 0)
      if isReversed { ring.reverse() }
      if number == 0 { isShellReversed = isReversed }
      takeApart(ring, isShell: number == 0, isReversed: isReversed)
    }
    join(isReversed: isShellReversed)
    appendRings()
    assemble()
  }

  // MARK: Taking rings apart

  private mutating func takeApart(_ ring: UnwrappedRing, isShell: Bool, isReversed: Bool) {
    var walk = Self.walk(ring)
    guard let first = walk.firstIndex(where: \.isOnAntimeridian) else {
      rings.append(Ring(points: walk.map(\.point), isOfShell: isShell, isMade: false, isReversed: isReversed))
      return
    }
    for index in 0..<first { walk[index].world += ring.winding }
    walk = ContiguousArray(walk[first...] + walk[..<first])
    // The walk ends where it started, as many worlds further as the ring goes round the globe.
    walk.append(walk[0])
    walk[walk.count - 1].world += ring.winding

    var before = 0
    // Per line: its world, and the latitude at which it starts.
    var entries: [(world: Int, y: Double)] = []
    for index in walk.indices.dropFirst() where walk[index].isOnAntimeridian {
      let (a, b) = (walk[before], walk[index])
      latitudes.append(b.y)
      let inner = walk[before + 1..<index]
      let here = inner.first?.world ?? min(a.world, b.world)
      if !inner.isEmpty || a.world != b.world {
        entries.append((here, a.y))
        add(inner, from: a, to: b, world: here, isShell: isShell, isReversed: isReversed)
      }
      before = index
    }
    for (index, entry) in entries.enumerated() {
      let previous = index > 0 ? entries[index - 1].world : entries[entries.count - 1].world - ring.winding
      if entry.world != previous { crossing = min(crossing ?? entry.y, entry.y) }
    }
    if let pole, ring.winding != 0 {
      let (start, end): (End, End) = ring.winding > 0 ? (.east, .west) : (.west, .east)
      let points = [SIMD2(start.longitude, pole), SIMD2(end.longitude, pole)]
      let line = Line(points: points, start: start, end: end, isOfShell: isShell)
      lines += Array(repeating: line, count: abs(ring.winding))
      latitudes.append(pole)
    }
  }

  /// The vertices of a ring, and between them the points at which edges cross the antimeridian.
  private static func walk(_ ring: UnwrappedRing) -> ContiguousArray<WalkPoint> {
    var walk = ContiguousArray<WalkPoint>()
    walk.reserveCapacity(ring.vertices.count + 8)
    for index in ring.vertices.indices {
      let a = ring.vertices[index]
      var b = ring.vertices[index + 1 == ring.vertices.count ? 0 : index + 1]
      if index + 1 == ring.vertices.count { b.turn += ring.winding }
      walk.append(WalkPoint(point: SIMD2(a.x, a.y), world: a.turn, isOnAntimeridian: a.isOnAntimeridian))
      // Antimeridian number t lies west of world t.
      if a.turn < b.turn {
        let last = b.isOnAntimeridian ? b.turn - 1 : b.turn
        for number in stride(from: a.turn + 1, through: last, by: 1) { walk.append(crossing(a, b, number)) }
      } else if b.turn < a.turn {
        let first = a.isOnAntimeridian ? a.turn - 1 : a.turn
        for number in stride(from: first, to: b.turn, by: -1) { walk.append(crossing(b, a, number)) }
      }
    }
    return walk
  }

  /// The point at which an edge crosses an antimeridian. It is always computed from the western end of the edge, so
  /// that it does not depend on the direction of the ring.
  private static func crossing(_ west: UnwrappedRing.Vertex, _ east: UnwrappedRing.Vertex, _ number: Int) -> WalkPoint {
    let before = (180 - west.x) + 360 * Double(number - 1 - west.turn)
    let after = (east.x + 180) + 360 * Double(east.turn - number)
    let y = west.y + (east.y - west.y) * (before / (before + after))
    let point = SIMD2(-180, max(min(west.y, east.y), min(max(west.y, east.y), y)))
    return WalkPoint(point: point, world: number, isOnAntimeridian: true)
  }

  /// Adds the line between two consecutive points on the antimeridian. A line that returns to the point where it
  /// started is a ring.
  /// - Parameter inner: the points between `a` and `b`; none if the ring runs along the antimeridian.
  private mutating func add(
    _ inner: ContiguousArray<WalkPoint>.SubSequence, from a: WalkPoint, to b: WalkPoint, world: Int, isShell: Bool,
    isReversed: Bool
  ) {
    let start: End = a.world == world ? .west : .east
    let end: End = b.world == world ? .west : .east
    var points = [SIMD2(start.longitude, a.y)] + inner.map(\.point)
    if start == end && a.y == b.y {
      rings.append(Ring(points: points, isOfShell: isShell, isMade: true, isReversed: isReversed))
      return
    }
    points.append(SIMD2(end.longitude, b.y))
    lines.append(Line(points: points, start: start, end: end, isOfShell: isShell))
  }

  // MARK: Joining lines

  /// The start or the end of a line, on the antimeridian.
  private struct Mark {
    var y: Double
    var line: Int
    var isStart: Bool
  }

  /// The line that follows another one, and whether the pair of them is nested in no other pair.
  private struct Joint {
    var line: Int
    var isOutermost: Bool
  }

  private mutating func join(isReversed: Bool) {
    var joints = ContiguousArray(lines.indices.map { Joint(line: $0, isOutermost: false) })
    for end in [End.west, .east] { pair(marks(at: end), &joints) }
    latitudes = ContiguousArray(Set(latitudes).sorted())
    var isDone = ContiguousArray(repeating: false, count: lines.count)
    for first in lines.indices where !isDone[first] {
      var points: [SIMD2<Double>] = []
      var isOfShell = false
      var line = first
      repeat {
        isDone[line] = true
        isOfShell = isOfShell || lines[line].isOfShell
        points += lines[line].points.dropFirst(points.last == lines[line].points[0] ? 1 : 0)
        let joint = joints[line]
        if joint.isOutermost {
          points += latitudes(
            from: lines[line].points[lines[line].points.count - 1].y, to: lines[joint.line].points[0].y
          ).map { SIMD2(lines[line].end.longitude, $0) }
        }
        line = joint.line
      } while line != first
      rings.append(Ring(points: points, isOfShell: isOfShell, isMade: true, isReversed: isReversed))
    }
  }

  /// The points of the polygon on the antimeridian between two latitudes, in this direction. The pieces on the other
  /// side have these points too.
  private func latitudes(from first: Double, to last: Double) -> [Double] {
    if first == last { return [] }
    let begin = latitudes.indices.partitioningIndex { latitudes[$0] > min(first, last) }
    let end = latitudes.indices.partitioningIndex { latitudes[$0] >= max(first, last) }
    let between = latitudes[begin..<end]
    return first < last ? Array(between) : between.reversed()
  }

  /// The starts and ends of lines at an end of the world, from south to north.
  private func marks(at end: End) -> [Mark] {
    var marks: [Mark] = []
    for (number, line) in lines.enumerated() {
      if line.start == end { marks.append(Mark(y: line.points[0].y, line: number, isStart: true)) }
      if line.end == end {
        marks.append(Mark(y: line.points[line.points.count - 1].y, line: number, isStart: false))
      }
    }
    return marks.sorted { a, b in
      if a.y != b.y { return a.y < b.y }
      return a.line != b.line ? a.line < b.line : a.isStart && !b.isStart
    }
  }

  /// Pairs ends with starts as brackets pair. There are as many of each.
  private func pair(_ marks: [Mark], _ joints: inout ContiguousArray<Joint>) {
    var open: [Mark] = []
    func take(_ mark: Mark) {
      guard let last = open.last, last.isStart != mark.isStart else { return open.append(mark) }
      open.removeLast()
      let (from, to) = mark.isStart ? (last, mark) : (mark, last)
      joints[from.line] = Joint(line: to.line, isOutermost: open.isEmpty)
    }
    var first = 0
    while first < marks.count {
      var last = first
      while last < marks.count && marks[last].y == marks[first].y { last += 1 }
      // Marks that close a pair come before marks at the same latitude that open one. So pieces touch in a point and do
      // not overlap.
      let opening = open.last?.isStart ?? marks[first].isStart
      for mark in marks[first..<last] where mark.isStart != opening { take(mark) }
      for mark in marks[first..<last] where mark.isStart == opening { take(mark) }
      first = last
    }
  }

  // MARK: Putting polygons together

  private mutating func appendRings() {
    for ring in rings {
      let begin = pieces.x.count
      let isOpen = ring.points.count == 1 || ring.points.first != ring.points.last
      let points = ring.points + ring.points.prefix(isOpen ? 1 : 0)
      pieces.x += points.map(\.x)
      pieces.y += points.map(\.y)
      pieces.endRing(from: begin)
    }
    pieces.measureRings()
  }

  private mutating func assemble() {
    let areas = pieces.measures.map(\.doubledArea)
    // Rings without an area come from lines that run there and back.
    let isThereArea = rings.indices.contains { rings[$0].isOfShell && areas[$0] != 0 }
    let kept = rings.indices.filter { !(isThereArea && rings[$0].isMade && areas[$0] == 0) }
    // Clockwise parts of a shell come from a shell that crosses itself: they are holes if they lie within other parts,
    // else land. Counter-clockwise parts of a hole are land between a bay of the hole and the antimeridian, or come
    // from a hole that crosses itself.
    func isDoubtful(_ ring: Int) -> Bool {
      rings[ring].isOfShell ? areas[ring] < 0 : rings[ring].isMade && areas[ring] > 0
    }
    let doubtful = kept.filter(isDoubtful)
    let certain = kept.filter { !isDoubtful($0) }
    var shells = Set(certain.filter { rings[$0].isOfShell })
    var search = EnclosingRings(
      shells.union(doubtful).sorted(), boxes: ContiguousArray(pieces.measures.map(\.box)),
      areas: ContiguousArray(areas.map(\.magnitude)))
    var indexedRings = ContiguousArray<IndexedRing?>(repeating: nil, count: rings.count)
    /// The smallest of the shells that contains a ring; `nil` if none does.
    func holder(of ring: Int) -> Int? {
      search.smallest(around: pieces.measures[ring].box, withMoreThan: -1) { shell in
        guard shells.contains(shell) else { return false }
        let indexed = indexedRings[shell] ?? IndexedRing(pieces, ring: shell)
        indexedRings[shell] = indexed
        return indexed.contains(pieces.rings[ring], in: pieces)
      }?.ring
    }
    var members = Dictionary(grouping: doubtful) { holder(of: $0) }
    shells.formUnion(members.removeValue(forKey: nil) ?? [])
    let ascending = shells.sorted { (abs(areas[$0]), $0) < (abs(areas[$1]), $1) }
    // A hole outside all shells is a fault of the source and stays one.
    for ring in certain where !rings[ring].isOfShell {
      members[holder(of: ring) ?? ascending.last, default: []] += [ring]
    }
    for shell in ascending.reversed() { pieces.appendPolygon([shell] + (members[shell] ?? [])) }
    pieces.measures = []
    for (index, ring) in rings.enumerated() where ring.isReversed {
      pieces.x[pieces.rings[index]].reverse()
      pieces.y[pieces.rings[index]].reverse()
    }
  }
}
