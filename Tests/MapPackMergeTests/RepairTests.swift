import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import TestSupport
import Testing

private typealias Drawn = (code: String, polygons: [[[(Double, Double)]]])

private func table(_ features: [Drawn]) -> FeatureTable {
  degreeTable(features.map { ($0.code, $0.code, $0.polygons) })
}

private func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [(Double, Double)] {
  [(west, south), (east, south), (east, north), (west, north)]
}

private func merged(
  _ features: [Drawn], clean: MergeOptions.Clean = .repair, fillGaps: MergeOptions.GapLimit? = nil
) throws -> Coverage {
  try merge(table(features), options: MergeOptions(key: Template("code"), clean: clean, fillGaps: fillGaps))
}

/// The area of a box in m², by halves of its width: so it does not come from the same rings.
private func area(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> Double {
  try merged([("a", [[box(west, south, (west + east) / 2, north)], [box((west + east) / 2, south, east, north)]])])
    .regions[0].area
}

private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-6 * max(1, abs(b)) }

@Suite struct `Repairs by merge` {
  @Test func `clean land has no finding, and an account of nothing but its area`() throws {
    let clean = try merged([("a", [[box(0, 0, 1, 1)]]), ("b", [[box(1, 0, 2, 1)]])], clean: .none)
    #expect(clean.findings == [])
    for account in clean.ledger.accounts {
      #expect(account.given == 0 && account.drawnTwice == 0 && account.rewound == 0 && account.filled == 0)
      #expect(abs(account.rounding) <= account.roundingLimit && account.roundingLimit < 1e6)
    }
  }

  @Test func `a spike is cut off, and its location is reported`() throws {
    let spiked: [(Double, Double)] = [(0, 0), (1, 0), (1, 0.5), (1.5, 0.75), (1, 0.5), (1, 1), (0, 1)]
    let coverage = try merged([("a", [[spiked]])])
    let spike = try #require(coverage.findings.first)
    #expect(coverage.findings.map(\.rule) == [.spike])
    #expect(spike.record == 1 && spike.polygon == 0 && spike.ring == 0 && spike.vertex == 3)
    #expect(spike.longitude == 1.5 && spike.latitude == 0.75 && spike.code == "a")
    #expect(coverage.arcs.vertexCount == 5)
    let error = #expect(throws: StageError.self) { try merged([("a", [[spiked]])], clean: .none) }
    #expect(error?.status == .findings && error?.record == 1 && error?.ring == 0 && error?.vertex == 3)
    #expect(error?.message == "one fault would have to be mended: \(spike.message)")
  }

  @Test func `a ring without area is left out, be it a polygon's or a hole`() throws {
    let flat: [(Double, Double)] = [(3, 0), (4, 0), (5, 0), (4, 0)]
    let hole: [(Double, Double)] = [(0.25, 0.5), (0.75, 0.5), (0.5, 0.5)]
    let coverage = try merged([("a", [[box(0, 0, 1, 1), hole], [flat]]), ("a", [[flat]])])
    #expect(coverage.findings.filter { $0.rule == .zeroArea }.map(\.polygon) == [0, 1, 0])
    #expect(coverage.findings.filter { $0.rule == .zeroArea }.map(\.ring) == [1, 0, 0])
    #expect(coverage.ledger.polygons.dropped == [.zeroArea: 2])
    #expect(coverage.ledger.entries.map(\.outcome) == [.region(code: "a"), .dropped(rule: .zeroArea)])
  }

  @Test func `polygons and holes below the grid are counted`() throws {
    let speck = box(0.5, 0.5, 0.5 + 1e-13, 0.5 + 1e-13)
    let coverage = try merged([("a", [[box(0, 0, 1, 1), speck.reversed()], [speck]])])
    #expect(coverage.findings.map(\.rule) == [.belowGrid, .belowGrid])
    #expect(coverage.findings.map(\.message).map { $0.contains("hole") } == [false, true])
    #expect(coverage.ledger.polygons.dropped == [.belowGrid: 1])
    #expect(coverage.ledger.polygons.read == 2 && coverage.ledger.polygons.merged == 1)
  }

