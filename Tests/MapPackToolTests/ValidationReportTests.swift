import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackFiles
@testable import MapPackRun
@testable import MapPackTool

@Suite struct ValidationReportTests {
  private static let empty = ValidationReport(findings: [], checked: .init())

  /// A format as it is written, without what every new rule adds to it.
  private static func text(_ report: ValidationReport, as name: String) -> String {
    switch name {
    case "report.txt": report.text
    case "report.json": report.json
    case "places.geojson": report.geoJSON
    case "report.github": report.annotations
    case "report.xml":
      report.junit(failingAt: .error).replacing(#/(?m)^    <testcase [^>]*\/>\n/#, with: "")
        .replacing(#/ tests="[0-9]+"/#, with: " tests=\"…\"")
    default:
      report.sarif.replacing(#/(?m)^ {12}\{"id":.*\n/#, with: "").replacing(#/"ruleIndex": [0-9]+, /#, with: "")
    }
  }

  @Test(arguments: [
    "report.txt", "report.json", "places.geojson", "report.github", "report.xml", "report.sarif",
  ])
  func `every format is what it was, to the byte`(name: String) throws {
    let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")
    for (report, file) in [(ReportFixture.report, name), (try ReportFixture.comparison, "baseline-" + name)] {
      let expected = try String(contentsOf: golden.appendingPathComponent(file), encoding: .utf8)
      let (lines, others) = (Self.text(report, as: name).split(separator: "\n"), expected.split(separator: "\n"))
      for (line, other) in zip(lines, others) { #expect(line == other, "\(file)") }
      #expect(Array(Self.text(report, as: name).utf8) == Array(expected.utf8), "\(file)")
    }
  }

  @Test func `no format depends on the order in which findings came`() {
    let findings = ReportFixture.findings
    for offset in findings.indices {
      let turned = ValidationReport(
        findings: Array(findings[offset...] + findings[..<offset]), checked: ReportFixture.checked,
        unreadable: ReportFixture.unreadable)
      for name in ["report.txt", "report.json", "places.geojson", "report.github", "report.xml", "report.sarif"] {
        #expect(Self.text(turned, as: name) == Self.text(ReportFixture.report, as: name))
      }
    }
  }

  @Test func `the JSON reads back, with every text as it was`() throws {
    let findings = try #require(try JSONValue(text: ReportFixture.report.json)["findings"]?.elements)
    #expect(findings.map { $0["name"]?.string } == [nil, "長崎市", nil, ReportFixture.nasty])
    #expect(findings[1]["coordinates"] == .array([.number(129.8735), .number(-32.7411)]))
    #expect(findings[0]["code"] == .null)
    #expect(try JSONValue(text: Self.empty.json)["findings"] == .array([]))
  }

  @Test func `nothing found is one line`() {
    let report = ValidationReport(findings: [], checked: .init(features: 1, polygons: 1, vertices: 4))
    #expect(report.text == "checked 1 feature, 1 polygon, 4 vertices: 0 errors, 0 warnings, 0 notes\n")
    #expect(report.worst == nil)
  }

  @Test func `findings with a location are points, and without findings the collection is empty`() throws {
    let points = try #require(try JSONValue(text: ReportFixture.report.geoJSON)["features"]?.elements)
    #expect(points.map { $0["properties"]?["rule"]?.string } == ["self-intersection", "inconsistent-sides"])
    #expect(points[0]["geometry"]?["coordinates"] == .array([.number(129.8735), .number(-32.7411)]))
    #expect(points[1]["properties"]?["name"]?.string == ReportFixture.nasty)
    #expect(Self.empty.geoJSON == "{\"type\": \"FeatureCollection\", \"features\": []}\n")
  }

  /// `count` crossings of one file, a degree apart.
  private static func crossings(_ count: Int, file: String = "a.shp") -> [Finding] {
    (0..<count).map { number in
      var finding = Finding(.selfIntersection, severity: .error, "the ring crosses itself")
      finding.file = file
      finding.record = number + 1
      finding.longitude = Double(number)
      finding.latitude = 0
      return finding
    }
  }

  @Test func `the text lists twenty findings of one rule and file, and says how many more there are`() {
    for (count, more) in [(20, nil), (21, "    … and 1 more"), (143, "    … and 123 more")] as [(Int, String?)] {
      let report = ValidationReport(
        findings: Self.crossings(count) + Self.crossings(20, file: "b.shp"), checked: .init())
      let listed = report.text.split(separator: "\n").filter { $0.hasPrefix("    record ") }
      #expect(listed.count == 40)
      #expect(report.text.contains("  error self-intersection (\(count))\n"))
      #expect(report.text.contains("… and ") == (more != nil))
      if let more { #expect(report.text.contains(more + " (all in --format json)\n")) }
      #expect(report.text.contains("by rule\n  error self-intersection: \(count + 20)\n"))
    }
  }

  @Test func `no finding is too odd to be reported`() throws {
    var finding = Finding(.outOfRange, severity: .error, "")
    finding.longitude = .nan
    finding.latitude = .infinity
    var far = finding
    far.longitude = 1e300
    far.latitude = -1e300
    let report = ValidationReport(findings: [finding, far], checked: .init())
    #expect(report.text.contains("at 1e+300 -1e+300"))
    #expect(report.geoJSON.contains("null"))
    _ = try JSONValue(text: report.json)
    _ = try JSONValue(text: report.sarif)
  }
}
