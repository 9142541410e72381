import Foundation
import MapPackFeatures
import Testing

@testable import MapPackIngest

private let square = "[[[0,0],[1,0],[1,1],[0,1],[0,0]]]"

private func feature(_ type: String, _ coordinates: String) -> String {
  #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"NAME":"Grand Park"},"#
    + #""geometry":{"type":"\#(type)","coordinates":\#(coordinates)}}]}"#
}

private func read(_ text: String, faults: Faults = .fail, kind: GeometryKind = .areas) throws -> FeatureTable {
  let folder = try TemporaryFolder()
  return try ingest(try folder.write(text, to: "map.geojson"), kind: kind, faults: faults)
}

@Suite struct ShortPartTests {
  @Test(
    arguments: [
      "[[[2,0],[2.1,0],[2,0],[2,0]]]", "[[[2,0],[2,0],[2,0],[2,0]]]", "[[[2,0]]]",
    ], [Faults.fail, .report])
  func `a part of too few different vertices is left out, counted and named, wherever it stands`(
    part: String, faults: Faults
  ) throws {
    for (index, parts) in [[part, square], [square, part]].enumerated() {
      let table = try read(feature("MultiPolygon", "[\(parts.joined(separator: ","))]"), faults: faults)
      #expect(table.ringCounts == [[1]])
      #expect(table.outcomes == ["pending"])
      let finding = try #require(table.findings.first { $0.rule == .tooFewPoints })
      #expect(finding.name == "Grand Park" && finding.record == 1 && finding.polygon == index && finding.ring == 0)
      #expect(finding.severity == .warning)
      #expect(table.ledger.polygons.read == 1 && table.ledger.polygons.dropped == [.tooFewPoints: 1])
      #expect(table.brokenPromises == [])
    }
  }

  @Test(arguments: ["[]", "[[]]"], [Faults.fail, .report])
  func `an empty part is no fault`(part: String, faults: Faults) throws {
    let table = try read(feature("MultiPolygon", "[\(part),\(square)]"), faults: faults)
    #expect(table.ringCounts == [[1]] && table.findings == [] && table.ledger.polygons.read == 0)
  }

  @Test func `a feature of which nothing is left ends the reading, by name`() throws {
    let nothing = feature("MultiPolygon", "[[[[2,0],[2.1,0],[2,0]]],[[[3,0],[3,0],[3,0]]]]")
    let error = #expect(throws: StageError.self) { try read(nothing) }
    #expect(error?.rule == .tooFewPoints && error?.description.contains("Grand Park") == true)
    let table = try read(nothing, faults: .report)
    #expect(table.findings.allSatisfy { $0.severity == .error })
    #expect(table.findings.map(\.rule) == [.tooFewPoints, .tooFewPoints] && table.outcomes == ["too-few-points"])
  }

  @Test func `a line that is left out beside others is counted`() throws {
    let table = try read(feature("MultiLineString", "[[[0,0],[1,0]],[[2,0],[2,0]]]"), kind: .lines)
    #expect(table.ledger.polygons.dropped == [.lineTooShort: 1])
  }

  @Test(
    arguments: [
      "Google Maps Global Mercator", "WGS 84 / Web Mercator", "EPSG_3857", "Google_Mercator_900913",
    ], ["Mercator_2SP", "Mercator_1SP", "Mercator"])
  func `a Mercator that is called Google's or the web's is the sphere`(name: String, method: String) {
    func text(_ name: String, _ meridian: Int = 0) -> String {
      #"PROJCS["\#(name)",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],"#
        + #"PRIMEM["Greenwich",0],UNIT["Degree",0.017453292519943295]],PROJECTION["\#(method)"],"#
        + #"PARAMETER["central_meridian",\#(meridian)],PARAMETER["false_easting",0],UNIT["Meter",1]]"#
    }
    let sphere = CoordinateSystem.registered(authority: "EPSG", code: "3857")
    #expect(CoordinateSystem.described(by: text(name)) == sphere)
    #expect(CoordinateSystem.described(by: text("World Mercator")) != sphere)
    #expect(CoordinateSystem.described(by: text(name, 10)) != sphere)
  }
}
