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
    let total = suites.reduce(JUnitSuite.Counts()) { $0 + $1.counts }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"mappack validate\"\(total.attributes)>\n"
      + suites.map(\.xml).joined() + "</testsuites>\n"
  }

  private func suites(failingAt severity: Finding.Severity) -> [JUnitSuite] {
    var suites: [String: JUnitSuite] = [:]
    func add(_ outcome: JUnitSuite.Outcome, _ test: String, to path: String) {
      suites[path, default: JUnitSuite(name: path)].tests[test, default: .passed].merge(outcome)
    }
    for file in checked.files {
      add(.passed, "readable", to: file.path)
      for rule in file.rules { add(.passed, rule.rawValue, to: file.path) }
    }
    // The groups of a rule come from the worst severity on, as `JUnitSuite.Outcome.merge` needs them.
    for group in groups {
      let count = group.entries.count
      let heading =
        group.key.severity.rawValue + ", " + Figures.counted(count, "finding")
        + (group.knownCount > 0 ? ", \(Figures.grouped(group.knownCount)) known" : "")
        + (group.remedy.map { ": \($0)" } ?? "")
      let lines = group.lines(indentation: "")
      let outcome: JUnitSuite.Outcome =
        if group.new.isEmpty {
          .skipped(heading)
        } else if group.key.severity >= severity {
          .failed(group.key.severity.rawValue, heading, lines)
        } else {
          .noted(heading + "\n" + lines)
        }
      add(outcome, group.key.rule.rawValue, to: group.key.file ?? "(no file)")
    }
    for error in unreadable {
      add(.broken(error.description), "readable", to: error.file ?? "(no file)")
    }
    return suites.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}

struct JUnitSuite {
  enum Outcome {
    case passed
    /// A test that passes, with its output.
    case noted(String)
    /// A test that was skipped, with the reason.
    case skipped(String)
    /// A test that failed: the type of the failure, a heading, and the text.
    case failed(String, String, String)
    /// A test that could not run, with the reason.
    case broken(String)

    private var rank: Int {
      switch self {
      case .passed: 0
      case .skipped: 1
      case .noted: 2
      case .failed: 3
      case .broken: 4
      }
    }

    /// Takes the worse of two outcomes of a test. Outcomes that list findings keep the lists of both.
    ///
    /// - Precondition: if both list findings, the other one is not worse. Otherwise the list so far would be lost.
    mutating func merge(_ other: Outcome) {
      switch (self, other) {
      case (.noted(let text), .noted(let more)): self = .noted(text + more)
      case (.failed(let kind, let heading, let text), .noted(let more)):
        self = .failed(kind, heading, text + more)
      case (.failed(let kind, let heading, let text), .failed(_, let second, let more)):
        self = .failed(kind, heading + "; " + second, text + more)
      default: if other.rank > rank { self = other }
      }
    }
  }

  struct Counts {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0

    static func + (a: Counts, b: Counts) -> Counts {
      Counts(
        tests: a.tests + b.tests, failures: a.failures + b.failures, errors: a.errors + b.errors,
        skipped: a.skipped + b.skipped)
    }

    var attributes: String {
      " tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
    }
  }

  var name: String
  var tests: [String: Outcome] = [:]

  init(name: String) { self.name = name }

  var counts: Counts {
    var counts = Counts(tests: tests.count)
    for outcome in tests.values {
      switch outcome {
      case .passed, .noted: break
      case .skipped: counts.skipped += 1
      case .failed: counts.failures += 1
      case .broken: counts.errors += 1
      }
    }
    return counts
  }

  var xml: String {
    let file = name.quotedXML
    var xml = "  <testsuite name=\(file)\(counts.attributes)>\n"
    for (test, outcome) in tests.sorted(by: { $0.key < $1.key }) {
      xml += "    <testcase classname=\(file) name=\(test.quotedXML) file=\(file)"
      switch outcome {
      case .passed: xml += "/>\n"
      case .noted(let text): xml += "><system-out>\(text.escapedXML)</system-out></testcase>\n"
      case .skipped(let reason): xml += "><skipped message=\(reason.quotedXML)/></testcase>\n"
      case .failed(let kind, let summary, let text):
        xml += "><failure type=\(kind.quotedXML) message=\(summary.quotedXML)>\(text.escapedXML)</failure></testcase>\n"
      case .broken(let reason):
        xml += "><error type=\"unreadable\" message=\(reason.quotedXML)/></testcase>\n"
      }
    }
    return xml + "  </testsuite>\n"
  }
}

extension String {
  /// The string as the text of an XML element (XML 1.0, section 2.4).
  ///
  /// U+FFFE, U+FFFF and all control characters except the line break and the tab become U+FFFD. XML 1.0 does not have
  /// U+FFFE, U+FFFF and nearly all control characters below U+0020, not even as references.
  var escapedXML: String {
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "\n", "\t": escaped.append(scalar)
      case "\u{0}"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}", "\u{FFFF}": escaped.append("\u{FFFD}")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// The string as the value of an attribute, in quotes. It is on one line: control characters are spaces.
  fileprivate var quotedXML: String { "\"" + onOneLine.escapedXML + "\"" }
}
