import MapPackGeometry

/// Claimed paths with regions joined to themselves at ±180°. `Snapping` begins with it, and `antimeridianStrips` finds
/// by it what `validate` reports.
///
/// Land that is cut at ±180° should reach it on both sides. If a piece stops short, a strip of water is left that is as
/// unreal as one between the borders of two neighbors. A **strip** lies along a run of a region's one-sided boundary
/// with these properties:
/// - Each edge has the region behind it and ±180° in front, so only water lies between.
/// - Each vertex is within the distance, across ±180°, of a line of the same region on the other side. The points
///   opposite that line's vertices count as vertices of the run.
/// - The run ends on ±180°, or before an edge that turns away from ±180° by more than one in eight.
/// - The run is at least eight times as long as its farthest vertex is from ±180°.
///
/// The vertices of a strip move to ±180° along their parallels, with everything that is drawn through them. Islands
/// beside ±180° stay if their region has nothing on the other side. So do capes, and coasts that reach ±180° at an
/// angle.
///
/// Then ends are joined. The land of a region along ±180° may end at one latitude on one side, and at another latitude
/// on the other side. If the two ends are within the distance and nearest to each other, the one that is farther inside
/// the land moves to the latitude of the other.
///
/// A point moves along its parallel by at most the distance, and along ±180° by at most the distance. The order of the
/// paths and their first vertices make no difference.
struct AntimeridianSnapping {
  /// The paths after joining.
  private(set) var paths: ClaimedPaths
  /// The strips and the ends that were joined, the strips first, both unsorted. A strip has its largest distance from
  /// ±180° as its width; an end has its distance from the other end, and length 0.
  private(set) var joined: [NearMiss] = []

  private let owners: ClaimOwners
  private let ground: GroundRows
  private let seams: SeamLines
  /// The distance, in cells on the ground.
  private let reach: Int64
  private let jobs: Int

  /// How many times longer than wide a strip is. An edge at its end may turn away by no more than one in so many.
  private static let slenderness: Int64 = 8

  /// - Parameter reach: the distance, in cells on the ground.
  /// - Complexity: O(n + m log m) for n vertices of which m are within the distance of ±180°. If the lines do not come
  ///   near ±180° on both sides, only their bounding box is computed.
  init(
    _ input: ClaimedPaths, _ owners: ClaimOwners, _ ground: GroundRows, _ seams: SeamLines, reach: Int64, jobs: Int
  ) {
    paths = input
    self.owners = owners
    self.ground = ground
    self.seams = seams
    self.reach = reach
    self.jobs = jobs
    // A map on a finer grid cannot come near ±180° on both sides, and few others do.
    guard seams.world <= GridPoint.coordinateLimit, isNearBothSides(input.paths) else { return }
    closeStrips()
    joinEnds()
  }

  /// Whether the bounding box of all lines comes within the distance of ±180° on both sides.
  private func isNearBothSides(_ paths: Paths) -> Bool {
    guard let minX = paths.x.min(), let maxX = paths.x.max(), let minY = paths.y.min(), let maxY = paths.y.max() else {
      return false
    }
    let box = ground.box(GridBox(GridPoint(x: minX, y: minY), GridPoint(x: maxX, y: maxY)), widenedBy: reach)
    return Int64(box.minX) <= seams.west && Int64(box.maxX) >= seams.east
  }

  private mutating func apply(_ moves: AntimeridianMoves) {
    if !moves.isEmpty { paths = paths.moved(moves) }
  }

  private func meters(_ cells: Int64) -> Double { Double(cells) * ground.metersPerCell }

  // MARK: Strips

  /// A point of a line that is within the distance of ±180° and, across it, of a line of the same region.
  private struct RunPoint {
    var point: GridPoint
    /// The segment in which it lies; `nil` for a vertex.
    var segment: SegmentEnds?
    /// The x of the end of the plane at which it lies.
    var cut: Int64
    /// Its distance from there, in cells on the ground.
    var width: Int64
  }

  private mutating func closeStrips() {
    let arcs = cutIntoArcs(paths, seams: seams, jobs: jobs)
    let lines = LinesNearAntimeridian(arcs, owners, ground, seams, reach: reach)
    guard lines.areOnBothSides else { return }
    let boundary = OneSidedBoundary(arcs, regionOfClaim: owners.region, seams: seams)
    var moves = AntimeridianMoves()
    for path in 0..<boundary.paths.count {
      for strip in strips(of: path, boundary, lines) {
        for entry in strip where entry.width > 0 {
          let target = GridPoint(x: Int32(truncatingIfNeeded: entry.cut), y: entry.point.y)
          if let segment = entry.segment {
            moves.inserted[segment, default: []].insert(target)
          } else {
            moves.target[entry.point] = target
          }
        }
        joined.append(miss(strip, region: boundary.region[path], claim: boundary.claim[path]))
      }
    }
    apply(moves)
  }

