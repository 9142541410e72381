/// A polygon cut at ±180° of longitude: the pieces lie within ±180° and together are the polygon.
///
/// Each ring follows its course round the globe and is taken apart where it meets the antimeridian, at vertices on it and
/// where edges cross it; the same latitude, bit for bit, ends the line on the one side and begins it on the other. What
/// remains are lines from one end of the world to the other or back. At either end they are joined along the
/// antimeridian, sorted by latitude: each end of a line with the beginning of one that it faces across the polygon, as
/// opening and closing brackets pair; for rings that do not cross themselves or each other that is the even–odd rule,
/// and for others a place is enclosed by the pieces as often as by the rings.
///
/// A ring that goes round a pole is closed along ±180° and ±90° over the pole that the polygon's rings that go round come
/// nearest to: the north pole where their highest and their lowest latitude have a sum of 0 or more.
///
/// Holes go to the piece that holds them. Two pieces touch at most along the antimeridian, where both have all vertices
/// that the polygon has there.
struct AntimeridianCut {
  /// The pieces, closed rings with the windings that the polygon's rings had; none where the polygon has no line off the
  /// antimeridian.
  private(set) var pieces = FeatureGeometry()
  /// Where the antimeridian was crossed, if it was: the lowest place.
  private(set) var crossing: Double?
  /// The pole over which rings were closed, if any.
  private(set) var pole: Double?

  private enum End {
    case west, east

    var longitude: Double { self == .west ? -180 : 180 }
  }

  /// A line from one place on the antimeridian to another, without others between.
  private struct Line {
    var points: Range<Int>
    var start: End
    var end: End
    var isOfShell: Bool
  }

  /// A place of a ring as it is walked: in the world with this number, or on the antimeridian west of that world.
  private struct Place {
    var x: Double
    var y: Double
    var world: Int
    var isOnAntimeridian: Bool
  }

  /// A closed line of the result before it is known to what polygon it belongs.
  private struct Ring {
    var points: Range<Int>
    var isOfShell: Bool
    /// Whether the cut has made it; else it is a ring of the source.
    var isMade: Bool
    /// Whether it runs against the ring of the source.
    var isReversed: Bool
    var doubledArea = 0.0
    var box = CoordinateBox()
  }

  // The points of lines, then those of rings.
  private var lineX: ContiguousArray<Double> = []
  private var lineY: ContiguousArray<Double> = []
  private var lines: ContiguousArray<Line> = []
  private var x: ContiguousArray<Double> = []
  private var y: ContiguousArray<Double> = []
  private var rings: ContiguousArray<Ring> = []
  /// Latitudes of places on the antimeridian; at last ascending, each once.
  private var latitudes: ContiguousArray<Double> = []

  /// - Parameter courses: of the polygon's rings, the shell first.
  /// - Complexity: O(n log n) for n vertices, and for each hole a look at the pieces.
  init(_ courses: [UnwrappedRing]) {
    pole = courses.pole
    var isShellReversed = false
    for (number, course) in courses.enumerated() {
      var course = course
      let isPositive = course.winding == 0 ? course.doubledArea >= 0 : (course.winding > 0) == (pole == 90)
      let isReversed = isPositive != (number == 0)
      if isReversed { course.reverse() }
      if number == 0 { isShellReversed = isReversed }
      takeApart(course, isShell: number == 0, isReversed: isReversed)
    }
    join(isReversed: isShellReversed)
    assemble()
  }

  // MARK: Taking rings apart

