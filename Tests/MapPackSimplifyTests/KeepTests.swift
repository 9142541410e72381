import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import TestSupport
import Testing

@testable import MapPackSimplify

/// What a share of the vertices means if many of them may not go.
@Suite struct KeepTests {
  /// A rough land of 3,000 vertices, a country beside it, and islands of three vertices each, larger and larger.
  private static func archipelago(islands: Int, seed: UInt64 = 1) -> DrawnMap {
    var random = SplitMix64(seed: seed)
    let border = (0...600).map { step in
      (10 + Double.random(in: -0.02...0.02, using: &random), Double(step) / 60)
    }
    var coast: DrawnMap.Ring = []
    for step in 0..<2400 {
      let share = Double(step) / 2400
      let rough = Double.random(in: -0.004...0.004, using: &random)
      if share < 0.25 {
        coast.append((9.9 - share * 39.6, 10 + rough))
      } else if share < 0.75 {
        coast.append((rough, 10 - (share - 0.25) * 20))
      } else {
        coast.append(((share - 0.75) * 39.6, rough))
      }
    }
    let beside: DrawnMap.Ring = [(20, 0), (20, 10)]
    let small = (0..<islands).map { number -> [DrawnMap.Ring] in
      let size = 0.001 * Double(number + 1)
      let (x, y) = (22 + Double(number % 20) * 0.7, Double(number / 20) * 0.7)
      let ring = [(0.0, 0.0), (2, 0.1), (1, 2)]
      return [ring.map { (x + $0.0 * size, y + $0.1 * size) }]
    }
    return DrawnMap(regions: [
      ("east", [[border + beside.reversed()]] + small), ("west", [[border + coast]]),
    ])
  }

  private static func vertices(of code: String, _ coverage: Coverage) throws -> Int {
    let region = try #require(coverage.regions.firstIndex { $0.code == code })
    return coverage.rings(of: region, level: 0).joined().map(\.count).max() ?? 0
  }

  /// 200 islands have 600 vertices, none of which may go; 2 % of all vertices were 72.
  @Test(arguments: SimplifyOptions.Method.allCases)
  func `what has to stay does not use up the share of what may go`(method: SimplifyOptions.Method) throws {
    func kept(islands: Int) throws -> Int {
      let result = try Self.archipelago(islands: islands).simplified {
        $0.amount = .keep(share: 0.02)
        $0.method = method
      }
      #expect(GeometryExport.violations(of: result) == [])
      return try Self.vertices(of: "west", result)
    }
    let alone = try kept(islands: 0)
    #expect(alone >= 50)
    #expect(try kept(islands: 200) == alone)
  }

  @Test func `islands that outweigh the share are reported, with the minimum that helps`() throws {
    let map = Self.archipelago(islands: 200)
    func finding(_ minimum: Double?) throws -> Finding? {
      try map.simplified {
        $0.amount = .keep(share: 0.02)
        $0.minimumIsland = minimum
      }.findings.first { $0.rule == .mostlyFloor }
    }
    let told = try #require(try finding(nil))
    #expect(told.severity == .warning)
    #expect(
      told.message.contains(#/^602 of the 66[0-9] vertices that stay may not go: 600 belong to 200 islands, /#),
      "\(told.message)")
    let remedy = try #require(told.remedy).words(for: .pipelineFile)
    let found = try #require(remedy.firstMatch(of: #/^drop islands of less than ([0-9.]+) km²: /#))
    let minimum = try #require(Double(found.1)) * 1e6
    #expect(remedy.hasSuffix("`simplify: { minimumIsland: \(found.1) km2 }`"))
    #expect(try finding(minimum) == nil)
    #expect(try finding(minimum * 0.8) != nil)
  }

  @Test func `if borders themselves outweigh the share, more has to be kept`() throws {
    func finding(_ share: Double) throws -> Finding? {
      try Self.archipelago(islands: 0).simplified { $0.amount = .keep(share: share) }.findings
        .first { $0.rule == .mostlyFloor }
    }
    #expect(try finding(0.1) == nil)
    let told = try #require(try finding(0.0004))
    #expect(told.message.contains("0 belong to 0 islands"))
    let remedy = try #require(told.remedy).words(for: .pipelineFile)
    let found = try #require(remedy.firstMatch(of: #/^keep more: `simplify: { keep: ([0-9.]+) % }` or above/#))
    #expect(try finding(try #require(Double(found.1)) / 100) == nil)
  }

  @Test func `nothing is said if nothing is removed`() throws {
    let map = DrawnMap(regions: [("a", [[DrawnMap.square(0, 0, 1)]]), ("b", [[DrawnMap.square(1, 0, 1)]])])
    #expect(try map.simplified { $0.amount = .keep(share: 1) }.rules == [])
  }
}
