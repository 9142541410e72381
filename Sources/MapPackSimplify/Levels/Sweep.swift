import MapPack
import MapPackGeometry

/// A segment of a simplified line, with the vertices that are removed between its ends: its chain.
struct Chord: BitwiseCopyable, Sendable {
  var first: Int32
  /// The kept vertex at which it ends; at most `first` if the chain runs across the start of a closed arc.
  var last: Int32
  var arc: Int32
  /// The box of its chain.
  var box: GridBox
}

/// The kept vertices of a level: those from the beginning, and those that came back since. Either may be empty.
struct KeptVertices: Sendable {
  var points = PointIndex([], jobs: 1)
  var restored = PointIndex([], jobs: 1)
}

/// Finds the points over which a line sweeps if a chord replaces its chain: those on the chord, and those inside the
/// closed line of both. Exact.
///
/// If no chord of a level sweeps over a kept vertex, and no two chords have both ends in common, then the level is as
/// the source is:
/// - *No two chords cross.* Two closed lines cross an even number of times. The chains of two chords do not cross. A
///   chord crosses the closed line of another one an even number of times, as both its ends lie outside. So the crossings
///   of the chords themselves are even in number, and two segments cross at most once. Of lines that do cross, this
///   shows in the same way that two chords cross if and only if their chains cross an odd number of times.
/// - *The order round each node stays*, and *no ring turns over*: both follow if chains are replaced one by one, and
///   each time counts which of the other lines leave the common end between a chain and its chord.
/// - *Nothing changes sides*: an even number of the lines beside a vertex have moved over it.
///
/// Points on the chain do not count: they lie on the line in full detail too, as only lines that are not noded do.
/// Source of the idea: M. de Berg, M. van Kreveld and S. Schirra, "Topologically correct subdivision simplification
/// using the bandwidth criterion", Cartography and GIS 25 (1998).
///
/// Arcs and kept vertices are passed to each call and not held here: threads that work beside each other would spend
/// much time on counting references to the same columns.
struct Sweep {
  /// The points that the last chord has swept over, sorted; after that, those of its box that it has not.
  private(set) var points: ContiguousArray<GridPoint> = []
  private var states: ContiguousArray<UInt8> = []
  /// How many points have been looked at so far.
  private(set) var effort = 0
  /// How many chords have been asked about so far.
  private var asked = 0

  private static let isInside: UInt8 = 1
  private static let isOnChain: UInt8 = 2
  private static let isOnChord: UInt8 = 4

  /// Whether a chord sweeps over a point; `points` are those points then.
  /// - Parameter gone: the keys of points that do not count.
  /// - Complexity: O(c log p + p log p + s) for c vertices of the chain, p points in its box, and s pairs of a point and
  ///   a segment of the chain above or below it.
  mutating func isSwept(
    _ chord: Chord, of arcs: ArcTable, among kept: KeptVertices, except gone: Set<UInt64> = []
  ) -> Bool {
    // Only a line that comes back to a point has such a chord; nothing would be left of it there.
    if arcs.point(Int(chord.first)) == arcs.point(Int(chord.last)) {
      points.removeAll(keepingCapacity: true)
      return true
    }
    asked += 1
    if effort > Self.ordinaryEffort + Self.ordinaryPoints * asked {
      let found = collect(in: chord, of: arcs, among: kept, most: Self.fewPoints)
      if keepsSwept(chord, of: arcs, except: gone) { return true }
      if found < Self.fewPoints { return false }
    }
    _ = collect(in: chord, of: arcs, among: kept, most: .max)
    return keepsSwept(chord, of: arcs, except: gone)
  }

  /// After so much effort, far more than a map takes whose tolerance suits it, a chord is first tried with few of the
  /// points in its box. If it sweeps over one of them, the others need not be known.
  private static let ordinaryEffort = 1 << 16
  /// How much more effort is ordinary for each chord.
  private static let ordinaryPoints = 64
  private static let fewPoints = 256

  /// Finds points in the box of a chord.
  /// - Returns: how many there are, or a number that is not below `most`.
  private mutating func collect(in chord: Chord, of arcs: ArcTable, among kept: KeptVertices, most: Int) -> Int {
    let (a, b) = (arcs.point(Int(chord.first)), arcs.point(Int(chord.last)))
    points.removeAll(keepingCapacity: true)
    var found = kept.points.collect(in: chord.box, without: a, b, most: most, into: &points)
    if found < most { found += kept.restored.collect(in: chord.box, without: a, b, most: most, into: &points) }
    effort += found
    return found
  }