  @Test func `a feature that is drawn twice counts once`() throws {
    let coverage = try merged([
      ("a", [[box(0, 0, 1, 1)]]), ("b", [[box(1, 0, 2, 1)]]),
      ("a", [[[(1, 1), (0, 1), (0, 0), (0.5, 0), (1, 0)]]]),
    ])
    let found = coverage.findings.filter { $0.rule != .unmatchedEdge }
    #expect(found.map(\.rule) == [.duplicateFeature])
    #expect(found.map(\.record) == [3])
    #expect(
      coverage.ledger.entries.map(\.outcome)
        == [.region(code: "a"), .region(code: "b"), .dropped(rule: .duplicateFeature)])
    #expect(coverage.ledger.polygons.dropped == [.duplicateFeature: 1])
    #expect(isClose(coverage.ledger.accounts[0].drawnTwice, try area(0, 0, 1, 1)))
    #expect(isClose(coverage.ledger.accounts[0].drawn, 2 * (try area(0, 0, 1, 1))))
  }

  @Test func `features of one region may overlap, and each such piece is reported with its area`() throws {
    let coverage = try merged([("a", [[box(0, 0, 1, 1)]]), ("a", [[box(0.5, 0, 1.5, 1)]])])
    let found = coverage.findings.filter { $0.rule == .drawnTwice }
    #expect(found.count == 1 && found[0].message.contains("6,154 km²"))
    #expect(found.allSatisfy { isClose($0.longitude ?? 0, 0.5) })
    #expect(isClose(coverage.ledger.accounts[0].drawnTwice, try area(0.5, 0, 1, 1)))
    #expect(coverage.ledger.accounts[0].features == 2)
  }

  @Test func `a ring that crosses itself keeps all land that it winds round`() throws {
    // A bow tie whose left wing is the larger one.
    let tie: [(Double, Double)] = [(0, 0), (3, 3), (3, 1), (0, 4)]
    let coverage = try merged([("a", [[tie]])])
    #expect(coverage.polygonCount == 2)
    let account = coverage.ledger.accounts[0]
    // The right wing counts negative if it is added up.
    #expect(account.rewound < 0)
    #expect(isClose(account.drawn, account.area + account.rewound + account.rounding))
    #expect(isClose(-account.rewound / 2, coverage.polygonArea.min() ?? 0))
  }

  @Test func `a hole outside its shell takes nothing away`() throws {
    let coverage = try merged([("a", [[box(0, 0, 1, 1), box(2, 0, 3, 1).reversed()]])])
    #expect(isClose(coverage.regions[0].area, try area(0, 0, 1, 1)))
    #expect(isClose(coverage.ledger.accounts[0].rewound, -(try area(2, 0, 3, 1))))
    // Nobody's land: there is no polygon and no gap there.
    #expect(coverage.arcs.count == 1)
    let found = coverage.findings.filter { $0.rule == .holeBeyondShell }
    #expect(found.map(\.code) == ["a"] && found.allSatisfy { isClose($0.longitude ?? 0, 2) })
    let land = coverage.ledger.entries[0].land
    #expect(isClose(land.kept, try area(0, 0, 1, 1)))
    #expect(isClose(land.left, try area(2, 0, 3, 1)))
    #expect(land.given == 0)
  }

  @Test func `land that others got is in the account of whoever drew it`() throws {
    let coverage = try merged([("a", [[box(0, 0, 3, 3)]]), ("b", [[box(1, 1, 2, 2)]])])
    #expect(coverage.findings.map(\.rule) == [.overlap])
    #expect(coverage.findings[0].code == "b")
    #expect(coverage.findings[0].message.contains("12,305 km²"))
    #expect(isClose(coverage.ledger.accounts[0].given, try area(1, 1, 2, 2)))
    #expect(isClose(coverage.ledger.accounts[0].drawn, try area(0, 0, 3, 3)))
    #expect(coverage.ledger.accounts[1].given == 0)
  }

  @Test func `what the reader mended is a repair too`() throws {
    var read = table([("a", [[box(0, 0, 1, 1)]])])
    for (rule, count) in [(Rule.repeatedVertex, 5), (.ringWinding, 2), (.encodingUnknown, 1)] {
      var finding = Finding(rule, severity: .note, rule.rawValue)
      finding.count = count
      finding.record = 1
      read.findings.append(finding)
    }
    let error = #expect(throws: StageError.self) {
      try merge(read, options: MergeOptions(key: Template("code"), clean: .none))
    }
    #expect(error?.message == "7 faults would have to be mended, the first: repeated-vertex")
    #expect(try merge(read, options: MergeOptions(key: Template("code"))).findings.count == 3)
  }
}

@Suite struct `Filling gaps` {
  /// Two halves of a square with a gap in their border, nearer to a, and a lake in b.
  private static let halves: [Drawn] = [
    ("a", [[[(0, 0), (1, 0), (1, 0.4), (0.99, 0.5), (1, 0.6), (1, 1), (0, 1)]]]),
    ("b", [[box(1, 0, 2, 1), box(1.4, 0.4, 1.6, 0.6).reversed()]]),
  ]

