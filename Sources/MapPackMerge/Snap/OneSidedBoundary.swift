import MapPackGeometry

/// The boundary that has a region on one side only: coast, and lines that should be a border but miss the neighbor's.
///
/// It consists of arcs that were cut by exact matches (`cutIntoArcs`). So a border that two regions draw vertex for
/// vertex is not part of it. Nor is a line along an edge of the plane, because the land goes on at the other side.
///
/// `NearRuns` finds near misses on it, `SnapPlan` moves its vertices, and `AntimeridianSnapping` finds strips along it.
struct OneSidedBoundary {
  /// The arcs, canonical as `cutIntoArcs` leaves them.
  private(set) var paths = Paths()
  /// Per path: the region that it bounds; the lowest if several claim the same side.
  private(set) var region: ContiguousArray<Int32> = []
  /// Per path: a claim of that region.
  private(set) var claim: ContiguousArray<Int32> = []
  /// Per path: its arc.
  private(set) var arc: ContiguousArray<Int32> = []
  /// Per path: whether that region lies on its left.
  private(set) var isLeft: ContiguousArray<Bool> = []
  /// Per vertex: its path.
  private(set) var pathOfVertex: ContiguousArray<Int32> = []
  /// The points in which paths of several regions end, and those regions.
  private(set) var commonEnds: CommonEnds

  /// - Parameters:
  ///   - arcs: paths cut into arcs, at the seams too.
  ///   - regionOfClaim: per claim, its region; negative for nobody.
  /// - Complexity: O(n + m log m) for n vertices and m ends of arcs.
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
    commonEnds = CommonEnds(paths, region)
  }

  /// The region on one side of an arc, if nobody is on the other side; `nil` if both sides have a region, or neither.
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
    // A region that is on both sides has its inside there.
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

  /// Whether a region's one-sided boundary has a vertex at the same point as a vertex.
  func touches(_ vertex: Int, _ other: Int32) -> Bool {
    guard let point = commonEnds.point(ofVertex: vertex, in: paths, path: Int(pathOfVertex[vertex])) else {
      return false
    }
    return commonEnds.regions(at: point).contains(other)
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
/// A common vertex of two lines is a junction unless the lines run together, and arcs end in junctions. So if the
/// one-sided boundaries of two regions have a common vertex, paths of both end there.
struct CommonEnds {
  /// Per path: the common end at its first vertex, or −1.
  private var atFirst: ContiguousArray<Int32>
  /// Per path: the common end at its last vertex, or −1.
  private var atLast: ContiguousArray<Int32>
  /// The grid points of the common ends, sorted.
  private(set) var points: ContiguousArray<GridPoint> = []
  private var regionStart: ContiguousArray<Int> = [0]
  private var regionList: ContiguousArray<Int32> = []

  fileprivate init(_ paths: Paths, _ region: ContiguousArray<Int32>) {
    atFirst = ContiguousArray(repeating: -1, count: paths.count)
    atLast = ContiguousArray(repeating: -1, count: paths.count)
    // An end is twice its path, plus one if it is the path's last vertex.
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

  /// The regions that meet in a common end, ascending.
  func regions(at point: Int) -> ContiguousArray<Int32>.SubSequence {
    regionList[regionStart[point]..<regionStart[point + 1]]
  }

  /// The common end at a vertex of a path; `nil` if there is none.
  func point(ofVertex vertex: Int, in paths: Paths, path: Int) -> Int? {
    if vertex == paths.start[path], atFirst[path] >= 0 { return Int(atFirst[path]) }
    if vertex == paths.start[path + 1] - 1, atLast[path] >= 0 { return Int(atLast[path]) }
    return nil
  }
}
