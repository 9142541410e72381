/// Searches for the largest circle in a polygon, along the polygon's edge.
///
/// The largest circle touches the edge, so it is among the circles that touch a segment or a vertex from inside. These
/// are searched in intervals: of the points of a segment, or of the directions into the polygon from a vertex that juts
/// into it. A segment **holds** a circle to the radius at which the circle would touch it.
///
/// An interval is left out as soon as one segment holds the circles at both of its ends to a radius less than 1 % above
/// the best so far. Then it holds all circles between them (see `TangentCircle`). Otherwise some segment holds the circle
/// in the middle. The circles that this segment holds are left out, and the search goes on in the rest of the interval.
///
/// So the work follows the number of segments and not how thin the polygon is: two long parallel edges are an interval
/// each. Most intervals are left out because a vertex lies well inside the circles: the one that held an interval before,
/// or one of the squares round the circles' centers. Others are left out because of a segment near them, or because of
/// what held the interval before. The rest ask a tree of boxes.
package struct PoleSearch {
  private var tree: SegmentTree
  private var best = PoleOfInaccessibility(x: 0, y: 0, radius: 0)
  /// The radius that a circle must beat.
  private var threshold = Self.resolution
  /// Vertices of the edge; none if these are so few that the boxes of segments are as fast.
  private var squares = EdgeSquares()
  private var comparisons = 0
  /// Per point at which open lines begin: their first segments.
  private var goingOn: [UInt64: [Int]] = [:]
  /// The segment that held the last circle.
  private var holder = 0
  private var intervals: ContiguousArray<Interval> = []

  /// The shortest length that is told apart from nothing, in cells, with coordinates up to 2³⁰.
  private static let resolution = 0x1p-20
  /// The span below which intervals are not halved: a part of the best radius, or of a radian.
  private static let finestPart = 0x1p-16
  /// How exactly `boundary(between:_:isFirstHeld:by:)` finds where a segment stops holding circles, in the same unit.
  private static let coarsePart = 0x1p-4
  /// A vertex is well inside a circle if the square of its distance from the center is this part of the radius's.
  private static let wellInside = 1 - 0x1p-10
  /// About how many segments, from all over the edge, are tried first.
  private static let samples = 64

  /// The number of boxes and segments that have been looked at.
  package var examined: Int { tree.examined + comparisons }

  /// The segment that circles touch (then both are the same one), or the two segments at the vertex that they touch.
  private struct Site {
    var segment: Int
    var next: Int

    func contains(_ segment: Int) -> Bool { segment == self.segment || segment == next }
  }

  private struct Interval {
    var first: TangentCircle
    var last: TangentCircle
  }

  /// - Precondition: as `poleOfInaccessibility(of:)`.
  package init(_ lines: Paths) {
    // Partial sums may wrap, the total cannot: the polygon lies in a square of 2³⁰ cells.
    let isInsideOnTheLeft = lines.doubledAreas().reduce(0, &+) >= 0
    tree = SegmentTree(isInsideOnTheLeft ? lines : lines.reversed)
    for path in 0..<tree.paths.count where !tree.paths.isClosed[path] {
      let first = tree.paths.start[path]
      if tree.paths.vertices(of: path).count > 1 { goingOn[tree.paths.point(first).key, default: []].append(first) }
    }
  }

  /// Finds the largest circle, to 1 %.
  /// - Complexity: about O(n log n) for n segments of coasts, borders, strips, rings, spirals and lattices of holes, in
  ///   what `examined` counts; measured, not proven. O(n²) at worst, if the boxes of most segments overlap and nothing
  ///   near a segment along the edge holds its circles.
  package mutating func pole() -> PoleOfInaccessibility {
    for fraction in [0.5, 0.25, 0.75] {
      seed(onLineAt: fraction, upright: false)
      seed(onLineAt: fraction, upright: true)
    }
    let stride = max(1, tree.paths.vertexCount / Self.samples)
    prepareSquares()
    for segment in tree.end.indices where segment % stride == 0 && !isPoint(segment) {
      let sample = circle(on: segment, at: 0.5)
      if isClearlyHeld(Interval(first: sample, last: sample), halvings: 0) { continue }
      _ = holder(of: sample, Site(segment: segment, next: segment))
    }
    prepareSquares()
    for segment in tree.end.indices where !isPoint(segment) {
      let first = circle(on: segment, at: 0)
      let edge = Interval(first: first, last: first.atEndOfSegment)
      search(edge, Site(segment: segment, next: segment))
      let vertex = Int(tree.end[segment])
      let following = tree.end[vertex] >= 0 ? [vertex] : goingOn[tree.paths.point(vertex).key] ?? []
      for next in following where !isPoint(next) { searchVertex(between: segment, next, edge.last) }
    }
    return best
  }

  /// Sorts the vertices into squares, if that was not done for circles of about the threshold's radius.
  private mutating func prepareSquares() {
    guard tree.paths.vertexCount >= Self.samples, threshold > squares.radius * 1.5 else { return }
    squares = EdgeSquares(tree, radius: threshold)
  }

  // MARK: Sites

  private func circle(on segment: Int, at share: Double) -> TangentCircle {
    let (a, b) = tree.ends(segment)
    return TangentCircle(from: a, to: b, at: share)
  }

  /// Whether no segment begins at a vertex, or one that ends where it begins.
  private func isPoint(_ vertex: Int) -> Bool {
    tree.end[vertex] < 0 || tree.paths.point(vertex) == tree.paths.point(Int(tree.end[vertex]))
  }

  /// Searches the directions into the polygon from the vertex between two segments, if the vertex juts into the
  /// polygon; otherwise no circle touches it.
  /// - Parameter last: the circle at the end of the first one.
  private mutating func searchVertex(between segment: Int, _ next: Int, _ last: TangentCircle) {
    let ((begin, vertex), (_, end)) = (tree.ends(segment), tree.ends(next))
    let turn = orientation(begin, vertex, end)
    guard turn < 0 || (turn == 0 && vertex.turnsBack(from: begin, to: end)) else { return }
    let directions = Interval(first: last.turned(on: vertex), last: circle(on: next, at: 0).turned(on: vertex))
    search(directions, Site(segment: segment, next: next))
  }

  private mutating func search(_ interval: Interval, _ site: Site) {
    if isClearlyHeld(interval) { return }
    intervals.append(interval)
    while let interval = intervals.popLast() {
      if isHeldNearby(interval, site) { continue }
      let middle = TangentCircle(between: interval.first, interval.last)
      guard let segment = holder(of: middle, site) else { continue }
      let fromFirst = isHeld(interval.first, by: segment)
      let toLast = isHeld(interval.last, by: segment)
      if fromFirst && toLast { continue }
      if span(interval.first, interval.last) < Self.finestPart { continue }
      if !toLast {
        let (held, _) = boundary(between: middle, interval.last, isFirstHeld: true, by: segment)
        let rest = Interval(first: held, last: interval.last)
        if !isClearlyHeld(rest, halvings: 0) { intervals.append(rest) }
      }
      if !fromFirst {
        let (_, held) = boundary(between: interval.first, middle, isFirstHeld: false, by: segment)
        let rest = Interval(first: interval.first, last: held)
        if !isClearlyHeld(rest, halvings: 0) { intervals.append(rest) }
      }
    }
  }

  /// How far apart two circles are: in radians round a vertex, or as a part of the best radius on a segment.
  private func span(_ first: TangentCircle, _ last: TangentCircle) -> Double {
    first.difference(from: last) / (first.isOnVertex ? 1 : max(best.radius, 1))
  }

  /// Where a segment stops holding circles to the threshold: two circles near each other, one held and one not.
  ///
  /// So if a long edge faces a shorter one, the search goes on at once with what lies beyond the ends of the shorter one.
  /// - Parameter isFirstHeld: whether the segment holds the first circle. It does not hold the last one then, or the
  ///   other way round.
  private mutating func boundary(
    between first: TangentCircle, _ last: TangentCircle, isFirstHeld: Bool, by segment: Int
  ) -> (first: TangentCircle, last: TangentCircle) {
    var (first, last) = (first, last)
    while span(first, last) > Self.coarsePart {
      let middle = TangentCircle(between: first, last)
      if isHeld(middle, by: segment) == isFirstHeld { first = middle } else { last = middle }
    }
    return (first, last)
  }

  // MARK: What holds circles

  /// Whether a vertex is found that lies well inside the circles of the threshold's radius at both ends of an interval,
  /// or one for each part of it. Then all circles of the interval are held to less.
  ///
  /// So far inside, rounding does not matter: a segment that is touched has no vertex there.
  private mutating func isClearlyHeld(_ interval: Interval, halvings: Int = 2) -> Bool {
    guard !squares.isEmpty, threshold > 1 else { return false }
    let limit = threshold * threshold * Self.wellInside
    let (x, y) = interval.first.center(radius: threshold)
    let (toX, toY) = interval.last.center(radius: threshold)
    // Circles that lie apart have no vertex in common.
    let reach = 2 * threshold * Double(1 << halvings)
    guard (toX - x) * (toX - x) + (toY - y) * (toY - y) < reach * reach else { return false }
    var looks = 0
    let isHeld = squares.haveVertex(near: (x + toX) / 2, (y + toY) / 2) { vertex in
      looks += 1
      let (x, y) = (x - Double(vertex.x), y - Double(vertex.y))
      let (toX, toY) = (toX - Double(vertex.x), toY - Double(vertex.y))
      return x * x + y * y < limit && toX * toX + toY * toY < limit
    }
    comparisons += looks
    guard !isHeld, halvings > 0 else { return isHeld }
    let middle = TangentCircle(between: interval.first, interval.last)
    return isClearlyHeld(Interval(first: interval.first, last: middle), halvings: halvings - 1)
      && isClearlyHeld(Interval(first: middle, last: interval.last), halvings: halvings - 1)
  }

  /// Whether one of the likely segments holds all circles of an interval: the one that held the last circle, one beside
  /// it, or the one after the next along the edge.
  private mutating func isHeldNearby(_ interval: Interval, _ site: Site) -> Bool {
    for segment in [
      holder, holder - 1, holder + 1, holder - 2, holder + 2, site.segment - 2, site.next + 2,
    ] where tree.end.indices ~= segment && tree.end[segment] >= 0 && !site.contains(segment) {
      if isHeld(interval.first, by: segment) && isHeld(interval.last, by: segment) { return true }
    }
    return false
  }

  private mutating func isHeld(_ circle: TangentCircle, by segment: Int) -> Bool {
    comparisons += 1
    let (a, b) = tree.ends(segment)
    return circle.radius(heldBy: a, b) <= threshold
  }

  /// The segment that holds a circle to less than the threshold; if there is none, the segment that holds it most, and
  /// the circle may become the best so far. `nil` if no segment holds the circle, or if its center is not inside, which
  /// happens if lines cross.
  private mutating func holder(of circle: TangentCircle, _ site: Site) -> Int? {
    if let (segment, _) = hold(circle, site, below: threshold) {
      holder = segment
      return segment
    }
    let extent = Double(tree.box.maxX) - Double(tree.box.minX) + (Double(tree.box.maxY) - Double(tree.box.minY))
    guard let (segment, radius) = hold(circle, site, below: extent) else { return nil }
    holder = segment
    let (x, y) = circle.center(radius: radius)
    guard isInside(x, y) else { return nil }
    keep(x, y) { $0 > $1 }
    return segment
  }

  /// The segment that holds a circle most, and the radius; `nil` if no segment holds it to less than a limit.
  private mutating func hold(
    _ circle: TangentCircle, _ site: Site, below limit: Double
  ) -> (segment: Int, radius: Double)? {
    var radius = limit
    var found: Int?
    var (x, y) = circle.center(radius: radius)
    tree.forEachSegment(from: circle.x, circle.y) { box in
      // A little more than the radius, because coordinates are rounded.
      box.squaredDistance(fromX: x, y: y) < (radius + Self.resolution) * (radius + Self.resolution)
    } _: { segment, a, b in
      guard !site.contains(segment) else { return }
      let held = circle.radius(heldBy: a, b)
      guard held < radius else { return }
      (radius, found) = (held, segment)
      (x, y) = circle.center(radius: radius)
    }
    return found.map { ($0, radius) }
  }

  // MARK: Points

  /// Makes a point the best so far if its distance from the edge is better.
  private mutating func keep(_ x: Double, _ y: Double, if isBetter: (Double, Double) -> Bool) {
    let radius = tree.distance(x, y)
    if isBetter(radius, best.radius) {
      best = PoleOfInaccessibility(x: x, y: y, radius: radius)
      threshold = max(best.radius * 1.01, Self.resolution)
    }
  }

  /// Whether a point is inside, by the segments below it. It looks at all segments, so it is asked only of a circle
  /// that is better by 1 % than all before.
  private func isInside(_ x: Double, _ y: Double) -> Bool {
    tree.end.indices.count {
      guard tree.end[$0] >= 0 else { return false }
      let (first, last) = tree.ends($0)
      let (a, b) = first.x < last.x ? (first, last) : (last, first)
      guard Double(a.x) <= x, x < Double(b.x) else { return false }
      let (run, rise) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
      return run * (y - Double(a.y)) > rise * (x - Double(a.x))
    } % 2 == 1
  }

  /// Tries the middle of the widest stretch inside the polygon, on a line across the box. However thin the polygon is,
  /// this is a point in it.
  private mutating func seed(onLineAt fraction: Double, upright: Bool) {
    let box = tree.box
    let low = Double(upright ? box.minX : box.minY)
    let high = Double(upright ? box.maxX : box.maxY)
    let line = low + (high - low) * fraction
    var crossings: [Double] = []
    for segment in tree.end.indices where tree.end[segment] >= 0 {
      let (a, b) = tree.ends(segment)
      let (fromLine, from) = upright ? (Double(a.x), Double(a.y)) : (Double(a.y), Double(a.x))
      let (toLine, to) = upright ? (Double(b.x), Double(b.y)) : (Double(b.y), Double(b.x))
      if fromLine <= line && line < toLine || toLine <= line && line < fromLine {
        crossings.append(from + (to - from) * ((line - fromLine) / (toLine - fromLine)))
      }
    }
    crossings.sort()
    var widest = (width: -1.0, middle: 0.0)
    for index in stride(from: 1, to: crossings.count, by: 2) {
      let width = crossings[index] - crossings[index - 1]
      if width > widest.width { widest = (width, crossings[index - 1] + width / 2) }
    }
    guard widest.width >= 0 else { return }
    let (x, y) = upright ? (line, widest.middle) : (widest.middle, line)
    keep(x, y) { $0 > $1 || $1 == 0 }
  }
}

extension Paths {
  /// The same lines, each from its last vertex to its first.
  fileprivate var reversed: Paths {
    var reversed = Paths()
    for path in 0..<count {
      for vertex in vertices(of: path).reversed() { reversed.append(point(vertex)) }
      reversed.endPath(isClosed: isClosed[path])
    }
    return reversed
  }
}
