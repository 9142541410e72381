import MapPackGeometry

/// The approaches that may belong to a run, for `NearRuns`; `NearMiss` says when a vertex faces a line, and what a
/// sliver is. Approaches are those of `Nearness`, by their indices.
struct RunMembers {
  /// Per approach: whether the vertex faces the line, or lies between vertices that do.
  private(set) var isMember: ContiguousArray<Bool>
  /// Per approach: whether the vertex lies on one of the two sides of a sliver.
  private(set) var isEnclosed: ContiguousArray<Bool>

  init(_ boundary: OneSidedBoundary, _ nearness: Nearness) {
    let paths = boundary.paths
    isMember = ContiguousArray(repeating: false, count: nearness.approaches.count)
    isEnclosed = isMember
    for (index, approach) in nearness.approaches.enumerated() {
      if approach.nearestVertex < 0 {
        isMember[index] = true
      } else if let back = nearness.approach(
        of: Int(approach.nearestVertex), to: boundary.region(ofVertex: Int(approach.vertex)))
      {
        let nearest = nearness.approaches[back]
        let ends = nearest.nearestVertex < 0 ? [nearest.first, nearest.last] : [nearest.nearestVertex]
        isMember[index] = ends.contains { paths.point(Int($0)) == paths.point(Int(approach.vertex)) }
      }
    }
    let lenses = Lenses(boundary)
    for path in 0..<paths.count { fillStretches(of: path, lenses, boundary, nearness) }
  }

  /// Makes members of the vertices between vertices that face a region or meet it, if they are near that region all the
  /// way, whether they face it or not.
  private mutating func fillStretches(
    of path: Int, _ lenses: Lenses, _ boundary: OneSidedBoundary, _ nearness: Nearness
  ) {
    let paths = boundary.paths
    let vertices = paths.start[path]..<paths.start[path + 1]
    let isClosed = paths.isClosed[path]
    func next(_ vertex: Int) -> Int? {
      vertex + 1 < vertices.upperBound ? vertex + 1 : isClosed ? vertices.lowerBound : nil
    }
    for first in vertices {
      let previous = first > vertices.lowerBound ? first - 1 : isClosed ? vertices.upperBound - 1 : nil
      for approach in nearness.start[first]..<nearness.start[first + 1] {
        let region = nearness.approaches[approach].region
        if let previous, nearness.approach(of: previous, to: region) != nil { continue }
        var stretch: [Int] = []
        var vertex: Int? = first
        while let here = vertex, let approach = nearness.approach(of: here, to: region) {
          stretch.append(approach)
          vertex = next(here)
        }
        let meetsBefore = previous.map { boundary.touches($0, region) } ?? false
        let meetsAfter = vertex.map { boundary.touches($0, region) } ?? false
        if meetsBefore, meetsAfter, lenses.contains(path, and: region, boundary, nearness) {
          for approach in stretch {
            isMember[approach] = true
            isEnclosed[approach] = true
          }
        } else if stretch.contains(where: { isMember[$0] }) {
          fill(stretch[...], meetsBefore: meetsBefore, meetsAfter: meetsAfter)
        }
      }
    }
    guard isClosed else { return }
    for approach in nearness.start[vertices.lowerBound]..<nearness.start[vertices.lowerBound + 1] {
      let round = vertices.compactMap { nearness.approach(of: $0, to: nearness.approaches[approach].region) }
      guard round.count == vertices.count, round.contains(where: { isMember[$0] }) else { continue }
      for approach in round { isMember[approach] = true }
    }
  }

  private mutating func fill(_ stretch: ArraySlice<Int>, meetsBefore: Bool, meetsAfter: Bool) {
    var stretch = stretch
    if !meetsBefore { stretch = stretch.drop { !isMember[$0] } }
    if !meetsAfter { stretch = stretch[..<(stretch.lastIndex { isMember[$0] }.map { $0 + 1 } ?? stretch.startIndex)] }
    for approach in stretch { isMember[approach] = true }
  }

  /// Calls `body` with each two approaches that belong to one run, and with each approach and a meeting beside it.
  ///
  /// Meetings are numbered after the approaches. The length is that of the line between the two, in cells on the
  /// ground; 0 if they lie on different lines.
  func forEachLink(
    _ boundary: OneSidedBoundary, _ nearness: Nearness, _ meetings: PairMeetings, _ ground: GroundRows,
    _ body: (_ approach: Int, _ other: Int, _ length: Int64) -> Void
  ) {
    let paths = boundary.paths
    for (index, approach) in nearness.approaches.enumerated() where isMember[index] {
      let vertex = Int(approach.vertex)
      let region = boundary.region(ofVertex: vertex)
      let path = Int(boundary.pathOfVertex[vertex])
      let (begin, end) = (paths.start[path], paths.start[path + 1])
      let isClosed = paths.isClosed[path]
      let before = vertex > begin ? vertex - 1 : isClosed ? end - 1 : nil
      let after = vertex + 1 < end ? vertex + 1 : isClosed ? begin : nil
      for (other, isNext) in [(before, false), (after, true)] {
        guard let other else { continue }
        let length = ground.distance(paths.point(vertex), paths.point(other))
        if let there = nearness.approach(of: other, to: approach.region) {
          // Only with the next one, so that consecutive vertices are linked once.
          if isNext, isMember[there] { body(index, there, length) }
        } else if let meeting = meetings.index(of: paths.point(other), region, approach.region) {
          body(index, nearness.approaches.count + meeting, length)
        }
      }
      for end in [Int(approach.first), Int(approach.last)] {
        if let there = nearness.approach(of: end, to: region), isMember[there] { body(index, there, 0) }
      }
    }
  }
}

/// Paths by their two ends. If two regions have paths between the same ends, the paths enclose a face.
private struct Lenses {
  private struct Key: Hashable {
    var region: Int32
    var low: GridPoint
    var high: GridPoint
  }

  private var pathsByEnds: [Key: [Int]] = [:]

  init(_ boundary: OneSidedBoundary) {
    for path in boundary.region.indices where !boundary.paths.isClosed[path] {
      pathsByEnds[Self.key(path, boundary.region[path], boundary), default: []].append(path)
    }
  }

  private static func key(_ path: Int, _ region: Int32, _ boundary: OneSidedBoundary) -> Key {
    let first = boundary.paths.point(boundary.paths.start[path])
    let last = boundary.paths.point(boundary.paths.start[path + 1] - 1)
    return Key(region: region, low: min(first, last), high: max(first, last))
  }

  /// Whether a region has a path between the ends of another region's path, and is near that path all the way.
  func contains(_ path: Int, and region: Int32, _ boundary: OneSidedBoundary, _ nearness: Nearness) -> Bool {
    let others = pathsByEnds[Self.key(path, region, boundary)] ?? []
    return others.contains { other in
      (boundary.paths.start[other] + 1..<boundary.paths.start[other + 1] - 1).allSatisfy {
        nearness.approach(of: $0, to: boundary.region[path]) != nil
      }
    }
  }
}
