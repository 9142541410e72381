import MapPackCoverage
import MapPackGeometry

/// Water between the boundaries of regions that miss each other.
///
/// `Coasts.bridges` lead over all water that is narrower than the distance. They divide it into **cells**:
/// - Each corner of a cell is within the distance of at least two of the regions round it.
/// - At least one of these regions is within the distance of all corners. Only such a region may get the cell.
///
/// A **run** is a connected set of cells that the same regions may get. It is open where a bridge has water beyond that
/// is no cell. A run that touches the end of a common border and is open is the mouth of that border, and no near miss,
/// if an opening is wider than a quarter of its distance from such an end, or if both coasts lead on there, within 45°
/// of the way out. Straits without such an end are near misses.
///
/// A run goes to the region with the longest coast on it; of equally long ones to the lower region. Runs without a coast
/// of their own follow their neighbors. So a region gets land only where all corners are within the distance of its
/// boundary, and no boundary moves farther.
///
/// The result does not depend on the order of the paths.
struct NearRuns {
  /// Sorted by regions, then by point.
  private(set) var misses: [NearMiss] = []
  /// The points at which a vertex lies on a line to the cell.
  private(set) var touches: [GridPoint] = []
  /// The lines round the runs, each with the region that gets the run as its claim on that side; in cells of the plane.
  private(set) var outlines = ClaimedPaths()

  private enum Line {
    case coast, bridge, seam
  }

  private struct Run {
    var claimants: [Int32]
    /// The half-edges with the run on their left.
    var halves: [Int] = []
    /// The ends of common borders that it touches.
    var ends: [GridPoint] = []
    /// The length of the coast of each party, in micrometers.
    var coast: [Int32: Int64] = [:]
    var owner: Int32 = -1
  }

  private let coasts: Coasts
  private let plane: PlaneDivision
  private let line: [Line]
  /// Per half-edge: the one before it round the face on its left.
  private var previous: ContiguousArray<Int32>
  /// Per half-edge: the party whose land is on its left; below 0 if there is none.
  private let land: ContiguousArray<Int32>
  /// The faces, united where only ±180° divides them.
  private var group: ContiguousArray<Int32> = []

  /// - Complexity: O(n log n) for n vertices of coasts with a bridge.
  init(_ coasts: Coasts, jobs: Int) {
    self.coasts = coasts
    let (bridges, feet, isNear) = coasts.bridges(jobs: jobs)
    plane = PlaneDivision(Self.lines(coasts, isNear, bridges), through: feet, jobs: jobs)
    let bridge = Int32(truncatingIfNeeded: 2 * coasts.regionCount)
    let arcs = plane.arcs
    var land = ContiguousArray<Int32>(repeating: -1, count: plane.halves.count)
    var line: [Line] = []
    for arc in 0..<arcs.count {
      var kind = Line.seam
      for use in arcs.useStart[arc]..<arcs.useStart[arc + 1] {
        for (half, claim) in [(2 * arc, arcs.left[use]), (2 * arc + 1, arcs.right[use])] where claim >= 0 {
          if claim < bridge { (land[half], kind) = (max(land[half], claim), .coast) }
          if claim == bridge && kind == .seam { kind = .bridge }
        }
      }
      line.append(kind)
    }
    self.land = land
    self.line = line
    previous = ContiguousArray(repeating: -1, count: plane.halves.count)
    for half in 0..<plane.halves.count { previous[Int(plane.halves.next[half])] = Int32(truncatingIfNeeded: half) }
    var united = DisjointSets(count: plane.faces.count)
    for arc in line.indices where line[arc] == .seam {
      united.unite(Int(plane.faces.face[2 * arc]), Int(plane.faces.face[2 * arc + 1]))
    }
    group = ContiguousArray((0..<plane.faces.count).map { Int32(united.find($0)) })
    touches = bridges.filter { $0.0 == $0.1 }.map { inPlane($0.0) }
    finish(runs(jobs: jobs))
  }

