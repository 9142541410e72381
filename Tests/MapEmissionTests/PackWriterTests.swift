import Foundation
import MapEmission
import MapFeatures
import MapGeometry
import MapPack
import MapTopology
import TestSupport
import Testing

private func contents(_ coverage: Coverage, identity: UInt64 = 5) -> PackContents {
  PackContents(
    map: "Test", identity: identity, coverage: coverage,
    rawValues: coverage.regions.indices.map { UInt16($0 + 1) })
}

@Test func `the same contents give the same bytes`() throws {
  let first = try packData(contents(quilt(columns: 5, rows: 5, verticesPerArc: 40, levels: 2, seed: 1)))
  let second = try packData(contents(quilt(columns: 5, rows: 5, verticesPerArc: 40, levels: 2, seed: 1)))
  #expect(first == second)
}

@Test func `the content digest follows the shapes, not the identity`() throws {
  let coverage = letters()
  let one = try Pack(data: packData(contents(coverage)))
  let other = try Pack(data: packData(contents(coverage, identity: 6)))
  #expect(one.contentDigest == other.contentDigest && one.identity != other.identity)
  var moved = coverage
  moved.arcs.x[1] += 1
  #expect(try Pack(data: packData(contents(moved))).contentDigest != one.contentDigest)
}

@Test func `what a pack cannot hold is refused, with a remedy`() throws {
  var geographic = letters()
  geographic.plane = .lonlat(NodingGrid(west: 0, south: 0, east: 1, north: 1))
  var tooFine = letters()
  tooFine.plane = .mercator(PackGrid(cellExponent: -21, originX: 0, originY: 0))
  var tooMany = letters()
  tooMany.levels = Array(repeating: Level(), count: 17)
  for coverage in [geographic, tooFine, tooMany] {
    #expect {
      try packData(contents(coverage))
    } throws: { error in
      (error as? StageError)?.status == .usage && (error as? StageError)?.remedy != nil
    }
  }
}

/// On a lattice on which the world is 256 cells wide: pieces from west to east, the bounds' edge and width.
@Test(
  arguments: [
    ([(10, 20), (30, 40)], 10, 30),
    ([(0, 5), (246, 256)], 246, 15),
    ([(0, 256)], 0, 256),
    ([(0, 5), (120, 125), (250, 256)], 250, 131),
    // Two ways are as narrow: the one that stays within the world.
    ([(0, 10), (128, 138)], 0, 138),
    // A piece inside another's width.
    ([(3, 200), (10, 20), (210, 220)], 3, 217),
  ] as [([(Int32, Int32)], Int, Int)])
func `bounds are the narrowest way round the globe`(pieces: [(Int32, Int32)], edge: Int, width: Int) throws {
  var drawing = CoverageDrawing(cellExponent: 20, originX: 0, originY: 0)
  var polygons: [[[Int]]] = []
  for (index, piece) in pieces.enumerated() {
    let y = Int32(20 * index)
    let arc = drawing.arc([(piece.0, y), (piece.0, y + 10), (piece.1, y)], right: 0, closed: true)
    polygons.append([[~arc]])
  }
  drawing.region("1", "One", polygons: polygons)
  let pack = try Pack(data: packData(contents(drawing.coverage)))
  let bounds = try #require(pack.shape(code: "1")).bounds
  #expect(bounds.minX == Double(edge) * 0x1p20)
  #expect(bounds.width == Double(width) * 0x1p20)
}
