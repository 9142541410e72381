import MapArrangement
import MapGeometry

/// The boundary that has a region on one side alone: coast, and whatever should be a border and misses the
/// neighbour's.
///
/// It is read off arcs that were cut by exact matches (`cutIntoArcs`), so a border that two regions draw vertex for
/// vertex is no part of it; nor is what runs along an edge of the plane, where the land goes on at the other side.
struct OneSidedBoundary {
  /// The pieces, canonical as `cutIntoArcs` leaves them.
  private(set) var paths = Paths()
  /// Per path: the region that it bounds (the first where several claim the same side), one of its claims, and the
  /// arc that it is.
  private(set) var region: ContiguousArray<Int32> = []
  private(set) var claim: ContiguousArray<Int32> = []
  private(set) var arc: ContiguousArray<Int32> = []
  /// Per path: whether that region lies on its left.
  private(set) var isLeft: ContiguousArray<Bool> = []
  /// Per vertex: its path.
  private(set) var pathOfVertex: ContiguousArray<Int32> = []
  /// Where paths of more than one region end, and which regions those are.
  private(set) var meetings: MeetingPoints

  /// - Parameters:
  ///   - arcs: paths cut into arcs, at the seams too.
  ///   - regionOfClaim: the region for which each claim is made; less than 0 for nobody.
  /// - Complexity: O(n) for n vertices, and O(m log m) for m ends of pieces.
  init(_ arcs: ClaimedPaths, regionOfClaim: ContiguousArray<Int32>, seams: SeamLines) {
    for arc in 0..<arcs.count where !arcs.paths.isSeam(arc, seams) {
      guard let owner = Self.onlySide(of: arc, arcs, regionOfClaim) else { continue }
      for vertex in arcs.paths.start[arc]..<arcs.paths.start[arc + 1] {
        paths.append(arcs.paths.point(vertex))
        pathOfVertex.append(Int32(truncatingIfNeeded: region.count))
      }
      paths.endPath(isClosed: arcs.paths.isClosed[arc])
      region.append(owner.region)
      claim.append(owner.claim)
      isLeft.append(owner.isLeft)
      self.arc.append(Int32(truncatingIfNeeded: arc))
    }
    meetings = MeetingPoints(paths, region)
  }

  /// Who is on one side of an arc while nobody is on the other; `nil` where that is not so.
  static func onlySide(
    of arc: Int, _ arcs: ClaimedPaths, _ regionOfClaim: ContiguousArray<Int32>
  ) -> (region: Int32, claim: Int32, isLeft: Bool)? {
    let uses = arcs.useStart[arc]..<arcs.useStart[arc + 1]
    func owner(_ claim: Int32) -> (region: Int32, claim: Int32)? {
      guard claim >= 0, regionOfClaim[Int(claim)] >= 0 else { return nil }
      return (regionOfClaim[Int(claim)], claim)
    }
    if uses.count == 1 {
      let left = owner(arcs.left[uses.lowerBound])
      let right = owner(arcs.right[uses.lowerBound])
      guard (left == nil) != (right == nil) else { return nil }
      return (left ?? right).map { ($0.region, $0.claim, left != nil) }
    }
    var lefts = uses.compactMap { owner(arcs.left[$0]) }
    var rights = uses.compactMap { owner(arcs.right[$0]) }
    // What a region has on both sides is its inside.
    for index in lefts.indices.reversed() {
      guard let match = rights.firstIndex(where: { $0.region == lefts[index].region }) else { continue }
      lefts.remove(at: index)
      rights.remove(at: match)
    }
    guard lefts.isEmpty != rights.isEmpty else { return nil }
    return (lefts + rights).min { ($0.region, $0.claim) < ($1.region, $1.claim) }
      .map { ($0.region, $0.claim, !lefts.isEmpty) }
  }

  func region(ofVertex vertex: Int) -> Int32 { region[Int(pathOfVertex[vertex])] }

  /// Whether a region's one-sided boundary has a vertex at the place of a vertex.
  func touches(_ vertex: Int, _ other: Int32) -> Bool {
    guard let point = meetings.point(ofVertex: vertex, in: paths, path: Int(pathOfVertex[vertex])) else { return false }
    return meetings.regions(at: point).contains(other)
  }
}

extension Paths {
  /// Whether a path that was cut at the seams runs along one.
  func isSeam(_ path: Int, _ seams: SeamLines) -> Bool {
    let first = start[path]
    return start[path + 1] - first > 1 && seams.contains(point(first), point(first + 1))
  }
}

/// The points in which paths of several regions end.
///
/// Common vertices of two lines are junctions unless the lines run together, and arcs end in junctions; so where
/// one-sided boundary of two regions has a common vertex, paths of both end there.
struct MeetingPoints {
  /// Per path: the meeting point at its first vertex and at its last, or −1.
  private var atFirst: ContiguousArray<Int32>
  private var atLast: ContiguousArray<Int32>
  private(set) var points: ContiguousArray<GridPoint> = []
  private var regionStart: ContiguousArray<Int> = [0]
  private var regionList: ContiguousArray<Int32> = []

  fileprivate init(_ paths: Paths, _ region: ContiguousArray<Int32>) {
    atFirst = ContiguousArray(repeating: -1, count: paths.count)
    atLast = ContiguousArray(repeating: -1, count: paths.count)
    // Twice the path, plus one for its last vertex.
    var ends: [(key: UInt64, end: Int)] = []
    for path in 0..<paths.count where !paths.isClosed[path] {
      ends.append((paths.point(paths.start[path]).key, 2 * path))
      ends.append((paths.point(paths.start[path + 1] - 1).key, 2 * path + 1))
    }
    ends.sort { ($0.key, $0.end) < ($1.key, $1.end) }
    var begin = 0
    while begin < ends.count {
      var end = begin
      while end < ends.count, ends[end].key == ends[begin].key { end += 1 }
      let here = ends[begin..<end]
      begin = end
      guard let first = here.first, here.contains(where: { region[$0.end >> 1] != region[first.end >> 1] }) else {
        continue
      }
      for entry in here {
        if entry.end & 1 == 0 {
          atFirst[entry.end >> 1] = Int32(points.count)
        } else {
          atLast[entry.end >> 1] = Int32(points.count)
        }
      }
      points.append(GridPoint(key: first.key))
      regionList.append(contentsOf: Set(here.map { region[$0.end >> 1] }).sorted())
      regionStart.append(regionList.count)
    }
  }

  var count: Int { points.count }

  /// The regions that meet in a point, in ascending order.
  func regions(at point: Int) -> ContiguousArray<Int32>.SubSequence {
    regionList[regionStart[point]..<regionStart[point + 1]]
  }

  /// The meeting point at a vertex of a path; `nil` where there is none.
  func point(ofVertex vertex: Int, in paths: Paths, path: Int) -> Int? {
    if vertex == paths.start[path], atFirst[path] >= 0 { return Int(atFirst[path]) }
    if vertex == paths.start[path + 1] - 1, atLast[path] >= 0 { return Int(atLast[path]) }
    return nil
  }
}