  private mutating func takeApart(_ course: UnwrappedRing, isShell: Bool, isReversed: Bool) {
    var walk = Self.walk(course)
    guard let first = walk.firstIndex(where: \.isOnAntimeridian) else {
      let begin = x.count
      for place in walk { appendToRing(place.x, place.y) }
      rings.append(Ring(points: begin..<x.count, isOfShell: isShell, isMade: false, isReversed: isReversed))
      return
    }
    for index in 0..<first { walk[index].world += course.winding }
    walk = ContiguousArray(walk[first...] + walk[..<first])
    // Back at the first place, after going round so often.
    walk.append(walk[0])
    walk[walk.count - 1].world += course.winding

    var before = 0
    // The worlds of the lines and the latitudes at which they begin.
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
      let previous = index > 0 ? entries[index - 1].world : entries[entries.count - 1].world - course.winding
      if entry.world != previous { crossing = min(crossing ?? entry.y, entry.y) }
    }
    if let pole, course.winding != 0 {
      let (start, end): (End, End) = course.winding > 0 ? (.east, .west) : (.west, .east)
      for _ in 0..<course.winding.magnitude {
        let begin = lineX.count
        appendToLine(start.longitude, pole)
        appendToLine(end.longitude, pole)
        lines.append(Line(points: begin..<lineX.count, start: start, end: end, isOfShell: isShell))
      }
      latitudes.append(pole)
    }
  }

  /// The vertices of a ring with the places between them where edges cross the antimeridian.
  private static func walk(_ course: UnwrappedRing) -> ContiguousArray<Place> {
    var walk = ContiguousArray<Place>()
    walk.reserveCapacity(course.vertices.count + 8)
    for index in course.vertices.indices {
      let a = course.vertices[index]
      var b = course.vertices[index + 1 == course.vertices.count ? 0 : index + 1]
      if index + 1 == course.vertices.count { b.turn += course.winding }
      walk.append(Place(x: a.x, y: a.y, world: a.turn, isOnAntimeridian: a.isOnAntimeridian))
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

  /// Where an edge crosses an antimeridian, always reckoned from its western end.
  private static func crossing(_ west: UnwrappedRing.Vertex, _ east: UnwrappedRing.Vertex, _ number: Int) -> Place {
    let before = (180 - west.x) + 360 * Double(number - 1 - west.turn)
    let after = (east.x + 180) + 360 * Double(east.turn - number)
    let y = west.y + (east.y - west.y) * (before / (before + after))
    return Place(
      x: -180, y: max(min(west.y, east.y), min(max(west.y, east.y), y)), world: number, isOnAntimeridian: true)
  }

  /// Adds the line between two places on the antimeridian that follow each other; between them is none where the ring
  /// runs along it, and one that comes back to its place is a ring.
  private mutating func add(
    _ inner: ContiguousArray<Place>.SubSequence, from a: Place, to b: Place, world: Int, isShell: Bool, isReversed: Bool
  ) {
    let start: End = a.world == world ? .west : .east
    let end: End = b.world == world ? .west : .east
    if start == end && a.y == b.y {
      let begin = x.count
      appendToRing(start.longitude, a.y)
      for place in inner { appendToRing(place.x, place.y) }
      rings.append(Ring(points: begin..<x.count, isOfShell: isShell, isMade: true, isReversed: isReversed))
      return
    }
    let begin = lineX.count
    appendToLine(start.longitude, a.y)
    for place in inner { appendToLine(place.x, place.y) }
    appendToLine(end.longitude, b.y)
    lines.append(Line(points: begin..<lineX.count, start: start, end: end, isOfShell: isShell))
  }

  private mutating func appendToLine(_ x: Double, _ y: Double) {
    lineX.append(x)
    lineY.append(y)
  }

  // MARK: Joining lines

  /// A line's beginning or end on the antimeridian.
  private struct Mark {
    var y: Double
    var line: Int
    var isStart: Bool
  }

  /// A line that follows another, and whether nothing of the polygon lies beyond the way between them.
  private struct Joint {
    var line: Int
    var isOutermost: Bool
  }

  /// Joins the lines along the antimeridian to rings.
  private mutating func join(isReversed: Bool) {
    var joints = ContiguousArray(lines.indices.map { Joint(line: $0, isOutermost: false) })
    for end in [End.west, .east] { pair(marks(at: end), &joints) }
    latitudes = ContiguousArray(Set(latitudes).sorted())
    var isDone = ContiguousArray(repeating: false, count: lines.count)
    for first in lines.indices where !isDone[first] {
      let begin = x.count
      var isOfShell = false
      var line = first
      repeat {
        isDone[line] = true
        isOfShell = isOfShell || lines[line].isOfShell
        for point in lines[line].points {
          // Where a line begins at the place where another has ended, the place is taken once.
          if point == lines[line].points.lowerBound, x.count > begin, x.last == lineX[point], y.last == lineY[point] {
            continue
          }
          appendToRing(lineX[point], lineY[point])
        }
        let joint = joints[line]
        if joint.isOutermost {
          appendLatitudes(
            from: lineY[lines[line].points.upperBound - 1], to: lineY[lines[joint.line].points.lowerBound],
            at: lines[line].end)
        }
        line = joint.line
      } while line != first
      rings.append(Ring(points: begin..<x.count, isOfShell: isOfShell, isMade: true, isReversed: isReversed))
    }
  }

  private mutating func appendToRing(_ x: Double, _ y: Double) {
    self.x.append(x)
    self.y.append(y)
  }

  /// Adds the places on the antimeridian between two latitudes, in this direction: the other side has them as well.
  private mutating func appendLatitudes(from first: Double, to last: Double, at end: End) {
    if first == last { return }
    let between = latitudes[
      latitudes.partitioningIndex { $0 > min(first, last) }..<latitudes.partitioningIndex { $0 >= max(first, last) }]
    if first < last {
      for y in between { appendToRing(end.longitude, y) }
    } else {
      for y in between.reversed() { appendToRing(end.longitude, y) }
    }
  }

  /// The beginnings and ends of lines at an end of the world, from the south to the north.
  private func marks(at end: End) -> [Mark] {
    var marks: [Mark] = []
    for (number, line) in lines.enumerated() {
      if line.start == end { marks.append(Mark(y: lineY[line.points.lowerBound], line: number, isStart: true)) }
      if line.end == end { marks.append(Mark(y: lineY[line.points.upperBound - 1], line: number, isStart: false)) }
    }
    return marks.sorted { a, b in
      if a.y != b.y { return a.y < b.y }
      return a.line != b.line ? a.line < b.line : a.isStart && !b.isStart
    }
  }

  /// Pairs ends with beginnings as brackets pair. There are as many of the one as of the other.
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
      // What closes goes before what opens, so that pieces touch in a place and do not overlap.
      let opening = open.last?.isStart ?? marks[first].isStart
      for mark in marks[first..<last] where mark.isStart != opening { take(mark) }
      for mark in marks[first..<last] where mark.isStart == opening { take(mark) }
      first = last
    }
  }

  // MARK: Putting polygons together

  private mutating func assemble() {
    for index in rings.indices {
      var points = rings[index].points
      if points.count > 1, x[points.lowerBound] == x[points.upperBound - 1],
        y[points.lowerBound] == y[points.upperBound - 1]
      {
        points.removeLast()
        rings[index].points = points
      }
      let begin = pieces.x.count
      for point in points {
        pieces.x.append(x[point])
        pieces.y.append(y[point])
      }
      if let first = points.first {
        pieces.x.append(x[first])
        pieces.y.append(y[first])
      }
      pieces.rings.append(begin..<pieces.x.count)
      rings[index].doubledArea = pieces.doubledArea(ofRing: index)
      for point in points {
        rings[index].box.minX = min(rings[index].box.minX, x[point])
        rings[index].box.minY = min(rings[index].box.minY, y[point])
        rings[index].box.maxX = max(rings[index].box.maxX, x[point])
        rings[index].box.maxY = max(rings[index].box.maxY, y[point])
      }
    }
    // What has no area comes of lines that run there and back.
    let isThereArea = rings.contains { $0.isOfShell && $0.doubledArea != 0 }
    let kept = rings.indices.filter { !(isThereArea && rings[$0].isMade && rings[$0].doubledArea == 0) }

    var outlines = ContiguousArray<IndexedRing?>(repeating: nil, count: rings.count)
    let boxes = ContiguousArray(rings.map(\.box))
    let sizes = ContiguousArray(rings.map(\.doubledArea.magnitude))
    // Parts of a shell that run clockwise are of one that crosses itself: holes where they lie within others, else land.
    // Parts of holes that run counter-clockwise are land between a bay of the hole and the antimeridian, or the same.
    var shells = kept.filter { rings[$0].isOfShell && rings[$0].doubledArea >= 0 }
    let doubtful = kept.filter { ring in
      rings[ring].isOfShell ? rings[ring].doubledArea < 0 : rings[ring].isMade && rings[ring].doubledArea > 0
    }
    var members: [Int: [Int]] = [:]
    if !doubtful.isEmpty {
      var positive = EnclosingRings(shells, boxes: boxes, areas: sizes)
      for ring in doubtful {
        if let shell = holder(of: ring, among: &positive, &outlines) {
          members[shell, default: []].append(ring)
        } else {
          shells.append(ring)
        }
      }
    }
    shells = bySize(shells)
    let isDoubtful = Set(doubtful)
    var enclosing = EnclosingRings(shells, boxes: boxes, areas: sizes)
    for ring in kept where !rings[ring].isOfShell && !isDoubtful.contains(ring) {
      // A hole outside of all is a fault of the source, and stays one.
      guard let shell = shells.count == 1 ? shells[0] : holder(of: ring, among: &enclosing, &outlines) ?? shells.last
      else { continue }
      members[shell, default: []].append(ring)
    }
    for shell in shells.reversed() {
      let begin = pieces.ringOrder.count
      pieces.ringOrder.append(shell)
      pieces.ringOrder.append(contentsOf: members[shell] ?? [])
      pieces.polygons.append(begin..<pieces.ringOrder.count)
    }
    for (index, ring) in rings.enumerated() where ring.isReversed {
      pieces.x[pieces.rings[index]].reverse()
      pieces.y[pieces.rings[index]].reverse()
    }
  }

  private func bySize(_ members: [Int]) -> [Int] {
    members.sorted { (abs(rings[$0].doubledArea), $0) < (abs(rings[$1].doubledArea), $1) }
  }

  /// The smallest of some shells that contains a ring.
  private func holder(
    of ring: Int, among shells: inout EnclosingRings, _ outlines: inout ContiguousArray<IndexedRing?>
  ) -> Int? {
    shells.smallest(around: rings[ring].box, withMoreThan: -1) { shell in
      let outline = outlines[shell] ?? IndexedRing(pieces, ring: shell)
      outlines[shell] = outline
      return outline.contains(pieces.rings[ring], in: pieces)
    }?.ring
  }
}

extension ContiguousArray<Double> {
  /// The index of the first element for which a condition holds that holds for all after it.
  fileprivate func partitioningIndex(_ isInSecondPart: (Double) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
