import MapArrangement
import MapFeatures
import MapGeometry
import MapPack
import MapTopology

extension ClaimedBorders {
  /// Up to which distance near misses are looked for, in metres: a tenth of the edges' median length, at most 100.
  /// Between borders farther apart than that there is room for land.
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

  /// Borders of two regions that run beside each other without meeting, and regions that end beside ±180° and go on
  /// beyond it. The direction in which a ring was drawn changes nothing.
  /// - Parameter metres: how far apart they may be at most.
  func nearMisses(_ table: FeatureTable, within metres: Double, jobs: Int) -> [NearMiss] {
    MapTopology.nearMisses(
      among: drawing.arcs, region: regionOfRing, feature: drawing.rings.featureOfRing, grid: drawing.rings.grid,
      within: metres, jobs: jobs)
      + strips(table, within: metres, jobs: jobs)
  }

  /// The strips that regions leave at ±180°. Where they have their land is asked of their rings, since one that runs
  /// clockwise or crosses itself has it on another side than the lines say.
  private func strips(_ table: FeatureTable, within metres: Double, jobs: Int) -> [NearMiss] {
    let rings = drawing.rings
    let paths = rings.claims.paths
    let seams = SeamLines(rings.grid)
    // A finer grid's map does not come near ±180° on both sides.
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
    let reach = ground.cells(metres: metres)
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
      along: near, isShell: isNearShell, region: region, grid: rings.grid, ground: ground, within: metres, jobs: jobs)
  }
}
