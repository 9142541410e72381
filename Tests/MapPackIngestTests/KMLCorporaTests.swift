import Foundation
import MapPackFeatures
import Testing

@testable import MapPackIngest

private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"]

private func corpus(_ path: String) throws -> String { try #require(corpora) + "/" + path }

@Test func `features in KML and in GeoJSON are the same features and the same doubles`() throws {
  let rings = [
    [[10.1, 50.2], [10.30000000000001, 50.2], [10.3, 50.4], [10.1, 50.2]],
    [[-0.1, -1e-7], [0.1, 0.1], [-0.1, 0.2], [-0.1, -1e-7]],
  ]
  let folder = try TemporaryFolder()
  let kml = rings.enumerated().map { number, ring in
    placemark(
      "<name>r\(number)</name>" + polygon(ring.map { $0.map { "\($0)" }.joined(separator: ",") }.joined(separator: " "))
    )
  }
  let json = rings.enumerated().map { number, ring in
    "{\"type\":\"Feature\",\"properties\":{\"name\":\"r\(number)\"},"
      + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[\(ring)]}}"
  }
  let one = try ingest(try folder.write(document(kml.joined()), to: "map.kml"))
  let other = try ingest(
    try folder.write(
      "{\"type\":\"FeatureCollection\",\"features\":[\(json.joined(separator: ","))]}", to: "map.json"))
  #expect(one.featureCount == 2 && one.column("name") == other.column("name"))
  #expect(one.vertexStart == other.vertexStart)
  #expect(one.longitude == other.longitude && one.latitude == other.latitude)
}

@Suite(.enabled(if: corpora != nil))
struct KMLCorporaTests {
  @Test(arguments: [
    (
      "kml-korea-kostat/kostat/2013/kml/skorea_municipalities_simple.kml",
      "kml-korea-kostat/kostat/2013/json/skorea_municipalities_geo_simple.json", 251, "code"
    ),
    ("kml-india-wards/Hyderabad/ghmc-wards.kml", "kml-india-wards/Hyderabad/ghmc-wards.geojson", 145, "@id"),
  ])
  func `the KML and the GeoJSON of the same data are the same features and the same doubles`(
    kml: String, json: String, features: Int, key: String
  ) throws {
    let kml = try ingest(try corpus(kml))
    let json = try ingest(try corpus(json))
    #expect(kml.featureCount == features)
    #expect(kml.column("name") == json.column("name"))
    #expect(kml.column(key) == json.column(key) && kml.column(key) != [])
    #expect(kml.ringCounts == json.ringCounts)
    #expect(kml.vertexStart == json.vertexStart)
    #expect(kml.longitude == json.longitude)
    #expect(kml.latitude == json.latitude)
    #expect(kml.brokenPromises == [])
  }

  @Test(arguments: ["HI": 28, "MD": 27, "NV": 17, "RI": 10])
  func `every county's ring is read as it stands in the text`(state: String, counties: Int) throws {
    let path = try corpus("kml-us-counties-fcc/Grouped Counties/\(state) Counties.kml")
    let table = try ingest(path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let names = text.components(separatedBy: "<Placemark>").dropFirst().compactMap { part in
      part.components(separatedBy: "<name>").dropFirst().first?.components(separatedBy: "</name>").first
    }
    #expect(table.column("name") == names.map { .text($0) })
    let rings = text.components(separatedBy: "<coordinates>").dropFirst().map { part in
      (part.components(separatedBy: "</coordinates>").first ?? "").split(whereSeparator: \.isWhitespace).map {
        position in
        let numbers = position.split(separator: ",").compactMap { Double($0) }
        return SIMD2(numbers[0], numbers[1])
      }
    }
    #expect(table.featureCount == counties && table.ringCount == counties && rings.count == counties)
    for (number, ring) in rings.enumerated() {
      // Closed in the text, one vertex shorter in the table, and turned if it ran clockwise.
      #expect(Set(table.ring(number)) == Set(ring))
    }
  }
}
