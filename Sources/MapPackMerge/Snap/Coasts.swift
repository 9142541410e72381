import MapPackCoverage
import MapPackGeometry

/// The lines that have a region on one side and water on the other, on a plane in which ±180° is either the edge or a
/// line like any other. Water is land that nobody claims. What runs along a seam is no coast.
struct Coasts: Sendable {
  private(set) var paths = Paths()
  /// Per path: the region, plus `regionCount` if it lies to the west of ±180° on a plane that goes on there.
  private(set) var party: ContiguousArray<Int32> = []
  /// Per path: whether the region is on its left.
  private(set) var isLandLeft: ContiguousArray<Bool> = []
  /// Per path: the face of the divided plane that is its water.
  private var water: ContiguousArray<Int32> = []
  private var index = ChainIndex(Paths())

  let ground: Ground
  let seams: SeamLines
  /// How far apart lines may be, in meters: half a cell more than asked for, because vertices are rounded.
  let reach: Double
  let regionCount: Int
  /// Whether the plane goes on beyond ±180°: then it holds only what is within reach of there.
  let isBeyondCut: Bool

  /// - Parameter owner: per face, its region; below 0 if nobody has it, `regionCount` if it is land of nobody.
  init(
    _ plane: PlaneDivision, owner: ContiguousArray<Int32>, regionCount: Int, grid: NodingGrid, within meters: Double,
    isBeyondCut: Bool, jobs: Int
  ) {
    ground = Ground(grid)
    seams = SeamLines(grid)
    self.regionCount = regionCount
    self.isBeyondCut = isBeyondCut
    reach = meters + ground.metersPerCell(y: -Double(grid.originY)).up / 2
    // A grid that is finer than this cannot hold both sides of ±180°.
    if isBeyondCut && seams.world > GridPoint.coordinateLimit { return }
    for arc in 0..<plane.arcs.count {
      let sides = (owner[Int(plane.faces.face[2 * arc])], owner[Int(plane.faces.face[2 * arc + 1])])
      let region = max(sides.0, sides.1)
      guard min(sides.0, sides.1) < 0, region >= 0, region < regionCount else { continue }
      add(
        arc, of: plane.arcs.paths, region, isLandLeft: sides.0 >= 0, plane.faces.face[2 * arc + (sides.0 >= 0 ? 1 : 0)])
    }
    if isBeyondCut && Set(party.map { Int($0) < regionCount }).count < 2 { paths = Paths() }
    index = ChainIndex(paths, jobs: jobs)
  }

  /// Adds those segments of an arc that count, as connected as they are.
  private mutating func add(_ arc: Int, of all: Paths, _ region: Int32, isLandLeft isLeft: Bool, _ face: Int32) {
    let vertices = all.vertices(of: arc)
    let segments = all.isClosed[arc] ? vertices : vertices.dropLast()
    func end(of segment: Int) -> Int { segment + 1 == vertices.upperBound ? vertices.lowerBound : segment + 1 }
    let shifts = segments.map { shift(of: all.point($0), all.point(end(of: $0))) }
    func close(_ shift: Int64, isClosed: Bool) {
      paths.endPath(isClosed: isClosed)
      party.append(region + (shift < 0 ? Int32(truncatingIfNeeded: regionCount) : 0))
      isLandLeft.append(isLeft)
      water.append(face)
    }
    func append(_ vertex: Int, _ shift: Int64) {
      var point = all.point(vertex)
      point.x += Int32(truncatingIfNeeded: shift)
      paths.append(point)
    }
    if all.isClosed[arc], let shift = shifts.first ?? nil, shifts.allSatisfy({ $0 == shift }) {
      for vertex in vertices { append(vertex, shift) }
      return close(shift, isClosed: true)
    }
    for (segment, shift) in zip(segments, shifts) {
      guard let shift else { continue }
      append(segment, shift)
      let next = segment + 1 < segments.upperBound ? shifts[segment + 1 - segments.lowerBound] : nil
      if next != shift {
        append(end(of: segment), shift)
        close(shift, isClosed: false)
      }
    }
  }

  /// By how much a segment moves, so that the east of the plane lies before its west; `nil` if it does not count.
  private func shift(of a: GridPoint, _ b: GridPoint) -> Int64? {
    guard isBeyondCut else { return seams.contains(a, b) ? nil : 0 }
    // Along a pole nothing counts.
    guard seams.cut(a, b) != nil || !seams.contains(a, b) else { return nil }
    for point in [a, b] where abs(Int64(a.x) - Int64(b.x)) < seams.world / 2 {
      let across = ground.metersPerCell(y: Double(point.y)).across
      if Double(Int64(point.x) - seams.west) * across <= reach { return 0 }
      if Double(seams.east - Int64(point.x)) * across <= reach { return -seams.world }
    }
    return nil
  }

  // MARK: Nearness

  /// The point of a party's coasts that is nearest to another point.
  struct Approach {
    var party: Int32
    /// The square of the distance, in m².
    var square: Double
    /// The nearest point, rounded to the grid; the smallest of several.
    var foot: GridPoint
    /// The segment on which it lies; twice the same vertex if it is one.
    var segment: (GridPoint, GridPoint)
  }