  @Test func `gaps are filled only if asked for`() throws {
    let coverage = try merged(Self.halves)
    #expect(coverage.findings.filter { $0.rule == .gapFilled } == [])
    #expect(coverage.ledger.accounts.map(\.filled) == [0, 0])
  }

  @Test(arguments: [MergeOptions.GapLimit.area(13e6), .width(2000), .width(1200)])
  func `a small gap goes to the neighbor with the longest border, and the lake stays`(
    limit: MergeOptions.GapLimit
  ) throws {
    let coverage = try merged(Self.halves, fillGaps: limit)
    let filled = coverage.findings.filter { $0.rule == .gapFilled }
    #expect(filled.map(\.code) == ["a"])
    #expect(filled.allSatisfy { isClose($0.longitude ?? 0, 0.99) })
    #expect(filled.allSatisfy { $0.message.contains("12.31 km²") })
    #expect(coverage.ringStart == [0, 1, 3])
    #expect(coverage.ledger.accounts[0].filled > 12e6 && coverage.ledger.accounts[1].filled == 0)
    #expect(isClose(coverage.regions[0].area, try area(0, 0, 1, 1)))
    #expect(GeometryExport.violations(of: coverage) == [])
  }

  @Test(arguments: [MergeOptions.GapLimit.area(12e6), .width(1000)])
  func `a gap above the limit stays`(limit: MergeOptions.GapLimit) throws {
    #expect(try merged(Self.halves, fillGaps: limit).ledger.accounts.map(\.filled) == [0, 0])
  }

  @Test func `the outside is never filled, however large the limit`() throws {
    let coverage = try merged(Self.halves, fillGaps: .area(1e15))
    #expect(coverage.findings.count { $0.rule == .gapFilled } == 2)
    #expect(isClose(coverage.regions[0].area + coverage.regions[1].area, try area(0, 0, 2, 1)))
  }

  @Test func `filling a gap is a repair that can be forbidden`() throws {
    #expect(throws: StageError.self) { try merged(Self.halves, clean: .none, fillGaps: .area(1e15)) }
  }
}

@Suite struct `The ledger` {
  private static func closed() throws -> (Ledger, [String]) {
    let coverage = try merged([
      ("a", [[box(0, 0, 2, 1)]]), ("b", [[box(1, 0, 3, 1)], [box(5, 0, 6, 1)]]), ("b", [[box(5, 0, 6, 1)]]),
    ])
    return (coverage.ledger, coverage.regions.map(\.code))
  }

  @Test func `the ledger of a merge closes`() throws {
    let (ledger, codes) = try Self.closed()
    #expect(ledger.fault(regions: codes) == nil)
    #expect(ledger.accounts.map(\.features) == [1, 2] && ledger.accounts.map(\.polygons) == [1, 3])
  }

  @Test func `a ledger that does not close ends the merge`() throws {
    var damaged = table([("a", [[box(0, 0, 1, 1)]])])
    damaged.ledger.entries.append(.init(source: 0, record: 2, outcome: .pending))
    let error = #expect(throws: StageError.self) {
      try merge(damaged, options: MergeOptions(key: Template("code")))
    }
    #expect(error?.status == .findings)
    #expect(error?.message == "the ledger does not close: 1 of 2 features are nowhere")
  }

  @Test func `the ledger does not close if any figure of it is wrong`() throws {
    let (ledger, codes) = try Self.closed()
    let changes: [(inout Ledger) -> Void] = [
      { $0.entries[1].outcome = .pending },
      { $0.entries[1].outcome = .dropped(rule: .overlapped) },
      { $0.entries[1].outcome = .region(code: "a") },
      { $0.entries[1].outcome = .region(code: "c") },
      { $0.entries.removeLast() },
      { $0.polygons.read += 1 },
      { $0.polygons.dropped[.overlapped, default: 0] += 1 },
      { $0.polygons.merged -= 1 },
      { $0.accounts[0].polygons += 1 },
      { $0.accounts[0].features += 1 },
      { $0.accounts[0].rounding = 2 * $0.accounts[0].roundingLimit },
      { $0.accounts[0].code = "c" },
      { $0.accounts.removeLast() },
    ]
    for (index, change) in changes.enumerated() {
      var broken = ledger
      change(&broken)
      #expect(broken.fault(regions: codes) != nil, "change \(index)")
    }
    #expect(ledger.fault(regions: codes + ["c"]) != nil)
  }
}
