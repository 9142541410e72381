import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// How polygons with edges wider than 180° are read.
@Suite struct WideEdgeTests {
  private typealias Ring = [(Double, Double)]

  private static func feature(_ name: String, _ rings: [Ring]) -> String {
    let rings = rings.map { ring in
      "[" + (ring + ring.prefix(1)).map { "[\($0.0),\($0.1)]" }.joined(separator: ",") + "]"
    }
    return
      #"{"type":"Feature","properties":{"NAME":"\#(name)"},"geometry":{"type":"Polygon","coordinates":[\#(rings.joined(separator: ","))]}}"#
  }

  private static func table(_ features: String..., crs: String = "") throws -> FeatureTable {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      #"{"type":"FeatureCollection",\#(crs)"features":[\#(features.joined(separator: ","))]}"#, to: "map.geojson")
    return try ingest(path)
  }

  private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> Ring {
    [(west, south), (east, south), (east, north), (west, north)]
  }

  private static let mask = box(-179.9, -85, 179.9, 85)
  private static let europe: Ring = [(-15, 35), (-15, 55), (30, 75), (30, 35)]

  @Test(arguments: [mask, box(-120, -60, 100, 80)], [true, false])
  private func `a mask of the world keeps its hole and its land, whichever ring comes first`(
    mask: Ring, isFirst: Bool
  ) throws {
    let table = try Self.table(Self.feature("mask", isFirst ? [mask, Self.europe] : [Self.europe, mask]))
    #expect(table.ringCounts == [[2]])
    #expect(table.ring(0).map(\.x).max() == mask[1].0 && table.ring(0).count == 4)
    #expect(table.findings.filter { $0.severity != .note }.map(\.rule) == (isFirst ? [] : [.ringsByDepth]))
    #expect(table.brokenPromises == [])
  }

  private static func shapefile(_ rings: [Ring]) throws -> FeatureTable {
    let folder = try TemporaryFolder()
    return try ingest(
      ShapefileFixture(
        fields: [.text("NAME")], shapes: [.init(rings.map { ($0 + $0.prefix(1)).reversed() }, ["mask"])]
      ).write(to: folder))
  }

  @Test(arguments: [true, false])
  func `a mask in a Shapefile, where holes are told from shells, keeps its hole`(isFirst: Bool) throws {
    let rings = [Self.mask, Self.europe]
    #expect(try Self.shapefile(isFirst ? rings : rings.reversed()).ringCounts == [[2]])
  }

  /// As written it is a strip round the globe, in which the islet lies.
  @Test(arguments: [true, false])
  func `an island of a Shapefile that crosses ±180° stays one beside an islet at its latitudes`(isFirst: Bool) throws {
    let rings: [Ring] = [
      [(177, -17), (-177, -16), (-177, -17), (177, -18)], [(100, -17.3), (101, -17.2), (101, -17.1)],
    ]
    let table = try Self.shapefile(isFirst ? rings : rings.reversed())
    #expect(table.ringCounts == [[1, 1, 1]] && table.count(of: .antimeridianCut) == 1)
    let finding = try #require(table.findings.first { $0.rule == .wideEdge })
    #expect(finding.polygon == (isFirst ? 0 : 1) && finding.ring == 0)
    #expect(finding.message.contains("the polygon has 70,706 km², and as it is written 4,171,683 km²"))
  }

  /// A mask that is drawn with vertices on one long side alone goes round a pole if its wide edge is read the short way.
  @Test func `a mask with vertices on one side is not closed over a pole`() throws {
    let shell: Ring = [(-179.9, -85), (0, -85), (179.9, -85), (179.9, 85), (-179.9, 85)]
    let table = try Self.table(Self.feature("mask", [shell, Self.europe]))
    #expect(table.ringCounts == [[2]] && table.count(of: .poleClosed) == 0)
  }

  @Test(arguments: [true, false])
  func `another feature that lies in an extent only as it is written decides, before or after it`(isFirst: Bool) throws
  {
    let extent = Self.feature("extent", [Self.box(-170, -60, 175, 80)])
    let land = Self.feature("land", [Self.europe])
    let table = isFirst ? try Self.table(extent, land) : try Self.table(land, extent)
    #expect(table.ringCounts == [[1], [1]] && table.findings.filter { $0.rule != .ringWinding } == [])
    // The order is that of the source.
    #expect(table.column("NAME") == (isFirst ? [.text("extent"), .text("land")] : [.text("land"), .text("extent")]))
    #expect(table.record == [1, 2] && table.ledger.entries.map(\.record) == [1, 2])
    #expect(table.ring(isFirst ? 0 : 1).count == 4 && table.brokenPromises == [])
  }

  @Test func `where nothing decides, the warning has both areas and the place`() throws {
    let table = try Self.table(Self.feature("apac", [Self.box(-25, -50, 170, 80)]))
    let finding = try #require(table.findings.first { $0.rule == .wideEdge })
    #expect(finding.severity == .warning && finding.name == "apac" && finding.longitude == -25 && finding.vertex == 0)
    #expect(
      finding.message.contains("across ±180° the polygon has 204,475,613 km², and as it is written 241,652,997 km²"))
    #expect(table.ringCounts == [[1, 1]] && table.count(of: .antimeridianCut) == 1)
  }

  /// As written it is a strip round the globe; the islet lies at its latitudes, and the neighbor shares an edge.
  @Test(arguments: [
    [(100.0, -17.3), (101.0, -17.2), (101.0, -17.1)], [(170.0, -18.0), (177.0, -18.0), (177.0, -17.0), (170.0, -17.0)],
  ])
  func `an island that crosses ±180° stays one, whatever lies at its latitudes`(other: [(Double, Double)]) throws {
    let fiji: Ring = [(177, -18), (-177, -17), (-177, -16), (177, -17)]
    let table = try Self.table(Self.feature("fiji", [fiji]), Self.feature("other", [other]))
    #expect(table.ringCounts[0] == [1, 1] && table.count(of: .antimeridianCut) == 1)
  }

  @Test func `a coast that is much finer than its wide edges needs no warning`() throws {
    var coast: Ring = [(179.9, -18), (-179.9, -18), (-175, -17), (-179.9, -16), (179.9, -16)]
    for step in 0..<40 {
      let jag: Double = step % 2 == 0 ? 175 : 175.5
      coast.append((jag, -16 - Double(step) / 20))
    }
    let table = try Self.table(Self.feature("coast", [coast]))
    #expect(table.count(of: .wideEdge) == 0 && table.count(of: .antimeridianCut) == 1)
  }

  @Test func `a projection says how its edges run`() throws {
    let crs = #""crs":{"type":"name","properties":{"name":"EPSG:3832"}},"#
    let table = try Self.table(
      Self.feature("pacific", [[(3_000_000, -1_000_000), (3_700_000, -1_000_000), (3_700_000, -500_000)]]), crs: crs)
    #expect(table.count(of: .wideEdge) == 0)
  }
}
