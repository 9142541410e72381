import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import Testing

/// Two squares side by side with an enclave and a lake in the left one, and an island in the lake.
///
///     +-------+---+
///     | +-+ o |   |     regions 0, 1; the enclave belongs to 1, the island to 0
///     | +-+   |   |
///     +-------+---+
private func coverage() -> Coverage {
  var paths = ClaimedPaths()
  func add(_ region: Int32, _ points: [(Int32, Int32)]) {
    for (x, y) in points { paths.paths.append(GridPoint(x: x, y: y)) }
    paths.endPath(isClosed: true, left: region, right: ClaimedPaths.none)
  }
  add(0, [(0, 0), (50, 3), (100, 0), (103, 50), (100, 100), (0, 100)])
  add(1, [(100, 0), (200, 0), (200, 100), (100, 100), (103, 50)])
  add(0, [(10, 10), (10, 30), (30, 30), (30, 10)])
  add(1, [(10, 10), (30, 10), (30, 30), (10, 30)])
  add(0, [(60, 60), (60, 90), (90, 90), (90, 60)])
  add(0, [(70, 70), (80, 70), (80, 80), (70, 80)])
  let made = arrange(paths, regionCount: 2, jobs: 1) { claims in
    claims.filter { $0.count > 0 }.map(\.claim)
  }
  var coverage = Coverage(plane: .mercator(PackGrid(cellExponent: 3, originX: 0, originY: 0)))
  coverage.regions = [Region(code: "A", name: "A"), Region(code: "B", name: "B")]
  coverage.take(made.arcs, made.rings)
  coverage.polygonLevel = ContiguousArray(repeating: 1, count: coverage.polygonCount)
  coverage.arcs.vertexLevel = ContiguousArray(repeating: 1, count: made.arcs.vertexCount)
  coverage.levels = [Level(), Level(tolerance: 10)]
  return coverage
}

private func vertex(_ x: Int32, _ y: Int32, of coverage: Coverage) throws -> Int {
  let found = (0..<coverage.arcs.vertexCount).first { coverage.arcs.point($0) == GridPoint(x: x, y: y) }
  return try #require(found)
}

/// What a coverage must not be, and a part of the sentence that says so.
private struct Damage: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var sentence: String
  var apply: @Sendable (inout Coverage) throws -> Void
}

private let damages: [Damage] = [
  Damage(testDescription: "a crossing", sentence: "outside their nodes") { coverage in
    coverage.arcs.points[try vertex(50, 3, of: coverage)].y = 20
  },
  Damage(testDescription: "a vertex on another line", sentence: "outside their nodes") { coverage in
    let moved = try vertex(30, 30, of: coverage)
    coverage.arcs.points[moved].x = 60
    coverage.arcs.points[moved].y = 75
  },
  Damage(testDescription: "two lines through one vertex", sentence: "outside their nodes") { coverage in
    let moved = try vertex(30, 30, of: coverage)
    coverage.arcs.points[moved].x = 60
    coverage.arcs.points[moved].y = 60
  },
  Damage(testDescription: "an island on the other side of a border, at one level", sentence: "the next has") {
    coverage in
    for (x, y) in [(70, 70), (80, 70), (80, 80), (70, 80)] as [(Int32, Int32)] {
      coverage.arcs.points[try vertex(x, y, of: coverage)].y -= 30
    }
  },
  Damage(testDescription: "a ring turned over", sentence: "the shell does not run counter-clockwise") { coverage in
    let first = try vertex(70, 70, of: coverage)
    for index in first..<first + 4 { coverage.arcs.points[index].x = 150 - coverage.arcs.point(index).x }
  },
  Damage(
    testDescription: "a ring of two vertices at a coarser level", sentence: "level 1: too-few-points, a closed border"
  ) {
    coverage in
    for (x, y) in [(70, 70), (80, 80)] as [(Int32, Int32)] {
      coverage.arcs.vertexLevel[try vertex(x, y, of: coverage)] = 0
    }
  },
  Damage(testDescription: "a node that is absent at a coarser level", sentence: "level 1: broken-ring, a border of") {
    coverage in
    for index in 0..<coverage.arcs.vertexCount where coverage.arcs.point(index) == GridPoint(x: 100, y: 0) {
      coverage.arcs.vertexLevel[index] = 0
    }
  },
  Damage(testDescription: "the wrong region beside an arc", sentence: "on its inner side") { coverage in
    let arc = try #require(
      (0..<coverage.arcs.count).first { coverage.arcs.left[$0] == 1 && coverage.arcs.right[$0] < 0 })
    coverage.arcs.left[arc] = 0
  },
  Damage(testDescription: "one region on both sides", sentence: "lies on both sides of a border") { coverage in
    coverage.arcs.left[0] = coverage.arcs.right[0]
  },
  Damage(testDescription: "a region without a shape", sentence: "no-shape, C has no polygon") { coverage in
    coverage.regions.append(Region(code: "C", name: "C"))
    coverage.polygonStart.append(coverage.polygonCount)
  },
  Damage(testDescription: "a neighbor that is lost at a coarser level", sentence: "belongs to no ring") { coverage in
    coverage.polygonLevel[coverage.polygonStart[2] - 1] = 0
  },
  Damage(
    testDescription: "a hole that is a polygon's of the same region elsewhere",
    sentence: "one border has polygon 0 of A here, the next has polygon 1 of A"
  ) {
    coverage in
    // Each polygon of region 0 takes the other's holes: the shells stay where they are.
    coverage.ringStart[1] = 2
    coverage.ringStart[2] = 4
    let rings = (0..<4).map { ring in
      Array(coverage.references[coverage.referenceStart[ring]..<coverage.referenceStart[ring + 1]])
    }
    let swapped = [rings[0], rings[1], rings[3], rings[2]]
    coverage.references.replaceSubrange(0..<coverage.referenceStart[4], with: swapped.flatMap { $0 })
    for ring in 0..<4 { coverage.referenceStart[ring + 1] = coverage.referenceStart[ring] + swapped[ring].count }
  },
  Damage(testDescription: "a ring with a gap", sentence: "does not begin where the one before it ends") { coverage in
    coverage.references.remove(at: 0)
    for ring in 1..<coverage.referenceStart.count { coverage.referenceStart[ring] -= 1 }
  },
]

@Suite struct CoverageProofTests {
  @Test func `a coverage that keeps its promises passes`() throws {
    try prove(coverage(), jobs: 2)
  }

  @Test(arguments: damages) private func `a broken promise is found`(damage: Damage) throws {
    var damaged = coverage()
    try damage.apply(&damaged)
    let error = #expect(throws: StageError.self) { try prove(damaged, jobs: 1) }
    #expect(error?.status == .findings)
    #expect(error?.message.contains(damage.sentence) == true, "\(error?.message ?? "")")
  }
}
