import MapPackFeatures

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
              "rules": \(JSONMember.lines(Rule.reported.map(\.sarif), indentation: 12))
            }
          },
          "invocations": [\(invocation)],
          "columnKind": "unicodeCodePoints",
          "properties": \(runProperties),
          "results": \(JSONMember.lines(entries.map(result), indentation: 8))
        }
      ]
    }

    """
  }

  private var invocation: String {
    var members = [("executionSuccessful", unreadable.isEmpty ? "true" : "false")]
    if !unreadable.isEmpty {
      let notifications = unreadable.map { error in
        JSONMember.object(known: [
          ("level", JSONMember.string("error")),
          ("message", SARIF.text(error.description.onOneLine)),
          ("locations", error.file.map { "[\(SARIF.location(file: $0, steps: []))]" }),
        ])
      }
      members.append(("toolExecutionNotifications", "[" + notifications.joined(separator: ", ") + "]"))
    }
    return JSONMember.object(members)
  }

  private var runProperties: String {
    var members = [
      ("features", String(checked.features)), ("polygons", String(checked.polygons)),
      ("vertices", String(checked.vertices)),
    ]
    if let gone {
      members += [
        ("known", String(knownCount)), ("new", String(entries.count - knownCount)), ("gone", String(gone.count)),
      ]
    }
    return JSONMember.object(members)
  }

  private func result(_ entry: Entry) -> String {
    let finding = entry.finding
    let properties = JSONMember.object(known: [
      ("layer", finding.layer.map(JSONMember.string)),
      ("code", finding.code.map(JSONMember.string)),
      ("name", finding.name.map(JSONMember.string)),
      ("record", finding.record.map(JSONMember.number)),
      ("polygon", finding.polygon.map(JSONMember.number)),
      ("ring", finding.ring.map(JSONMember.number)),
      ("vertex", finding.vertex.map(JSONMember.number)),
      ("coordinates", JSONMember.coordinates(finding)),
      ("count", JSONMember.number(finding.count)),
    ])
    return JSONMember.object(known: [
      ("ruleId", JSONMember.string(finding.rule.rawValue)),
      ("ruleIndex", SARIF.ruleIndex[finding.rule].map(JSONMember.number)),
      ("level", JSONMember.string(finding.severity.rawValue)),
      ("message", SARIF.text(finding.sentence())),
      (
        "locations",
        finding.file.map {
          "[\(SARIF.location(file: $0, line: finding.line, steps: finding.location.steps.map(\.onOneLine)))]"
        }
      ),
      ("partialFingerprints", SARIF.fingerprints(entry.fingerprint)),
      ("occurrenceCount", JSONMember.number(max(1, finding.count))),
      ("baselineState", gone == nil ? nil : JSONMember.string(entry.isKnown ? "unchanged" : "new")),
      ("properties", properties),
    ])
  }
}

private enum SARIF {
  /// In the driver's list.
  static let ruleIndex: [Rule: Int] = Dictionary(
    uniqueKeysWithValues: Rule.reported.enumerated().map { ($0.element, $0.offset) })

  static func text(_ text: String) -> String { JSONMember.object([("text", JSONMember.string(text))]) }

  static func fingerprints(_ fingerprint: String) -> String {
    JSONMember.object([
      ("mappackFinding/v1", JSONMember.string(fingerprint)),
      ("primaryLocationLineHash", JSONMember.string(fingerprint)),
    ])
  }

  /// - Parameters:
  ///   - line: the line of the file, from 1.
  ///   - steps: the logical location, from the file inward.
  static func location(file: String, line: Int? = nil, steps: [String]) -> String {
    let uri = file.uriReference
    let artifact = JSONMember.object(known: [
      ("uri", JSONMember.string(uri)),
      ("uriBaseId", file.hasPrefix("/") ? nil : JSONMember.string("%SRCROOT%")),
    ])
    let edges = line == nil ? ["startLine", "startColumn", "endLine", "endColumn"] : ["startLine"]
    let region = JSONMember.object(edges.map { ($0, JSONMember.number(line ?? 1)) })
    let logical = steps.last.map { last in
      JSONMember.object([
        ("name", JSONMember.string(last)),
        ("fullyQualifiedName", JSONMember.string(steps.joined(separator: "/"))),
      ])
    }
    return JSONMember.object(known: [
      ("physicalLocation", JSONMember.object([("artifactLocation", artifact), ("region", region)])),
      ("logicalLocations", logical.map { "[\($0)]" }),
    ])
  }
}

extension Rule {
  fileprivate var sarif: String {
    let explanation = explanation
    func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }
    func plain(_ text: String) -> String { String(text.filter { $0 != "`" }) }
    let remedy = explanation.remedy ?? "nothing"
    func help(_ remedy: String) -> String {
      "What to do: \(remedy). All rules: MapPack's page “\(RuleExplanation.page)”, under “\(explanation.heading.rawValue)”."
    }
    return JSONMember.object([
      ("id", JSONMember.string(rawValue)),
      ("shortDescription", SARIF.text(sentence(plain(explanation.meaning)))),
      ("fullDescription", SARIF.text(sentence(plain(explanation.meaning)))),
      (
        "help",
        JSONMember.object([
          ("text", JSONMember.string(help(plain(remedy)))),
          ("markdown", JSONMember.string(help(remedy))),
        ])
      ),
      ("defaultConfiguration", JSONMember.object([("level", JSONMember.string(severity.rawValue))])),
    ])
  }
}

extension String {
  /// The path as a URI reference (RFC 3986): relative if the path is, else with the scheme `file`.
  ///
  /// All bytes but unreserved characters and slashes are percent-encoded, so any file name gives a valid reference.
  var uriReference: String {
    let path = plainPath
    var uri = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += (digits.utf8.count == 1 ? "%0" : "%") + digits
      }
    }
    return uri
  }
}
