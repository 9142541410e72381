import MapPackCoverage
import MapPackFeatures
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

private typealias Squares = [(code: String?, name: String, polygons: [[[(Double, Double)]]])]

private func table(_ features: Squares) -> FeatureTable { degreeTable(features) }

private func merged(
  _ features: Squares, _ masks: [LandMask], fillGaps: MergeOptions.GapLimit? = nil, snap: Double? = nil
) throws -> Coverage {
  var options = MergeOptions(key: try Template("code"), snap: snap, fillGaps: fillGaps)
  options.masks = masks
  return try merge(table(features), options: options)
}

private func mask(_ use: LandMask.Use, _ polygons: [[(Double, Double)]]...) -> LandMask {
  LandMask(use, table([(nil, "mask", polygons)]))
}

private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [(Double, Double)] {
  [(west, south), (east, south), (east, north), (west, north)]
}

@Suite struct `Land that masks take away` {
  private let towns: Squares = [("a", "A", [[box(0, 0, 4, 4)]]), ("b", "B", [[box(4, 0, 8, 4)]])]

  @Test func `clip keeps what lies in the areas, and erase what lies outside`() throws {
    let plain = try merged(towns, [])
    let clipped = try merged(towns, [mask(.clip, [box(-1, 1, 6, 9)])])
    let erased = try merged(towns, [mask(.erase, [box(-1, 1, 6, 9)])])
    for region in plain.regions.indices {
      let (whole, first, second) = (plain.regions[region], clipped.regions[region], erased.regions[region])
      #expect(abs(first.area + second.area - whole.area) < 1e-6 * whole.area)
      #expect(abs(clipped.ledger.accounts[region].cut - second.area) < 1e-6 * whole.area)
      #expect(abs(erased.ledger.accounts[region].cut - first.area) < 1e-6 * whole.area)
    }
    // Both still share the border that is left.
    #expect(clipped.arcs.left.indices.count { clipped.arcs.left[$0] >= 0 && clipped.arcs.right[$0] >= 0 } == 1)
    #expect(GeometryExport.violations(of: clipped) == [] && GeometryExport.violations(of: erased) == [])
  }

  @Test func `a mask that covers all land, or none, changes no border`() throws {
    let plain = try merged(towns, [])
    for masks in [[mask(.clip, [box(0, 0, 8, 4)])], [mask(.erase, [box(20, 0, 21, 1)])]] {
      let masked = try merged(towns, masks)
      #expect(masked.arcs.points == plain.arcs.points && masked.regions == plain.regions)
      #expect(masked.ledger.accounts.map(\.cut) == [0, 0])
      #expect(masked.findings.map(\.rule) == plain.findings.map(\.rule) + [.maskIdle])
    }
  }

  @Test func `a hole of a mask is no part of it, and areas that overlap count once`() throws {
    let clipped = try merged(towns, [mask(.clip, [box(-1, -1, 9, 9), Array(box(1, 1, 2, 2).reversed())])])
    #expect(clipped.polygonCount == 2 && clipped.ringCount == 3)
    let twice = try merged(towns, [mask(.erase, [box(1, 1, 3, 3)], [box(2, 2, 3, 3)])])
    let once = try merged(towns, [mask(.erase, [box(1, 1, 3, 3)])])
    #expect(abs(twice.regions[0].area - once.regions[0].area) < 1e-6 * once.regions[0].area)
  }

  @Test func `erased water is no gap, and nothing fills or joins it`() throws {
    let lake = mask(.erase, [box(3.999, 1, 4.001, 2)])
    let plain = try merged(towns, [lake])
    let filled = try merged(towns, [lake], fillGaps: .area(1e12), snap: 1000)
    #expect(filled.regions.map(\.area) == plain.regions.map(\.area))
    #expect(!filled.findings.contains { [.gap, .gapFilled, .nearMiss].contains($0.rule) })
  }

  @Test func `polygons that a mask takes away are counted, and a region that has no other ends the run`() throws {
    let islands: Squares = [("a", "A", [[box(0, 0, 4, 4)], [box(6, 0, 7, 1)]]), ("a", "A", [[box(9, 0, 10, 1)]])]
    let clip = mask(.clip, [box(-1, -1, 5, 5)])
    let ledger = try merged(islands, [clip]).ledger
    #expect(ledger.polygons.dropped == [.cutAway: 2])
    #expect(ledger.entries.map(\.outcome) == [.region(code: "a"), .dropped(rule: .cutAway)])
    #expect(ledger.entries[1].land.kept == 0 && ledger.entries[1].land.cut > 1e10)
    let error = #expect(throws: StageError.self) { try merged(islands + [("b", "B", [[box(20, 0, 21, 1)]])], [clip]) }
    #expect(error?.status == .findings && error?.code == "b")
    #expect(error?.message == "the region has no shape left")
  }

  @Test func `a mask without areas ends the run, and what reading it found is told`() throws {
    for use in LandMask.Use.allCases {
      let error = #expect(throws: StageError.self) { try merged(towns, [LandMask(use, table([(nil, "no", [])]))]) }
      #expect(error?.status == .findings && error?.message == "`\(use.rawValue)` has no area")
    }
    var lake = mask(.erase, [box(1, 1, 2, 2)])
    lake.table.findings = [Finding(.notAPolygon, "a line was left out")]
    #expect(try merged(towns, [lake]).findings.map(\.rule) == [.notAPolygon])
  }

  @Test func `masks are for areas`() throws {
    var lines = table(towns)
    lines.kind = .lines
    var options = MergeOptions(key: try Template("code"))
    options.masks = [mask(.clip, [box(0, 0, 1, 1)])]
    let error = #expect(throws: StageError.self) { try merge(lines, options: options) }
    #expect(error?.status == .usage)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `of any map, clip and erase leave two parts whose lands add up`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let isDirty = seed % 2 == 1
    var map = RandomCoverage(seed: seed) {
      $0.regions = Int.random(in: 2...7, using: &random)
      $0.cell = [0.002, 0.1, 2][Int.random(in: 0..<3, using: &random)]
    }
    if isDirty { map = map.dirty(using: &random) }
    let other = RandomCoverage(seed: seed ^ 5) { $0.cell = map.options.cell * 0.83 }.dirty(using: &random)
    func merged(_ masks: [LandMask]) throws -> Coverage {
      var options = MergeOptions(key: try Template("CODE"), jobs: 2)
      options.masks = masks
      // A region may lose all its land.
      options.isPart = true
      return try merge(map.table, options: options)
    }
    var half = other
    half.features.removeAll { $0.code > "01104" }
    let plain = try merged([])
    let clipped = try merged([LandMask(.clip, half.table)])
    let erased = try merged([LandMask(.erase, half.table)])
    for part in [clipped, erased] {
      #expect(GeometryExport.violations(of: part).filter { !$0.hasSuffix("has no polygon") } == [])
    }
    for region in plain.regions.indices {
      let limit = [plain, clipped, erased].reduce(1e-6) { $0 + $1.ledger.accounts[region].roundingLimit }
      let parts = clipped.regions[region].area + erased.regions[region].area
      #expect(abs(parts - plain.regions[region].area) <= limit)
      // Where features overlap, all of them lose the land. A region without land has no account.
      let cut = clipped.ledger.accounts[region].cut
      #expect(isDirty || clipped.regions[region].area == 0 || abs(cut - erased.regions[region].area) <= limit)
    }
  }
}
