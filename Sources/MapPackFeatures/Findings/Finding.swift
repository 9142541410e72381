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

/// The exit statuses of all commands. The page of errors (Errors.md) explains them.
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
/// It is printed as `file, feature NAME (record 12), ring 0, vertex 7: error: message; remedy`, in one line whatever the
/// data's names are, and the rows below it. Longitude and latitude are not printed. `execute` in MapPackTool prints it and ends the command with its status.
package struct StageError: Error, Hashable, Sendable {
  /// The exit status of the command.
  package var status: ExitStatus
  /// The file as the user wrote it.
  package var file: String?
  /// The line of that file, from 1.
  package var line: Int?
  /// The feature's name or code, if it is known.
  package var feature: String?
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
  /// The longitude of the vertex as it was read, if the coordinates are what is wrong.
  package var longitude: Double?
  /// The latitude of the vertex as it was read, if the coordinates are what is wrong.
  package var latitude: Double?
  /// The rule that a single feature breaks, if the other features can be read without it. Then a finding may report the
  /// error, and the stage may go on.
  package var rule: Rule?
  /// What was found, without a full stop.
  package var message: String
  /// What to do, without a full stop.
  package var remedy: String?
  /// Lines that the remedy says to copy, such as rows of a change table. Nothing else of an error has lines of its own.
  package var rows: [String] = []

  package init(_ status: ExitStatus, file: String? = nil, _ message: String, remedy: String? = nil) {
    self.status = status
    self.file = file
    self.message = message
    self.remedy = remedy
  }
}

extension StageError: CustomStringConvertible {
  package var description: String {
    var location: [String] = []
    if let file { location.append(line.map { "\(file):\($0)" } ?? file) }
    switch (feature, record) {
    case (let feature?, let record?): location.append("feature \(feature) (record \(record))")
    case (let feature?, nil): location.append("feature \(feature)")
    case (nil, let record?): location.append("record \(record)")
    case (nil, nil): break
    }
    location += kind.steps(part: polygon, ring: ring, vertex: vertex)
    let prefix = location.isEmpty ? "" : location.joined(separator: ", ") + ": "
    let line = prefix + "error: " + message + (remedy.map { "; \($0)" } ?? "")
    return ([line] + rows).map(\.onOneLine).joined(separator: "\n")
  }
}

/// How far a stage has come. A stage reports it from any thread, at most a few hundred times. Commands show it on the
/// terminal (`CommonOptions.withProgress`).
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

/// What a stage calls to report its progress, from any thread.
package typealias ProgressHandler = @Sendable (ProgressEvent) -> Void
