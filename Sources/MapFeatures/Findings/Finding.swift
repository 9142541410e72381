/// Something noticed about the data: what, where and what to do about it.
///
/// Every stage reports in findings; `validate` prints them, `run` counts them into its report.
package struct Finding: Hashable, Codable, Sendable {
  package enum Severity: String, Hashable, Codable, Sendable, Comparable {
    case note, warning, error

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }

    package static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }
  }

  package var rule: Rule
  package var severity: Severity
  /// The source's path as the user wrote it.
  package var file: String?
  package var layer: String?
  package var code: String?
  package var name: String?
  /// The feature's number in its source, from 1.
  package var record: Int?
  /// Polygon of the feature, ring of the polygon (0 is the shell) and vertex of the ring, from 0.
  package var polygon: Int?
  package var ring: Int?
  package var vertex: Int?
  /// Longitude and latitude of the place, in degrees; both or neither.
  package var longitude: Double?
  package var latitude: Double?
  /// What was found, in one sentence without a full stop.
  package var message: String
  /// What to do, in one sentence without a full stop.
  package var remedy: String?
  /// How many occurrences this finding stands for (1 unless they were gathered).
  package var count: Int = 1

  /// The line of the file at which the feature begins, from 1, where the file is text and a report asks for it.
  package var line: Int?

  /// What the feature or region is called, in every report: `長崎市 (42201)`, or what of the two is known.
  package var label: String? {
    switch (name, code) {
    case (let name?, let code?) where name != code: "\(name) (\(code))"
    case (let name?, _): name
    case (nil, let code): code
    }
  }

  package init(rule: Rule, severity: Severity, message: String) {
    self.rule = rule
    self.severity = severity
    self.message = message
  }
}
