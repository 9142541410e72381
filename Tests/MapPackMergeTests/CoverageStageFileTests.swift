import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

@Suite struct CoverageStageFileTests {
  /// A square with a hole that another region fills, and a neighbor; on the lattice of longitude and latitude.
  private static func merged() throws -> Coverage {
    var table = FeatureTable(
      path: "RawData/島.geojson", fields: ["code": [.text("a"), .text("b"), .text("c")]],
      polygons: [
        [[[(0, 0), (9, 0), (9, 9), (0, 9)], [(3, 3), (3, 6), (6, 6), (6, 3)]]],
        [[[(3, 3), (6, 3), (6, 6), (3, 6)]]], [[[(9, 0), (12, 0), (12, 9), (9, 9)]]],
      ])
    table.map = "Islands"
    return try merge(table, options: MergeOptions(key: try Template("code"), jobs: 1))
  }

  /// Coverages of both planes, one of them with levels, seams and all that a description can hold.
  private static func coverages() throws -> [Coverage] {
    var full = antimeridian()
    full.map = "Fiji"
    full.levels = [Level(tolerance: 30), Level(tolerance: 60)]
    full.arcs.vertexLevel[0] = 1
    full.polygonLevel[0] = 1
    full.regions[0].group = "太平洋"
    full.regions[0].attributes = [.init(field: "kana", value: "か\u{3099}")]
    full.regions[0].numbers = [.init(name: "人口", value: 0.1), .init(name: "n", value: -1e300)]
    full.sources = [Source(path: "a.shp")]
    full.ledger.entries = [.init(source: 0, record: 1, outcome: .region(code: full.regions[0].code))]
    full.ledger.droppedPolygons = [.minimumIsland: 3]
    full.ledger.polygons.read = 4
    full.ledger.polygons.merged = 3
    full.ledger.polygons.dropped = [.overlapped: 1]
    full.ledger.accounts = [Ledger.Account(code: full.regions[0].code)]
    full.ledger.accounts[0].given = 0.1
    full.ledger.accounts[0].roundingLimit = 1e-7
    full.ledger.droppedByLevel = [[:], [.minimumIsland: 2]]
    full.findings = [Finding(.overlap, severity: .warning, "two regions claim a face")]
    return [
      try merged(), letters(), full, Coverage(plane: .mercator(PackGrid(cellExponent: 3, originX: 0, originY: 0))),
    ]
  }

  private func decoded(_ data: Data) throws(StageError) -> Coverage {
    try Coverage(encoded: data, file: "B.coverage")
  }

  @Test(arguments: 0..<4)
  func `a coverage comes back as it was, and equal coverages have equal bytes`(index: Int) throws {
    let coverage = try Self.coverages()[index]
    let data = coverage.encoded()
    let copy = try decoded(data)
    #expect(copy.plane == coverage.plane && copy.levels == coverage.levels && copy.map == coverage.map)
    #expect(copy.sources == coverage.sources && copy.regions == coverage.regions)
    #expect(copy.findings == coverage.findings && copy.ledger == coverage.ledger)
    #expect(copy.arcs.points == coverage.arcs.points && copy.arcs.start == coverage.arcs.start)
    #expect(copy.arcs.left == coverage.arcs.left && copy.arcs.right == coverage.arcs.right)
    #expect(copy.arcs.isClosed == coverage.arcs.isClosed && copy.arcs.isSeam == coverage.arcs.isSeam)
    #expect(copy.arcs.vertexLevel == coverage.arcs.vertexLevel)
    #expect(copy.polygonStart == coverage.polygonStart && copy.ringStart == coverage.ringStart)
    #expect(copy.referenceStart == coverage.referenceStart && copy.references == coverage.references)
    #expect(copy.polygonLevel == coverage.polygonLevel && copy.polygonArea == coverage.polygonArea)
    #expect(copy.encoded() == data)
  }

  /// The sample differs from an empty coverage in each column, so that a column that is not written shows.
  @Test func `no column of a coverage is left out of its file`() throws {
    var full = try Self.coverages()[2]
    full.inputs = [InputFile(path: "a.yml", sha256: "0")]
    full.read = FeatureTable(polygons: [[[[(0, 0), (1, 0), (1, 1)]]]]).figures
    let copy = try decoded(full.encoded())
    func columns(_ coverage: Coverage) -> [(label: String, text: String)] {
      (Array(Mirror(reflecting: coverage).children) + Mirror(reflecting: coverage.arcs).children).map {
        // Of dictionaries, the order means nothing.
        ($0.label ?? "", String("\($0.value)".sorted()))
      }
    }
    let columns = (kept: columns(copy), full: columns(full), empty: columns(Coverage(plane: try Self.merged().plane)))
    for (index, kept) in columns.kept.enumerated() where kept.label != "kind" {
      #expect(kept == columns.full[index] && kept != columns.empty[index], "\(kept.label)")
    }
    #expect(columns.kept.count > 20)
  }

