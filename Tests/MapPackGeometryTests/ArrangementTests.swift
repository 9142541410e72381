import MapPackGeometry
import Testing

/// Draws regions as rings of (x, y); region r is claim r.
private func arrangement(_ rings: [(region: Int32, points: [(Int32, Int32)])], jobs: Int = 1) -> Arrangement {
  var paths = ClaimedPaths()
  for ring in rings {
    for (x, y) in ring.points { paths.paths.append(GridPoint(x: x, y: y)) }
    paths.endPath(isClosed: true, left: ring.region, right: ClaimedPaths.none)
  }
  let count = Int((rings.map(\.region).max() ?? -1) + 1)
  return arrange(paths, regionCount: count, jobs: jobs) { label in
    label.filter { $0.count > 0 }.map(\.claim)
  }
}

private func square(_ region: Int32, _ x: Int32, _ y: Int32, _ size: Int32) -> (Int32, [(Int32, Int32)]) {
  (region, [(x, y), (x + size, y), (x + size, y + size), (x, y + size)])
}

@Test func `neighbors share one arc, and each has one arc of its own`() {
  let result = arrangement([square(0, 0, 0, 10), square(1, 10, 0, 10)])
  #expect(result.arcs.count == 3)
  #expect(result.noding.isClean)
  let shared = (0..<3).filter { result.arcs.left[$0] >= 0 && result.arcs.right[$0] >= 0 }
  #expect(shared.count == 1)
  #expect(result.rings.polygonStart == [0, 1, 2])
  #expect(result.rings.referenceStart == [0, 2, 4])
}

@Test func `an arc inside a region disappears`() {
  let result = arrangement([square(0, 0, 0, 10), square(0, 10, 0, 10)])
  #expect(result.arcs.count == 1)
  #expect(result.arcs.isClosed == [true])
  #expect(result.arcs.vertexCount == 6)
}

@Test func `an enclave is a hole of one region and a polygon of the other`() {
  var hole = square(0, 3, 3, 4)
  hole.1.reverse()
  let result = arrangement([square(0, 0, 0, 10), hole, square(1, 3, 3, 4)])
  #expect(result.rings.polygonStart == [0, 1, 2])
  #expect(result.rings.ringStart == [0, 2, 3])
  #expect(result.arcs.count == 2)
}

@Test func `land that two regions claim goes to the lower and is named`() {
  let result = arrangement([square(1, 0, 0, 10), square(0, 5, 5, 10)])
  #expect(result.contested.count == 1)
  #expect(result.contested.first?.claimants == [0, 1])
  #expect(result.contested.first?.doubledArea == 50)
  #expect(result.noding.crossings == [GridPoint(x: 5, y: 10), GridPoint(x: 10, y: 5)])
  #expect(result.rings.polygonStart == [0, 1, 2])
}

@Test func `a vertex on a neighbor's edge becomes a node of both`() {
  let result = arrangement([square(0, 0, 0, 10), square(1, 10, 2, 4)])
  #expect(result.noding.touches == [GridPoint(x: 10, y: 2), GridPoint(x: 10, y: 6)])
  #expect(result.arcs.count == 3)
}

@Test func `islands that touch in a point stay two polygons`() {
  let result = arrangement([square(0, 0, 0, 10), square(0, 10, 10, 10)])
  #expect(result.rings.polygonStart == [0, 2])
  #expect(result.rings.ringStart == [0, 1, 2])
}

@Test func `a hole that touches its shell in a point is a ring of its own`() {
  // A square with a square bite of the inside that hangs on its corner.
  let result = arrangement([
    (0, [(0, 0), (10, 0), (10, 10), (0, 10)]), (0, [(0, 0), (2, 6), (6, 6), (6, 2)]),
  ])
  #expect(result.rings.ringStart == [0, 2])
  #expect(result.rings.polygonStart == [0, 1])
}

@Test func `what is given twice is there once`() {
  let result = arrangement([square(0, 0, 0, 10), square(0, 0, 0, 10)])
  #expect(result.arcs.count == 1)
  #expect(result.rings.polygonStart == [0, 1])
}

@Test func `a spike leaves nothing behind`() {
  let result = arrangement([(0, [(0, 0), (10, 0), (20, 0), (10, 0), (10, 10), (0, 10)])])
  #expect(result.arcs.count == 1)
  #expect(result.arcs.vertexCount == 4)
}

@Test func `the same lines give the same arrangement from any start, in any order`() {
  let rings = [square(0, 0, 0, 10), square(1, 10, 0, 10), square(2, 5, 10, 10), square(3, 40, 40, 3)]
  let expected = arrangement(rings)
  for rotation in 1..<4 {
    let turned = rings.reversed().map { ring in
      (ring.0, Array(ring.1[rotation...] + ring.1[..<rotation]))
    }
    let result = arrangement(turned, jobs: 2)
    #expect(result.arcs.points == expected.arcs.points)
    #expect(result.rings.references == expected.rings.references)
    #expect(result.arcs.left == expected.arcs.left)
  }
}
