import MapArrangement
import MapGeometry

/// Claimed paths whose regions meet themselves at ±180°.
///
/// Land that is cut at ±180° should reach it on both sides. Where a piece of it stops short, a strip of water is left
/// that is as little real as one between two neighbours' borders. A **strip** lies along a run of a region's one-sided
/// boundary
/// - of which each edge has the region behind it and ±180° in front, so that nothing but water lies between;
/// - from each vertex of which it is no farther than the distance, across ±180°, to a line of the same region on the
///   other side; the places opposite that line's vertices count as vertices of the run;
/// - that ends on ±180°, or where its edges turn away by more than one in eight; and
/// - that is at least eight times as long as its farthest vertex is from ±180°.
/// Its vertices go to ±180° along their parallels, each with everything that is drawn through it. So an island beside
/// ±180° stays as it is where its region has nothing on the other side, and so do capes, and coasts that reach ±180° at
/// an angle.
///
/// Then ends are joined: where the land of a region along ±180° ends at one latitude on the one side and within the
/// distance at another on the other, and the two are each other's nearest, the end that is farther in goes to
/// the other one's latitude.
///
/// A point is moved along its parallel by no more than the distance, and along ±180° by no more than that. The order of
/// the paths and where they start change nothing.
struct AntimeridianSnapping {
  /// The paths; those that were given where nothing was to be joined.
  private(set) var paths: ClaimedPaths
  /// A strip has its distance from ±180° and its length; an end how far it was from the other, and length 0.
  private(set) var joined: [NearMiss] = []

  private let owners: ClaimOwners
  private let ground: GroundRows
  private let seams: SeamLines
  private let reach: Int64
  private let jobs: Int

  /// How many times longer than wide a strip is.
  private static let slenderness: Int64 = 8

  /// - Parameter reach: the distance, in cells on the ground.
  /// - Complexity: O(n) for n vertices, and O(m log m) for the m of them within the distance of ±180°. Where the lines do
  ///   not come near ±180° on both sides, only their box is looked at.
  init(
    _ input: ClaimedPaths, _ owners: ClaimOwners, _ ground: GroundRows, _ seams: SeamLines, reach: Int64, jobs: Int
  ) {
    paths = input
    self.owners = owners
    self.ground = ground
    self.seams = seams
    self.reach = reach
    self.jobs = jobs
    // A finer grid's map does not come near ±180° on both sides, and few others do.
    guard seams.world <= GridPoint.coordinateLimit, isNearBothSides(input.paths) else { return }
    closeStrips()
    joinEnds()
  }

  /// Whether the box round all lines comes within the distance of ±180° on both sides.
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

  private func metres(_ cells: Int64) -> Double { Double(cells) * ground.metresPerCell }

  // MARK: Strips

  /// A place of a line within the distance of ±180° and of its region's land beyond.
  private struct Near {
    var point: GridPoint
    /// The segment in which it lies; `nil` for a vertex.
    var segment: SegmentEnds?
    /// The side on which it lies, and how far from there.
    var cut: Int64
    var width: Int64
  }

  private mutating func closeStrips() {
    let arcs = cutIntoArcs(paths, seams: seams, jobs: jobs)
    let land = NearLand(arcs, owners, ground, seams, reach: reach)
    guard land.isOnBothSides else { return }
    let boundary = OneSidedBoundary(arcs, regionOfClaim: owners.region, seams: seams)
    var moves = AntimeridianMoves()
    for path in 0..<boundary.paths.count {
      for strip in strips(of: path, boundary, land) {
        for near in strip where near.width > 0 {
          let target = GridPoint(x: Int32(truncatingIfNeeded: near.cut), y: near.point.y)
          if let segment = near.segment {
            moves.inserted[segment, default: []].insert(target)
          } else {
            moves.target[near.point] = target
          }
        }
        joined.append(miss(strip, region: boundary.region[path], claim: boundary.claim[path]))
      }
    }
    apply(moves)
  }

