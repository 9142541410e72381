import MapPackFeatures
import MapPackFiles

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
    return commands.joined() + workflowCommand("group", [:], "mappack validate: " + summaryLine)
      + totalLines(indentation: "") + "::endgroup::\n"
  }

  private func commands(_ name: String, of severity: Finding.Severity) -> [String] {
    let groups = groups.filter { $0.key.severity == severity }.map(\.new)
    let failures = (severity == .error ? unreadable : []).map { failure in
      var words = failure
      words.file = nil
      return workflowCommand(
        name, ["file": failure.file?.plainPath, "title": "cannot be read"], words.text(for: reader).onOneLine)
    }
    let findings = (0..<Self.annotationLimit).flatMap { round in
      groups.filter { round < $0.count }.map { group in
        let finding = group[round].finding
        return workflowCommand(
          name,
          [
            "file": finding.file?.plainPath, "line": finding.line.map(String.init), "title": finding.rule.rawValue,
          ], group[round].sentence())
      }
    }
    let count = groups.reduce(failures.count) { $0 + $1.count }
    guard count > Self.annotationLimit else { return failures + findings }
    let more = workflowCommand(
      name, ["title": "mappack validate"],
      "\(Figures.grouped(count - Self.annotationLimit + 1)) more of this kind are not annotated: GitHub shows "
        + "\(Self.annotationLimit) for a step; --format json has all")
    return (failures + findings).prefix(Self.annotationLimit - 1) + [more]
  }

  /// The number of annotations of a kind that GitHub shows per step. Source: GitHub's REST API, "Check runs".
  private static let annotationLimit = 10
}

/// A workflow command, `::error file=…,line=…,title=…::text`, with its line break. Some of the properties may be `nil`.
///
/// Source: GitHub Actions, "Workflow commands"; the escapes are those of the package `@actions/core`.
private func workflowCommand(_ name: String, _ properties: KeyValuePairs<String, String?>, _ text: String)
  -> String
{
  let properties = properties.compactMap { key, value in value.map { "\(key)=\(escaped($0, in: "%\r\n:,"))" } }
  return "::\(name)" + (properties.isEmpty ? "" : " " + properties.joined(separator: ",")) + "::"
    + escaped(text, in: "%\r\n") + "\n"
}

/// Percent-encodes the `special` characters, which are ASCII. Other control characters become spaces, because a command
/// has no escape for them and a terminal that shows the log would obey them.
private func escaped(_ text: String, in special: String) -> String {
  text.replacing { scalar in
    special.unicodeScalars.contains(scalar)
      ? "%" + hexadecimal(scalar.value, digits: 2).uppercased() : String(scalar).onOneLine
  }
}
