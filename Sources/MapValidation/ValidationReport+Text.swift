import MapFeatures

extension ValidationReport {
  /// The report for a reader: findings by file and rule, then what was looked at and how much was found.
  ///
  ///     borders.geojson
  ///       error self-intersection (1): redraw the ring there, or let merge node it (--clean repair)
  ///         長崎市 (42201), record 12, polygon 0, ring 0, vertex 57 at 129.8735000 32.7411000: the ring crosses itself
  ///
  ///     checked 21 features, 3205 polygons, 310224 vertices: 1 error, 0 warnings, 0 notes (self-intersection 1)
  ///
  /// Ends with a line break.
  package var text: String {
    struct Group: Hashable {
      var file: String?
      var rule: String
      var severity: Finding.Severity
    }
    var text = ""
    var groups: [Group] = []
    var members: [Group: [Finding]] = [:]
    for finding in findings {
      let group = Group(file: finding.file, rule: finding.rule, severity: finding.severity)
      if members[group] == nil { groups.append(group) }
      members[group, default: []].append(finding)
    }
    var files: [String?] = []
    for group in groups where files.last != group.file { files.append(group.file) }
    for file in files {
      text += "\(file ?? "(no file)")\n"
      // The worst first; rules of one severity by name.
      let ofFile = groups.filter { $0.file == file }
        .sorted { $0.severity != $1.severity ? $0.severity > $1.severity : $0.rule < $1.rule }
      for group in ofFile {
        let findings = members[group] ?? []
        let remedies = Set(findings.map(\.remedy))
        text += "  \(group.severity.rawValue) \(group.rule) (\(findings.count))"
        if remedies.count == 1, let remedy = remedies.first ?? nil { text += ": \(remedy)" }
        text += "\n"
        for finding in findings {
          let place = Self.place(of: finding)
          text += "    \(place.isEmpty ? "" : place + ": ")\(finding.message)"
          if finding.count > 1 { text += " (\(finding.count) times)" }
          if remedies.count > 1, let remedy = finding.remedy { text += "; \(remedy)" }
          text += "\n"
        }
      }
      text += "\n"
    }
    return text + summaryLine + "\n"
  }

  /// What was looked at and how much was found, in one line.
  package var summaryLine: String {
    func number(_ count: Int, _ thing: String, _ things: String? = nil) -> String {
      "\(count) \(count == 1 ? thing : things ?? thing + "s")"
    }
    var line =
      "checked " + number(checked.features, "feature") + ", " + number(checked.polygons, "polygon") + ", "
      + number(checked.vertices, "vertex", "vertices") + ": " + number(count(of: .error), "error") + ", "
      + number(count(of: .warning), "warning") + ", " + number(count(of: .note), "note")
    if !entries.isEmpty {
      line += " (" + countsByRule.map { "\($0.rule) \($0.count)" }.joined(separator: ", ") + ")"
    }
    return line
  }

  private static func place(of finding: Finding) -> String {
    var parts: [String] = []
    if let layer = finding.layer { parts.append("layer \(layer)") }
    switch (finding.name, finding.code) {
    case (let name?, let code?) where name != code: parts.append(oneLine("\(name) (\(code))"))
    case (let name?, _): parts.append(oneLine(name))
    case (nil, let code?): parts.append(oneLine(code))
    case (nil, nil): break
    }
    if let record = finding.record { parts.append("record \(record)") }
    if let polygon = finding.polygon { parts.append("polygon \(polygon)") }
    if let ring = finding.ring { parts.append("ring \(ring)") }
    if let vertex = finding.vertex { parts.append("vertex \(vertex)") }
    var place = parts.joined(separator: ", ")
    if let longitude = finding.longitude, let latitude = finding.latitude {
      place += (place.isEmpty ? "at " : " at ") + "\(degrees(longitude)) \(degrees(latitude))"
    }
    return place
  }

  /// Text from the data with a space for every control character, so that it cannot break a line or colour a terminal.
  private static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }

  /// Degrees with seven decimals, about a centimetre.
  private static func degrees(_ value: Double) -> String {
    // A longitude in ten-millionths fits by far.
    let scaled = Int64((value.magnitude * 10_000_000).rounded())
    let fraction = String(scaled % 10_000_000)
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return "\(sign)\(scaled / 10_000_000)." + String(repeating: "0", count: 7 - fraction.count) + fraction
  }
}
