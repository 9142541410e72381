import MapPackFeatures

// How the reports for people gather findings and count them.
extension ValidationReport {
  /// The findings of one file under one rule and severity.
  struct Group {
    struct Key: Hashable {
      var file: String?
      var severity: Finding.Severity
      var rule: Rule
    }

    var key: Key
    /// At least one finding, in the order of the report.
    var entries: [Entry]

    /// The findings that are not in the baseline.
    var new: [Entry] { entries.filter { !$0.isKnown } }
    /// The number of findings that are in the baseline.
    var knownCount: Int { entries.count(where: \.isKnown) }
    /// The remedy, if all findings have the same one. Then `lines` leaves it out.
    var remedy: String? {
      let remedy = entries.first?.finding.remedy
      return entries.allSatisfy { $0.finding.remedy == remedy } ? remedy : nil
    }

    /// A line for each of the first 20 new findings, and one that says how many more there are. Each ends with a line
    /// break. Empty if no finding is new.
    /// - Parameters:
    ///   - indentation: the text before each line.
    ///   - mark: the text before each finding.
    func lines(indentation: String, mark: String = "") -> String {
      let new = new
      let isRemedySaid = remedy != nil
      var text = ""
      for entry in new.prefix(Self.shown) {
        text += indentation + mark + entry.finding.sentence(withRemedy: !isRemedySaid) + "\n"
      }
      if new.count > Self.shown {
        text += indentation + "… and \(Figures.grouped(new.count - Self.shown)) more (all in --format json)\n"
      }
      return text
    }

    /// The number of findings of a group that are shown.
    private static let shown = 20
  }

  /// The findings by file, within a file from the worst severity on, then by rule. Findings without a file come first.
  ///
  /// Known findings are among them. JUnit, the text and the annotations rely on this order.
  var groups: [Group] {
    var members: [Group.Key: [Entry]] = [:]
    for entry in entries {
      let finding = entry.finding
      members[Group.Key(file: finding.file, severity: finding.severity, rule: finding.rule), default: []].append(entry)
    }
    return members.map { Group(key: $0.key, entries: $0.value) }.sorted { a, b in
      let (a, b) = (a.key, b.key)
      if a.file != b.file {
        guard let one = a.file, let other = b.file else { return a.file == nil }
        return one.utf8.lexicographicallyPrecedes(other.utf8)
      }
      return a.severity != b.severity ? a.severity > b.severity : a.rule < b.rule
    }
  }

  /// The new findings and occurrences of each severity and rule, counted: from the worst severity on, then by rule.
  ///
  /// Findings of the baseline do not count. A finding that stands for many has many occurrences.
  var totals: [(severity: Finding.Severity, rule: Rule, findings: Int, occurrences: Int)] {
    struct Key: Hashable {
      var severity: Finding.Severity
      var rule: Rule
    }
    var counts: [Key: (findings: Int, occurrences: Int)] = [:]
    for entry in entries where !entry.isKnown {
      let key = Key(severity: entry.finding.severity, rule: entry.finding.rule)
      let count = counts[key] ?? (0, 0)
      counts[key] = (count.findings + 1, count.occurrences + entry.finding.count)
    }
    return counts.sorted { a, b in
      a.key.severity != b.key.severity ? a.key.severity > b.key.severity : a.key.rule < b.key.rule
    }
    .map { ($0.key.severity, $0.key.rule, $0.value.findings, $0.value.occurrences) }
  }

  /// A line for each of `totals`. Each ends with a line break.
  func totalLines(indentation: String) -> String {
    totals.map { total in
      let times = total.occurrences > total.findings ? " (\(Figures.grouped(total.occurrences)) times)" : ""
      return
        "\(indentation)\(total.severity.rawValue) \(total.rule.rawValue): \(Figures.grouped(total.findings))\(times)\n"
    }
    .joined()
  }
}