  /// The coasts near others, the bridges and, between them, ±180°.
  private static func lines(
    _ coasts: Coasts, _ isNear: ContiguousArray<Bool>, _ bridges: [(GridPoint, GridPoint)]
  ) -> ClaimedPaths {
    var lines = ClaimedPaths()
    for path in isNear.indices where isNear[path] {
      lines.paths.append(vertices: coasts.paths.vertices(of: path), of: coasts.paths)
      let (party, isLeft) = (coasts.party[path], coasts.isLandLeft[path])
      lines.endPath(
        isClosed: coasts.paths.isClosed[path], left: isLeft ? party : ClaimedPaths.none,
        right: isLeft ? ClaimedPaths.none : party)
    }
    let claim = Int32(truncatingIfNeeded: 2 * coasts.regionCount)
    for (a, b) in bridges where a != b {
      lines.paths.append(a)
      lines.paths.append(b)
      lines.endPath(isClosed: false, left: claim, right: ClaimedPaths.none)
    }
    let rows = coasts.isBeyondCut ? bridges.flatMap { [$0.0.y, $0.1.y] } : []
    if let south = rows.min(), let north = rows.max(), south < north {
      let x = Int32(truncatingIfNeeded: coasts.seams.west)
      lines.paths.append(GridPoint(x: x, y: south))
      lines.paths.append(GridPoint(x: x, y: north))
      lines.endPath(isClosed: false, left: claim + 1, right: ClaimedPaths.none)
    }
    return lines
  }

  // MARK: Cells and runs

  private func runs(jobs: Int) -> [Run] {
    let face = plane.faces.face
    var isWater = ContiguousArray<Bool>(repeating: true, count: plane.faces.count)
    isWater[Int(group[0])] = false
    for half in 0..<plane.halves.count where land[half] >= 0 { isWater[Int(group[Int(face[half])])] = false }
    let halves = (0..<plane.halves.count).filter { isWater[Int(group[Int(face[$0])])] }
      .sorted { (group[Int(face[$0])], $0) < (group[Int(face[$1])], $1) }
    let starts = halves.indices.filter { $0 == 0 || group[Int(face[halves[$0]])] != group[Int(face[halves[$0 - 1]])] }
    let bounds = starts + [halves.count]
    let groups = starts.indices.chunks(of: 1 << 12) { bounds[$0 + 1] - bounds[$0] }
    let cells = concurrentMap(groups.count, jobs: jobs) { index in
      var known: [GridPoint: [Corner]] = [:]
      return groups[index].compactMap { cell(halves[bounds[$0]..<bounds[$0 + 1]], &known) }
    }.flatMap { $0 }
    var cellOfFace = ContiguousArray<Int>(repeating: -1, count: plane.faces.count)
    for (cell, run) in cells.enumerated() { for half in run.halves { cellOfFace[Int(face[half])] = cell } }
    var united = DisjointSets(count: cells.count)
    for arc in line.indices where line[arc] == .bridge && !isTouch(arc) {
      let (one, other) = (cellOfFace[Int(face[2 * arc])], cellOfFace[Int(face[2 * arc + 1])])
      if one >= 0, other >= 0, cells[one].claimants == cells[other].claimants { united.unite(one, other) }
    }
    var runs: [Int: Run] = [:]
    for cell in cells.indices {
      runs[united.find(cell), default: Run(claimants: cells[cell].claimants)].halves += cells[cell].halves
      runs[united.find(cell)]?.ends += cells[cell].ends
    }
    return runs.sorted { $0.key < $1.key }.map(\.value).map(measured)
      .filter { !isMouth($0) { cellOfFace[Int(face[$0])] >= 0 } }
  }

  /// Whether the ends of a bridge are the same point to the cell: there coasts meet, and runs end.
  private func isTouch(_ bridge: Int) -> Bool {
    let (p, q) = ends(of: 2 * bridge)
    return max(abs(p.x - q.x), abs(p.y - q.y)) <= 1
  }

  private func ends(of half: Int) -> (GridPoint, GridPoint) {
    let paths = plane.arcs.paths
    return (HalfEdges.firstPoint(of: half, paths), HalfEdges.firstPoint(of: half ^ 1, paths))
  }

  /// A party that is within reach of a corner, and whether the corner lies on its coast.
  private struct Corner {
    var party: Int32
    var isOwn: Bool
  }

