import MapPackGeometry
import TestSupport
import Testing

private struct Limit: Sendable, CustomTestStringConvertible {
  var name: String
  var paths: @Sendable () -> ClaimedPaths
  var testDescription: String { name }

  init(_ name: String, _ paths: @escaping @Sendable () -> ClaimedPaths) {
    self.name = name
    self.paths = paths
  }
}

private let limits: [Limit] = [
  Limit("a ring of 60 random chords") { AdversarialLines.star(chords: 60) },
  Limit("30 triangles over each other") { AdversarialLines.triangles(30) },
  Limit("combs of 12 teeth across each other") { AdversarialLines.combs(teeth: 12) },
  Limit("15 rings on one line, each with 12 vertices of its own") {
    AdversarialLines.sharedLine(rings: 15, vertices: 12)
  },
  Limit("300 wedges that meet in a point") { AdversarialLines.wedges(300) },
  Limit("40 wedges that nearly meet") { AdversarialLines.wedges(40, scatter: 1) },
  Limit("50 squares stacked in each other") { AdversarialLines.stackedSquares(50) },
  Limit("200 times the same square") { AdversarialLines.twins(200) },
  Limit("30 nearly parallel lines that cross in pixels of others") { AdversarialLines.nearlyParallel(30) },
  Limit("8 rings of 30 chords on 60 × 60 cells") { AdversarialLines.scribble(rings: 8, vertices: 30, size: 60) },
  Limit("4 rings of 20 chords on 7 × 7 cells") { AdversarialLines.scribble(rings: 4, vertices: 20, size: 7) },
]

/// All segments of noded arcs, with their ends.
private func segments(of paths: Paths) -> [(GridPoint, GridPoint)] {
  (0..<paths.count).flatMap { path in
    let range = paths.start[path]..<paths.start[path + 1]
    return range.dropLast(paths.isClosed[path] ? 0 : 1).map { vertex in
      (paths.point(vertex), paths.point(vertex + 1 < range.upperBound ? vertex + 1 : range.lowerBound))
    }
  }
}

@Suite struct `Noding at its limits` {
  /// 0 rounds that move only what was found makes the first round snap rounding, 1 lets it follow a gentle one.
  @Test(arguments: limits, [0, 1, 8])
  private func `noding at its limits ends with arcs that meet in end points only`(limit: Limit, minimalRounds: Int) {
    let noded = node(limit.paths(), minimalRounds: minimalRounds, jobs: 2)
    let segments = segments(of: noded.arcs.paths).sorted { min($0.0.x, $0.1.x) < min($1.0.x, $1.1.x) }
    #expect(!segments.isEmpty)
    for (i, first) in segments.enumerated() {
      for second in segments[(i + 1)...] {
        if min(second.0.x, second.1.x) > max(first.0.x, first.1.x) { break }
        #expect(relation(first.0, first.1, second.0, second.1) == .clean, "\(first) \(second)")
      }
    }
    let again = node(noded.arcs, jobs: 1)
    #expect(again.record.isClean)
    #expect(again.arcs.paths == noded.arcs.paths)
  }

  /// Where cells are few, tips of spikes narrower than a cell run there and back, and are left out.
  @Test(arguments: limits.dropLast(2))
  private func `noding at its limits leaves the lines where they were, to half a cell and what follows from it`(
    limit: Limit
  ) {
    let input = limit.paths()
    let noded = node(input, jobs: 1)
    // Every vertex of the input is a vertex still, and every other one has been found by the check.
    let points = Set((0..<noded.arcs.paths.vertexCount).map(noded.arcs.paths.point))
    let given = Set((0..<input.paths.vertexCount).map(input.paths.point))
    #expect(given.isSubset(of: points))
    let mended = Set(noded.record.crossings + noded.record.touches)
    #expect(points.subtracting(given).isSubset(of: mended))
  }

  @Test func `after the minimal rounds, all vertices draw what passes their pixels`() {
    // Two lines cross far from a third that passes a vertex of a fourth half a cell above.
    var paths = ClaimedPaths()
    for (a, b) in [((0, 0), (10, 10)), ((0, 10), (10, 0)), ((100, 0), (110, 1)), ((105, 1), (105, 9))]
      as [((Int32, Int32), (Int32, Int32))]
    {
      paths.paths.append(GridPoint(x: a.0, y: a.1))
      paths.paths.append(GridPoint(x: b.0, y: b.1))
      paths.endPath(isClosed: false, left: Int32(paths.count), right: ClaimedPaths.none)
    }
    func piecesOfTheThird(_ minimalRounds: Int) -> Int {
      let arcs = node(paths, minimalRounds: minimalRounds, jobs: 1).arcs
      return (0..<arcs.count).count { path in arcs.left[arcs.useStart[path]] == 2 }
    }
    #expect(piecesOfTheThird(8) == 1)
    #expect(piecesOfTheThird(0) == 2)
  }

  @Test func `millions of pairs that meet in a few points take memory for the points`() {
    let paths = AdversarialLines.wedges(150, scatter: 1).paths
    let index = ChainIndex(paths)
    let points = index.intersectionPoints(from: 0, jobs: 1)
    #expect(points.crossings.count + points.touches.count < index.interactions(jobs: 1).count / 2)
  }
}
