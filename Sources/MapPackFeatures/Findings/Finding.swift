/// Something that a stage noticed about the data: what it is, where it is and what to do about it.
package struct Finding: Located, Hashable, Sendable {
  /// How serious a finding is, in ascending order.
  package enum Severity: String, Hashable, Codable, CaseIterable, Sendable, Comparable {
    case note, warning, error

    package static func < (a: Severity, b: Severity) -> Bool { a != b && allCases.first { $0 == a || $0 == b } == a }
  }

  /// The kind of thing that was found.
  package var rule: Rule
  /// How serious it is here; `RuleExplanation.severity` is the usual severity.
  package var severity: Severity
  /// Where it is.
  package var location: Location
  /// What was found, in one sentence without a full stop.
  package var message: String
  /// What to do, in one sentence without a full stop.
  package var remedy: Remedy?
  /// How many occurrences this finding stands for: 1, unless several were gathered.
  package var count: Int
  /// The land that it is about, if that was asked for. JSON does not have it.
  package var land: DoubtfulLand?

  /// - Parameter severity: if `nil`, that of the rule.
  package init(
    _ rule: Rule, severity: Severity? = nil, at location: Location = Location(), _ message: String,
    remedy: Remedy? = nil, count: Int = 1
  ) {
    self.rule = rule
    self.severity = severity ?? rule.severity
    self.location = location
    self.message = message
    self.remedy = remedy
    self.count = count
  }
}

extension Finding: Codable {
  private enum Key: CodingKey { case rule, severity, message, remedy, count }

  /// In JSON, the members of the location are members of the finding.
  package init(from decoder: any Decoder) throws {
    location = try Location(from: decoder)
    let container = try decoder.container(keyedBy: Key.self)
    rule = try container.decode(Rule.self, forKey: .rule)
    severity = try container.decode(Severity.self, forKey: .severity)
    message = try container.decode(String.self, forKey: .message)
    remedy = try container.decodeIfPresent(Remedy.self, forKey: .remedy)
    count = try container.decode(Int.self, forKey: .count)
  }

  package func encode(to encoder: any Encoder) throws {
    try location.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(rule, forKey: .rule)
    try container.encode(severity, forKey: .severity)
    try container.encode(message, forKey: .message)
    try container.encodeIfPresent(remedy, forKey: .remedy)
    try container.encode(count, forKey: .count)
  }
}
