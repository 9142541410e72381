/// Something that a stage noticed about the data: what it is, where it is and what to do about it.
///
/// Every stage reports findings. `validate` prints them, and `run` counts them in its report.
package struct Finding: Hashable, Codable, Sendable {
  /// How serious a finding is, in ascending order.
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

  /// The kind of thing that was found.
  package var rule: Rule
  /// How serious it is. The stage decides; `RuleExplanation.severity` is what the page of errors says.
  package var severity: Severity
  /// The source's path as the user wrote it.
  package var file: String?
  /// The layer of the source, if it has layers.
  package var layer: String?
  /// The code of the feature or region.
  package var code: String?
  /// The name of the feature or region.
  package var name: String?
  /// The feature's number in its source, from 1.
  package var record: Int?
  /// The polygon, line or point of the feature, from 0.
  package var polygon: Int?
  /// What the feature is made of.
  package var kind = GeometryKind.areas
  /// The ring of the polygon, from 0, which is the shell.
  package var ring: Int?
  /// The vertex of the ring, from 0.
  package var vertex: Int?
  /// The longitude of the location, in degrees. A finding has both longitude and latitude or neither.
  package var longitude: Double?
  /// The latitude of the location, in degrees.
  package var latitude: Double?
  /// What was found, in one sentence without a full stop.
  package var message: String
  /// What to do, in one sentence without a full stop.
  package var remedy: String?
  /// How many occurrences this finding stands for: 1, unless several were gathered.
  package var count: Int = 1

  /// The line of the file in which the feature begins, from 1, if the file is text and a report asks for it.
  package var line: Int?

  /// What every report calls the feature or region: `長崎市 (42201)`, or its name or code if only one is known.
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
