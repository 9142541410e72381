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
  package var remedy: Remedy?
  /// Lines that the remedy says to copy, such as rows of a change table. Nothing else of an error has lines of its own.
  package var rows: [String]
  /// The field that is asked for and that the source lacks, if that is the fault.
  package var missingField: String?

  package init(
    _ status: ExitStatus, at location: Location, rule: Rule? = nil, _ message: String, remedy: Remedy? = nil,
    rows: [String] = []
  ) {
    self.status = status
    self.location = location
    self.rule = rule
    self.message = message
    self.remedy = remedy
    self.rows = rows
  }

  package init(_ status: ExitStatus, file: String? = nil, _ message: String, remedy: Remedy? = nil) {
    self.init(status, at: Location(file: file), message, remedy: remedy)
  }

  /// The error (`usage`) for a field that is asked for and that the source lacks.
  package init(missingField name: String, file: String?, remedy: Remedy) {
    self.init(.usage, file: file, "there is no field “\(name)”", remedy: remedy)
    missingField = name
  }

  /// The error for a finding that ends a stage.
  package init(_ finding: Finding, status: ExitStatus = .findings) {
    self.init(status, at: finding.location, finding.message, remedy: finding.remedy)
  }
}

extension StageError: CustomStringConvertible {
  /// For those who run a stage.
  package var description: String { text(for: .stage) }

  package func text(for reader: Remedy.Reader) -> String {
    let place = location.text(withDegrees: false)
    let line =
      (place.isEmpty ? "" : place + ": ") + "error: " + message
      + (remedy.map { "; " + $0.words(for: reader) } ?? "")
    return ([line] + rows).map(\.onOneLine).joined(separator: "\n")
  }
}
