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
    var suites: [String: [String: JUnitTest]] = [:]
    func add(_ outcome: JUnitTest, _ test: String, to path: String?) {
      suites[path ?? "(no file)", default: [:]][test] = outcome
    }
    for file in checked.files {
      for test in ["readable"] + file.rules.map(\.rawValue) { add(JUnitTest(), test, to: file.path) }
    }
    let groups = groups
    for file in Set(groups.map(\.key.file)) {
      let found = Dictionary(grouping: groups.filter { $0.key.file == file }, by: \.key.rule)
      for (rule, groups) in found { add(JUnitTest(groups, failingAt: severity), rule.rawValue, to: file) }
    }
    // The first error of a file stays.
    for error in unreadable.reversed() {
      let element = "<error type=\"unreadable\" message=\(error.description.quotedXML)/>"
      add(JUnitTest(outcome: .broken, element: element), "readable", to: error.file)
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites name=\"mappack validate\"\(JUnitTest.counts(of: suites.values.flatMap(\.values)))>\n"
      + suites.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { JUnitTest.suite($0.key, $0.value) }.joined() + "</testsuites>\n"
  }
}

private struct JUnitTest {
  enum Outcome {
    case passed, skipped, failed
    /// Could not run.
    case broken
  }

  var outcome = Outcome.passed
  /// The element within that of the test; empty if there is nothing to say.
  var element = ""

  static func counts(of tests: some Collection<JUnitTest>) -> String {
    func count(_ outcome: Outcome) -> Int { tests.count { $0.outcome == outcome } }
    return " tests=\"\(tests.count)\" failures=\"\(count(.failed))\" errors=\"\(count(.broken))\""
      + " skipped=\"\(count(.skipped))\""
  }

  static func suite(_ name: String, _ tests: [String: JUnitTest]) -> String {
    let file = name.quotedXML
    return "  <testsuite name=\(file)\(counts(of: tests.values))>\n"
      + tests.sorted { $0.key < $1.key }.map { test, found in
        "    <testcase classname=\(file) name=\(test.quotedXML) file=\(file)"
          + (found.element.isEmpty ? "/>\n" : ">\(found.element)</testcase>\n")
      }.joined() + "  </testsuite>\n"
  }
}

extension JUnitTest {
  /// - Parameter groups: those of a rule and a file, at least one, from the worst severity on.
  init(_ groups: [ValidationReport.Group], failingAt severity: Finding.Severity) {
    let listed = groups.filter { !$0.new.isEmpty }
    let failed = listed.filter { $0.key.severity >= severity }
    let lines = listed.map { group in
      (group.key.severity >= severity ? "" : Self.heading(group) + "\n") + group.lines(indentation: "")
    }.joined().escapedXML
    if let worst = failed.first {
      outcome = .failed
      let heading = failed.map(Self.heading).joined(separator: "; ")
      element =
        "<failure type=\(worst.key.severity.rawValue.quotedXML) message=\(heading.quotedXML)>\(lines)</failure>"
    } else if listed.isEmpty {
      outcome = .skipped
      element = "<skipped message=\(Self.heading(groups[0]).quotedXML)/>"
    } else {
      element = "<system-out>\(lines)</system-out>"
    }
  }

  private static func heading(_ group: ValidationReport.Group) -> String {
    group.key.severity.rawValue + ", " + Figures.counted(group.entries.count, "finding")
      + (group.knownCount > 0 ? ", \(Figures.grouped(group.knownCount)) known" : "")
      + (group.remedy.map { ": \($0)" } ?? "")
  }
}

extension String {
  /// The string as the value of an attribute, in quotes. It is on one line: control characters are spaces.
  fileprivate var quotedXML: String { "\"" + onOneLine.escapedXML + "\"" }
}
