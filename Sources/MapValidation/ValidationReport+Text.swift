import MapFeatures

extension ValidationReport {
  /// The report for a reader: findings by file and rule, at most 20 of each, how many each rule has, and what was
  /// looked at.
  ///
  ///     borders.geojson
  ///       error self-intersection (1): redraw the ring there, or let merge node it (--clean repair)
  ///         長崎市 (42201), record 12, polygon 0, ring 0, vertex 57 at 129.8735000 32.7411000: the ring crosses itself
  ///
  ///     by rule
  ///       error self-intersection: 1
  ///     checked 21 features, 3205 polygons, 310224 vertices: 1 error, 0 warnings, 0 notes
  ///
  /// Of findings that the baseline has only their number is said. Ends with a line break.
  package var text: String {
    var text = ""
    let groups = groups
    for (index, group) in groups.enumerated() {
      let isFirstOfFile = index == 0 || groups[index - 1].key.file != group.key.file
      if isFirstOfFile { text += (index > 0 ? "\n" : "") + (group.key.file ?? "(no file)").onOneLine + "\n" }
      text += "  \(group.key.severity.rawValue) \(group.key.rule) (\(group.entries.count)"
      if group.knownCount > 0 { text += ", \(group.knownCount) known" }
      text += ")" + (group.remedy.map { ": " + $0.onOneLine } ?? "") + "\n"
      text += group.lines(indentation: "    ")
    }
    if !groups.isEmpty { text += "\nby rule\n" + totalLines(indentation: "  ") }
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
    if let gone { line += "; \(knownCount) known, \(entries.count - knownCount) new, \(gone.count) gone" }
    if !unreadable.isEmpty { line += "; " + number(unreadable.count, "file") + " could not be read" }
    return line
  }
}
