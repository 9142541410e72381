import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

/// Files that hold several texts of JSON, one after another.
@Suite struct GeoJSONSequenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A triangle that starts at (x, 0).
  private static func polygon(_ x: Int) -> String {
    #"{"type":"Polygon","coordinates":[[[\#(x),0],[\#(x + 1),0],[\#(x),1],[\#(x),0]]]}"#
  }

  private static func feature(_ x: Int, _ member: String = "") -> String {
    #"{"type":"Feature",\#(member)"properties":{"n":\#(x)},"geometry":\#(polygon(x))}"#
  }

  private static func collection(_ features: String..., member: String = "") -> String {
    #"{"type":"FeatureCollection",\#(member)"features":[\#(features.joined(separator: ","))]}"#
  }

  private static func system(_ name: String) -> String {
    #""crs":{"type":"name","properties":{"name":"\#(name)"}},"#
  }

  private func table(_ text: String, name: String = "map.geojson", faults: Faults = .fail) throws -> FeatureTable {
    try MapPackIngest.ingest([request(try folder.write(text, to: name))], faults: faults)
  }

  private func error(_ text: String) throws -> StageError {
    let path = try folder.write(text, to: "map.geojson")
    return try failure { () throws(StageError) in try MapPackIngest.ingest([request(path)]) }
  }

  @Test(arguments: ["\n", "\r\n", "\n\n \t\n", "", " ", "\n\u{1E}", "\u{1E}\u{1E}"])
  func `features, geometries and collections follow one another, whatever white space is between`(
    separator: String
  ) throws {
    let texts = [
      Self.feature(0), Self.polygon(1), Self.collection(Self.feature(2), Self.feature(3)), Self.collection(),
      #"{"type":"Feature","properties":null,"geometry":null}"#, Self.feature(5),
    ]
    for (start, end) in [("", ""), ("\u{FEFF}", "\n"), ("\u{1E}", "\n"), ("\n", separator)] {
      let table = try table(start + texts.joined(separator: separator) + end)
      #expect(table.record == [1, 2, 3, 4, 5, 6])
      #expect(table.outcomes == ["pending", "pending", "pending", "pending", "no-geometry", "pending"])
      #expect((0..<5).map { table.ring($0)[0].x } == [0, 1, 2, 3, 5])
      #expect(table.column("n") == [.integer(0), .null, .integer(2), .integer(3), .null, .integer(5)])
      #expect(table.brokenPromises == [])
    }
  }

  @Test(arguments: [
    "map.geojsonl", "map.geojsons", "map.geojsonseq", "map.ndjson", "map.jsonl", "map.json", "MAP.NDJSON", "map.txt",
    "map",
  ])
  func `a sequence is known by its ending, and else by its content`(name: String) throws {
    for start in ["", "\u{1E}", "\u{FEFF}\u{1E}"] {
      #expect(
        try table(start + Self.feature(0) + "\n" + start.suffix(1) + Self.feature(1), name: name).record == [1, 2])
    }
  }

  @Test func `a text may go over several lines`() throws {
    let text = Self.feature(4).replacing(",", with: ",\n  ")
    #expect(try table(text + text).record == [1, 2])
  }

  @Test func `a damaged line is named with its record`() throws {
    let lines = [Self.collection(Self.feature(0), Self.feature(1)), "", Self.feature(2)].joined(separator: "\n")
    let cases: [(line: String, words: String)] = [
      (Self.feature(3).replacing("[3,1]", with: "[3,x]"), "this is not JSON"),
      (Self.feature(3).replacing("[3,1]", with: #"[3,"1"]"#), "must be a number"),
      (Self.feature(3).replacing("Feature", with: "Fature"), "“Fature” is not a geometry of GeoJSON"),
      ("{}", "it has no “type”"), ("[]", "something follows it that is not a JSON object"),
      ("x", "something follows it that is not a JSON object"), (#"{"type":"FeatureCollection"}"#, "no “features”"),
      (Self.collection("7"), "the element of “features” is not an object"),
      (Self.feature(3) + "}", "something follows it that is not a JSON object"),
    ]
    for (line, words) in cases {
      let error = try error(lines + "\n" + line + "\n" + Self.feature(9))
      #expect(error.status == .unreadableData)
      #expect(error.message.contains(words.replacing("“Fature”", with: "\"Fature\"")), "\(error)")
      #expect(error.record == (line.hasSuffix("}}") && words.hasPrefix("something") ? 5 : 4), "\(error)")
      if !words.hasPrefix("the element") { #expect(error.line == 4, "\(error)") }
    }
  }

  @Test func `a text that is cut off is named with the line at which it starts`() throws {
    let lines = Self.feature(0) + "\n" + Self.feature(1) + "\n"
    let cut = String(Self.feature(2).dropLast(4))
    for (end, words) in [
      ("", "cut off"), ("\n" + Self.feature(3), "cut off"),
      ("\u{1E}" + Self.feature(3), "another text begins inside it"),
    ] {
      let error = try error(lines + cut + end)
      #expect(error.record == 3 && error.line == 3, "\(error)")
      #expect(error.message.contains(words))
    }
    // Of a collection the feature is named.
    let error = try error(lines + Self.collection(Self.feature(2), cut))
    #expect(error.record == 4 && error.line == 3)
  }

  @Test func `if faults are reported, reading goes on behind the line`() throws {
    let text = [Self.feature(0), Self.feature(1).replacing("[1,1]", with: "[1,null]"), Self.feature(2)]
    let table = try table(text.joined(separator: "\n"), faults: .report)
    #expect(table.outcomes == ["pending", "malformed-feature", "pending"])
  }

  @Test func `the first text's coordinate system is that of all`() throws {
    let lines = [Self.feature(0, Self.system("EPSG:6668")), Self.feature(1), Self.collection(Self.feature(2))]
    #expect(try table(lines.joined(separator: "\n")).sources.map(\.coordinateSystem) == ["JGD2011"])
    let again = lines + [Self.feature(3, Self.system("urn:ogc:def:crs:EPSG::6668"))]
    #expect(try table(again.joined(separator: "\n")).record == [1, 2, 3, 4])
    // One of an empty collection, and one behind the features, count as well.
    let empty = Self.collection(member: Self.system("EPSG:6668"))
    let late = String(Self.collection(Self.feature(0)).dropLast()) + "," + Self.system("EPSG:6668").dropLast() + "}"
    for first in [empty, late] {
      #expect(try table(first + Self.feature(1)).sources.map(\.coordinateSystem) == ["JGD2011"])
    }
  }

  @Test func `a later text with another coordinate system is refused`() throws {
    let other = Self.system("EPSG:4258")
    for later in [Self.feature(1, other), Self.collection(Self.feature(1), member: other)] {
      for first in [Self.feature(0), Self.feature(0, Self.system("EPSG:6668"))] {
        let error = try error(first + "\n" + later)
        #expect(error.status == .unreadableData)
        #expect(error.message == "the “crs” is another than that of the first text")
        #expect(error.line == 2 && error.record == 2)
      }
    }
    // Named by the user, it counts for all.
    let path = try folder.write(Self.feature(0) + Self.feature(1, other), to: "map.geojson")
    #expect(try ingest(path, system: "EPSG:4326").record == [1, 2])
  }

  @Test func `a projected sequence is taken as a whole`() throws {
    let square = "[[[0,0],[1000,0],[1000,1000],[0,1000],[0,0]]]"
    let lines = (0..<3).map { _ in #"{"type":"Polygon","coordinates":\#(square)}"# }
    let first = #"{"type":"Polygon",\#(Self.system("EPSG:6677"))"coordinates":\#(square)}"#
    let table = try table(([first] + lines).joined(separator: "\n"))
    #expect(table.record == [1, 2, 3, 4])
    for ring in 0..<4 {
      #expect(abs(table.ring(ring)[0].x - 139.8333) < 0.001 && abs(table.ring(ring)[0].y - 36) < 0.001)
    }
  }

  @Test func `texts across the borders of chunks come whole`() throws {
    // Chunks are of 2²⁰ bytes: the texts start at all positions of one.
    let fill = String(repeating: "x", count: 997)
    let lines = (0..<4_000).map { number in
      #"{"properties":{"t":"{[\"\#(fill)","n":\#(number)},"geometry":\#(Self.polygon(number % 100)),"type":"Feature"}"#
    }
    let table = try table(lines.joined(separator: "\n"))
    #expect(table.column("n") == (0..<4_000).map { .integer($0) })
    #expect((0..<4_000).allSatisfy { table.ring($0)[0].x == Double($0 % 100) })
  }

  @Test func `many damaged lines are reported without going through the file for each`() throws {
    let fill = String(repeating: " ", count: 200)
    let line = Self.feature(1).replacing("[1,1]", with: "[1,null]") + fill + "\n"
    let table = try table(String(repeating: line, count: 20_000), faults: .report)
    #expect(table.ledger.entries.count == 20_000)
  }
}
