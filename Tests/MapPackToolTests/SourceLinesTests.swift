import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackFiles
@testable import MapPackRun

@Suite struct SourceLinesTests {
  private static func lines(_ text: String, of file: String = "a.geojson", layer: String? = nil) throws -> [Int] {
    let workspace = try Workspace()
    let lines = SourceLines(at: [workspace.path("missing.geojson"), try workspace.write(text, to: file)])
    var found: [Int] = []
    while let line = lines.line(ofRecord: found.count + 1, layer: layer) { found.append(line) }
    return found
  }

  @Test(arguments: [
    ("{\"type\":\"FeatureCollection\",\n\"features\":[\n{\"a\":{}},\n\n{\"a\":[{}]},{}\n]}", [3, 5, 5]),
    ("{\"features\":[{\"features\":[{}]},\n{\"b\":\"}\\\"{[\n\"},\n{}],\"objects\":1}", [1, 2, 4]),
    ("{\"type\":\"Feature\"}\n{\"type\":\"Feature\"}\n\n{}\n", [1, 2, 4]),
    ("\u{FEFF}\n{\"type\":\"Polygon\"}", [2]), ("", []), ("nonsense ] } \" {", []), ("[{}]", []),
    ("{\"x\":{\"features\":[{}]},\"features\":[\n{}]}", [2]),
    ("\u{1E}{\"type\":\"Feature\"}\n\u{1E}{\"features\":[\n{}]}\n\u{1E}{}\n", [1, 3, 4]),
    ("{\"features\":[\n{},\n{}", [2, 3]),
  ])
  func `features of JSON begin where their braces are`(text: String, lines: [Int]) throws {
    #expect(try Self.lines(text) == lines)
  }

  @Test(arguments: ["a.topojson", "a.json"])
  func `each object of a topology has its own records`(file: String) throws {
    let text = """
      {"type":"Topology","arcs":[],"objects":{
      "a":{"type":"GeometryCollection","geometries":[
      {"type":null},
      null,{"type":null}]},
      "b":{"type":"Point",
      "coordinates":[0,0]}}}
      """
    #expect(try Self.lines(text, of: file, layer: "a") == [3, 4, 4])
    #expect(try Self.lines(text, of: file, layer: "b") == [5])
    #expect(try Self.lines(text, of: file, layer: "c") == [])
  }

  @Test(arguments: [
    ("<kml>\n<Placemark>\n<name>a</name></Placemark>\n<Placemark id=\"b\"/>\n</kml>", [2, 4]),
    ("<k:kml>\n<!-- <Placemark> -->\n<![CDATA[\n<Placemark>]]><k:Placemark\n\nid='>'\r\n>", [4]), ("", []),
    ("<Placemarks>", []),
    ("<kml><Folder\n\n><Placemark><name\n>a</name></Placemark><Placemark\n/></Folder></kml>", [3, 4]),
  ])
  func `placemarks begin at their tags`(text: String, lines: [Int]) throws {
    #expect(try Self.lines(text, of: "a.kml") == lines)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `no text is too broken`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("{}[]\":,\\\n<>/!-CDATA[features Placemark")
    let text = String((0..<400).map { _ in alphabet.randomElement(using: &random) ?? " " })
    let workspace = try Workspace()
    for file in ["a.geojson", "a.topojson", "a.kml"] {
      let lines = SourceLines(at: [try workspace.write("{" + text, to: file)])
      #expect(lines.line(ofRecord: 0, layer: nil) == nil && lines.line(ofRecord: 401, layer: "x") == nil)
    }
  }

  @Test func `results and annotations point at the line`() throws {
    var finding = Finding(.overlap, severity: .error, "found\u{1B}[31m\u{9B}1m\n::error::x")
    finding.file = "a\u{1B}.geojson"
    finding.line = 12
    let report = ValidationReport(findings: [finding], checked: .init())
    let result = try JSONValue(text: report.sarif)["runs"]?.elements?.first?["results"]?.elements?.first
    let region = result?["locations"]?.elements?.first?["physicalLocation"]?["region"]
    #expect(region == .object(["startLine": .number(12)]))
    #expect(report.annotations.hasPrefix("::error file=a .geojson,line=12,title=overlap::found [31m"))
    // No control character but the ends of lines.
    #expect(report.annotations.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }
}
