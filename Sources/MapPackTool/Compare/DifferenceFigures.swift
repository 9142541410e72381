import MapPackFeatures

/// Numbers and members as the text and the Markdown of a difference print them. Lengths come in meters, areas in m².
enum DifferenceFigures {
  /// `69.23 km²`, or below a hundredth of a km² `812.50 m²`. `inspect` writes areas by `GeometryKind.size`, which has
  /// this limit too.
  static func area(_ squareMeters: Double) -> String {
    squareMeters.magnitude < 10_000
      ? Figures.decimal(squareMeters, places: 2) + " m²" : Figures.decimal(squareMeters / 1_000_000, places: 2) + " km²"
  }

  /// `4,200 m`, below 10 m `4.25 m`, below 1 m `312 mm`.
  static func length(_ meters: Double) -> String {
    if meters < 1 { return Figures.decimal(1000 * meters, places: 0) + " mm" }
    return meters < 10
      ? Figures.decimal(meters, places: 2) + " m" : Figures.grouped(Int(min(meters, 1e15).rounded())) + " m"
  }

  /// `69.23 km²`, `4,200 m`, `3 points`.
  static func size(_ size: MapDifference.Size) -> String {
    switch size {
    case .area(let area): self.area(area)
    case .length(let length): self.length(length)
    case .points(let count): Figures.counted(count, "point")
    }
  }

  /// `up to 312 m away, 4,200 m new (6.9 %), 3,100 m gone`; of a single point `312 m away`.
  static func displacement(_ found: MapDifference.Displacement) -> String {
    func amount(_ amount: Double) -> String {
      if case .points = found.region.size { return Figures.counted(Int(amount), "point") }
      return length(amount)
    }
    if case .points(1) = found.region.size, found.appeared == 1, found.vanished == 1 {
      return "\(length(found.distance)) away"
    }
    var parts = ["up to \(length(found.distance)) away"]
    if found.appeared > 0 {
      var part = "\(amount(found.appeared)) new"
      // Lengths of regions are measured on the ellipsoid, these on the sphere of the plane.
      if case .length(let length) = found.region.size { part += " (\(share(min(found.appeared, length), of: length)))" }
      parts.append(part)
    }
    if found.vanished > 0 { parts.append("\(amount(found.vanished)) gone") }
    return parts.joined(separator: ", ")
  }

  /// `6.9 %`.
  static func share(_ part: Double, of whole: Double) -> String {
    whole > 0 ? Figures.decimal(100 * part / whole, places: 1) + " %" : "0.0 %"
  }

  /// `6,100 → 5,900 (−3.3 %)`.
  static func count(_ count: MapDifference.Count) -> String {
    let change = count.new - count.old
    var text = "\(Figures.grouped(count.old)) → \(Figures.grouped(count.new))"
    if count.old > 0, change != 0 {
      let percent = Figures.decimal(100 * Double(change.magnitude) / Double(count.old), places: 1)
      text += " (\(change < 0 ? "−" : "+")\(percent) %)"
    }
    return text
  }

  /// `3 islands appeared (0.12 km²), 1 vanished (800.00 m²)`.
  static func islands(_ islands: MapDifference.IslandChange) -> String {
    var parts: [String] = []
    if islands.appeared > 0 {
      parts.append("\(Figures.counted(islands.appeared, "island")) appeared (\(area(islands.appearedArea)))")
    }
    if islands.vanished > 0 {
      parts.append("\(Figures.counted(islands.vanished, "island")) vanished (\(area(islands.vanishedArea)))")
    }
    return parts.joined(separator: ", ")
  }

  /// `gained 0.12 km², lost 800.00 m²`.
  static func coast(_ coast: MapDifference.CoastMove) -> String {
    var parts: [String] = []
    if coast.gained > 0 { parts.append("gained \(area(coast.gained))") }
    if coast.lost > 0 { parts.append("lost \(area(coast.lost))") }
    return parts.joined(separator: ", ")
  }

  /// What drawing anew explains: one sentence each for borders, coasts and islands.
  static func redrawn(_ difference: MapDifference) -> [String] {
    let redrawn = difference.redrawn
    var lines: [String] = []
    if redrawn.pieces > 0 {
      lines.append(
        "between regions \(area(redrawn.area)) in \(Figures.counted(redrawn.pieces, "piece")): "
          + "nowhere more than redrawing explains")
    }
    if redrawn.coasts > 0 {
      lines.append(
        "at the coasts and outer borders of \(Figures.counted(redrawn.coasts, "region")): "
          + "gained \(area(redrawn.gained)), lost \(area(redrawn.lost))")
    }
    if redrawn.islands > 0 {
      lines.append("\(Figures.counted(redrawn.islands, "island")) at coasts drawn anew appeared or vanished")
    }
    return lines
  }

