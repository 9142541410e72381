import MapPackFeatures

// `mappack validate --format github`.
extension ValidationReport {
  /// The report as workflow commands of GitHub Actions: errors, then warnings, then notes as notices, and a group of
  /// lines with the counts.
  ///
  /// GitHub shows ten annotations of a kind per step. If there are more findings, nine are annotated, and the tenth
  /// annotation says how many are not. The first finding of every file and rule comes before the second of any.
  /// Findings of the baseline are not annotated. Files that could not be read are the first errors.
  ///
  /// Text from the data never begins a line, so it cannot be a command. The report ends with a line break.
  package var annotations: String {
    let commands = commands("error", of: .error) + commands("warning", of: .warning) + commands("notice", of: .note)
    return (commands + [WorkflowCommand(name: "group", text: "mappack validate: " + summaryLine)])
      .map { $0.command + "\n" }.joined() + totalLines(indentation: "") + "::endgroup::\n"
  }

  private func commands(_ name: String, of severity: Finding.Severity) -> [WorkflowCommand] {
    let groups = groups.filter { $0.key.severity == severity }.map(\.new)
    let failures = (severity == .error ? unreadable : []).map { failure in
      var words = failure
      words.file = nil
      return WorkflowCommand(
        name: name, file: failure.file, title: "cannot be read", text: words.description.onOneLine)
    }
    let findings = (0..<Self.annotationLimit).flatMap { round in
      groups.filter { round < $0.count }.map { group in
        let finding = group[round].finding
        return WorkflowCommand(
          name: name, file: finding.file, line: finding.line, title: finding.rule.rawValue, text: finding.sentence())
      }
    }
    let count = groups.reduce(failures.count) { $0 + $1.count }
    guard count > Self.annotationLimit else { return failures + findings }
    let more = WorkflowCommand(
      name: name, title: "mappack validate",
      text: "\(Figures.grouped(count - Self.annotationLimit + 1)) more of this kind are not annotated: GitHub shows "
        + "\(Self.annotationLimit) for a step; --format json has all")
    return (failures + findings).prefix(Self.annotationLimit - 1) + [more]
  }

  /// The number of annotations of a kind that GitHub shows per step. Source: GitHub's REST API, "Check runs".
  private static let annotationLimit = 10
}

/// A workflow command: `::error file=…,line=…,title=…::text`.
///
/// Source: GitHub Actions, "Workflow commands"; the escapes are those of the package `@actions/core`.
struct WorkflowCommand {
  var name: String
  var file: String?
  /// The line of the file at which the feature begins, from 1, if the file is a text.
  var line: Int?
  var title: String?
  var text: String

  /// Without its line break.
  var command: String {
    let properties = [("file", file?.plainPath), ("line", line.map(String.init)), ("title", title)].compactMap {
      key, value in
      value.map { "\(key)=\(Self.escaped($0, in: "%\r\n:,"))" }
    }
    return "::\(name)" + (properties.isEmpty ? "" : " " + properties.joined(separator: ",")) + "::"
      + Self.escaped(text, in: "%\r\n")
  }

  /// Percent-encodes the `special` characters, which are ASCII. Other control characters become spaces, because a
  /// command has no escape for them and a terminal that shows the log would obey them.
  private static func escaped(_ text: String, in special: String) -> String {
    text.replacing { scalar in
      special.unicodeScalars.contains(scalar)
        ? "%" + hexadecimal(scalar.value, digits: 2).uppercased() : String(scalar).onOneLine
    }
  }
}