  private func miss(_ strip: ArraySlice<Near>, region: Int32, claim: Int32) -> NearMiss {
    var widest = strip[strip.startIndex]
    for near in strip where near.width > widest.width || near.width == widest.width && near.point < widest.point {
      widest = near
    }
    return NearMiss(
      a: region, b: region, place: widest.point, region: region, feature: Int(owners.feature[Int(claim)]),
      width: metres(max(1, widest.width)), length: metres(Self.length(strip)))
  }

  /// How far a run that never turns back goes to the north or south.
  private static func length(_ run: ArraySlice<Near>) -> Int64 {
    guard let first = run.first, let last = run.last else { return 0 }
    return abs(Int64(last.point.y) - Int64(first.point.y))
  }

  private func strips(of path: Int, _ boundary: OneSidedBoundary, _ land: NearLand) -> [ArraySlice<Near>] {
    let vertices = boundary.paths.start[path]..<boundary.paths.start[path + 1]
    guard vertices.contains(where: { isNear(boundary.paths.point($0)) }) else { return [] }
    let nears = places(on: path, boundary, land)
    let isLandLeft = boundary.isLeft[path]
    func runsAlong(_ one: Near, _ other: Near) -> Bool {
      guard one.cut == other.cut else { return false }
      let north = Int64(other.point.y) - Int64(one.point.y)
      return north == 0 || (isLandLeft == (north > 0)) == (one.cut == seams.east)
    }
    var strips: [ArraySlice<Near>] = []
    var run: [Near] = []
    func end() {
      if let strip = strip(run[...]) { strips.append(strip) }
      run.removeAll()
    }
    // A closed path comes back to where it started, so some edge of it does not run along ±180°.
    let count = nears.count
    let isClosed = boundary.paths.isClosed[path]
    func continues(_ index: Int) -> Bool {
      guard let one = nears[index], let other = nears[(index + 1) % count] else { return false }
      return runsAlong(one, other)
    }
    let first = isClosed ? (0..<count).first { !continues($0) }.map { $0 + 1 } ?? 0 : 0
    for step in 0..<(isClosed ? count : count - 1) {
      let index = (first + step) % count
      guard continues(index), let one = nears[index], let other = nears[(index + 1) % count] else {
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

  /// The vertices of a path, and between them the places opposite the vertices of its region's lines beyond ±180°;
  /// `nil` for what is too far from those lines.
  private func places(on path: Int, _ boundary: OneSidedBoundary, _ land: NearLand) -> [Near?] {
    let region = boundary.region[path]
    func near(_ point: GridPoint, in segment: SegmentEnds? = nil) -> Near? {
      let cut = seams.cut(nearestTo: point)
      guard isNear(point), land.isNear(point, at: cut, region) else { return nil }
      return Near(point: point, segment: segment, cut: cut, width: ground.distance(point, fromX: cut))
    }
    var places: [Near?] = []
    let vertices = boundary.paths.start[path]..<boundary.paths.start[path + 1]
    for vertex in vertices {
      let a = boundary.paths.point(vertex)
      places.append(near(a))
      let isLast = vertex + 1 == vertices.upperBound
      if isLast && !boundary.paths.isClosed[path] { break }
      let b = boundary.paths.point(isLast ? vertices.lowerBound : vertex + 1)
      let cut = seams.cut(nearestTo: a)
      guard isNear(a), isNear(b), cut == seams.cut(nearestTo: b) else { continue }
      let rows = land.rows(beyond: cut, of: region, between: min(a.y, b.y), and: max(a.y, b.y))
      for y in a.y < b.y ? Array(rows) : rows.reversed() {
        // From the lower end on, whichever comes first.
        let (low, high) = a.y < b.y ? (a, b) : (b, a)
        let x = roundedQuotient(
          Int64(high.x) - Int64(low.x), Int64(y) - Int64(low.y), Int64(high.y) - Int64(low.y))
        places.append(near(GridPoint(x: low.x + Int32(truncatingIfNeeded: x), y: y), in: SegmentEnds(a, b)))
      }
    }
    return places
  }

  private func isNear(_ point: GridPoint) -> Bool {
    ground.distance(point, fromX: seams.cut(nearestTo: point)) <= reach
  }

  /// A run without the edges at its ends that turn away; `nil` where it is no strip.
  private func strip(_ run: ArraySlice<Near>) -> ArraySlice<Near>? {
    func turnsAway(_ outer: Near, _ inner: Near) -> Bool {
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

  /// Where land along ±180° ends, and nothing else does.
  private struct End {
    var point: GridPoint
    var cut: Int64
    var region: Int32
    var claim: Int32
    /// The land lies to the north of it.
    var isSouthern: Bool

    /// By region, side and kind, and then by latitude.
    var order: (Int32, Int, Int64, Int32) { (region, isSouthern ? 0 : 1, cut, point.y) }
  }

  private mutating func joinEnds() {
    let ends = ends()
    func nearest(to end: End) -> End? {
      var wanted = end
      wanted.cut = end.cut == seams.west ? seams.east : seams.west
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle].order < wanted.order { low = middle + 1 } else { high = middle }
      }
      // The last before its latitude and the first from there on.
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
          a: end.region, b: end.region, place: inner.point, region: end.region,
          feature: Int(owners.feature[Int(inner.claim)]), width: metres(distance(end, other)), length: 0))
    }
    apply(moves)
  }

  /// In their order.
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

/// The lines within a distance of ±180°, as they lie to each other on the globe, by region.
private struct NearLand {
  private let index: ChainIndex
  private var region: ContiguousArray<Int32> = []
  private var cut: ContiguousArray<Int64> = []
  private var pathOfVertex: ContiguousArray<Int32> = []
  /// Vertices within the distance, by region and side, and then by latitude; each place once.
  private var rows: [Row] = []
  private let ground: GroundRows
  private let reach: Int64

  private struct Row: Hashable, Comparable {
    var region: Int32
    var cut: Int64
    var y: Int32

    static func < (one: Row, other: Row) -> Bool { (one.region, one.cut, one.y) < (other.region, other.cut, other.y) }
  }

  init(_ arcs: ClaimedPaths, _ owners: ClaimOwners, _ ground: GroundRows, _ seams: SeamLines, reach: Int64) {
    self.ground = ground
    self.reach = reach
    var paths = Paths()
    var near: Set<Row> = []
    for arc in 0..<arcs.count {
      let claims = arcs.useStart[arc]..<arcs.useStart[arc + 1]
      let regions = Set(
        claims.flatMap { [arcs.left[$0], arcs.right[$0]] }.filter { $0 >= 0 }.map { owners.region[Int($0)] })
      for cut in [seams.west, seams.east] {
        for piece in arcs.paths.pieces(of: arc, within: reach, ofX: cut, ground) {
          for region in regions.sorted() {
            for vertex in piece {
              let point = arcs.paths.point(vertex)
              paths.append(GridPoint(x: Int32(truncatingIfNeeded: Int64(point.x) - cut), y: point.y))
              pathOfVertex.append(Int32(truncatingIfNeeded: self.region.count))
              if ground.distance(point, fromX: cut) <= reach { near.insert(Row(region: region, cut: cut, y: point.y)) }
            }
            paths.endPath(isClosed: false)
            self.region.append(region)
            self.cut.append(cut)
          }
        }
      }
    }
    index = ChainIndex(paths)
    rows = near.sorted()
  }

  /// The rows of a region's vertices within the distance on the other side, ascending, those of two places left out.
  func rows(beyond side: Int64, of wanted: Int32, between low: Int32, and high: Int32) -> [Int32] {
    guard let cut = cut.first(where: { $0 != side }) else { return [] }
    var (first, end) = (0, rows.count)
    let start = Row(region: wanted, cut: cut, y: low)
    while first < end {
      let middle = (first + end) / 2
      if rows[middle] <= start { first = middle + 1 } else { end = middle }
    }
    return rows[first...].prefix { $0 < Row(region: wanted, cut: cut, y: high) }.map(\.y)
  }

  var isOnBothSides: Bool { Set(cut).count == 2 }

  /// Whether it is no farther than the distance from a point on one side to a region's lines on the other.
  func isNear(_ p: GridPoint, at side: Int64, _ wanted: Int32) -> Bool {
    let here = GridPoint(x: Int32(truncatingIfNeeded: Int64(p.x) - side), y: p.y)
    var isNear = false
    index.forEachChain(meeting: ground.box(GridBox(here, here), widenedBy: reach)) { chain in
      let path = Int(pathOfVertex[index.vertices(ofChain: chain).first.lowerBound])
      guard !isNear, region[path] == wanted, cut[path] != side else { return }
      index.forEachSegment(ofChain: chain) { first, last in
        if isNear { return }
        let (square, _) = ground.squaredDistance(
          here, fromSegment: index.paths.point(first), index.paths.point(last))
        isNear = square <= reach * reach
      }
    }
    return isNear
  }
}

extension Paths {
  /// The vertices of a path's pieces that come within a distance of a meridian.
  fileprivate func pieces(of path: Int, within reach: Int64, ofX x: Int64, _ ground: GroundRows) -> [[Int]] {
    let range = start[path]..<start[path + 1]
    var pieces: [[Int]] = []
    var last = -1
    for vertex in range {
      guard let next = vertex + 1 < range.upperBound ? vertex + 1 : isClosed[path] ? range.lowerBound : nil else {
        break
      }
      let box = ground.box(GridBox(point(vertex), point(next)), widenedBy: reach)
      guard Int64(box.minX) <= x, x <= Int64(box.maxX) else { continue }
      if last == vertex { pieces[pieces.count - 1].append(next) } else { pieces.append([vertex, next]) }
      last = next
    }
    return pieces
  }
}

extension SeamLines {
  /// The end of the world that is nearer.
  fileprivate func cut(nearestTo p: GridPoint) -> Int64 { 2 * Int64(p.x) < west + east ? west : east }
}

/// The two ends of a segment, whichever way it is drawn.
private struct SegmentEnds: Hashable {
  var low: GridPoint
  var high: GridPoint

  init(_ a: GridPoint, _ b: GridPoint) {
    low = min(a, b)
    high = max(a, b)
  }
}

/// What becomes of points, and the points that segments get.
private struct AntimeridianMoves {
  var target: [GridPoint: GridPoint] = [:]
  var inserted: [SegmentEnds: Set<GridPoint>] = [:]

  var isEmpty: Bool { target.isEmpty && inserted.isEmpty }
}

extension ClaimedPaths {
  /// The paths with points in other places and more of them; what repeats is left out, and paths that collapse to a
  /// point.
  fileprivate func moved(_ moves: AntimeridianMoves) -> ClaimedPaths {
    var result = ClaimedPaths()
    for path in 0..<count {
      let begin = result.paths.vertexCount
      func add(_ point: GridPoint) {
        let end = result.paths.vertexCount
        if end == begin || result.paths.point(end - 1) != point { result.paths.append(point) }
      }
      let range = paths.start[path]..<paths.start[path + 1]
      for vertex in range {
        let here = paths.point(vertex)
        add(moves.target[here] ?? here)
        let isLast = vertex + 1 == range.upperBound
        if isLast && !paths.isClosed[path] { break }
        let next = paths.point(isLast ? range.lowerBound : vertex + 1)
        guard let inserted = moves.inserted[SegmentEnds(here, next)] else { continue }
        for point in inserted.sorted(by: { here.y < next.y ? $0.y < $1.y : $1.y < $0.y }) { add(point) }
      }
      while paths.isClosed[path], result.paths.vertexCount > begin + 1,
        result.paths.point(result.paths.vertexCount - 1) == result.paths.point(begin)
      {
        result.paths.x.removeLast()
        result.paths.y.removeLast()
      }
      guard result.paths.vertexCount > begin + 1 else {
        result.paths.x.removeSubrange(begin...)
        result.paths.y.removeSubrange(begin...)
        continue
      }
      result.paths.endPath(isClosed: paths.isClosed[path])
      result.appendUses(of: path, in: self)
    }
    return result
  }
}