  /// A strip as a near miss, measured in meters.
  private func miss(_ strip: ArraySlice<RunPoint>, region: Int32, claim: Int32) -> NearMiss {
    var widest = strip[strip.startIndex]
    for entry in strip where entry.width > widest.width || entry.width == widest.width && entry.point < widest.point {
      widest = entry
    }
    return NearMiss(
      a: region, b: region, point: widest.point, region: region, feature: Int(owners.feature[Int(claim)]),
      width: meters(max(1, widest.width)), length: meters(Self.length(strip)))
  }

  /// The length of a run from south to north, in cells. A run never turns back.
  private static func length(_ run: ArraySlice<RunPoint>) -> Int64 {
    guard let first = run.first, let last = run.last else { return 0 }
    return abs(Int64(last.point.y) - Int64(first.point.y))
  }

  /// The strips along a path.
  private func strips(
    of path: Int, _ boundary: OneSidedBoundary, _ lines: LinesNearAntimeridian
  ) -> [ArraySlice<RunPoint>] {
    let vertices = boundary.paths.start[path]..<boundary.paths.start[path + 1]
    guard vertices.contains(where: { isNear(boundary.paths.point($0)) }) else { return [] }
    let candidates = runPoints(on: path, boundary, lines)
    let isLandLeft = boundary.isLeft[path]
    func runsAlong(_ one: RunPoint, _ other: RunPoint) -> Bool {
      guard one.cut == other.cut else { return false }
      let north = Int64(other.point.y) - Int64(one.point.y)
      return north == 0 || (isLandLeft == (north > 0)) == (one.cut == seams.east)
    }
    var strips: [ArraySlice<RunPoint>] = []
    var run: [RunPoint] = []
    func end() {
      if let strip = strip(run[...]) { strips.append(strip) }
      run.removeAll()
    }
    // A closed path returns to its first vertex, so at least one of its edges does not run along ±180°.
    let count = candidates.count
    let isClosed = boundary.paths.isClosed[path]
    func continues(_ index: Int) -> Bool {
      guard let one = candidates[index], let other = candidates[(index + 1) % count] else { return false }
      return runsAlong(one, other)
    }
    let first = isClosed ? (0..<count).first { !continues($0) }.map { $0 + 1 } ?? 0 : 0
    for step in 0..<(isClosed ? count : count - 1) {
      let index = (first + step) % count
      guard continues(index), let one = candidates[index], let other = candidates[(index + 1) % count] else {
        end()
        continue
      }
      if run.isEmpty { run.append(one) }
      run.append(other)
      if other.width == 0 { end() }
    }
    end()
    return strips
  }

  /// The vertices of a path and, between them, the points opposite the vertices of its region's lines beyond ±180°;
  /// `nil` for each that is too far from those lines.
  private func runPoints(
    on path: Int, _ boundary: OneSidedBoundary, _ lines: LinesNearAntimeridian
  ) -> [RunPoint?] {
    let region = boundary.region[path]
    func runPoint(at point: GridPoint, in segment: SegmentEnds? = nil) -> RunPoint? {
      let cut = seams.cut(nearestTo: point)
      guard isNear(point), lines.areNear(point, at: cut, region) else { return nil }
      return RunPoint(point: point, segment: segment, cut: cut, width: ground.distance(point, fromX: cut))
    }
    var result: [RunPoint?] = []
    let vertices = boundary.paths.start[path]..<boundary.paths.start[path + 1]
    for vertex in vertices {
      let a = boundary.paths.point(vertex)
      result.append(runPoint(at: a))
      let isLast = vertex + 1 == vertices.upperBound
      if isLast && !boundary.paths.isClosed[path] { break }
      let b = boundary.paths.point(isLast ? vertices.lowerBound : vertex + 1)
      let cut = seams.cut(nearestTo: a)
      guard isNear(a), isNear(b), cut == seams.cut(nearestTo: b) else { continue }
      let rows = lines.rows(beyond: cut, of: region, between: min(a.y, b.y), and: max(a.y, b.y))
      for y in a.y < b.y ? Array(rows) : rows.reversed() {
        // Interpolated from the lower end, so that the direction of the edge makes no difference.
        let (low, high) = a.y < b.y ? (a, b) : (b, a)
        let x = roundedQuotient(
          Int64(high.x) - Int64(low.x), Int64(y) - Int64(low.y), Int64(high.y) - Int64(low.y))
        let point = GridPoint(x: low.x + Int32(truncatingIfNeeded: x), y: y)
        result.append(runPoint(at: point, in: SegmentEnds(a, b)))
      }
    }
    return result
  }

