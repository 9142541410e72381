/// Searches for the largest circle in a polygon, along the polygon's edge.
///
/// The largest circle touches the edge, so it is among the circles that touch a segment or a vertex from inside. These
/// are searched in intervals: of the points of a segment, or of the directions into the polygon from a vertex that juts
/// into it. A segment, or a vertex, **holds** a circle to the radius at which the circle would touch it.
///
/// An interval is left out as soon as one segment, or one vertex, holds the circles at both of its ends to a radius
/// less than 1 % above the best so far. Then it holds all circles between them (see `TangentCircle`). Otherwise the
/// search goes on in the interval, without the circles that are held by what holds the one in the middle.
///
/// So the work follows the number of segments and not how thin the polygon is: two long parallel edges are an interval
/// each. Most intervals are left out because of a vertex near them, or because of what held the interval before. The
/// others ask a tree of boxes.
package struct PoleSearch {
  let tree: SegmentTree
  var best = PoleOfInaccessibility(x: 0, y: 0, radius: 0)
  /// The number of boxes, segments and vertices that have been looked at.
  package internal(set) var examined = 0

  /// Per point at which open lines begin: their first vertices.
  private var goingOn: [UInt64: [Int]] = [:]
  private var centers: CenterSquares
  private var holder = Segment(begin: 0, end: 0)
  private var intervals: ContiguousArray<Interval> = []
  var pending: ContiguousArray<(node: Int, squared: Double)> = []

  /// The shortest length that is told apart from nothing, in cells, with coordinates up to 2³⁰.
  private static let resolution = 0x1p-20
  /// The span below which intervals are not halved: a part of the best radius, or of a radian.
  private static let finestPart = 0x1p-16
  /// The span to which it is found out how far a segment holds circles, in the same unit.
  private static let coarsePart = 0x1p-4
  /// By how much the radius to beat has to grow before the squares with centers are made smaller again.
  private static let worthRefining = 1.02
  /// How many vertices on either side along the edge are tried before anything else.
  private static let neighbors = 6
  /// About how many segments, from all over the edge, are tried first.
  private static let samples = 64

  /// The radius that a circle must beat.
  private var threshold: Double { max(best.radius * 1.01, Self.resolution) }

  /// A segment by the indices of its two vertices.
  struct Segment: Equatable {
    var begin: Int
    var end: Int
  }

  /// What circles touch: a segment (then both are the same one), or the vertex between two segments.
  private struct Site {
    var segment: Segment
    var next: Segment

    func contains(_ segment: Int) -> Bool { segment == self.segment.begin || segment == next.begin }
  }

  private struct Interval {
    var first: TangentCircle
    var last: TangentCircle
  }

  /// - Precondition: as `poleOfInaccessibility(of:)`.
  package init(_ lines: Paths) {
    tree = SegmentTree(Self.withInsideOnTheLeft(lines))
    centers = CenterSquares(over: tree.box, segments: tree.segments.count)
    for path in 0..<tree.paths.count where !tree.paths.isClosed[path] {
      let range = tree.paths.start[path]..<tree.paths.start[path + 1]
      if range.count > 1 { goingOn[tree.paths.point(range.lowerBound).key, default: []].append(range.lowerBound) }
    }
    precondition(!tree.segments.isEmpty, "A polygon without edges has no inside")
  }

  /// The lines, reversed if what they enclose is on their right.
  private static func withInsideOnTheLeft(_ lines: Paths) -> Paths {
    var doubledArea: Int64 = 0
    for path in 0..<lines.count {
      forEachSegment(of: path, lines) { segment in
        let (a, b) = (lines.point(segment.begin), lines.point(segment.end))
        // Partial sums may wrap, the total cannot: the polygon lies in a square of 2³⁰ cells.
        doubledArea &+= Int64(a.x) &* Int64(b.y) &- Int64(b.x) &* Int64(a.y)
      }
    }
    guard doubledArea < 0 else { return lines }
    var turned = Paths()
    for path in 0..<lines.count {
      for vertex in (lines.start[path]..<lines.start[path + 1]).reversed() { turned.append(lines.point(vertex)) }
      turned.endPath(isClosed: lines.isClosed[path])
    }
    return turned
  }

  /// Finds the largest circle, to 1 %.
  /// - Complexity: about O(n log n) for n segments of coasts, borders, strips, rings, spirals and lattices of holes, in
  ///   what `examined` counts; measured, not proven. For combs with slanted teeth it grows faster, about as n√n. O(n²)
  ///   at worst, if the boxes of most segments overlap and nothing near a segment along the edge holds its circles.
  package mutating func pole() -> PoleOfInaccessibility {
    for fraction in [0.5, 0.25, 0.75] {
      seed(onLineAt: fraction, upright: false)
      seed(onLineAt: fraction, upright: true)
    }
    let paths = tree.paths
    let stride = max(1, paths.vertexCount / Self.samples)
    for path in 0..<paths.count {
      Self.forEachSegment(of: path, paths) { segment in
        if segment.begin % stride == 0 { sample(segment) }
      }
    }
    for path in 0..<paths.count { search(path) }
    return best
  }

  // MARK: Sites

  static func forEachSegment(of path: Int, _ paths: Paths, _ body: (Segment) -> Void) {
    let range = paths.start[path]..<paths.start[path + 1]
    guard range.count > 1 else { return }
    for vertex in range.dropLast() { body(Segment(begin: vertex, end: vertex + 1)) }
    if paths.isClosed[path] { body(Segment(begin: range.upperBound - 1, end: range.lowerBound)) }
  }

  private func circle(on segment: Segment, at share: Double) -> TangentCircle {
    TangentCircle(from: tree.paths.point(segment.begin), to: tree.paths.point(segment.end), at: share)
  }

  private func isPoint(_ segment: Segment) -> Bool {
    tree.paths.point(segment.begin) == tree.paths.point(segment.end)
  }

  private mutating func sample(_ segment: Segment) {
    guard !isPoint(segment) else { return }
    _ = holder(of: circle(on: segment, at: 0.5), Site(segment: segment, next: segment))
  }

  private mutating func search(_ path: Int) {
    let paths = tree.paths
    let range = paths.start[path]..<paths.start[path + 1]
    let isClosed = paths.isClosed[path]
    Self.forEachSegment(of: path, paths) { segment in
      guard !isPoint(segment) else { return }
      if threshold > centers.radius * Self.worthRefining { refineCenters() }
      let (begin, end) = (paths.point(segment.begin), paths.point(segment.end))
      guard centers.mayReach(GridBox(begin, end)) else { return }
      let first = circle(on: segment, at: 0)
      let last = circle(on: segment, at: 1)
      search(Interval(first: first, last: last), Site(segment: segment, next: segment))
      guard centers.mayReach(GridBox(end, end)) else { return }
      let isEnd = !isClosed && segment.end == range.upperBound - 1
      if isEnd {
        for begin in goingOn[end.key] ?? [] {
          searchVertex(between: segment, Segment(begin: begin, end: begin + 1), first: last)
        }
      } else {
        let isLast = segment.end + 1 == range.upperBound
        let next = Segment(begin: segment.end, end: isLast ? range.lowerBound : segment.end + 1)
        searchVertex(between: segment, next, first: last)
      }
    }
  }

  private mutating func refineCenters() {
    var centers = centers
    centers.refine(toBeat: threshold) { x, y in clearance(x, y) }
    self.centers = centers
  }

  /// Searches the directions into the polygon from the vertex between two segments, if the vertex juts into the
  /// polygon; otherwise no circle touches it.
  private mutating func searchVertex(between segment: Segment, _ next: Segment, first: TangentCircle) {
    guard !isPoint(next) else { return }
    let paths = tree.paths
    let (begin, vertex, end) = (paths.point(segment.begin), paths.point(segment.end), paths.point(next.end))
    let turn = orientation(begin, vertex, end)
    guard turn < 0 || (turn == 0 && vertex.turnsBack(from: begin, to: end)) else { return }
    let directions = Interval(first: first.turned(on: vertex), last: circle(on: next, at: 0).turned(on: vertex))
    search(directions, Site(segment: segment, next: next))
  }

  private mutating func search(_ interval: Interval, _ site: Site) {
    intervals.append(interval)
    while let interval = intervals.popLast() {
      if isHeldByVertex(interval, site) || isHeldBySegment(interval, site) { continue }
      let middle = TangentCircle(between: interval.first, interval.last)
      guard let segment = holder(of: middle, site) else { continue }
      let fromFirst = isHeld(interval.first, by: segment)
      let toLast = isHeld(interval.last, by: segment)
      if fromFirst && toLast { continue }
      if span(interval.first, interval.last) < Self.finestPart { continue }
      if !toLast {
        let held = lastHeld(by: segment, from: middle, to: interval.last)
        intervals.append(Interval(first: held, last: interval.last))
      }
      if !fromFirst {
        let held = firstHeld(by: segment, from: interval.first, to: middle)
        intervals.append(Interval(first: interval.first, last: held))
      }
    }
  }

  /// How far apart two circles are: in radians round a vertex, or as a part of the best radius on a segment.
  private func span(_ first: TangentCircle, _ last: TangentCircle) -> Double {
    first.difference(from: last) / (first.isOnVertex ? 1 : max(best.radius, 1))
  }

  /// About the last circle up to which a segment holds all circles to the threshold, from one that it holds to one that
  /// it does not hold.
  ///
  /// If a long edge faces another one, the search goes on at once with what lies beyond the ends of the other, without
  /// halving the whole length down to that.
  private mutating func lastHeld(by segment: Segment, from held: TangentCircle, to free: TangentCircle) -> TangentCircle
  {
    var (held, free) = (held, free)
    while span(held, free) > Self.coarsePart {
      let middle = TangentCircle(between: held, free)
      if isHeld(middle, by: segment) { held = middle } else { free = middle }
    }
    return held
  }

  /// About the first circle from which on a segment holds all circles to the threshold; see `lastHeld`.
  private mutating func firstHeld(by segment: Segment, from free: TangentCircle, to held: TangentCircle)
    -> TangentCircle
  {
    var (held, free) = (held, free)
    while span(free, held) > Self.coarsePart {
      let middle = TangentCircle(between: free, held)
      if isHeld(middle, by: segment) { held = middle } else { free = middle }
    }
    return held
  }

  // MARK: What holds circles

  /// Whether a vertex near the site along the edge holds all circles of an interval.
  private mutating func isHeldByVertex(_ interval: Interval, _ site: Site) -> Bool {
    let paths = tree.paths
    let threshold = threshold
    let begin = site.segment.begin
    for step in 1...Self.neighbors {
      for vertex in [begin - step, site.next.end + step] where vertex >= 0 && vertex < paths.vertexCount {
        examined += 1
        let point = paths.point(vertex)
        if interval.first.isHeld(by: point, to: threshold) && interval.last.isHeld(by: point, to: threshold) {
          return true
        }
      }
    }
    return false
  }

  /// Whether one of the likely segments holds all circles of an interval: the one that held the last circle, one beside
  /// it, or the one after the next along the edge.
  private mutating func isHeldBySegment(_ interval: Interval, _ site: Site) -> Bool {
    if !site.contains(holder.begin), isHeld(interval, by: holder) { return true }
    for begin in [
      holder.begin - 1, holder.begin + 1, holder.begin - 2, holder.begin + 2, site.segment.begin - 2,
      site.next.begin + 2,
    ] where begin >= 0 && begin < tree.end.count && tree.end[begin] >= 0 && !site.contains(begin) {
      if isHeld(interval, by: Segment(begin: begin, end: Int(tree.end[begin]))) { return true }
    }
    return false
  }

  private mutating func isHeld(_ interval: Interval, by segment: Segment) -> Bool {
    isHeld(interval.first, by: segment) && isHeld(interval.last, by: segment)
  }

  private mutating func isHeld(_ circle: TangentCircle, by segment: Segment) -> Bool {
    examined += 1
    let (a, b) = (tree.paths.point(segment.begin), tree.paths.point(segment.end))
    return circle.radius(heldBy: a, b) <= threshold
  }

  /// The segment that holds a circle to less than the threshold; if there is none, the segment that holds it most, and
  /// the circle may become the best so far. `nil` if no segment holds the circle, or if its center is not inside, which
  /// happens if lines cross.
  private mutating func holder(of circle: TangentCircle, _ site: Site) -> Segment? {
    if let (segment, _) = hold(circle, site, below: threshold) {
      holder = segment
      return segment
    }
    let box = tree.box
    let extent = (Double(box.maxX) - Double(box.minX)) + (Double(box.maxY) - Double(box.minY))
    guard let (segment, radius) = hold(circle, site, below: extent) else { return nil }
    holder = segment
    let x = circle.x + radius * circle.inX
    let y = circle.y + radius * circle.inY
    let measured = distance(x, y)
    guard isInside(x, y) else { return nil }
    if measured > best.radius { best = PoleOfInaccessibility(x: x, y: y, radius: measured) }
    return segment
  }

  /// The segment that holds a circle most, and the radius; `nil` if no segment holds it to less than a limit.
  private mutating func hold(
    _ circle: TangentCircle, _ site: Site, below limit: Double
  ) -> (segment: Segment, radius: Double)? {
    let paths = tree.paths
    var radius = limit
    var found: Segment?
    var (x, y) = (circle.x + radius * circle.inX, circle.y + radius * circle.inY)
    // A little more than the radius, because coordinates are rounded.
    var reach = (radius + Self.resolution) * (radius + Self.resolution)
    pending.append((1, 0))
    while let (node, _) = pending.popLast() {
      let box = tree.box(of: node)
      examined += 1
      guard box.squaredDistance(fromX: x, y: y) < reach else { continue }
      if node < tree.firstLeaf {
        push(childrenOf: node, nearestTo: circle.x, circle.y)
        continue
      }
      guard node - tree.firstLeaf < tree.segments.count else { continue }
      let begin = Int(tree.segments[node - tree.firstLeaf])
      guard !site.contains(begin) else { continue }
      let end = Int(tree.end[begin])
      let held = circle.radius(heldBy: paths.point(begin), paths.point(end))
      guard held < radius else { continue }
      radius = held
      found = Segment(begin: begin, end: end)
      (x, y) = (circle.x + radius * circle.inX, circle.y + radius * circle.inY)
      reach = (radius + Self.resolution) * (radius + Self.resolution)
    }
    return found.map { ($0, radius) }
  }
}
