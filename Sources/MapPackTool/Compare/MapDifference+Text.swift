import MapPackFeatures

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
