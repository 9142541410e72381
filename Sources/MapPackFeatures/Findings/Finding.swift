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
  package var remedy: String?
  /// How many occurrences this finding stands for: 1, unless several were gathered.
  package var count: Int

  /// - Parameter severity: if `nil`, that of the rule.
  package init(
    _ rule: Rule, severity: Severity? = nil, at location: Location = Location(), _ message: String,
    remedy: String? = nil, count: Int = 1
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
    remedy = try container.decodeIfPresent(String.self, forKey: .remedy)
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

/// The exit statuses of all commands.
///
/// Source: the numbers from 64 on are those of sysexits.h.
package enum ExitStatus: Int32, Hashable, Sendable {
  case success = 0
  /// The data has findings at or above the severity that fails, a region has no shape, or a check found a difference.
  case findings = 1
  /// Wrong usage, or a wrong pipeline file.
  case usage = 64
  /// Data is not what it should be, so it cannot be read.
  case unreadableData = 65
  /// An input does not exist.
  case noInput = 66
  /// Something has to be installed first.
  case unavailable = 69
  /// Memory ran out, or the tool has a fault.
  case internalFault = 70
  /// An output cannot be created.
  case cannotCreate = 73
  /// An output cannot be written.
  case cannotWrite = 74
}

/// Why a stage ends without a result: one clear sentence, the location in the input, and what to do.
///
/// It is shown in one line whatever the data's names are, as `file:line, NAME (CODE), record 12, ring 0, vertex 7:
/// error: message; remedy`, and the rows below it.
package struct StageError: Error, Located, Hashable, Sendable {
  /// The exit status of the command.
  package var status: ExitStatus
  /// Where the fault is.
  package var location: Location
  /// The rule that a single feature breaks, if the other features can be read without it. Then a finding may report the
  /// error, and the stage may go on.
  package var rule: Rule?
  /// What was found, without a full stop.
  package var message: String
  /// What to do, without a full stop.
  package var remedy: String?
  /// Lines that the remedy says to copy, such as rows of a change table. Nothing else of an error has lines of its own.
  package var rows: [String]

  package init(
    _ status: ExitStatus, at location: Location, rule: Rule? = nil, _ message: String, remedy: String? = nil,
    rows: [String] = []
  ) {
    self.status = status
    self.location = location
    self.rule = rule
    self.message = message
    self.remedy = remedy
    self.rows = rows
  }

  package init(_ status: ExitStatus, file: String? = nil, _ message: String, remedy: String? = nil) {
    self.init(status, at: Location(file: file), message, remedy: remedy)
  }

  /// The error for a finding that ends a stage.
  package init(_ finding: Finding, status: ExitStatus = .findings) {
    self.init(status, at: finding.location, finding.message, remedy: finding.remedy)
  }
}

extension StageError: CustomStringConvertible {
  package var description: String {
    let place = location.text(withDegrees: false)
    let line = (place.isEmpty ? "" : place + ": ") + "error: " + message + (remedy.map { "; \($0)" } ?? "")
    return ([line] + rows).map(\.onOneLine).joined(separator: "\n")
  }
}

/// How far a stage has come, reported from any thread, at most a few hundred times.
package struct ProgressEvent: Sendable {
  /// What is being done: `reading`, `noding`, `simplifying`.
  package var activity: String
  /// How much of it is done, in `unit`.
  package var done: Int
  /// How much there is to do in all, in `unit`; `nil` if that is not known.
  package var total: Int?
  /// What is counted: `features`, `vertices`, `bytes`.
  package var unit: String

  package init(activity: String, done: Int, total: Int?, unit: String) {
    self.activity = activity
    self.done = done
    self.total = total
    self.unit = unit
  }
}

/// Takes reports of progress, from any thread.
package typealias ProgressHandler = @Sendable (ProgressEvent) -> Void
