import Testing

@testable import MapPackGeometry

/// A square with a diagonal, ABCD counter-clockwise from the left lower corner: arcs AB, BC, AC and CDA; and a closed arc
/// round a hole in the triangle ABC.
private func diagonal() -> Paths {
  var paths = Paths()
  let (a, b, c, d) = (
    GridPoint(x: 0, y: 0), GridPoint(x: 100, y: 0), GridPoint(x: 100, y: 100), GridPoint(x: 0, y: 100)
  )
  for line in [[a, b], [b, c], [a, c], [a, d, c]] {
    for point in line { paths.append(point) }
    paths.endPath(isClosed: false)
  }
  for point in [GridPoint(x: 70, y: 20), GridPoint(x: 80, y: 20), GridPoint(x: 80, y: 30)] { paths.append(point) }
  paths.endPath(isClosed: true)
  return paths
}

@Suite struct `Half-edges` {
  @Test func `half-edges leave a node counter-clockwise, from the direction of growing x`() {
    let halves = HalfEdges(diagonal())
    #expect(Array(halves.nodes) == [GridPoint(x: 0, y: 0), GridPoint(x: 100, y: 0), GridPoint(x: 100, y: 100)])
    func outgoing(_ node: Int) -> [Int32] {
      Array(halves.outgoing[halves.outgoingStart[node]..<halves.outgoingStart[node + 1]])
    }
    // From A: AB, AC, AD; from B: BC, BA; from C: CD, CA, CB.
    #expect(outgoing(0) == [0, 4, 6])
    #expect(outgoing(1) == [2, 1])
    #expect(outgoing(2) == [7, 5, 3])
    // A closed arc has no node and follows itself.
    #expect(halves.origin[8] == -1 && halves.next[8] == 8 && halves.next[9] == 9)
  }

  @Test func `half-edges have their first two points in the order of the walk`() {
    let paths = diagonal()
    func points(_ half: Int) -> [GridPoint] {
      [HalfEdges.firstPoint(of: half, paths), HalfEdges.secondPoint(of: half, paths)]
    }
    #expect(points(6) == [GridPoint(x: 0, y: 0), GridPoint(x: 0, y: 100)])
    #expect(points(7) == [GridPoint(x: 100, y: 100), GridPoint(x: 0, y: 100)])
    // The closed arc, forwards and backwards.
    #expect(points(8) == [GridPoint(x: 70, y: 20), GridPoint(x: 80, y: 20)])
    #expect(points(9) == [GridPoint(x: 70, y: 20), GridPoint(x: 80, y: 30)])
  }

  @Test func `half-edges walk round the face on their left`() {
    let paths = diagonal()
    let halves = HalfEdges(paths)
    // A to B to C and back to A.
    #expect([0, 2, 5].map { halves.next[$0] } == [2, 5, 0])
    // A to C over D and back: the other triangle; and once round the outside.
    #expect([4, 7].map { halves.next[$0] } == [7, 4])
    #expect([6, 3, 1].map { halves.next[$0] } == [3, 1, 6])

    let boundaries = halves.boundaries(paths.doubledAreas())
    #expect(boundaries.doubledArea.sorted() == [-20_000, -100, 100, 10_000, 10_000])
    for half in 0..<halves.count { #expect(boundaries.boundary[Int(halves.next[half])] == boundaries.boundary[half]) }
  }

  @Test func `half-edges bound faces, and a face with holes has several boundaries`() {
    let paths = diagonal()
    let halves = HalfEdges(paths)
    var claimed = ClaimedPaths()
    claimed.paths = paths
    for arc in 0..<Int32(paths.count) {
      claimed.left.append(arc)
      claimed.right.append(ClaimedPaths.none)
      claimed.useStart.append(claimed.left.count)
    }
    let faces = Faces(claimed, halves, halves.boundaries(paths.doubledAreas()), index: ChainIndex(paths), jobs: 1)
    // Outside, two triangles, the hole.
    #expect(faces.count == 4)
    // Right of AB, BC and left of ADC is the unbounded face; the hole's outside is the triangle's inside.
    #expect([1, 3, 6].map { faces.face[$0] } == [0, 0, 0])
    #expect(faces.face[9] == faces.face[0] && faces.face[8] != faces.face[0])
  }
}
