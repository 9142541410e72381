import MapArrangement
import MapFeatures
import MapGeometry
import MapPack
import MapTopology

extension ClaimedBorders {
  /// Up to which distance near misses are looked for, in metres: a tenth of the edges' median length, at most 100.
  /// Between borders farther apart than that there is room for land.
  func reach() -> Double {
    let rings = drawing.rings
    var lengths: [Double] = []
    for vertex in stride(from: 0, to: rings.vertexCount, by: max(1, rings.vertexCount / 4_096))
    where drawing.points.representative[vertex] >= 0 {
      let (a, b) = (rings.point(vertex), rings.point(rings.next(vertex)))
      let latitude = Series.radians(degrees: rings.grid.latitude(y: a.y))
      let across = Double(Int64(b.x) - Int64(a.x)) * Series.cosine(latitude)
      let along = Double(Int64(b.y) - Int64(a.y))
      lengths.append((across * across + along * along).squareRoot())
    }
    lengths.sort()
    let median = lengths.isEmpty ? 0 : lengths[lengths.count / 2] * rings.grid.unit * Sliver.degree
    return min(100, median / 10)
  }

  /// Borders of two regions that run beside each other without meeting, and regions that end beside ±180° and go on
  /// beyond it. The direction in which a ring was drawn changes nothing.
  /// - Parameter metres: how far apart they may be at most.
  func nearMisses(_ table: FeatureTable, within metres: Double, jobs: Int) -> [NearMiss] {
    MapTopology.nearMisses(
      among: oneSidedBoundary(), region: region, grid: drawing.rings.grid, within: metres, jobs: jobs)
      + strips(table, within: metres, jobs: jobs)
  }

  /// The strips that regions leave at ±180°. Where they have their land is asked of their rings, since one that runs
  /// clockwise or crosses itself has it on another side than the lines say.
  private func strips(_ table: FeatureTable, within metres: Double, jobs: Int) -> [NearMiss] {
    let rings = drawing.rings
    let seams = SeamLines(rings.grid)
    // A finer grid's map does not come near ±180° on both sides.
    guard seams.world <= GridPoint.coordinateLimit else { return [] }
    var boxes: [(ring: Int, box: GridBox)] = []
    var whole = GridBox()
    for ring in 0..<rings.ringCount where region[Int(rings.featureOfRing[ring])] >= 0 {
      var box = GridBox()
      for vertex in rings.vertices(ofRing: ring) { box.extend(to: rings.point(vertex)) }
      guard !box.isEmpty else { continue }
      boxes.append((ring, box))
      whole.extend(to: GridPoint(x: box.minX, y: box.minY))
      whole.extend(to: GridPoint(x: box.maxX, y: box.maxY))
    }
    guard !whole.isEmpty else { return [] }
    let ground = GroundRows(rings.grid, minY: whole.minY, maxY: whole.maxY)
    let reach = ground.cells(metres: metres)
    func comesNear(_ box: GridBox) -> (west: Bool, east: Bool) {
      let wide = ground.box(box, widenedBy: reach)
      return (Int64(wide.minX) <= seams.west, Int64(wide.maxX) >= seams.east)
    }
    guard comesNear(whole) == (true, true) else { return [] }
    var isShell = ContiguousArray(repeating: false, count: rings.ringCount)
    for polygon in 0..<table.polygonCount where table.ringStart[polygon] < table.ringStart[polygon + 1] {
      isShell[table.ringStart[polygon] - rings.firstRing] = true
    }
    var near = ClaimedPaths()
    var isNearShell: ContiguousArray<Bool> = []
    for (ring, box) in boxes where comesNear(box) != (false, false) {
      for vertex in rings.vertices(ofRing: ring) { near.paths.append(rings.point(vertex)) }
      near.endPath(isClosed: true, left: rings.featureOfRing[ring], right: ClaimedPaths.none)
      isNearShell.append(isShell[ring])
    }
    return antimeridianStrips(
      along: near, isShell: isNearShell, region: region, grid: rings.grid, ground: ground, within: metres, jobs: jobs)
  }

