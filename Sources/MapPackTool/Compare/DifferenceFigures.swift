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