  @Test(arguments: 0..<3)
  func `no flipped bit and no cut passes as a coverage`(index: Int) throws {
    let data = try Self.coverages()[index].encoded()
    for position in data.indices {
      var damaged = data
      damaged[position] ^= 1 << (position % 8)
      #expect(throws: StageError.self) { try decoded(damaged) }
      #expect(throws: StageError.self) { try decoded(data.prefix(position)) }
    }
  }

  @Test(arguments: 0..<3)
  func `whatever the bytes, reading ends in an error or in references that hold`(index: Int) throws {
    let data = try Self.coverages()[index].encoded()
    try Reseal.eachDamaged(data, kind: .coverage, masks: [0x01, 0x80, 0xFF]) { data, section, position in
      do throws(StageError) {
        let coverage = try decoded(data)
        #expect(coverage.references.allSatisfy { (0..<coverage.arcs.count).contains($0.arc) })
        #expect(coverage.arcs.points.allSatisfy { 0 <= $0.x && Int64($0.x) <= GridPoint.coordinateLimit })
        #expect(coverage.arcs.left.allSatisfy { $0 < coverage.regions.count })
        #expect(coverage.arcs.vertexLevel.allSatisfy { $0 < coverage.levels.count })
        for polygon in 0..<coverage.polygonCount {
          #expect(coverage.ringStart[polygon] < coverage.ringStart[polygon + 1])
        }
        _ = coverage.encoded()
      } catch {
        #expect(error.status == .unreadableData, "section \(section), byte \(position)")
      }
    }
  }

  @Test func `what no stage can have written is refused with its section`() throws {
    let coverage = try Self.merged()
    func refused(_ message: String, _ change: (inout Coverage) -> Void) {
      var changed = coverage
      change(&changed)
      do throws(StageError) {
        _ = try decoded(changed.encoded())
        Issue.record("passed, expected: \(message)")
      } catch {
        #expect(error.message == "the file's section \(message)")
      }
    }
    refused("arc.left is damaged: arc 0 lies between regions 3 and -1 of 3") {
      $0.arcs.left[0] = 3
      $0.arcs.right[0] = -1
    }
    refused("arc.left is damaged: arc 0 lies between regions 0 and 0 of 3") {
      $0.arcs.left[0] = 0
      $0.arcs.right[0] = 0
    }
    refused("vertex.x is damaged: a coordinate is not within 0 … 1073741824") { $0.arcs.points[1].y = -1 }
    refused("vertex.x is damaged: arc 0 has a vertex twice in a row") {
      $0.arcs.points[1] = $0.arcs.points[0]
    }
    refused("vertex.level is damaged: a vertex is on none of the 1 levels") { $0.arcs.vertexLevel[2] = 1 }
    refused("polygon.level is damaged: a polygon is on none of the 1 levels") { $0.polygonLevel[0] = 1 }
    refused("polygon.area is damaged: an area is not a number") { $0.polygonArea[0] = .nan }
    refused("description is damaged: the region b follows b") { $0.regions[0].code = "b" }
    refused("description is damaged: a number of a region has no name, or is not finite") {
      $0.regions[0].numbers = [.init(name: "", value: 1)]
    }
    refused("description is damaged: no coverage has the levels []") { $0.levels = [] }
    refused("ledger.source is damaged: entry 0 names source 0 of 0") { $0.sources = [] }
    refused("reference is damaged: it names none of the \(coverage.arcs.count) arcs") {
      $0.references[0] = ArcReference(rawValue: .min)
    }
    refused("reference is damaged: ring 0 of region 0 has region 2 on its left") {
      $0.references[0] = $0.references[0].opposite
    }
  }

  @Test func `a ring whose arcs are no chain is refused`() {
    var coverage = letters()
    // The first ring is the western square: its border with B and its coast.
    coverage.references[1] = coverage.references[0]
    let error = #expect(throws: StageError.self) { try decoded(coverage.encoded()) }
    #expect(error?.message == "the file's section reference is damaged: the arcs of ring 0 are no chain")
  }
}