  /// Keeps those of the points over which the chord sweeps; `false` if it sweeps over none.
  private mutating func keepsSwept(_ chord: Chord, of arcs: ArcTable, except gone: Set<UInt64>) -> Bool {
    let (a, b) = (arcs.point(Int(chord.first)), arcs.point(Int(chord.last)))
    if points.isEmpty { return false }
    if points.count > 1 { points.sort() }
    states.removeAll(keepingCapacity: true)
    states.append(contentsOf: repeatElement(0, count: points.count))
    var previous = a
    arcs.forEachVertex(inside: chord) { vertex in
      let point = arcs.point(vertex)
      pass(previous, point, Self.isOnChain)
      previous = point
    }
    pass(previous, b, Self.isOnChain)
    pass(b, a, Self.isOnChord)
    var count = 0
    for index in points.indices where states[index] & Self.isOnChain == 0 && states[index] != 0 {
      if count > 0 && points[count - 1] == points[index] || gone.contains(points[index].key) { continue }
      points[count] = points[index]
      count += 1
    }
    points.removeLast(points.count - count)
    return count > 0
  }

  /// Switches the side of each point above which a segment lies, and marks the points on it.
  @inline(__always)
  private mutating func pass(_ a: GridPoint, _ b: GridPoint, _ mark: UInt8) {
    let (left, right) = a.x < b.x ? (a, b) : (b, a)
    var index = points.indices.partitioningIndex { points[$0].x >= left.x }
    while index < points.count && points[index].x <= right.x {
      let side = orientation(left, right, points[index])
      // Includes the left end and excludes the right one, so that a vertex of the line counts once.
      if side < 0 && points[index].x < right.x { states[index] ^= Self.isInside }
      if side == 0 && points[index].y >= min(a.y, b.y) && points[index].y <= max(a.y, b.y) { states[index] |= mark }
      index += 1
    }
  }

  /// How many of the points that a chord has swept over are looked at.
  private static let sampleSize = 32

  /// The removed vertex that would bring most of the points that a chord has swept over back to their side. If several
  /// bring back as many, it is the most important one of them.
  ///
  /// The most important vertex of the whole chain would not do: it is often far away, and many more would have to come
  /// back until the line is close enough to the chain near the points.
  /// - Precondition: `points` are those of this chord.
  func vertexToRestore(in chord: Chord, of arcs: ArcTable, _ ranking: VertexRanking) -> Int? {
    let count = min(points.count, Self.sampleSize)
    let sample = (0..<count).map { points[$0 * points.count / count] }
    /// A bit for each point above which the segment lies, and one for each point on it.
    func mask(_ a: GridPoint, _ b: GridPoint) -> (below: UInt32, on: UInt32) {
      let (left, right) = a.x < b.x ? (a, b) : (b, a)
      var mask: (below: UInt32, on: UInt32) = (0, 0)
      for (bit, point) in sample.enumerated() where left.x <= point.x && point.x <= right.x {
        let side = orientation(left, right, point)
        if side < 0 && point.x < right.x { mask.below |= 1 << UInt32(bit) }
        if side == 0 && point.y >= min(a.y, b.y) && point.y <= max(a.y, b.y) { mask.on |= 1 << UInt32(bit) }
      }
      return mask
    }
    let (start, end) = (arcs.point(Int(chord.first)), arcs.point(Int(chord.last)))
    var whole: UInt32 = 0
    var previous = start
    arcs.forEachVertex(inside: chord) { vertex in
      whole ^= mask(previous, arcs.point(vertex)).below
      previous = arcs.point(vertex)
    }
    whole ^= mask(previous, end).below

    var best: (vertex: Int, score: Int)?
    var passed: UInt32 = 0
    previous = start
    arcs.forEachVertex(inside: chord) { vertex in
      let point = arcs.point(vertex)
      passed ^= mask(previous, point).below
      previous = point
      let (before, behind) = (mask(start, point), mask(point, end))
      let swept = (passed ^ before.below) | before.on | (whole ^ passed ^ behind.below) | behind.on
      let score = -swept.nonzeroBitCount
      if let current = best {
        if score < current.score || (score == current.score && ranking.precedes(vertex, current.vertex)) { return }
      }
      best = (vertex, score)
    }
    return best?.vertex
  }
}

extension ArcTable {
  /// Calls `body` with the vertices of a chord's chain between its ends, in the order of the arc.
  @inline(__always)
  func forEachVertex(inside chord: Chord, _ body: (Int) -> Void) {
    let (first, last) = (Int(chord.first), Int(chord.last))
    if last > first {
      for vertex in first + 1..<last { body(vertex) }
    } else {
      for vertex in first + 1..<start[Int(chord.arc) + 1] { body(vertex) }
      for vertex in start[Int(chord.arc)]..<last { body(vertex) }
    }
  }

  func chord(from first: Int, to last: Int, in arc: Int) -> Chord {
    var chord = Chord(
      first: Int32(truncatingIfNeeded: first), last: Int32(truncatingIfNeeded: last),
      arc: Int32(truncatingIfNeeded: arc), box: GridBox(point(first), point(last)))
    forEachVertex(inside: chord) { chord.box.extend(to: point($0)) }
    return chord
  }
}