  /// From which width or distance on land, lines or points count as moved.
  static func bound(_ bound: MapDifference.Bound, _ kind: GeometryKind) -> String {
    guard kind == .areas else {
      return "a \(kind.part) counts as moved if it lies farther than \(length(bound.width)) from where it was"
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

extension Reorganization.Kind {
  /// What happened to regions, as a heading.
  var heading: String {
    switch self {
    case .merge: "merged"
    case .absorb: "absorbed"
    case .split: "split"
    case .reorganize: "reorganized"
    }
  }

  /// All kinds, in the order of the reports.
  static var inOrder: [Self] { [.merge, .absorb, .split, .reorganize] }
}

/// The text of a difference, which `diff` prints by default, and labels that the Markdown has too. `DifferenceFigures`
/// writes the numbers.
extension MapDifference {
  /// The difference for a reader: a paragraph for each kind of change, and a line for each change. It ends with a line
  /// break.
  ///
  ///     Old.mappack → New.mappack: 320 → 309 regions
  ///
  ///     absorbed (11)
  ///       099 Honkajoki → 214 Kankaanpää: 315.68 km², 100.0 % of it
  ///
  ///     borders moved (1)
  ///       564 Oulu → 139 Ii: 69.23 km², up to 7,260 m wide, at 25.412 65.234
  ///
  /// If nothing differs, it is one line that says so. `old` and `new` are the editions that were compared.
  package func text(_ old: Edition, _ new: Edition) -> String {
    let title = "\(old.name) → \(new.name)".onOneLine
    guard !isEmpty else { return "\(title): no difference\n" }
    var text = "\(title): \(Figures.grouped(regions.old)) → \(Figures.grouped(regions.new)) regions\n"
    func add(_ heading: String, _ lines: [String], count: Int? = nil) {
      guard !lines.isEmpty else { return }
      text += "\n\(heading)\((count ?? lines.count).counted)\n"
      for line in lines { text += "  \(line.onOneLine)\n" }
    }
    for kind in Reorganization.Kind.inOrder {
      let found = regrouped.filter { $0.kind == kind }
      // An absorption is counted line by line; any other regrouping takes several lines.
      add(kind.heading, found.flatMap(\.lines), count: kind == .absorb ? nil : found.count)
    }
    add(
      "recoded",
      [respelling].compactMap(\.self)
        + recoded.map { $0.old.label + " → " + ($0.old.name == $0.new.name ? $0.new.code : $0.new.label) },
      count: recoded.count)
    add("renamed", renamed.map { "\($0.old.label) → \($0.new.name)" })
    add("added", added.map { "\($0.label): \(DifferenceFigures.size($0.size))" })
    add("removed", removed.map { "\($0.label): \(DifferenceFigures.size($0.size))" })
    add("moved", displaced.map { "\($0.region.label): \(DifferenceFigures.displacement($0)), at \($0.locationText)" })
    add("borders moved", moves.map { "\($0.from.label) → \($0.to.label): \($0.figures), at \($0.locationText)" })
    add("coasts moved", coasts.map { "\($0.region.label): \(DifferenceFigures.coast($0))" })
    add("islands", islands.map { "\($0.region.label): \(DifferenceFigures.islands($0))" })
    if !redrawn.isEmpty {
      text += "\ndrawn anew\n"
      for line in DifferenceFigures.redrawn(self) { text += "  \(line)\n" }
    }
    text += "\n"
    if vertices.old != vertices.new || regionsWithOtherVertices > 0 {
      text += "vertices: \(DifferenceFigures.count(vertices))"
      if regionsWithOtherVertices > 0 { text += ", in \(Figures.counted(regionsWithOtherVertices, "region"))" }
      text += "\n"
    }
    if let bytes, bytes.old != bytes.new { text += "bytes: \(DifferenceFigures.count(bytes))\n" }
    return text + DifferenceFigures.bound(bound, kind) + "\n"
  }
}

extension Int {
  fileprivate var counted: String { " (\(Figures.grouped(self)))" }
}

extension MapDifference.Member {
  /// `42201 長崎市`, or only the code if there is no other name.
  package var label: String { name == code || name.isEmpty ? code : "\(code) \(name)" }
}

extension MapDifference.Move {
  /// `69.23 km², up to 7,260 m wide, in 3 pieces`.
  var figures: String {
    "\(DifferenceFigures.area(area)), up to \(DifferenceFigures.length(width)) wide"
      + (count > 1 ? ", in \(Figures.counted(count, "piece"))" : "")
  }

  /// `25.4120 65.2340`: longitude and latitude.
  var locationText: String { location.map { Figures.decimal($0, places: 4) }.joined(separator: " ") }
}

extension MapDifference.Displacement {
  /// `25.4120 65.2340`: longitude and latitude.
  var locationText: String { location.map { Figures.decimal($0, places: 4) }.joined(separator: " ") }
}

extension MapDifference.Regrouping {
  /// For an absorption, a line for each overlap. Else a line that says what became what, and a line for each overlap.
  fileprivate var lines: [String] {
    if kind == .absorb {
      return overlaps.map { "\($0.from.label) → \($0.to.label): \($0.figures)" }
    }
    let first =
      from.map(\.label).joined(separator: " + ") + " → " + to.map(\.label).joined(separator: " + ")
    return [first] + overlaps.map { "  \($0.from.label) → \($0.to.label): \($0.figures)" }
  }
}

extension MapDifference.Regrouping.Overlap {
  /// `315.68 km², 100.0 % of it`: the area, and its share of the old region.
  var figures: String {
    "\(DifferenceFigures.area(area)), \(DifferenceFigures.share(area, of: from.area)) of it"
  }
}

/// The Markdown of a difference, which `diff --format markdown` prints.
extension MapDifference {
  /// The difference in Markdown, for a comment on a pull request.
  ///
  /// It has a heading with the map's name, and a table for each kind of change. Tables of more than 20 rows are folded.
  /// Text from the data is escaped. The text ends with a line break. `DifferenceFigures` writes the numbers.
  ///
  /// - Parameters:
  ///   - old: the old edition that was compared.
  ///   - new: the new edition that was compared.
  package func markdown(_ old: Edition, _ new: Edition) -> String {
    let map = new.coverage.map ?? old.coverage.map ?? new.name
    var text = "### \(map.markdown)\n\n"
    guard !isEmpty else { return text + "No difference between \(old.name.code) and \(new.name.code).\n" }
    text += "\(old.name.code) → \(new.name.code)"
    if let before = old.published, let after = new.published, before != after {
      text += " (\(before.markdown) → \(after.markdown))"
    }
    text += ": \(Figures.grouped(regions.old)) → \(Figures.grouped(regions.new)) regions"
    if vertices.old != vertices.new { text += ", \(DifferenceFigures.count(vertices)) vertices" }
    if regionsWithOtherVertices > 0 {
      text += ", other vertices in \(Figures.counted(regionsWithOtherVertices, "region"))"
    }
    if let bytes, bytes.old != bytes.new { text += ", \(DifferenceFigures.count(bytes)) bytes" }
    text += "\n"
    func add(_ heading: String, _ columns: [String], _ rows: [[String]]) {
      text += Self.table("\(heading) (\(Figures.grouped(rows.count)))", columns, rows)
    }
    for kind in Reorganization.Kind.inOrder {
      add(
        kind.heading.capitalized, ["From", "To", "Land"],
        regrouped.filter { $0.kind == kind }.flatMap(\.overlaps).map {
          [$0.from.label.markdown, $0.to.label.markdown, $0.figures]
        })
    }
    if let respelling { text += "\n\(respelling.firstUppercased.markdown)\n" }
    add("Recoded", ["Old", "New"], recoded.map { [$0.old.label.markdown, $0.new.label.markdown] })
    add("Renamed", ["Code", "Old", "New"], renamed.map { [$0.old.code, $0.old.name, $0.new.name].map(\.markdown) })
    let size = kind == .areas ? "Area" : kind == .lines ? "Length" : "Points"
    add("Added", ["Region", size], added.map { [$0.label.markdown, DifferenceFigures.size($0.size)] })
    add("Removed", ["Region", size], removed.map { [$0.label.markdown, DifferenceFigures.size($0.size)] })
    add(
      "Moved", ["Region", "How far", "At"],
      displaced.map { [$0.region.label.markdown, DifferenceFigures.displacement($0), $0.locationText] })
    add(
      "Borders moved", ["From", "To", "Land", "At"],
      moves.map { [$0.from.label.markdown, $0.to.label.markdown, $0.figures, $0.locationText] })
    add("Coasts moved", ["Region", "Land"], coasts.map { [$0.region.label.markdown, DifferenceFigures.coast($0)] })
    add("Islands", ["Region", "Islands"], islands.map { [$0.region.label.markdown, DifferenceFigures.islands($0)] })
    if !redrawn.isEmpty {
      text += "\nDrawn anew: " + DifferenceFigures.redrawn(self).joined(separator: "; ") + ".\n"
    }
    return text + "\n<sub>\(DifferenceFigures.bound(bound, kind).firstUppercased).</sub>\n"
  }

  /// The most rows of a table that is not folded.
  private static let shownRows = 20

  private static func table(_ heading: String, _ columns: [String], _ rows: [[String]]) -> String {
    guard !rows.isEmpty else { return "" }
    var table = "| " + columns.joined(separator: " | ") + " |\n|" + columns.map { _ in "---|" }.joined() + "\n"
    for row in rows { table += "| " + row.joined(separator: " | ") + " |\n" }
    guard rows.count > shownRows else { return "\n**\(heading)**\n\n\(table)" }
    return "\n<details><summary><b>\(heading)</b></summary>\n\n\(table)\n</details>\n"
  }
}

extension String {
  /// The text with its markup escaped, so that GitHub shows it as it is, without links, mentions and ends of cells.
  fileprivate var markdown: String {
    var escaped = ""
    for character in onOneLine {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "@": escaped += "&#64;"
      case "\\", "|", "*", "_", "`", "[", "]", "#", "~", "!": escaped += "\\\(character)"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// The text in HTML's markup for code.
  fileprivate var code: String { "<code>\(markdown)</code>" }

  fileprivate var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}
