import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackRun
@testable import MapPackTool

private let corpora = ProcessInfo.processInfo.environment["MAPPACK_CORPORA"].map { URL(fileURLWithPath: $0) }

@Suite struct SARIFTests {
  private static let empty = ValidationReport(findings: [], checked: .init())

  private static func run(_ report: ValidationReport) throws -> JSONValue {
    try #require(try JSONValue(text: report.sarif)["runs"]?.elements?.first)
  }

  /// What the standard asks of the members that reports have.
  private static let members = """
    {"required": ["version", "runs"], "properties": {"version": {"enum": ["2.1.0"]}, "runs": {"items": {
      "required": ["tool"], "properties": {
        "tool": {"required": ["driver"], "properties": {"driver": {
          "required": ["name"], "properties": {"rules": {"items": {"required": ["id"]}}}}}},
        "results": {"items": {"required": ["message"], "additionalProperties": false, "properties": {
          "ruleId": {"type": "string"}, "ruleIndex": {"type": "integer", "minimum": -1},
          "level": {"enum": ["none", "note", "warning", "error"]}, "message": {"$ref": "#/definitions/message"},
          "partialFingerprints": {"type": "object"}, "properties": {"type": "object"},
          "baselineState": {"enum": ["new", "unchanged", "updated", "absent"]},
          "occurrenceCount": {"type": "integer", "minimum": 1}, "locations": {"items": {"properties": {
            "physicalLocation": {"properties": {"region": {"properties": {
              "startLine": {"type": "integer", "minimum": 1}}}}}}}}}}},
        "invocations": {"items": {"required": ["executionSuccessful"], "properties": {
          "toolExecutionNotifications": {"items": {"required": ["message"], "properties": {
            "message": {"$ref": "#/definitions/message"}}}}}}}}}}},
     "definitions": {"message": {"required": ["text"]}}}
    """

  @Test func `every report has what the standard asks of its members`() throws {
    for report in [ReportFixture.report, try ReportFixture.comparison, Self.empty] {
      #expect(try Self.own().faults(in: JSONValue(text: report.sarif)) == [])
    }
  }

  private static func own() throws -> JSONSchema { JSONSchema(try JSONValue(text: members)) }

  private static func schema() throws -> JSONSchema {
    let file = try #require(corpora).appendingPathComponent("schemas/sarif-schema-2.1.0.json")
    return JSONSchema(try JSONValue(text: String(contentsOf: file, encoding: .utf8)))
  }

  @Test(.enabled(if: corpora != nil)) func `every report fits the schema of OASIS`() throws {
    let schema = try Self.schema()
    for report in [ReportFixture.report, try ReportFixture.comparison, Self.empty] {
      #expect(try schema.faults(in: JSONValue(text: report.sarif)) == [])
    }
  }

  @Test(
    arguments: [
      ("\"version\": \"2.1.0\"", "\"version\": \"2.0.0\""), ("\"name\": \"MapPack\",", ""),
      ("\"level\": \"warning\", \"message\"", "\"level\": \"fatal\", \"message\""),
      ("\"startLine\": 1", "\"startLine\": 0"), ("\"startLine\": 1", "\"startLine\": \"1\""),
      ("\"ruleId\"", "\"rule_id\""), ("\"text\": \"broken", "\"words\": \"broken"),
      ("\"occurrenceCount\": 5", "\"occurrenceCount\": 0"), ("\"runs\"", "\"Runs\""),
    ])
  func `a broken report does not fit the schema`(old: String, new: String) throws {
    let text = ReportFixture.report.sarif
    #expect(text.contains(old))
    let broken = try JSONValue(text: text.replacing(old, with: new))
    #expect(try !Self.own().faults(in: broken).isEmpty)
    if corpora != nil { #expect(try !Self.schema().faults(in: broken).isEmpty) }
  }

  @Test func `all rules are described, and results point to theirs`() throws {
    let run = try Self.run(ReportFixture.report)
    let rules = try #require(run["tool"]?["driver"]?["rules"]?.elements)
    #expect(rules.map { $0["id"]?.string } == Rule.reported.map(\.rawValue))
    #expect(try Self.run(Self.empty)["tool"] == run["tool"])
    for rule in rules {
      for member in ["shortDescription", "fullDescription", "help"] {
        #expect(rule[member]?["text"]?.string?.hasSuffix(".") == true, "\(rule)")
      }
    }
    let results = try #require(run["results"]?.elements)
    #expect(results.count == 4)
    for result in results {
      let index = try #require(result["ruleIndex"]?.number)
      #expect(rules[Int(index)]["id"] == result["ruleId"])
    }
  }

  @Test func `a result has one location in a file, a fingerprint of its own, and says where in words`() throws {
    let results = try #require(try Self.run(ReportFixture.report)["results"]?.elements)
    var prints: Set<JSONValue?> = []
    for result in results {
      #expect(result["locations"]?.elements?.count == 1)
      prints.insert(result["partialFingerprints"]?["primaryLocationLineHash"])
    }
    #expect(prints.count == 4)
    let location = results[1]["locations"]?.elements?.first
    #expect(
      location?["logicalLocations"]?.elements?.first?["fullyQualifiedName"]?.string
        == "layer N03-20240101_42/長崎市 (42201)/record 12/polygon 0/ring 1/vertex 57")
    #expect(results[1]["message"]?["text"]?.string?.contains("at 129.8735000 -32.7411000: the ring crosses") == true)
  }

  @Test func `a finding of a rule that validate does not report is a result all the same`() throws {
    let report = ValidationReport(
      findings: [Finding(.landMoved, severity: .note, "found")], checked: .init())
    let result = try Self.run(report)["results"]?.elements?.first
    #expect(result?["ruleId"]?.string == "land-moved")
    #expect(result?["ruleIndex"] == nil)
  }

  @Test(arguments: [
    ("RawData/a.shp", "RawData/a.shp"), ("./a//b/./c.zip", "a/b/c.zip"), ("../a.kml", "../a.kml"),
    ("/data/a b.shp", "file:///data/a%20b.shp"), ("a:b?c#d%20.shp", "a%3Ab%3Fc%23d%2520.shp"),
    ("データ/\u{1}.zip", "%E3%83%87%E3%83%BC%E3%82%BF/%01.zip"), ("a\\b\"'[]{}|^`<>.shp", nil),
  ])
  func `any file name gives a valid URI that leads to it`(path: String, uri: String?) throws {
    var finding = Finding(.overlap, severity: .error, "found")
    finding.file = path
    let run = try Self.run(ValidationReport(findings: [finding], checked: .init()))
    let location = run["results"]?.elements?.first?["locations"]?.elements?.first?["physicalLocation"]
    let found = try #require(location?["artifactLocation"]?["uri"]?.string)
    if let uri { #expect(found == uri) }
    // RFC 3986: unreserved characters and percent-encoded bytes in each step, no colon in the first.
    #expect(found.wholeMatch(of: #/(file:\/\/)?([A-Za-z0-9._~\/-]|%[0-9A-F]{2})+/#) != nil, "\(found)")
    let decoded = try #require(found.replacing(/^file:\/\//, with: "").removingPercentEncoding)
    func steps(_ path: String) -> [Substring] { path.split(separator: "/").filter { $0 != "." } }
    #expect(steps(decoded) == steps(path))
    #expect(decoded.hasPrefix("/") == path.hasPrefix("/"))
  }
}
