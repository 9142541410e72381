import Foundation
import MapPackFeatures
import Testing

@testable import MapPackIngest

private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"]

private func corpus(_ path: String) throws -> String { try #require(corpora) + "/" + path }

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