  /// A cell as a run of its own; `nil` if it is none. Its ends are the corners that lie on the coasts of several of
  /// those who may get it.
  private func cell(_ halves: ArraySlice<Int>, _ known: inout [GridPoint: [Corner]]) -> Run? {
    var corners: [(point: GridPoint, corner: [Corner])] = []
    for half in halves where line[half >> 1] != .seam {
      for vertex in plane.arcs.paths.vertices(of: half >> 1) {
        let point = plane.arcs.paths.point(vertex)
        let corner = known[point] ?? self.corner(at: point)
        known[point] = corner
        if corner.count < 2 { return nil }
        corners.append((point, corner))
      }
    }
    var around = Set(corners.flatMap(\.corner).lazy.filter(\.isOwn).map(\.party))
    // Where bridges cross, a cell may have the coast of one party only.
    if around.count < 2 { around = Set(corners.flatMap(\.corner).lazy.map(\.party)) }
    guard corners.allSatisfy({ $0.corner.count { around.contains($0.party) } > 1 }) else { return nil }
    let claimants = around.filter { party in corners.allSatisfy { $0.corner.contains { $0.party == party } } }.sorted()
    let ends = corners.filter { $0.corner.count { $0.isOwn && claimants.contains($0.party) } > 1 }.map(\.point)
    return claimants.isEmpty ? nil : Run(claimants: claimants, halves: Array(halves), ends: ends)
  }

  private func corner(at point: GridPoint) -> [Corner] {
    coasts.approaches(to: point, on: nil).map { near in
      // Lines may have moved by a cell.
      Corner(party: near.party, isOwn: max(abs(near.foot.x - point.x), abs(near.foot.y - point.y)) <= 1)
    }
  }

  // MARK: Mouths

  private func isMouth(_ run: Run, isCell: (_ half: Int) -> Bool) -> Bool {
    guard !run.ends.isEmpty else { return false }
    let isAcross = Set(run.coast.keys.map { $0 < coasts.regionCount }).count > 1
    return run.halves.contains { half in
      guard line[half >> 1] == .bridge, !isCell(half ^ 1) else { return false }
      let (p, q) = ends(of: half)
      let width = meters(p, q)
      return run.ends.contains { min(meters($0, p), meters($0, q)) < 4 * width }
        || !isAcross && leadOn(beyond: half ^ 1)
    }
  }

  /// Whether both coasts beside a bridge go on within 45° of the way out, which is on the left of the half-edge.
  private func leadOn(beyond half: Int) -> Bool {
    let paths = plane.arcs.paths
    var (first, last) = (half, half)
    while line[first >> 1] != .coast {
      first = Int(previous[first])
      if first == half { return false }
    }
    while line[last >> 1] != .coast {
      last = Int(plane.halves.next[last])
      if last == half { return false }
    }
    let (p, q) = (HalfEdges.firstPoint(of: first ^ 1, paths), HalfEdges.firstPoint(of: last, paths))
    let cell = coasts.ground.metersPerCell(y: Double(p.y))
    func vector(_ a: GridPoint, _ b: GridPoint) -> (x: Double, y: Double) {
      ((Double(b.x) - Double(a.x)) * cell.across, (Double(b.y) - Double(a.y)) * cell.up)
    }
    let bridge = vector(p, q)
    let out = (x: -bridge.y, y: bridge.x)
    return [vector(p, HalfEdges.secondPoint(of: first ^ 1, paths)), vector(q, HalfEdges.secondPoint(of: last, paths))]
      .allSatisfy { coast in
        let along = coast.x * out.x + coast.y * out.y
        return along > 0
          && 2 * along * along > (coast.x * coast.x + coast.y * coast.y) * (out.x * out.x + out.y * out.y)
      }
  }

  private func meters(_ a: GridPoint, _ b: GridPoint) -> Double {
    Double(coasts.ground.micrometers(from: a, to: b)) / 1_000_000
  }

  // MARK: Owners

  private func measured(_ run: Run) -> Run {
    var run = run
    for half in run.halves where line[half >> 1] == .coast {
      let party = land[half ^ 1]
      run.coast[party, default: 0] += length(of: half >> 1, plane.arcs.paths, on: coasts.ground)
    }
    return run
  }

