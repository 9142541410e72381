import MapPackGeometry

/// The vertices and lines before the first round, so that nothing moves farther in several rounds than in one.
///
/// The limit is the distance to snap plus one cell, measured from where a vertex or a line was before the first round.
/// `Snapping` keeps the limits from round to round, and `SnapPlan` asks them before each move.
struct SnapLimits {
  private struct Key: Hashable {
    var region: Int32
    var point: GridPoint
  }

  /// The distance, in cells on the ground.
  let reach: Int64
  private let ground: GroundRows
  /// The lines before the first round.
  private let original: ChainIndex
  /// Per vertex of the original lines: its region.
  private let regionOfVertex: ContiguousArray<Int32>
  /// Per vertex that has moved: the points at which it was before the first round.
  private var origins: [Key: Set<GridPoint>] = [:]

  init(_ boundary: OneSidedBoundary, _ ground: GroundRows, reach: Int64) {
    self.reach = reach
    self.ground = ground
    original = ChainIndex(boundary.paths)
    regionOfVertex = ContiguousArray(boundary.pathOfVertex.map { boundary.region[Int($0)] })
  }

  /// Whether a region's vertex may move from one point to another.
  func allows(_ region: Int32, from: GridPoint, to: GridPoint) -> Bool {
    (origins[Key(region: region, point: from)] ?? [from]).allSatisfy {
      ground.squaredDistance($0, to) <= (reach + 1) * (reach + 1)
    }
  }

  /// Whether a region's line may be led through a point, because its original line is near.
  func allows(_ region: Int32, through point: GridPoint) -> Bool {
    let box = ground.box(GridBox(point, point), widenedBy: reach + 1)
    var isNear = false
    original.forEachChain(meeting: box) { chain in
      guard !isNear, regionOfVertex[original.vertices(ofChain: chain).first.lowerBound] == region else { return }
      original.forEachSegment(ofChain: chain) { first, last in
        let (square, _) = ground.squaredDistance(
          point, fromSegment: original.paths.point(first), original.paths.point(last))
        isNear = isNear || square <= (reach + 1) * (reach + 1)
      }
    }
    return isNear
  }

  /// Notes that a region's vertex has moved.
  mutating func move(_ region: Int32, from: GridPoint, to: GridPoint) {
    let before = origins[Key(region: region, point: from)] ?? [from]
    origins[Key(region: region, point: to), default: []].formUnion(before)
  }
}