  /// The nearest point of each party within reach of a point, sorted by party.
  /// - Parameter face: the water on which the coasts lie; `nil` for any.
  func approaches(to point: GridPoint, on face: Int32?) -> [Approach] {
    let cell = ground.metersPerCell(y: Double(point.y))
    let limit = Double(GridPoint.coordinateLimit)
    let (dx, dy) = (min(limit, reach / cell.across + 1), min(limit, reach / cell.up + 1))
    func held(_ value: Double) -> Int32 { Int32(max(-0x1p31, min(0x1p31 - 1, value))) }
    var box = GridBox(point, point)
    (box.minX, box.maxX) = (held(Double(point.x) - dx), held(Double(point.x) + dx))
    (box.minY, box.maxY) = (held(Double(point.y) - dy), held(Double(point.y) + dy))
    var found: [Approach] = []
    index.forEachChain(meeting: box) { chain in
      let path = index.path(ofChain: chain)
      if let face, water[path] != face { return }
      let party = party[path]
      if found.contains(where: { $0.party == party && $0.square == 0 }) { return }
      index.forEachSegment(ofChain: chain) { first, last in
        let (a, b) = (paths.point(first), paths.point(last))
        guard GridBox(a, b).intersects(box) else { return }
        let approach = approach(of: point, cell, to: a, b, party)
        guard approach.square <= reach * reach else { return }
        // What is seen from behind, across its land, is not near on the water.
        let side = orientation(a, b, point) * (isLandLeft[path] ? 1 : -1)
        if face != nil && side > 0 && approach.segment.0 != approach.segment.1 { return }
        guard let known = found.firstIndex(where: { $0.party == party }) else { return found.append(approach) }
        if (approach.square, approach.foot) < (found[known].square, found[known].foot) { found[known] = approach }
      }
    }
    return found.sorted { $0.party < $1.party }
  }

  private func approach(
    of point: GridPoint, _ cell: (across: Double, up: Double), to a: GridPoint, _ b: GridPoint, _ party: Int32
  ) -> Approach {
    let along = ((Double(b.x) - Double(a.x)) * cell.across, (Double(b.y) - Double(a.y)) * cell.up)
    let there = ((Double(point.x) - Double(a.x)) * cell.across, (Double(point.y) - Double(a.y)) * cell.up)
    let length = along.0 * along.0 + along.1 * along.1
    let held = length > 0 ? max(0, min(1, (along.0 * there.0 + along.1 * there.1) / length)) : 0
    let offset = (there.0 - held * along.0, there.1 - held * along.1)
    let foot = GridPoint(
      x: Int32((Double(a.x) + held * (Double(b.x) - Double(a.x))).rounded()),
      y: Int32((Double(a.y) + held * (Double(b.y) - Double(a.y))).rounded()))
    return Approach(
      party: party, square: offset.0 * offset.0 + offset.1 * offset.1, foot: foot,
      segment: foot == a || foot == b ? (foot, foot) : (a, b))
  }

  /// The **bridges**: from each vertex of a coast to the nearest point of each other party within reach that it faces.
  /// It faces a point inside a segment, and a vertex that faces it too. Sorted, each once, from its smaller end. A
  /// vertex that lies on a segment to the cell is a bridge of no length.
  /// - Complexity: O(n log n) for n vertices if each has few others within reach.
  /// - Returns: also their ends inside segments; and per path, whether a vertex of it is within reach of two parties.
  func bridges(
    jobs: Int
  ) -> (bridges: [(GridPoint, GridPoint)], feet: [GridPoint], isNear: ContiguousArray<Bool>) {
    let groups = paths.groups(ofVertices: 1 << 12)
    let found = concurrentMap(groups.count, jobs: jobs) { group in
      var keys: [(UInt64, UInt64)] = []
      var feet: [GridPoint] = []
      var nearPaths: Set<Int> = []
      for path in groups[group] {
        for vertex in paths.vertices(of: path) {
          let point = paths.point(vertex)
          let near = approaches(to: point, on: water[path])
          guard near.count > 1 else { continue }
          nearPaths.insert(path)
          let own = near.filter { $0.foot == point }.map(\.party)
          for other in near
          where leavesLand(vertex, of: path, to: other.foot) && faces(point, own, other, on: water[path]) {
            keys.append((min(point, other.foot).key, max(point, other.foot).key))
            if other.segment.0 != other.segment.1 { feet.append(other.foot) }
          }
        }
      }
      return (keys, feet, nearPaths)
    }
    var bridges: [(GridPoint, GridPoint)] = []
    var last: (UInt64, UInt64) = (0, 0)
    for key in found.flatMap(\.0).sorted(by: <) where key != last {
      bridges.append((GridPoint(key: key.0), GridPoint(key: key.1)))
      last = key
    }
    var isNear = ContiguousArray<Bool>(repeating: false, count: paths.count)
    for path in found.lazy.flatMap(\.2) { isNear[path] = true }
    return (bridges, found.flatMap(\.1), isNear)
  }

  /// Whether the way from a vertex to a point begins on the water.
  private func leavesLand(_ vertex: Int, of path: Int, to foot: GridPoint) -> Bool {
    let vertices = paths.vertices(of: path)
    let isFirst = vertex == vertices.lowerBound
    let isLast = vertex + 1 == vertices.upperBound
    guard paths.isClosed[path] || !isFirst && !isLast else { return true }
    let before = paths.point(isFirst ? vertices.upperBound - 1 : vertex - 1)
    let after = paths.point(isLast ? vertices.lowerBound : vertex + 1)
    let point = paths.point(vertex)
    let side: Int64 = isLandLeft[path] ? 1 : -1
    let isBehind = (
      orientation(before, point, foot) * side > 0, orientation(point, after, foot) * side > 0
    )
    return orientation(before, point, after) * side > 0 ? !(isBehind.0 && isBehind.1) : !(isBehind.0 || isBehind.1)
  }

  private func faces(_ point: GridPoint, _ own: [Int32], _ other: Approach, on face: Int32) -> Bool {
    if other.segment.0 != other.segment.1 { return true }
    return other.foot != point
      && approaches(to: other.foot, on: face).contains { back in
        own.contains(back.party)
          && (back.foot == point
            || back.segment.0 != back.segment.1 && [back.segment.0, back.segment.1].contains(point))
      }
  }
}
