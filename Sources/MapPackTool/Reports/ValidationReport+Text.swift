import MapPackFeatures

// `mappack validate --format text`, which is the default.
extension ValidationReport {
  /// The report for a reader: the findings by file and rule, at most 20 of each; the number of findings of each rule;
  /// and the numbers of features, polygons and vertices checked. `ValidationReport.Group` has the limit.
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
    if !totals.isEmpty { text += "\nby rule\n" + totalLines(indentation: "  ") }
    return text + summaryLine + "\n"
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

  /// The numbers of features, polygons and vertices checked and of findings, in one line.
  package var summaryLine: String {
    func number(_ count: Int, _ thing: String, _ things: String? = nil) -> String {
      "\(Figures.grouped(count)) \(count == 1 ? thing : things ?? thing + "s")"
    }
    // With a baseline only new findings count, as they do for the exit status.
    let word = gone == nil ? "" : "new "
    func found(_ severity: Finding.Severity) -> String {
      number(entries.count { $0.finding.severity == severity && !$0.isKnown }, word + severity.rawValue)
    }
    // Of several kinds, one word has to do for all.
    let part = checked.kinds.count > 1 ? "part" : (checked.kinds.first ?? .areas).part
    var line =
      "checked " + number(checked.features, "feature") + ", " + number(checked.polygons, part) + ", "
      + number(checked.vertices, "vertex", "vertices") + ": " + found(.error) + ", " + found(.warning) + ", "
      + found(.note)
    if let gone { line += "; \(Figures.grouped(knownCount)) known, \(Figures.grouped(gone.count)) gone" }
    if !unreadable.isEmpty { line += "; " + number(unreadable.count, "file") + " could not be read" }
    return line
  }
}