  /// Whether a point is within the distance of ±180°.
  private func isNear(_ point: GridPoint) -> Bool {
    ground.distance(point, fromX: seams.cut(nearestTo: point)) <= reach
  }

  /// A run without the edges at its ends that turn away from ±180°; `nil` if it is no strip.
  private func strip(_ run: ArraySlice<RunPoint>) -> ArraySlice<RunPoint>? {
    func turnsAway(_ outer: RunPoint, _ inner: RunPoint) -> Bool {
      outer.width > 0
        && Self.slenderness * abs(outer.width - inner.width) > abs(Int64(outer.point.y) - Int64(inner.point.y))
    }
    var run = run
    while run.count > 1, turnsAway(run[run.startIndex], run[run.startIndex + 1]) { run.removeFirst() }
    while run.count > 1, turnsAway(run[run.endIndex - 1], run[run.endIndex - 2]) { run.removeLast() }
    guard run.count > 1, let width = run.map(\.width).max(), width > 0,
      Self.length(run) >= Self.slenderness * width
    else { return nil }
    return run
  }

  // MARK: Ends

  /// An end of a region's land along ±180°, in a point in which no other line along ±180° ends.
  private struct End {
    var point: GridPoint
    /// The x of the end of the plane at which it lies.
    var cut: Int64
    var region: Int32
    var claim: Int32
    /// Whether the land lies to the north of it.
    var isSouthern: Bool

    /// By region, kind and side, and then by latitude.
    var order: (Int32, Int, Int64, Int32) { (region, isSouthern ? 0 : 1, cut, point.y) }
  }

  private mutating func joinEnds() {
    let ends = ends()
    /// The nearest end of the same region and kind on the other side, within the distance.
    func nearest(to end: End) -> End? {
      var wanted = end
      wanted.cut = end.cut == seams.west ? seams.east : seams.west
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle].order < wanted.order { low = middle + 1 } else { high = middle }
      }
      // The candidates are the last end below its latitude, and the first one at it or above.
      return [low - 1, low].filter(ends.indices.contains).map { ends[$0] }
        .filter { other in
          other.region == end.region && other.isSouthern == end.isSouthern && other.cut == wanted.cut
            && distance(end, other) <= reach
        }.min { (distance(end, $0), $0.point.y) < (distance(end, $1), $1.point.y) }
    }
    func distance(_ one: End, _ other: End) -> Int64 { abs(Int64(one.point.y) - Int64(other.point.y)) }
    var moves = AntimeridianMoves()
    for end in ends where end.cut == seams.west {
      guard let other = nearest(to: end), nearest(to: other)?.point == end.point, other.point.y != end.point.y
      else { continue }
      let inner = (end.point.y < other.point.y) == end.isSouthern ? other : end
      let outer = inner.cut == end.cut ? other : end
      moves.target[inner.point] = GridPoint(x: inner.point.x, y: outer.point.y)
      joined.append(
        NearMiss(
          a: end.region, b: end.region, point: inner.point, region: end.region,
          feature: Int(owners.feature[Int(inner.claim)]), width: meters(distance(end, other)), length: 0))
    }
    apply(moves)
  }

  /// The ends, in their order.
  private func ends() -> [End] {
    let arcs = cutIntoArcs(paths, seams: seams, jobs: jobs)
    var ends: [End] = []
    var count: [GridPoint: Int] = [:]
    for arc in 0..<arcs.count where arcs.paths.isSeam(arc, seams) && !arcs.paths.isClosed[arc] {
      let owner = OneSidedBoundary.onlySide(of: arc, arcs, owners.region)
      let (first, last) = (arcs.paths.start[arc], arcs.paths.start[arc + 1] - 1)
      for (end, next) in [(first, first + 1), (last, last - 1)] {
        let (point, inside) = (arcs.paths.point(end), arcs.paths.point(next))
        count[point, default: 0] += 1
        guard let owner, let cut = seams.cut(point, inside) else { continue }
        ends.append(
          End(
            point: point, cut: cut, region: owner.region, claim: owner.claim, isSouthern: point.y < inside.y))
      }
    }
    return ends.filter { count[$0.point] == 1 }.sorted { $0.order < $1.order }
  }
}

extension SeamLines {
  /// The x of the end of the plane that is nearer to a point.
  fileprivate func cut(nearestTo p: GridPoint) -> Int64 { 2 * Int64(p.x) < west + east ? west : east }
}
