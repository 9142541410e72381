import MapPackFeatures

/// Numbers and members in words. Lengths come in meters, areas in m².
package enum DifferenceFigures {
  package static func area(_ squareMeters: Double) -> String { Quantity.area(squareMeters: squareMeters).words }

  package static func length(_ meters: Double) -> String { Quantity.length(meters: meters).words }

  /// `69.23 km²`, `4.2 km`, `3 points`.
  package static func size(_ region: MapDifference.Member) -> String {
    region.area.map(area) ?? region.length.map(length) ?? Figures.counted(region.points ?? 0, "point")
  }

  /// `6.9 %`.
  package static func share(_ part: Double, of whole: Double) -> String {
    whole > 0 ? Figures.decimal(100 * part / whole, places: 1) + " %" : "0.0 %"
  }

  /// `6,100 → 5,900 (−3.3 %)`.
  package static func count(_ old: Int, _ new: Int) -> String {
    let change = new - old
    var text = "\(Figures.grouped(old)) → \(Figures.grouped(new))"
    if old > 0, change != 0 {
      let percent = Figures.decimal(100 * Double(change.magnitude) / Double(old), places: 1)
      text += " (\(change < 0 ? "−" : "+")\(percent) %)"
    }
    return text
  }

  /// `11 regions, the first: 42201 長崎市 409118 → 392281`.
  package static func numbers(_ changes: [MapDifference.NumberChange]) -> String {
    func value(_ value: Double?) -> String { value.flatMap { AttributeValue.real($0).displayText } ?? "no value" }
    let first = changes.first.map { "\($0.region.label) \(value($0.old)) → \(value($0.new))" } ?? ""
    return Figures.counted(changes.count, "region") + (changes.count == 1 ? ": " : ", the first: ") + first
  }

  /// `3 islands appeared (120,000 m²), 1 vanished (800 m²)`.
  package static func islands(_ islands: MapDifference.IslandChange) -> String {
    [("appeared", islands.appeared, islands.appearedArea), ("vanished", islands.vanished, islands.vanishedArea)]
      .filter { $0.1 > 0 }.map { "\(Figures.counted($1, "island")) \($0) (\(area($2)))" }.joined(separator: ", ")
  }

  /// `gained 120,000 m², lost 800 m²`.
  package static func coast(_ coast: MapDifference.CoastMove) -> String {
    [("gained", coast.gained), ("lost", coast.lost)].filter { $0.1 > 0 }.map { "\($0) \(area($1))" }
      .joined(separator: ", ")
  }

  /// What drawing anew explains: one sentence each for borders, coasts and islands.
  static func redrawn(_ difference: MapDifference) -> [String] {
    let redrawn = difference.redrawn
    let regions = Figures.counted(redrawn.coasts, "region")
    return [
      (
        redrawn.places,
        "between regions \(area(redrawn.area)) in \(Figures.counted(redrawn.places, "piece")): "
          + "nowhere more than redrawing explains"
      ),
      (
        redrawn.coasts,
        "at the coasts and outer borders of \(regions): gained \(area(redrawn.gained)), lost \(area(redrawn.lost))"
      ),
      (redrawn.islands, "\(Figures.counted(redrawn.islands, "island")) at coasts drawn anew appeared or vanished"),
    ].filter { $0.0 > 0 }.map(\.1)
  }

  static func bound(_ bound: MapDifference.Bound, _ kind: GeometryKind) -> String {
    guard kind == .areas else {
      return "of \(kind.rawValue), codes, names, numbers and sizes are compared, and not where they lie"
    }
    var text = "land counts as moved if it is wider than \(length(bound.width))"
    if bound.share > 0 {
      text +=
        " and at least \(Figures.decimal(100 * bound.share, places: 1)) % of the smaller region"
        + " (lines lie \(length(bound.displacement)) apart in the median)"
    }
    return text
  }
}

