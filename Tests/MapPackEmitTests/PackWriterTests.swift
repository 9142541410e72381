import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

@testable import MapPackEmit

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
  moved.arcs.points[1].x += 1
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

/// A coverage that goes to a bound of the format, or beyond it.
struct Bound: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// The largest number that a pack holds.
  var most: Int
  var coverage: @Sendable (Int) -> Coverage

  private static func changed(_ change: (inout Coverage) -> Void) -> Coverage {
    var coverage = letters()
    change(&coverage)
    return coverage
  }

  static let all = [
    Bound(testDescription: "levels", most: 16) { count in
      changed { $0.levels = Array(repeating: Level(), count: count) }
    },
    Bound(testDescription: "attributes of one region", most: 253) { count in
      changed { $0.regions[1].attributes = (0..<count).map { .init(field: "f\($0)", value: "v\($0)") } }
    },
    Bound(testDescription: "attributes of different regions", most: 253) { count in
      changed { coverage in
        for index in 0..<count {
          coverage.regions[index % 3].attributes.append(.init(field: "f\(index)", value: "v"))
        }
      }
    },
    Bound(testDescription: "numbers of different regions", most: 255) { count in
      changed { coverage in
        for index in 0..<count { coverage.regions[index % 3].numbers.append(.init(name: "n\(index)", value: 0.5)) }
      }
    },
    Bound(testDescription: "the exponent of cells", most: 20) { exponent in
      changed { $0.plane = .mercator(PackGrid(cellExponent: exponent, originX: 0, originY: 0)) }
    },
    Bound(testDescription: "the exponent of cells, negated", most: 20) { exponent in
      changed { $0.plane = .mercator(PackGrid(cellExponent: -exponent, originX: 0, originY: 0)) }
    },
  ]
}

@Test(arguments: Bound.all)
func `a pack at a bound of the format opens, and beyond it there is none, in words`(bound: Bound) throws {
  try Pack(data: packData(contents(bound.coverage(bound.most)))).verify()
  let error = #expect(throws: StageError.self) { try packData(contents(bound.coverage(bound.most + 1))) }
  #expect(error?.status == .usage && error?.remedy != nil)
}

@Test func `a pack may have the largest raw value`() throws {
  var last = contents(letters())
  last.rawValues = [UInt16.max, 0, 1]
  let pack = try Pack(data: packData(last))
  try pack.verify()
  #expect(pack.shape(code: "01")?.rawValue == UInt16.max)
}

@Test(arguments: [PackSection.squares, .texts])
func `a column whose numbers do not fit its descriptor is refused in words`(section: PackSection) throws {
  func columns(_ minimum: Int) -> [PackColumn] {
    [PackColumn([minimum] as [Int])] + Array(repeating: PackColumn([Int]()), count: section.columnCount - 1)
  }
  _ = try section.encoded(columns(0xFFFF_FFFF))
  let error = #expect(throws: StageError.self) { try section.encoded(columns(0x1_0000_0000)) }
  #expect(error?.status == .usage && error?.remedy != nil)
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
