import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackMerge

/// Small stage files that together have every part of the layout. The fuzzer begins with them.
package enum StageFileSeed: String, CaseIterable {
  /// Tables of features: one with two sources, values of all types, and features with islands and without shape; an
  /// empty one.
  case islands, emptyTable
  /// Tables of lines and of points: parts that meet, a loop, both sides of the 180th meridian, one without shape.
  case routes, places
  /// Coverages: one with levels, islands and lakes; one with seams, attributes and a full ledger; one without regions.
  case letters, antimeridian, emptyCoverage
  /// Of lines and points, merged.
  case railways, stations

  package var kind: StageFile.Kind {
    switch self {
    case .islands, .emptyTable, .routes, .places: .features
    case .letters, .antimeridian, .emptyCoverage, .railways, .stations: .coverage
    }
  }

  /// The bytes of the file.
  package func data() throws -> Data {
    switch self {
    case .islands: Self.table.encoded()
    case .routes: Self.routeTable.encoded()
    case .places: Self.placeTable.encoded()
    case .railways: try Self.merged(Self.routeTable).encoded()
    case .stations: try Self.merged(Self.placeTable).encoded()
    case .emptyTable: FeatureTable().encoded()
    case .letters: TestSupport.letters().encoded()
    case .antimeridian: Self.coverage.encoded()
    case .emptyCoverage: CoverageDrawing(levels: 1).coverage.encoded()
    }
  }

  /// A shell with a hole and an island; a feature without shape; a triangle.
  package static var table: FeatureTable {
    var table = FeatureTable()
    table.map = "Nagasaki"
    var first = Source(path: "長崎.zip")
    first.encoding = "CP932"
    table.sources = [first, Source(path: "b.geojson")]
    table.fields = ["N03_004", "人口"]
    table.values = [
      [.text("が"), .text("か\u{3099}"), .null], [.integer(.min), .real(-0.0), .boolean(true)],
    ]
    table.source = [0, 0, 1]
    table.record = [1, 2, 1]
    table.identifier = [nil, "が", ""]
    table.polygonStart = [0, 2, 2, 3]
    table.ringStart = [0, 2, 3, 4]
    table.vertexStart = [0, 4, 7, 10, 13]
    table.longitude = [0, 9, 9, 0, 2, 3, 3, 20, 21, 21, -180, 180, 0.1]
    table.latitude = [0, 0, 9, 9, 2, 5, 2, 0, 0, 1, -90, -90, 1e-300]
    table.ledger.entries = [
      .init(source: 0, record: 1, outcome: .pending),
      .init(source: 0, record: 2, outcome: .dropped(rule: .noGeometry)),
      .init(source: 1, record: 1, outcome: .region(code: "42201")),
    ]
    var finding = Finding(.ringUnclosed, severity: .warning, "環が閉じていない")
    finding.longitude = .nan
    table.findings = [finding]
    return table
  }

  /// Two lines that meet end to end, a loop, a line on both sides of the 180th meridian, and a feature without shape.
  package static var routeTable: FeatureTable {
    table(
      of: .lines,
      [
        ("が", [[(139, 35), (139.1, 35.05), (139.2, 35)], [(139.3, 35.1), (139.2, 35)]]),
        ("b", [[(139.1, 35.2), (139.2, 35.2), (139.2, 35.3), (139.1, 35.2)]]), ("が", []),
        ("FJI", [[(179.9, -17), (180, -17.1)], [(-180, -17.1), (-179.9, -17)]]),
      ])
  }

  /// Points, some of one feature, one of them twice; and a feature without shape.
  package static var placeTable: FeatureTable {
    table(
      of: .points,
      [("が", [[(139, 35)], [(139.1, 35.05)], [(139, 35)]]), ("b", [[(-180, 0)]]), ("が", []), ("FJI", [[(180, -17)]])])
  }

  private static func table(
    of kind: GeometryKind, _ features: [(code: String, parts: [[(Double, Double)]])]
  ) -> FeatureTable {
    var table = FeatureTable(
      kind, path: "a.gpx", fields: ["code": features.map { .text($0.code) }],
      polygons: features.map { $0.parts.map { [$0] } })
    for index in features.indices where features[index].parts.isEmpty {
      table.ledger.entries[index].outcome = .dropped(rule: .noGeometry)
    }
    return table
  }

  package static func merged(_ table: FeatureTable) throws -> Coverage {
    try merge(table, options: MergeOptions(key: Template("code")))
  }

  private static var coverage: Coverage {
    var coverage = TestSupport.antimeridian()
    coverage.map = "Fiji"
    coverage.sources = [Source(path: "a.shp")]
    coverage.regions[0].group = "太平洋"
    coverage.regions[0].attributes = [.init(field: "kana", value: "かな")]
    coverage.regions[0].numbers = [.init(name: "人口", value: 5)]
    coverage.ledger.entries = [.init(source: 0, record: 1, outcome: .region(code: coverage.regions[0].code))]
    coverage.ledger.droppedPolygons = [.minimumIsland: 3]
    coverage.ledger.accounts = [Ledger.Account(code: coverage.regions[0].code)]
    coverage.ledger.droppedByLevel = [[:], [.minimumIsland: 2]]
    return coverage
  }
}
