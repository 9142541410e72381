import MapPackFeatures

extension ValidationReport {
  /// The report in JSON: `{"findings": […], "summary": {…}}`, one finding a line.
  ///
  /// Every finding has all of the members rule, severity, file, layer, code, name, record, polygon, ring, vertex,
  /// coordinates, message, remedy, fingerprint and count, in that order; what is not known is `null`. `coordinates` is
  /// `[longitude, latitude]` in degrees. The summary counts the features, polygons and vertices checked, the files that
  /// could not be read, and the findings by severity and by rule.
  ///
  /// With a baseline every finding also has a `state`, "known" or "new". `gone` lists the findings of the baseline that
  /// were not found again, and the summary counts all three. Its counts by severity and by rule include known findings.
  ///
  /// The report can be read as a baseline. It ends with a line break.
  package var json: String {
    let rules = JSONMember.object(countsByRule.map { ($0.rule.rawValue, String($0.count)) })
    var summary = [
      ("features", String(checked.features)),
      ("polygons", String(checked.polygons)),
      ("vertices", String(checked.vertices)),
      ("unreadable", String(unreadable.count)),
      ("errors", String(count(of: .error))),
      ("warnings", String(count(of: .warning))),
      ("notes", String(count(of: .note))),
    ]
    if let gone {
      summary += [
        ("known", String(knownCount)), ("new", String(entries.count - knownCount)), ("gone", String(gone.count)),
      ]
    }
    summary.append(("rules", rules))
    var text = "{\n  \"findings\": " + JSONMember.lines(entries.map(members), indentation: 4) + ",\n"
    if let gone {
      let lines = gone.map { JSONMember.object(Self.members(of: $0)) }
      text += "  \"gone\": " + JSONMember.lines(lines, indentation: 4) + ",\n"
    }
    return text + "  \"summary\": \(JSONMember.object(summary))\n}\n"
  }

  private func members(of entry: Entry) -> String {
    JSONMember.object(Self.members(of: entry) + (gone == nil ? [] : entry.stateMembers))
  }

  private static func members(of entry: Entry) -> Entry.Members {
    entry.kindMembers + entry.subjectMembers + [("coordinates", JSONMember.coordinates(entry.finding) ?? "null")]
      + entry.wordMembers + entry.fingerprintMembers + entry.countMembers
  }
}

extension ValidationReport.Entry {
  /// Members of a JSON object, in order. The values are JSON text already.
  typealias Members = [(key: String, value: String)]

  var kindMembers: Members {
    [("rule", JSONMember.string(finding.rule.rawValue)), ("severity", JSONMember.string(finding.severity.rawValue))]
  }

  var subjectMembers: Members {
    [
      ("file", JSONMember.string(finding.file)),
      ("layer", JSONMember.string(finding.layer)),
      ("code", JSONMember.string(finding.code)),
      ("name", JSONMember.string(finding.name)),
      ("record", JSONMember.number(finding.record)),
      ("polygon", JSONMember.number(finding.polygon)),
      ("ring", JSONMember.number(finding.ring)),
      ("vertex", JSONMember.number(finding.vertex)),
    ]
  }

  var wordMembers: Members {
    [("message", JSONMember.string(finding.message)), ("remedy", JSONMember.string(finding.remedy))]
  }

  var fingerprintMembers: Members { [("fingerprint", JSONMember.string(fingerprint))] }

  var countMembers: Members { [("count", JSONMember.number(finding.count))] }

  /// Whether the finding is in the baseline: "known" or "new".
  var stateMembers: Members { [("state", JSONMember.string(isKnown ? "known" : "new"))] }
}

extension ValidationReport {
  /// The locations of the findings as GeoJSON (RFC 7946): a FeatureCollection of Points, one a line.
  ///
  /// Findings without a location are left out; known ones are not. Every point has all of the properties rule,
  /// severity, message, remedy, file, layer, code, name, record, polygon, ring, vertex, count and fingerprint; what is
  /// not known is `null`. With a baseline it also has a `state`, "known" or "new".
  package var geoJSON: String {
    let points = entries.compactMap { entry -> String? in
      guard let coordinates = JSONMember.coordinates(entry.finding) else { return nil }
      let properties =
        entry.kindMembers + entry.wordMembers + entry.subjectMembers + entry.countMembers + entry.fingerprintMembers
        + (gone == nil ? [] : entry.stateMembers)
      return JSONMember.object([
        ("type", JSONMember.string("Feature")),
        ("properties", JSONMember.object(properties)),
        ("geometry", JSONMember.object([("type", JSONMember.string("Point")), ("coordinates", coordinates)])),
      ])
    }
    return "{\"type\": \"FeatureCollection\", \"features\": " + JSONMember.lines(points, indentation: 2) + "}\n"
  }
}

/// Writers of JSON text (RFC 8259) that keep members in the order given.
enum JSONMember {
  /// The values are JSON text already.
  static func object(_ members: [(key: String, value: String)]) -> String {
    "{" + members.map { "\(string($0.key)): \($0.value)" }.joined(separator: ", ") + "}"
  }

  static func object(known members: [(key: String, value: String?)]) -> String {
    object(members.compactMap { member in member.value.map { (member.key, $0) } })
  }

  /// An array with one element a line, indented by `indentation` spaces, and its closing bracket by two less.
  static func lines(_ elements: [String], indentation: Int) -> String {
    guard !elements.isEmpty else { return "[]" }
    let space = String(repeating: " ", count: indentation)
    return "[\n" + elements.map { space + $0 }.joined(separator: ",\n") + "\n" + space.dropLast(2) + "]"
  }

  static func number(_ value: Int?) -> String { value.map(String.init) ?? "null" }

  /// The shortest text that reads back as the same number; `null` for infinity and NaN, which JSON does not have.
  static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

  static func string(_ value: String?) -> String {
    value.map { String(decoding: $0.quotedJSON, as: UTF8.self) } ?? "null"
  }

  /// `[longitude, latitude]` in degrees; `nil` if the finding has no location.
  static func coordinates(_ finding: Finding) -> String? {
    guard let longitude = finding.longitude, let latitude = finding.latitude else { return nil }
    return "[\(number(longitude)), \(number(latitude))]"
  }
}

extension Finding {
  /// The location without the file, the message, the count and the remedy, in one line.
  func sentence(withRemedy: Bool = true) -> String {
    let place = location.text(withFile: false)
    var line = (place.isEmpty ? "" : place + ": ") + message
    if count > 1 { line += " (\(Figures.grouped(count)) times)" }
    if withRemedy, let remedy { line += "; \(remedy)" }
    return line.onOneLine
  }
}

extension String {
  /// The path without `.` and empty steps, for tools that compare paths as text. `..` stays.
  var plainPath: String {
    let steps = split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    return hasPrefix("/") ? "/" + steps : steps
  }
}
