import MapPackFeatures
import Testing

@testable import MapPackIngest

/// Positions at exactly (0, 0).
@Suite struct NullIslandTests {
  private static func findings(_ geometries: [String], _ kind: GeometryKind) throws -> [Finding] {
    let features = geometries.enumerated().map {
      #"{"type":"Feature","properties":{"NAME":"n\#($0.offset)"},"geometry":\#($0.element)}"#
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(
      #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#, to: "map.geojson")
    return try ingest(path, kind: kind).findings.filter { $0.rule == .nullIsland }
  }

  @Test(arguments: [
    (
      GeometryKind.areas, #"{"type":"Polygon","coordinates":[[[11,50],[12,50],[0,0],[12,51],[11,50]]]}"#,
      "the rest of the feature"
    ),
    (.lines, #"{"type":"LineString","coordinates":[[11,47],[11.1,47],[0,0],[11.2,47.1]]}"#, "the rest of the feature"),
    (.lines, #"{"type":"LineString","coordinates":[[11,47],[0,0]]}"#, "any other position of the source"),
    (.points, #"{"type":"Point","coordinates":[0,0]}"#, "any other position of the source"),
  ])
  func `a position that a device did not know is a warning with the feature`(
    kind: GeometryKind, geometry: String, from: String
  ) throws {
    let sound: [GeometryKind: String] = [
      .areas: #"{"type":"Polygon","coordinates":[[[13,50],[14,50],[14,51],[13,50]]]}"#,
      .lines: #"{"type":"LineString","coordinates":[[13,50],[14,50]]}"#,
      .points: #"{"type":"Point","coordinates":[13,50]}"#,
    ]
    let findings = try Self.findings([try #require(sound[kind]), geometry], kind)
    #expect(findings.map(\.name) == ["n1"] && findings.map(\.severity) == [.warning] && findings.map(\.record) == [2])
    #expect(findings.first?.message.hasSuffix(from) == true && findings.first?.remedy != nil)
  }

  @Test(arguments: [
    (GeometryKind.areas, #"{"type":"Polygon","coordinates":[[[0,0],[30,0],[30,30],[0,30],[0,0]]]}"#),
    (.lines, #"{"type":"LineString","coordinates":[[-10,0],[0,0],[10,0]]}"#),
    (.points, #"{"type":"MultiPoint","coordinates":[[0,0],[1,1],[-1,2]]}"#),
  ])
  func `a vertex of a shape that lies there is none`(kind: GeometryKind, geometry: String) throws {
    #expect(try Self.findings([geometry], kind) == [])
  }
}
