import MapPackGeometry

/// The lines within a distance of ±180°, by region, on a plane that has ±180° at x = 0, so that both sides lie as they
/// do on the globe. `AntimeridianSnapping` asks it whether a region goes on beyond ±180°.
struct LinesNearAntimeridian {
  private let index: ChainIndex
  /// Per path: its region.
  private var region: ContiguousArray<Int32> = []
  /// Per path: the x of the end of the plane at which it lies.
  private var cut: ContiguousArray<Int64> = []
  /// Per vertex: its path.
  private var pathOfVertex: ContiguousArray<Int32> = []
  /// The rows of the vertices within the distance, sorted; each once.
  private var rows: [Row] = []
  private let ground: GroundRows
  /// The distance, in cells on the ground.
  private let reach: Int64

  /// The latitude of a region's vertex on one side. Rows are ordered by region, side and latitude.
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

  /// The y of a region's vertices within the distance on the other side, strictly between two values, ascending.
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

  var areOnBothSides: Bool { Set(cut).count == 2 }

  /// Whether a region's lines on the other side are within the distance of a point on one side, whose end of the plane
  /// is at `side`.
  func areNear(_ p: GridPoint, at side: Int64, _ wanted: Int32) -> Bool {
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
  /// The pieces of a path that come within a distance of a meridian, as lists of vertices.
  ///
  /// A segment counts if its box, widened by the distance, meets the meridian.
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
