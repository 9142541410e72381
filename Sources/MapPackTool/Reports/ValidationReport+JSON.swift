import MapPackFeatures

// `mappack validate --format json`. `ValidationReport.Entry.Members` has the members of a finding.
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
  /// The report can be read as a baseline: `Baseline` reads these members by their names. It ends with a line break.
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
