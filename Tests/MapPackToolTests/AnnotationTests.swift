import MapPackFeatures
import Testing

@testable import MapPackRun

/// The annotations as GitHub's runner reads them.
@Suite struct AnnotationTests {
  private struct Command {
    var name: String
    var properties: [String: String]
    var text: String

    /// `nil` if the line is not a command: a line that begins with `::`, white space aside.
    init?(_ line: Substring) {
      let trimmed = line.drop { $0.isWhitespace }
      guard trimmed.hasPrefix("::"), let end = trimmed.dropFirst(2).firstRange(of: "::") else { return nil }
      let head = trimmed.dropFirst(2)[..<end.lowerBound]
      name = String(head.prefix { $0 != " " })
      properties = [:]
      for property in head.dropFirst(name.count).split(separator: ",") {
        let parts = property.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        properties[String(parts[0])] = Self.unescaped(parts[1])
      }
      text = Self.unescaped(trimmed[end.upperBound...])
    }

    private static func unescaped(_ text: Substring) -> String {
      String(text).replacing("%3A", with: ":").replacing("%2C", with: ",").replacing("%0D", with: "\r")
        .replacing("%0A", with: "\n").replacing("%25", with: "%")
    }
  }

  private static func commands(_ report: ValidationReport) -> [Command] {
    report.annotations.split(separator: "\n").compactMap(Command.init)
  }

  @Test func `each severity is a kind of annotation, and no text of the data is a command`() {
    let commands = Self.commands(ReportFixture.report)
    #expect(commands.map(\.name) == ["error", "error", "error", "warning", "notice", "group", "endgroup"])
    #expect(commands[0].properties == ["file": "broken, a:b.shp", "title": "cannot be read"])
    #expect(commands[0].text.contains("the .shp is cut off"))
    #expect(commands[1].properties == ["file": "データ/N03 #1.zip", "title": "self-intersection"])
    #expect(commands[2].text.contains("::error::100%, ::set"))
    #expect(commands[3].text.hasSuffix("a ring was closed (5 times)"))
  }

  @Test func `file names with every special character come through`() {
    var finding = Finding(.overlap, severity: .error, "100 %: a, b")
    finding.file = "50%25, a:b\r\n=.shp"
    let commands = Self.commands(ValidationReport(findings: [finding], checked: .init()))
    #expect(commands[0].properties["file"] == finding.file)
    #expect(commands[0].text == "100 %: a, b")
  }

  @Test func `at most ten of a kind, every rule and file before the second of any, and the rest is counted`() {
    func findings(_ severity: Finding.Severity, _ count: Int, _ rule: Rule, _ file: String) -> [Finding] {
      (0..<count).map { number in
        var finding = Finding(rule, severity: severity, "number \(number)")
        finding.file = file
        finding.record = number
        return finding
      }
    }
    let report = ValidationReport(
      findings: findings(.error, 59, .selfIntersection, "a.shp") + findings(.error, 3, .nestedHoles, "b.shp")
        + findings(.warning, 10, .noGeometry, "a.shp") + findings(.note, 11, .ringWinding, "a.shp"),
      checked: .init())
    let commands = Self.commands(report)
    let errors = commands.filter { $0.name == "error" }
    #expect(errors.count == 10)
    #expect(
      errors.prefix(6).map { $0.properties["file"] } == ["a.shp", "b.shp", "a.shp", "b.shp", "a.shp", "b.shp"])
    #expect(errors[9].text.hasPrefix("53 more of this kind"))
    #expect(errors[9].properties["file"] == nil)
    let warnings = commands.filter { $0.name == "warning" }
    #expect(warnings.count == 10)
    #expect(warnings.allSatisfy { $0.properties["file"] == "a.shp" })
    let notices = commands.filter { $0.name == "notice" }
    #expect(notices.count == 10)
    #expect(notices.last?.text.hasPrefix("2 more of this kind") == true)
  }

  @Test func `what the baseline has is not annotated`() throws {
    #expect(
      Self.commands(try ReportFixture.comparison).map { $0.properties["title"] ?? $0.name }
        == ["inconsistent-sides", "grid-halved", "group", "endgroup"])
  }
}