  /// Gives runs to regions, and reports those that have a coast.
  private mutating func finish(_ found: [Run]) {
    var runs = found
    var runOfGroup: [Int32: Int] = [:]
    for (index, run) in runs.enumerated() {
      for half in run.halves { runOfGroup[group[Int(plane.faces.face[half])]] = index }
    }
    func neighbor(_ half: Int) -> Int? { runOfGroup[group[Int(plane.faces.face[half ^ 1])]] }
    // What a round decides counts from the next one on, so that the order of runs makes no difference.
    while true {
      let decided = runs.indices.filter { runs[$0].owner < 0 }.compactMap { index -> (run: Int, owner: Int32)? in
        var lengths = runs[index].coast
        for half in runs[index].halves where line[half >> 1] == .bridge {
          guard let other = neighbor(half), runs[other].owner >= 0 else { continue }
          lengths[runs[other].owner, default: 0] += length(of: half >> 1, plane.arcs.paths, on: coasts.ground)
        }
        let best = lengths.filter { runs[index].claimants.contains($0.key) }
          .max { ($0.value, -$0.key) < ($1.value, -$1.key) }
        return best.map { (index, $0.key) }
      }
      if decided.isEmpty { break }
      for (run, owner) in decided { runs[run].owner = owner }
    }
    for (index, run) in runs.enumerated() where run.owner >= 0 {
      for half in run.halves where line[half >> 1] == .seam || neighbor(half) != index { outline(half, run.owner) }
      if let miss = miss(run) { misses.append(miss) }
    }
    misses.sort {
      ($0.a, $0.b, $0.point, $0.width, $0.length, $0.region) < ($1.a, $1.b, $1.point, $1.width, $1.length, $1.region)
    }
  }

  private func region(_ party: Int32) -> Int32 {
    party % Int32(truncatingIfNeeded: coasts.regionCount)
  }

  private func miss(_ run: Run) -> NearMiss? {
    let parties = run.coast.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard let longest = parties.first else { return nil }
    let paths = plane.arcs.paths
    let bridges = run.halves.filter { line[$0 >> 1] == .bridge }.map { half in
      (
        width: meters(HalfEdges.firstPoint(of: half, paths), HalfEdges.firstPoint(of: half ^ 1, paths)),
        point: paths.smallestPoint(of: half >> 1)
      )
    }
    let widest = bridges.max { ($0.width, $1.point) < ($1.width, $0.point) } ?? inside(run)
    let others = parties.map(\.key) + run.claimants
    guard let other = others.first(where: { $0 != longest.key }) else { return nil }
    if coasts.isBeyondCut && (longest.key < coasts.regionCount) == (other < coasts.regionCount) { return nil }
    return NearMiss(
      a: min(region(longest.key), region(other)), b: max(region(longest.key), region(other)), region: region(run.owner),
      point: inPlane(widest.point), width: widest.width, length: Double(longest.value) / 1_000_000)
  }

  /// The width of a run that no bridge crosses: one between lines that cross at both ends.
  private func inside(_ run: Run) -> (width: Double, point: GridPoint) {
    // The width depends on the order of the lines, within its tolerance.
    let boundary = Paths(along: run.halves, of: plane.arcs.paths)
    let point = (0..<boundary.count).map(boundary.smallestPoint).min() ?? GridPoint(x: 0, y: 0)
    return (coasts.ground.width(of: boundary), point)
  }

  // MARK: Outlines

  /// Adds the line of a half-edge with the region on its left.
  private mutating func outline(_ half: Int, _ owner: Int32) {
    let paths = plane.arcs.paths
    let vertices = paths.vertices(of: half >> 1)
    let isOnCut = vertices.allSatisfy { Int64(paths.point($0).x) == coasts.seams.west }
    let isNorthward = (paths.point(vertices.upperBound - 1).y > paths.point(vertices.lowerBound).y) == (half & 1 == 0)
    let isBefore = isOnCut ? isNorthward : vertices.contains { Int64(paths.point($0).x) < coasts.seams.west }
    for vertex in vertices { outlines.paths.append(inPlane(paths.point(vertex), isBefore: isBefore)) }
    outlines.endPath(
      isClosed: paths.isClosed[half >> 1], left: half & 1 == 0 ? region(owner) : ClaimedPaths.none,
      right: half & 1 == 0 ? ClaimedPaths.none : region(owner))
  }

  /// A point where it lies on the plane that ends at ±180°.
  /// - Parameter isBefore: whether a point on ±180° belongs to the east of that plane.
  private func inPlane(_ point: GridPoint, isBefore: Bool = false) -> GridPoint {
    guard coasts.isBeyondCut, isBefore || Int64(point.x) < coasts.seams.west else { return point }
    return GridPoint(x: point.x + Int32(truncatingIfNeeded: coasts.seams.world), y: point.y)
  }
}