  /// The edges that one ring alone draws, cut at the nodes and at the edges of the plane; each line from its smaller end, a closed one from its
  /// smallest vertex towards the smaller neighbour.
  private func oneSidedBoundary() -> ClaimedPaths {
    let rings = drawing.rings
    var boundary = ClaimedPaths()
    let capacity = oneSided.reduce(0) { $0 + $1.segments.count + 1 }
    boundary.paths.x.reserveCapacity(capacity)
    boundary.paths.y.reserveCapacity(capacity)
    var begin = 0
    while begin < oneSided.count {
      let ring = oneSided[begin].ring
      let end = oneSided[begin...].firstIndex { $0.ring != ring } ?? oneSided.count
      if region[Int(rings.featureOfRing[ring])] >= 0 { append(oneSided[begin..<end], of: ring, to: &boundary) }
      begin = end
    }
    return boundary
  }

  /// Adds the lines of a ring, beginning behind what only goes on with a line from the ring's end.
  private func append(_ lines: ArraySlice<OneSidedLine>, of ring: Int, to boundary: inout ClaimedPaths) {
    let rings = drawing.rings
    let vertices = rings.vertices(ofRing: ring)
    let seams = SeamLines(rings.grid)
    func isSeam(_ vertex: Int) -> Bool { seams.contains(rings.point(vertex), rings.point(rings.next(vertex))) }
    func isCut(_ vertex: Int) -> Bool {
      if isNode[Int(drawing.points.representative[vertex])] { return true }
      return seams.contains(rings.point(vertex)) && isSeam(vertex) != isSeam(rings.previous(vertex))
    }
    var pieces: [Range<Int>] = []
    for line in lines {
      var first = line.segments.lowerBound
      for vertex in line.segments.dropFirst() where isCut(vertex) {
        pieces.append(first..<vertex)
        first = vertex
      }
      pieces.append(first..<line.segments.upperBound)
    }
    let wraps =
      pieces[0].lowerBound == vertices.lowerBound && pieces[pieces.count - 1].upperBound == vertices.upperBound
      && !isCut(vertices.lowerBound)
    if wraps, pieces.count == 1 { return appendRing(ring, to: &boundary) }
    for piece in wraps ? pieces[1...] : pieces[...] {
      let goesOn = wraps && piece.upperBound == vertices.upperBound
      let count = piece.count + (goesOn ? pieces[0].count : 0)
      let last =
        goesOn ? pieces[0].upperBound : piece.upperBound == vertices.upperBound ? vertices.lowerBound : piece.upperBound
      let isReversed = rings.point(last) < rings.point(piece.lowerBound)
      append(
        count + 1, of: ring, from: isReversed ? last : piece.lowerBound, isReversed: isReversed, isClosed: false,
        to: &boundary)
    }
  }

  private func appendRing(_ ring: Int, to boundary: inout ClaimedPaths) {
    let rings = drawing.rings
    let vertices = rings.vertices(ofRing: ring)
    guard let smallest = vertices.min(by: { rings.point($0) < rings.point($1) }) else { return }
    append(
      vertices.count, of: ring, from: smallest,
      isReversed: rings.point(rings.previous(smallest)) < rings.point(rings.next(smallest)), isClosed: true,
      to: &boundary)
  }

  /// Adds so many vertices of a ring from one on, or back.
  private func append(
    _ count: Int, of ring: Int, from first: Int, isReversed: Bool, isClosed: Bool, to boundary: inout ClaimedPaths
  ) {
    let rings = drawing.rings
    let vertices = rings.vertices(ofRing: ring)
    var vertex = first
    for _ in 0..<count {
      boundary.paths.append(rings.point(vertex))
      if isReversed {
        vertex = vertex == vertices.lowerBound ? vertices.upperBound - 1 : vertex - 1
      } else {
        vertex = vertex + 1 == vertices.upperBound ? vertices.lowerBound : vertex + 1
      }
    }
    let owner = rings.featureOfRing[ring]
    boundary.endPath(
      isClosed: isClosed, left: isReversed ? ClaimedPaths.none : owner, right: isReversed ? owner : ClaimedPaths.none)
  }
}
