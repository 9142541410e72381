import MapPackFeatures

extension ValidationReport {
  /// The report for a reader: the findings by file and rule, at most 20 of each; the number of findings of each rule;
  /// and the numbers of features, polygons and vertices checked.
  ///
  ///     borders.geojson
  ///       error self-intersection (1): redraw the ring there, or let merge node it (--clean repair)
  ///         長崎市 (42201), record 12, polygon 0, ring 0, vertex 57 at 129.8735000 32.7411000: the ring crosses itself
  ///
  ///     by rule
  ///       error self-intersection: 1
  ///     checked 21 features, 3,205 polygons, 310,224 vertices: 1 error, 0 warnings, 0 notes
  ///
  /// With a baseline the new findings come first, each marked `new:`. Known findings are only counted. The report ends
  /// with a line break.
  package var text: String {
    let groups = groups
    let hasBaseline = gone != nil
    var text = block(groups.filter { !$0.new.isEmpty }, marks: hasBaseline)
    let known = groups.filter(\.new.isEmpty)
    if !known.isEmpty { text += (text.isEmpty ? "" : "\n") + "known, in the baseline\n" + block(known, marks: false) }
    let totals = totalLines(indentation: "  ")
    return text + (totals.isEmpty ? "" : "\nby rule\n" + totals) + summaryLine + "\n"
  }

  private func block(_ groups: [Group], marks: Bool) -> String {
    var text = ""
    for (index, group) in groups.enumerated() {
      let isFirstOfFile = index == 0 || groups[index - 1].key.file != group.key.file
      if isFirstOfFile { text += (index > 0 ? "\n" : "") + (group.key.file ?? "(no file)").onOneLine + "\n" }
      let counts =
        group.knownCount == 0
        ? Figures.grouped(group.entries.count)
        : (group.new.isEmpty ? "" : "\(Figures.grouped(group.new.count)) new, ")
          + "\(Figures.grouped(group.knownCount)) known"
      text += "  \(group.key.severity.rawValue) \(group.key.rule.rawValue) (\(counts))"
      text += (group.remedy.map { ": " + $0.onOneLine } ?? "") + "\n"
      text += group.lines(indentation: "    ", mark: marks ? "new: " : "")
    }
    return text
  }

  package var summaryLine: String {
    // With a baseline only new findings count, as they do for the exit status.
    let word = gone == nil ? "" : "new "
    func found(_ severity: Finding.Severity) -> String {
      Figures.counted(entries.count { $0.finding.severity == severity && !$0.isKnown }, word + severity.rawValue)
    }
    // Of several kinds, one word has to do for all.
    let part = checked.kinds.count > 1 ? "part" : (checked.kinds.first ?? .areas).part
    var line =
      "checked \(Figures.counted(checked.features, "feature")), \(Figures.counted(checked.polygons, part)), "
      + "\(Figures.grouped(checked.vertices)) \(checked.vertices == 1 ? "vertex" : "vertices"): "
      + [found(.error), found(.warning), found(.note)].joined(separator: ", ")
    if let gone { line += "; \(Figures.grouped(knownCount)) known, \(Figures.grouped(gone.count)) gone" }
    if !unreadable.isEmpty { line += "; \(Figures.counted(unreadable.count, "file")) could not be read" }
    return line
  }
}

extension ValidationReport {
  package struct Group {
    /// Sorted by file, none first, from the worst severity on, and by rule.
    struct Key: Hashable, Comparable {
      var file: String?
      var severity: Finding.Severity
      var rule: Rule

      static func < (a: Key, b: Key) -> Bool {
        if a.file != b.file {
          guard let one = a.file, let other = b.file else { return a.file == nil }
          return one.utf8.lexicographicallyPrecedes(other.utf8)
        }
        return a.severity != b.severity ? a.severity > b.severity : a.rule < b.rule
      }
    }

    var key: Key
    /// At least one finding, in the order of the report.
    var entries: [Entry]

    var new: [Entry] { entries.filter { !$0.isKnown } }
    var knownCount: Int { entries.count(where: \.isKnown) }
    /// The remedy, if all findings have the same one. Then `lines` leaves it out.
    var remedy: String? {
      let remedy = entries.first?.remedy
      return entries.allSatisfy { $0.remedy == remedy } ? remedy : nil
    }

    /// A line for each of the first 20 new findings, and one that says how many more there are, each with a line break.
    /// - Parameter mark: the text before each finding.
    func lines(indentation: String, mark: String = "") -> String {
      let new = new
      let isRemedySaid = remedy != nil
      var text = ""
      for entry in new.prefix(Self.shown) {
        text += indentation + mark + entry.sentence(withRemedy: !isRemedySaid) + "\n"
      }
      if new.count > Self.shown {
        text += indentation + "… and \(Figures.grouped(new.count - Self.shown)) more (all in --format json)\n"
      }
      return text
    }

    private static let shown = 20
  }

  /// The findings, known ones too, sorted by their keys.
  package var groups: [Group] { Self.groups(entries) { $0.file } }

  /// The new findings of each severity and rule, whatever their files.
  private var totals: [Group] { Self.groups(entries.filter { !$0.isKnown }) { _ in nil } }

  private static func groups(_ entries: [Entry], file: (Finding) -> String?) -> [Group] {
    Dictionary(grouping: entries) {
      Group.Key(file: file($0.finding), severity: $0.finding.severity, rule: $0.finding.rule)
    }
    .map { Group(key: $0.key, entries: $0.value) }.sorted { $0.key < $1.key }
  }

  /// A line for each severity and rule with the number of its new findings, and of their occurrences if a finding
  /// stands for many. Each ends with a line break.
  func totalLines(indentation: String) -> String {
    totals.map { total in
      let occurrences = total.entries.reduce(0) { $0 + $1.finding.count }
      let times = occurrences > total.entries.count ? " (\(Figures.grouped(occurrences)) times)" : ""
      let count = Figures.grouped(total.entries.count)
      return "\(indentation)\(total.key.severity.rawValue) \(total.key.rule.rawValue): \(count)\(times)\n"
    }
    .joined()
  }
}
