import MapPackFeatures

extension ValidationReport {
  /// The report as JUnit XML: a suite for each file, a test for each rule.
  ///
  /// - A rule fails if it has a new finding of `severity` or worse. It passes if its new findings are less severe, and
  ///   its output lists them. It is skipped if all of its findings are in the baseline. At most 20 new findings are
  ///   listed for each severity of a rule; a line says how many more there are.
  /// - A rule on shapes that found nothing passes too. So the output shows every rule that was checked. A rule that
  ///   failed in an earlier run and passes now shows as mended. A rule of reading is a test only if it found something.
  /// - The test `readable` is an error if the file cannot be read.
  /// - Each test name occurs once in a suite, because readers of JUnit need that.
  /// - Findings and errors without a file are in the suite `(no file)`.
  /// - Suites are sorted by path, and tests by name.
  ///
  /// JUnit XML has no standard; the elements are those that Jenkins and GitLab read. The XML is well-formed whatever
  /// the text. It ends with a line break.
  package func junit(failingAt severity: Finding.Severity) -> String {
    let suites = suites(failingAt: severity)
    let tests = suites.flatMap(\.tests.values)
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites name=\"mappack validate\"\(JUnitTest.counts(of: tests))>\n"
      + suites.map { JUnitTest.suite($0.name, $0.tests) }.joined() + "</testsuites>\n"
  }

  private func suites(failingAt severity: Finding.Severity) -> [(name: String, tests: [String: JUnitTest])] {
    var suites: [String: [String: JUnitTest]] = [:]
    func add(_ outcome: JUnitTest, _ test: String, to path: String?) {
      suites[path ?? "(no file)", default: [:]][test, default: JUnitTest()].merge(outcome)
    }
    for file in checked.files {
      add(JUnitTest(), "readable", to: file.path)
      for rule in file.rules { add(JUnitTest(), rule.rawValue, to: file.path) }
    }
    // The groups of a rule come from the worst severity on, as `JUnitTest.merge` needs them.
    for group in groups {
      let heading =
        group.key.severity.rawValue + ", " + Figures.counted(group.entries.count, "finding")
        + (group.knownCount > 0 ? ", \(Figures.grouped(group.knownCount)) known" : "")
        + (group.remedy.map { ": \($0)" } ?? "")
      let lines = group.lines(indentation: "")
      let outcome: JUnitTest =
        if group.new.isEmpty {
          JUnitTest(outcome: .skipped, heading: heading)
        } else if group.key.severity >= severity {
          JUnitTest(outcome: .failed, kind: group.key.severity.rawValue, heading: heading, text: lines)
        } else {
          JUnitTest(outcome: .noted, text: heading + "\n" + lines)
        }
      add(outcome, group.key.rule.rawValue, to: group.key.file)
    }
    for error in unreadable {
      add(JUnitTest(outcome: .broken, kind: "unreadable", heading: error.description), "readable", to: error.file)
    }
    return suites.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
  }
}

private struct JUnitTest {
  enum Outcome: Int {
    case passed, skipped
    /// Passed, with an output.
    case noted
    case failed
    /// Could not run.
    case broken
  }

  var outcome = Outcome.passed
  /// The type of a failure or an error.
  var kind = ""
  var heading = ""
  var text = ""

  private var listsFindings: Bool { outcome == .noted || outcome == .failed }

  /// Takes the worse of two outcomes of a test. Outcomes that list findings keep the lists of both.
  ///
  /// - Precondition: if both list findings, the other one is not worse. Otherwise the list so far would be lost.
  mutating func merge(_ other: JUnitTest) {
    guard listsFindings, other.listsFindings, other.outcome.rawValue <= outcome.rawValue else {
      if other.outcome.rawValue > outcome.rawValue { self = other }
      return
    }
    if other.outcome == .failed { heading += "; " + other.heading }
    text += other.text
  }

  static func counts(of tests: some Collection<JUnitTest>) -> String {
    func count(_ outcome: Outcome) -> Int { tests.count { $0.outcome == outcome } }
    return " tests=\"\(tests.count)\" failures=\"\(count(.failed))\" errors=\"\(count(.broken))\""
      + " skipped=\"\(count(.skipped))\""
  }

  static func suite(_ name: String, _ tests: [String: JUnitTest]) -> String {
    let file = name.quotedXML
    return "  <testsuite name=\(file)\(counts(of: tests.values))>\n"
      + tests.sorted { $0.key < $1.key }.map { test, found in
        "    <testcase classname=\(file) name=\(test.quotedXML) file=\(file)\(found.rest)\n"
      }.joined() + "  </testsuite>\n"
  }

  /// What follows the attributes of the element.
  private var rest: String {
    switch outcome {
    case .passed: "/>"
    case .noted: "><system-out>\(text.escapedXML)</system-out></testcase>"
    case .skipped: "><skipped message=\(heading.quotedXML)/></testcase>"
    case .failed:
      "><failure type=\(kind.quotedXML) message=\(heading.quotedXML)>\(text.escapedXML)</failure></testcase>"
    case .broken: "><error type=\(kind.quotedXML) message=\(heading.quotedXML)/></testcase>"
    }
  }
}

extension String {
  /// The string as the text of an XML element (XML 1.0, section 2.4).
  ///
  /// U+FFFE, U+FFFF and all control characters except the line break and the tab become U+FFFD. XML 1.0 does not have
  /// U+FFFE, U+FFFF and nearly all control characters below U+0020, not even as references.
  var escapedXML: String {
    replacing { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\n", "\t": nil
      case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }

  /// The string as the value of an attribute, in quotes. It is on one line: control characters are spaces.
  fileprivate var quotedXML: String { "\"" + onOneLine.escapedXML + "\"" }
}
