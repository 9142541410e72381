import MapPackFeatures

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