extension MapDifference.Regrouping.Kind {
  var heading: String {
    switch self {
    case .merge: "merged"
    case .absorb: "absorbed"
    case .split: "split"
    case .reorganize: "reorganized"
    }
  }

}

extension MapDifference {
  package struct Table {
    var heading: String
    /// The headings of the columns. If the second is `To` or `New`, it says what became of the first.
    var columns: [String]
    var rows: [[String]]
    /// The number of changes, if that is not the number of rows.
    var count: Int?
    var note: String?
  }

  package var tables: [Table] {
    var tables = Regrouping.Kind.allCases.map { kind in
      let found = regrouped.filter { $0.kind == kind }
      return Table(
        heading: kind.heading, columns: ["From", "To", "Land"],
        rows: found.flatMap(\.overlaps).map { [$0.old.label, $0.new.label, $0.figures] },
        // An absorption is counted row by row; any other regrouping takes several rows.
        count: kind == .absorb ? nil : found.count)
    }
    func add(_ heading: String, _ columns: [String], _ rows: [[String]], note: String? = nil) {
      tables.append(Table(heading: heading, columns: columns, rows: rows, note: note))
    }
    add("recoded", ["Old", "New"], recoded.map { [$0.old.label, $0.new.label] }, note: respelling)
    add("renamed", ["Old", "New"], renamed.map { [$0.old.label, $0.new.name] })
    let changed = Dictionary(grouping: numbersChanged, by: \.name).sorted { $0.key < $1.key }
    add("numbers changed", ["Number", "Regions"], changed.map { [$0.key, DifferenceFigures.numbers($0.value)] })
    let size = kind == .areas ? "Area" : kind == .lines ? "Length" : "Points"
    add("added", ["Region", size], added.map { [$0.label, DifferenceFigures.size($0)] })
    add("removed", ["Region", size], removed.map { [$0.label, DifferenceFigures.size($0)] })
    add(
      "resized", ["Region", size],
      resized.map { [$0.new.label, "\(DifferenceFigures.size($0.old)) → \(DifferenceFigures.size($0.new))"] })
    add(
      "borders moved", ["From", "To", "Land", "At"],
      bordersMoved.map { [$0.from.label, $0.to.label, $0.figures, Self.location($0.coordinates)] })
    add("coasts moved", ["Region", "Land"], coastsMoved.map { [$0.region.label, DifferenceFigures.coast($0)] })
    add("islands", ["Region", "Islands"], islands.map { [$0.region.label, DifferenceFigures.islands($0)] })
    return tables.filter { !$0.rows.isEmpty }
  }

  /// `25.4120 65.2340`: longitude and latitude.
  private static func location(_ coordinates: [Double]) -> String {
    coordinates.map { Figures.decimal($0, places: 4) }.joined(separator: " ")
  }

  /// The difference for a reader: a paragraph for each kind of change, and a line for each change. It ends with a line
  /// break.
  ///
  ///     Old.mappack → New.mappack: 320 → 309 regions
  ///
  ///     absorbed (11)
  ///       099 Honkajoki → 214 Kankaanpää: 316 km², 100.0 % of it
  ///
  ///     borders moved (1)
  ///       564 Oulu → 139 Ii: 69.23 km², up to 7.26 km wide, at 25.412 65.234
  package func text() -> String {
    let title = "\(old.path) → \(new.path)".onOneLine
    guard isDifferent else { return "\(title): no difference\n" }
    var text = "\(title): \(Figures.grouped(old.regions)) → \(Figures.grouped(new.regions)) regions\n"
    for table in tables {
      text += "\n\(table.heading) (\(Figures.grouped(table.count ?? table.rows.count)))\n"
      let isPair = ["To", "New"].contains(table.columns[1])
      let names = isPair ? 2 : 1
      for line in [table.note].compactMap(\.self)
        + table.rows.map({ row in
          let facts = zip(table.columns, row).dropFirst(names).map { $0 == "At" ? "at \($1)" : $1 }
          return row.prefix(names).joined(separator: " → ") + (facts.isEmpty ? "" : ": ")
            + facts.joined(separator: ", ")
        })
      {
        text += "  \(line.onOneLine)\n"
      }
    }
    if redrawn != Redrawn() {
      text += "\ndrawn anew\n" + DifferenceFigures.redrawn(self).map { "  \($0)\n" }.joined()
    }
    text += "\n"
    if old.vertices != new.vertices || regionsWithOtherVertices > 0 {
      text += "vertices: \(DifferenceFigures.count(old.vertices, new.vertices))"
      if regionsWithOtherVertices > 0 { text += ", in \(Figures.counted(regionsWithOtherVertices, "region"))" }
      text += "\n"
    }
    if hasOtherSize, let before = old.bytes, let after = new.bytes {
      text += "bytes: \(DifferenceFigures.count(before, after))\n"
    }
    return text + DifferenceFigures.bound(bound, kind) + "\n"
  }

