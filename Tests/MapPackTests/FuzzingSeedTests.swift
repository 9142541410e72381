import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import MapPackSimplify
import TestSupport
import Testing

@testable import MapPack

/// What Tests/Fuzzing begins with.
private let seeds = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appendingPathComponent("../Fuzzing/Seeds/pack").standardized

/// Small packs which together have every part of the format: several levels, one only, closed arcs and joined ones,
/// islands, seams, restarts, groups, further texts, numbers, retired raw values, main bounds that are not the bounds; and
/// maps of lines and of points.
private enum Seed: String, CaseIterable {
  case letters, antimeridian, patches, restarts, grouped, empty, routes, places

  func data() throws -> Data {
    switch self {
    case .letters: try MapPackTests.data(TestSupport.letters())
    case .antimeridian: try MapPackTests.data(TestSupport.antimeridian())
    case .patches: try MapPackTests.data(quilt(columns: 3, rows: 2, verticesPerArc: 3, seed: 1))
    case .restarts: try MapPackTests.data(quilt(columns: 1, rows: 1, verticesPerArc: 70, levels: 3, seed: 2))
    case .grouped: try MapPackTests.data(Self.lettersInGroups, rawValues: [2, 7, 3])
    case .routes: try MapPackTests.data(Self.simplified(StageFileSeed.routeTable, levels: 2))
    case .places: try MapPackTests.data(Self.simplified(StageFileSeed.placeTable, levels: 1))
    case .empty: try MapPackTests.data(CoverageDrawing(levels: 1).coverage)
    }
  }

  private static func simplified(_ table: FeatureTable, levels: Int) throws -> Coverage {
    var options = SimplifyOptions()
    options.amount = table.kind == .lines ? .tolerance(meters: 3000) : .none
    options.levels = levels
    return try simplify(StageFileSeed.merged(table), options: options)
  }

  private static var lettersInGroups: Coverage {
    var coverage = TestSupport.letters()
    for (region, group) in ["北", "南", "北"].enumerated() {
      coverage.regions[region].group = group
      coverage.regions[region].attributes = [.init(field: "kana", value: "かな\(region)")]
      coverage.regions[region].numbers = [
        .init(name: "人口", value: Double(region)), .init(name: "rate", value: Double(region) / 10),
      ]
    }
    return coverage
  }
}

@Test(arguments: Seed.allCases)
private func `the fuzzer begins with packs of today's format`(seed: Seed) throws {
  let file = seeds.appendingPathComponent("\(seed.rawValue).mappack")
  let expected = try seed.data()
  try Pack(data: expected).verify()
  if (try? Data(contentsOf: file)) != expected {
    try expected.write(to: file)
    Issue.record("\(file.path) was not what is written today; it has been written anew, look at it and commit it")
  }
}

@Test func `the fuzzer's seeds are small`() throws {
  let files = try FileManager.default.contentsOfDirectory(atPath: seeds.path)
  #expect(files.sorted() == Seed.allCases.map { "\($0.rawValue).mappack" }.sorted())
  let sizes = try files.map { try Data(contentsOf: seeds.appendingPathComponent($0)).count }
  #expect(sizes.reduce(0, +) < 16_384)
}
