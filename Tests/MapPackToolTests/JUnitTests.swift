import Foundation
import MapPackFeatures
import Testing

@testable import MapPackRun
@testable import MapPackTool

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An element of an XML document, as a parser that is not the project's own reads it.
private final class Element: NSObject, XMLParserDelegate {
  var name = ""
  var attributes: [String: String] = [:]
  var text = ""
  var children: [Element] = []
  private var open: [Element] = []

  static func parse(_ xml: String) throws -> Element {
    let document = Element()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = document
    document.open = [document]
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return try #require(document.children.first)
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    let element = Element()
    element.name = name
    element.attributes = attributes
    open.last?.children.append(element)
    open.append(element)
  }

  func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { open.last?.text += string }

  func count(of attribute: String) -> Int { attributes[attribute].flatMap(Int.init) ?? -1 }
}

@Suite struct JUnitTests {
  /// What became of each test of a suite, by name.
  private static func outcomes(of suite: Element) -> [String: String] {
    Dictionary(
      suite.children.map { ($0.attributes["name"] ?? "", $0.children.first?.name ?? "passed") },
      uniquingKeysWith: { "\($0), \($1)" })
  }

  private static func suites(_ report: ValidationReport, failingAt severity: Finding.Severity = .error) throws
    -> [Element]
  {
    let root = try Element.parse(report.junit(failingAt: severity))
    #expect(root.name == "testsuites")
    // The numbers of each element are those of what is in it.
    for (attribute, name) in [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")] {
      for suite in root.children {
        #expect(suite.count(of: attribute) == suite.children.count { $0.children.first?.name == name })
      }
      #expect(root.count(of: attribute) == root.children.reduce(0) { $0 + $1.count(of: attribute) })
    }
    for suite in root.children { #expect(suite.count(of: "tests") == suite.children.count) }
    #expect(root.count(of: "tests") == root.children.reduce(0) { $0 + $1.children.count })
    return root.children
  }

  private static func rules(_ subject: RuleExplanation.Subject) -> Set<String> {
    Set(Rule.reported.filter { $0.explanation.subject == subject && $0.severity > .note }.map(\.rawValue))
  }

  @Test func `each file is a suite, each rule on its kind a test, and what found something fails`() throws {
    let suites = try Self.suites(ReportFixture.report)
    #expect(
      suites.map { $0.attributes["name"] }
        == ["./データ/N03 #1.zip", "Output/Island.mappack", "broken, a:b.shp", "clean.geojson"])
    let archive = Self.outcomes(of: suites[0])
    #expect(
      Set(archive.keys) == Self.rules(.features).union(Self.rules(.borders)).union(["readable", "ring-unclosed"]))
    #expect(archive.filter { $0.value != "passed" } == ["self-intersection": "failure", "ring-unclosed": "system-out"])
    let pack = Self.outcomes(of: suites[1])
    #expect(Set(pack.keys) == Self.rules(.coverages).union(["readable", "grid-halved"]))
    #expect(pack.filter { $0.value == "failure" }.map(\.key) == ["inconsistent-sides"])
    #expect(Self.outcomes(of: suites[2]) == ["readable": "error"])
    #expect(Set(Self.outcomes(of: suites[3]).values) == ["passed"])
  }

  @Test func `warnings fail if they are asked to`() throws {
    let suites = try Self.suites(ReportFixture.report, failingAt: .warning)
    #expect(Self.outcomes(of: suites[0])["ring-unclosed"] == "failure")
    #expect(Self.outcomes(of: suites[1])["grid-halved"] == "system-out")
  }

  @Test func `a rule of several severities is one test, with all that it found`() throws {
    let findings = [Finding.Severity.error, .warning, .note].map {
      Finding(.overlap, severity: $0, "an \($0.rawValue) of it")
    }
    let report = ValidationReport(findings: findings, checked: .init())
    for (severity, heading) in [
      (Finding.Severity.error, "error, 1 finding"), (.warning, "error, 1 finding; warning, 1 finding"),
    ] {
      let suite = try #require(try Self.suites(report, failingAt: severity).first)
      #expect(suite.children.count == 1)
      let failure = try #require(suite.children.first?.children.first)
      #expect(failure.attributes["message"] == heading)
      for finding in findings { #expect(failure.text.contains(finding.message + "\n")) }
    }
  }

  @Test func `a rule is skipped if the baseline has all that it found`() throws {
    let suites = try Self.suites(ReportFixture.comparison)
    #expect(Self.outcomes(of: suites[0]).filter { $0.value != "passed" }.values.sorted() == ["skipped", "skipped"])
    #expect(Self.outcomes(of: suites[1])["inconsistent-sides"] == "failure")
  }

  @Test func `any text is well-formed, and comes through but for control characters`() throws {
    let failure = try #require(
      try Self.suites(ReportFixture.report)[1].children.first { $0.attributes["name"] == "inconsistent-sides" })
    let text = try #require(failure.children.first?.text)
    #expect(text.contains("]]> <a b=\"c\"> &amp;' ::error::100%, ::set  [31m\u{FFFD} (甲)"))
    for scalar in (0...0xFFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    where scalar.value < 0x100
      || scalar.value > 0xFFF0 || scalar.value == 0x2028
    {
      var finding = Finding(.overlap, severity: .error, "a\(scalar)b")
      finding.file = "f\(scalar)g"
      finding.remedy = "r\(scalar)s"
      let suite = try #require(
        try Self.suites(ValidationReport(findings: [finding], checked: .init())).first)
      #expect(suite.attributes["name"]?.count == 3)
    }
  }
}