  /// The difference in Markdown, for a comment on a pull request.
  ///
  /// A table for each kind of change; tables of more than 20 rows are folded. Text from the data is escaped.
  package func markdown() -> String {
    var text = "### \((new.map ?? old.map ?? new.path).markdown)\n\n"
    guard isDifferent else { return text + "No difference between \(old.path.code) and \(new.path.code).\n" }
    text += "\(old.path.code) → \(new.path.code)"
    if let before = old.edition, let after = new.edition, before != after {
      text += " (\(before.markdown) → \(after.markdown))"
    }
    text += ": \(Figures.grouped(old.regions)) → \(Figures.grouped(new.regions)) regions"
    if old.vertices != new.vertices { text += ", \(DifferenceFigures.count(old.vertices, new.vertices)) vertices" }
    if regionsWithOtherVertices > 0 {
      text += ", other vertices in \(Figures.counted(regionsWithOtherVertices, "region"))"
    }
    if hasOtherSize, let before = old.bytes, let after = new.bytes {
      text += ", \(DifferenceFigures.count(before, after)) bytes"
    }
    text += "\n"
    for table in tables {
      let heading = "\(table.heading.firstUppercased) (\(Figures.grouped(table.count ?? table.rows.count)))"
      let lines = [table.columns, table.columns.map { _ in "---" }] + table.rows.map { $0.map(\.markdown) }
      let rows = lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
      if let note = table.note { text += "\n\(note.firstUppercased.markdown)\n" }
      text +=
        table.rows.count > Self.shownRows
        ? "\n<details><summary><b>\(heading)</b></summary>\n\n\(rows)\n</details>\n" : "\n**\(heading)**\n\n\(rows)"
    }
    if redrawn != Redrawn() {
      text += "\nDrawn anew: " + DifferenceFigures.redrawn(self).joined(separator: "; ") + ".\n"
    }
    return text + "\n<sub>\(DifferenceFigures.bound(bound, kind).firstUppercased).</sub>\n"
  }

  private static let shownRows = 20
}

extension MapDifference.Move {
  /// `69.23 km², up to 7.26 km wide, in 3 pieces`.
  fileprivate var figures: String {
    "\(DifferenceFigures.area(area)), up to \(DifferenceFigures.length(width)) wide"
      + (places > 1 ? ", in \(Figures.counted(places, "piece"))" : "")
  }
}

extension MapDifference.Regrouping.Overlap {
  /// `316 km², 100.0 % of it`: the area, and its share of the old region.
  fileprivate var figures: String {
    "\(DifferenceFigures.area(area)), \(DifferenceFigures.share(area, of: old.area ?? 0)) of it"
  }
}

extension String {
  /// The text with its markup escaped, so that GitHub shows it as it is, without links, mentions and ends of cells.
  fileprivate var markdown: String {
    onOneLine.replacing { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "@": "&#64;"
      case "\\", "|", "*", "_", "`", "[", "]", "#", "~", "!": "\\\(scalar)"
      default: nil
      }
    }
  }

  fileprivate var code: String { "<code>\(markdown)</code>" }

  fileprivate var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}
