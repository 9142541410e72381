import MapPack
import MapPackFeatures
import MapPackGeometry

// The near misses that `BorderFindings` reports as `near-miss`. MapPackMerge finds them, by the rules of snapping.
extension ClaimedBorders {
  /// The distance, in meters on the ground, up to which borders count as near misses: a tenth of the median length of a
  /// segment, at most 100 m; 0 if there are no segments. Between borders that are farther apart there is room for land.
  /// - Complexity: O(1): it measures about 4,096 segments, evenly spread.
  func reach() -> Double {
    let paths = drawing.rings.claims.paths
    let grid = drawing.rings.grid
    var lengths: [Double] = []
    for vertex in stride(from: 0, to: paths.vertexCount, by: max(1, paths.vertexCount / 4_096)) {
      let (a, b) = (paths.point(vertex), paths.point(paths.end(ofSegment: vertex)))
      let latitude = Series.radians(degrees: grid.latitude(y: a.y))
      let across = Double(Int64(b.x) - Int64(a.x)) * Series.cosine(latitude)
      let along = Double(Int64(b.y) - Int64(a.y))
      lengths.append((across * across + along * along).squareRoot())
    }
    lengths.sort()
    let median = lengths.isEmpty ? 0 : lengths[lengths.count / 2] * grid.unit * Sliver.degree
    return min(100, median / 10)
  }

  /// Finds borders of two regions that run beside each other without meeting (see `NearMiss`), and regions that end
  /// near ±180° and go on beyond it. The result does not depend on the direction in which rings are drawn. The strips
  /// at ±180° come last.
  /// - Parameter meters: the largest distance on the ground.
  /// - Complexity: O(n log n) for n vertices.
  func nearMisses(_ table: FeatureTable, within meters: Double, jobs: Int) -> [NearMiss] {
    MapPackMerge.nearMisses(
      among: drawing.arcs, region: regionOfRing, feature: drawing.rings.featureOfRing, grid: drawing.rings.grid,
      within: meters, jobs: jobs)
      + strips(table, within: meters, jobs: jobs)
  }

  /// Finds the strips that regions leave at ±180°.
  ///
  /// Which side of a line is land follows from the rings, not from the line's direction, because a ring may run
  /// clockwise or cross itself.
  private func strips(_ table: FeatureTable, within meters: Double, jobs: Int) -> [NearMiss] {
    let rings = drawing.rings
    let paths = rings.claims.paths
    let seams = SeamLines(rings.grid)
    // A map on a grid that is finer than this cannot come near ±180° on both sides.
    guard seams.world <= GridPoint.coordinateLimit else { return [] }
    var boxes: [(ring: Int, box: GridBox)] = []
    var whole = GridBox()
    for ring in regionOfRing.indices where regionOfRing[ring] >= 0 {
      var box = GridBox()
      for vertex in paths.vertices(of: ring) { box.extend(to: paths.point(vertex)) }
      guard !box.isEmpty else { continue }
      boxes.append((ring, box))
      whole.extend(to: box)
    }
    guard !whole.isEmpty else { return [] }
    let ground = GroundRows(rings.grid, minY: whole.minY, maxY: whole.maxY)
    let reach = ground.cells(meters: meters)
    func comesNear(_ box: GridBox) -> (west: Bool, east: Bool) {
      let wide = ground.box(box, widenedBy: reach)
      return (Int64(wide.minX) <= seams.west, Int64(wide.maxX) >= seams.east)
    }
    guard comesNear(whole) == (true, true) else { return [] }
    let shells = Set(table.ringStart)
    var near = ClaimedPaths()
    var isNearShell: ContiguousArray<Bool> = []
    for (ring, box) in boxes where comesNear(box) != (false, false) {
      near.paths.append(ring..<ring + 1, of: paths)
      near.left.append(rings.featureOfRing[ring])
      near.right.append(ClaimedPaths.none)
      near.useStart.append(near.left.count)
      isNearShell.append(shells.contains(ring + rings.firstRing))
    }
    return antimeridianStrips(
      along: near, isShell: isNearShell, region: region, grid: rings.grid, ground: ground, within: meters, jobs: jobs)
  }
}
