import Foundation
import MapPackFeatures
import MapPackFiles

extension ValidationReport {
  /// The report in SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), one result a line, with all that
  /// GitHub's code scanning asks for.
  ///
  /// - The driver lists all rules that `validate` can report, whatever was found. Their texts say what they mean and
  ///   what to do, because the documentation has no public address for `helpUri`.
  /// - The location of a result is in its text, in its logical location (`record 12/polygon 0/ring 0/vertex 57`) and in
  ///   its properties. The region is the line at which the feature begins, if it is known. For other files, such as
  ///   Shapefiles, it is the empty region at the file's beginning, because scanners refuse a result without a line.
  /// - The URI is that of the file, relative to the working folder if the path is. For a file in an archive it is the
  ///   archive's, and the layer is in the logical location.
  /// - The fingerprint stands under a name of its own and as `primaryLocationLineHash`, which code scanning reads.
  ///   Without it, code scanning would take all findings of a rule at line 1 for one.
  /// - With a baseline a result is "new" or "unchanged". Findings that are gone are only counted, in the properties of
  ///   the run: code scanning does not read `baselineState`, so it would show an absent result as a present one.
  /// - A file that could not be read is a notification, and the invocation is not successful.
  ///
  /// The report ends with a line break.
  package var sarif: String {
    """
    {
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        {
          "tool": {
            "driver": {
              "name": "MapPack",
              "version": "\(ToolVersion.current)",
              "semanticVersion": "\(ToolVersion.current)",
              "rules": \(JSON.lines(Rule.reported.map(\.sarif), indentation: 12))
            }
          },
          "invocations": [\(invocation.known.line)],
          "columnKind": "unicodeCodePoints",
          "properties": \(JSON.members(checkedMembers + baselineMembers).line),
          "results": \(JSON.lines(entries.map { result($0).known }, indentation: 8))
        }
      ]
    }

    """
  }

  private var invocation: JSON {
    let notifications = unreadable.map { error -> JSON in
      let locations = error.file.map { file -> JSON in [SARIF.location(file: file, steps: [])] }
      return ["level": "error", "message": SARIF.text(error.description.onOneLine), "locations": locations ?? .null]
    }
    return [
      "executionSuccessful": .flag(unreadable.isEmpty),
      "toolExecutionNotifications": unreadable.isEmpty ? .null : .list(notifications),
    ]
  }

  private func result(_ entry: Entry) -> JSON {
    let finding = entry.finding
    let properties = JSON.members(
      finding.featureMembers + [("coordinates", finding.coordinates), ("count", .integer(finding.count))])
    let locations = finding.file.map { file -> JSON in
      [SARIF.location(file: file, line: finding.line, steps: finding.location.steps.map(\.onOneLine))]
    }
    return [
      "ruleId": .text(finding.rule.rawValue), "ruleIndex": JSON(SARIF.ruleIndex[finding.rule]),
      "level": .text(finding.severity.rawValue), "message": SARIF.text(entry.sentence()),
      "locations": locations ?? .null,
      "partialFingerprints": [
        "mappackFinding/v2": .text(entry.fingerprint), "primaryLocationLineHash": .text(entry.fingerprint),
      ],
      "occurrenceCount": .integer(max(1, finding.count)),
      "baselineState": gone == nil ? .null : .text(entry.isKnown ? "unchanged" : "new"), "properties": properties,
    ]
  }
}

private enum SARIF {
  /// In the driver's list.
  static let ruleIndex: [Rule: Int] = Dictionary(
    uniqueKeysWithValues: Rule.reported.enumerated().map { ($0.element, $0.offset) })

  static func text(_ text: String) -> JSON { ["text": .text(text)] }

  /// - Parameters:
  ///   - line: the line of the file, from 1.
  ///   - steps: the logical location, from the file inward.
  static func location(file: String, line: Int? = nil, steps: [String]) -> JSON {
    let artifact: JSON = ["uri": .text(file.uriReference), "uriBaseId": file.hasPrefix("/") ? .null : "%SRCROOT%"]
    let edges = line == nil ? ["startLine", "startColumn", "endLine", "endColumn"] : ["startLine"]
    let region = JSON.members(edges.map { ($0, .integer(line ?? 1)) })
    let logical = steps.last.map { last -> JSON in
      [["name": .text(last), "fullyQualifiedName": .text(steps.joined(separator: "/"))]]
    }
    return [
      "physicalLocation": ["artifactLocation": artifact, "region": region], "logicalLocations": logical ?? .null,
    ]
  }
}

extension Rule {
  fileprivate var sarif: JSON {
    let explanation = explanation
    func plain(_ text: String) -> String { String(text.filter { $0 != "`" }) }
    func help(_ remedy: String) -> JSON {
      .text(
        "What to do: \(remedy). All rules: MapPack's page “\(RuleExplanation.page)”, under “\(explanation.heading.rawValue)”."
      )
    }
    let meaning = plain(explanation.meaning)
    let description = SARIF.text(meaning.prefix(1).uppercased() + meaning.dropFirst() + ".")
    let remedy = explanation.remedyWords
    return [
      "id": .text(rawValue), "shortDescription": description, "fullDescription": description,
      "help": ["text": help(plain(remedy)), "markdown": help(remedy)],
      "defaultConfiguration": ["level": .text(severity.rawValue)],
    ]
  }
}

extension String {
  /// The path as a URI reference (RFC 3986): relative if the path is, else with the scheme `file`.
  ///
  /// All bytes but unreserved characters and slashes are percent-encoded, so any file name gives a valid reference.
  var uriReference: String {
    let path = plainPath
    return (path.hasPrefix("/") ? "file://" : "")
      + (path.addingPercentEncoding(withAllowedCharacters: .unreservedAndSlash) ?? path)
  }
}

extension CharacterSet {
  fileprivate static let unreservedAndSlash = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
}
