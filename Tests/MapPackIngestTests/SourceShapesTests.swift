import MapPackCoverage
import MapPackFeatures
import MapPackMerge
import Testing

@testable import MapPackIngest

/// A merge lets go of coordinates that it can read again.
@Suite struct SourceShapesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func square(_ x: Double, _ y: Double, _ side: Double) -> [(Double, Double)] {
    [(x, y), (x, y + side), (x + side, y + side), (x + side, y), (x, y)]
  }

  /// Squares, some of which overlap, and between them each fault that is told with a vertex as it was published.
  private func source(_ stem: String, at scale: Double = 1, isJSON: Bool = false) throws -> String {
    let faulty: [[[(Double, Double)]]] = [
      // It crosses itself; it runs out and back; it is flat; it is too small for the grid; it touches itself.
      [[(0, 30), (3, 33.1), (3.2, 30), (0.1, 33), (0, 30)]],
      [[(5, 30), (5, 33), (8, 33.3), (12.1, 36.4), (8, 33.3), (8, 30), (5, 30)]],
      [[(10, 30), (11, 31), (12, 32), (10, 30)]],
      [Self.square(15, 30, 1e-10)],
      [[(20, 30), (20, 34), (22, 32), (24, 34), (24, 30), (22, 32), (20, 30)]],
      // A hole like the shell, one beyond it, and one that touches it twice.
      [Self.square(30, 30, 4), Self.square(30, 30, 4).reversed()],
      [Self.square(40, 30, 4), Self.square(43, 31, 2).reversed()],
      [Self.square(50, 30, 4), [(50, 31), (54, 32), (52, 33), (50, 31)]],
    ]
    var fixture = ShapefileFixture(fields: [.text("CODE")])
    for (number, rings) in faulty.enumerated() {
      let squares = [Self.square(Double(number) * 7, 10, 4), Self.square(Double(number) * 7 + 3.7, 11.3, 5)]
      let last = number % 3 == 1 ? rings : [Self.square(0, Double(-number), 0.3)]
      for rings in [[squares[0]], rings, [squares[1]], last] {
        let scaled = rings.map { $0.map { ($0.0 * scale, $0.1 * scale) } }
        fixture.shapes.append(.init(scaled, [String(fixture.shapes.count % 20)]))
      }
    }
    fixture.shapes.append(.init([], ["none"]))
    guard isJSON else { return try fixture.write(to: folder, stem: stem) }
    let features = fixture.shapes.enumerated().map { number, shape in
      let rings = shape.rings.map { "[" + $0.map { "[\($0.0),\($0.1)]" }.joined(separator: ",") + "]" }
      let geometry = #"{"type":"Polygon","coordinates":[\#(rings.joined(separator: ", "))]}"#
      return #"{"type":"Feature","properties":{"CODE":\#(number % 20)},"geometry":\#(geometry)}"#
    }
    return try folder.write(
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: " ,\n"))]}"#, to: "\(stem).geojson")
  }

  private func merged(_ table: consuming FeatureTable, _ shapes: SourceShapes?, key: String?) throws -> Coverage {
    var options = MergeOptions(key: try key.map { try Template($0) }, jobs: 2)
    // Some regions have no shape left.
    options.isPart = true
    return try merge(table, options: options, rereading: shapes)
  }

  @Test(arguments: [nil, "CODE"], [nil, "EPSG:3857", "JSON"])
  func `a merge says the same with and without the coordinates`(key: String?, source kind: String?) throws {
    let (isJSON, scale) = (kind == "JSON", kind == "EPSG:3857" ? 100_000 : 1.0)
    let paths = [try source("one", at: scale, isJSON: isJSON), try source("two", at: scale * 1.1)]
    let requests = paths.map { request($0, system: isJSON ? nil : kind) }
    let (table, shapes) = try ingestWithShapes(requests)
    #expect(shapes != nil && table.vertexCount == table.longitude.count)
    let (lean, whole) = (try merged(table, shapes, key: key), try merged(table, nil, key: key))
    #expect(lean.findings == whole.findings && lean.findings.contains { $0.vertex != nil })
    #expect(lean.ledger == whole.ledger && lean.arcs.points == whole.arcs.points)
    #expect(lean.regions == whole.regions && lean.read == whole.read)
  }

  @Test func `shapes are read again in the order that is asked for`() throws {
    let (table, shapes) = try ingestWithShapes([
      request(try source("one")), request(try source("two", at: 1.1, isJSON: true)),
    ])
    let again = try #require(shapes)
    let wanted = [0, 5, 7, 40]
    let found = try again(wanted.map { (Int(table.source[$0]), Int(table.record[$0])) })
    #expect(found.featureCount == wanted.count)
    for (feature, original) in wanted.enumerated() {
      func vertices(_ table: FeatureTable, _ feature: Int) -> [[Double]] {
        table.polygons(of: feature).flatMap { table.vertices(ofPolygon: $0) }.map {
          [table.longitude[$0], table.latitude[$0]]
        }
      }
      #expect(vertices(found, feature) == vertices(table, original))
    }
  }

  @Test func `a merge refuses a GeoJSON file that has changed`() throws {
    let path = try source("one", isJSON: true)
    let (table, shapes) = try ingestWithShapes([request(path)])
    try folder.write(String(decoding: try folder.bytes(of: "one.geojson"), as: UTF8.self) + " ", to: "one.geojson")
    #expect(try shapes?([(0, 1)]).vertexCount == 4)
    try folder.write(#"{"type":"FeatureCollection","features":[]}"#, to: "one.geojson")
    let error = try failure { () throws(StageError) in try merge(table, options: MergeOptions(), rereading: shapes) }
    #expect(error.status == .unreadableData && error.file == "one.geojson")
  }

  @Test func `a merge refuses a Shapefile that has changed`() throws {
    let path = try source("one")
    let (table, shapes) = try ingestWithShapes([request(path)])
    try ShapefileFixture(
      fields: [.text("CODE")], shapes: (0..<33).map { .init([Self.square(Double($0), 0, 1)], ["\($0)"]) }
    ).write(to: folder, stem: "one")
    let error = try failure { () throws(StageError) in try merge(table, options: MergeOptions(), rereading: shapes) }
    #expect(error.status == .unreadableData && error.file == "one.shp")
  }

  @Test func `shapes are not read again if that takes long`() throws {
    let text = #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#
    let alone = try folder.write(text, to: "map.geojson")
    #expect(try ingestWithShapes([request(alone)]).shapes == nil)
    let both = try ingestWithShapes([request(try source("one")), request(alone)])
    #expect(both.shapes == nil)
    #expect(
      try ingestWithShapes([request(try source("two", at: 100_000, isJSON: true), system: "EPSG:3857")]).shapes == nil)
  }
}
