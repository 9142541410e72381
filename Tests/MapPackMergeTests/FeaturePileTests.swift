import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackCoverage
@testable import MapPackMerge

/// Features that lie on one another.
@Suite struct FeaturePileTests {
  private static func merged(_ polygons: [[[[(Double, Double)]]]]) throws -> Int {
    let codes = polygons.indices.map { AttributeValue.text("c\($0)") }
    let table = FeatureTable(fields: ["CODE": codes], polygons: polygons)
    return try merge(table, options: MergeOptions(key: Template("CODE"), jobs: 2)).regions.count
  }

  private static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [[[(Double, Double)]]] {
    [[[(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]]]
  }

  /// Strips from west to east over strips from south to north: n² crossings.
  private static func grate(_ count: Int) -> [[[[(Double, Double)]]]] {
    (0..<count).flatMap { index -> [[[[(Double, Double)]]]] in
      let place = Double(index) / Double(count)
      let width = 0.5 / Double(count)
      return [box(-0.1, place, 1.2, width), box(place, -0.1, width, 1.2)]
    }
  }

  /// Squares round one place, each over all that are smaller: n² / 2 claims.
  private static func stack(_ count: Int) -> [[[[(Double, Double)]]]] {
    (1...count).map { index in
      let reach = Double(index) / Double(count)
      return box(-reach, -reach, 2 * reach, 2 * reach)
    }
  }

  @Test func `features that lie on one another too often are refused in words`() throws {
    #expect(try Self.merged(Self.grate(20)) == 40)
    #expect(try Self.merged(Self.stack(100)) == 100)
    var error = try #require(throws: StageError.self) { try Self.merged(Self.grate(300)) }
    #expect(
      error.description
        == "made.geojson: error: the 600 features lie on one another too often to be one map: borders cross at more "
        + "than 274,000 points; make a map of those that lie side by side: name them with `select`, or the others with "
        + "`drop`", "\(error.description)")
    error = try #require(throws: StageError.self) { try Self.merged(Self.stack(2600)) }
    #expect(error.message.contains(" or more lie at one place"), "\(error.description)")
    #expect(error.status == .unreadableData)
  }
}
