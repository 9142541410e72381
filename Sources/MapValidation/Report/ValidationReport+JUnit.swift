import MapFeatures

extension ValidationReport {
  /// The report as JUnit XML: a suite for each file, a test for each rule.
  ///
  /// - A rule on shapes that found nothing is a test that passes, so that a reader sees what was checked, and a rule
  ///   that fails no more is one that was mended, not one that has vanished. Rules of reading are tests where they
  ///   found something. A name comes once in a suite, as readers of JUnit need it.
  /// - A rule fails where it has a finding at or above `severity` that the baseline does not have; at most 20 are
  ///   listed. Where it has findings below, it passes and its output lists them; where the baseline has them all, it
  ///   is skipped.
  /// - `readable` is the test that a file that cannot be read does not pass.
  ///
  /// There is no standard; the elements are those that Jenkins and GitLab read. Well-formed whatever the text: what XML
  /// 1.0 cannot have is U+FFFD. Ends with a line break.
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

/// A suite of tests, as JUnit's readers know it.
struct JUnitSuite {
  enum Outcome {
    case passed
    /// Text of a test that passes.
    case noted(String)
    case skipped(String)
    /// The kind, what failed in short, and at length.
    case failed(String, String, String)
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

    /// The worse of two outcomes of a test, with what both say.
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
  /// As the text of an XML element (XML 1.0, 2.4). What XML cannot have, not even as a reference, is U+FFFD.
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

  /// As the value of an attribute, in quotes.
  fileprivate var quotedXML: String { "\"" + onOneLine.escapedXML + "\"" }
}
