import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import TestSupport
import Testing

@testable import MapPackRun
@testable import MapPackTool

/// What the comparison of two editions costs if few of their regions are the same.
@Suite struct MatchCostTests {
  /// Squares side by side.
  private static func lattice(_ side: Int, code: (Int) -> String) throws -> Coverage {
    let codes = (0..<side * side).map(code)
    let polygons = (0..<side * side).map { index -> [[[(Double, Double)]]] in
      let (x, y) = (0.01 * Double(index % side), 0.01 * Double(index / side))
      return [[[(x, y), (x + 0.01, y), (x + 0.01, y + 0.01), (x, y + 0.01), (x, y)]]]
    }
    let table = FeatureTable(fields: ["CODE": codes.map(AttributeValue.text)], polygons: polygons)
    return try merge(table, options: MergeOptions(key: Template("CODE"), jobs: 1))
  }

  /// With other codes, regions are matched by their land; with the codes of their neighbors, by codes and land.
  @Test(arguments: [false, true])
  func `the match of editions whose codes are all others costs in proportion`(areExchanged: Bool) throws {
    func seconds(_ side: Int) throws -> Double {
      let count = side * side
      let old = try Self.lattice(side) { "a\($0)" }
      let new = try Self.lattice(side) { areExchanged ? "a\(($0 + 1) % count)" : "b\($0)" }
      let overlap = try #require(ShapeOverlap(old, new, jobs: 1))
      return ThreadTime.seconds {
        let match = RegionMatch(old, new, overlap, noise: 1)
        if !areExchanged { #expect(match.newByOld.allSatisfy { $0 != nil }) }
      }
    }
    let (small, large) = (try seconds(15), try seconds(60))
    // Sixteen times as many regions; by the square it would be 256 times as much.
    #expect(large < 64 * small, "\(large / small)")
  }
}
