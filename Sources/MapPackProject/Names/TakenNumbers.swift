import MapPackFeatures
import MapPackIngest

/// Cells of a sheet that show a date or a truth value, and whose numbers were taken.
struct TakenNumbers: Sendable {
  let file: String
  /// The row of the first one.
  let line: Int
  /// The first ones with their numbers: `“45292” in B7, a date`.
  private var cells: [String] = []
  private var count = 0

  init(file: String, line: Int) { (self.file, self.line) = (file, line) }

  mutating func add(_ content: Spreadsheet.Content, _ text: String, in cell: String) {
    count += 1
    guard cells.count < 5 else { return }
    cells.append("“\(text)” in \(cell), " + (content == .date ? "a date" : text == "0" ? "FALSE" : "TRUE"))
  }

  var finding: Finding {
    let what = count == 1 ? "a cell shows" : "\(Figures.grouped(count)) cells show"
    return Finding(
      .takenAsNumber, at: Location(file: file, line: line),
      "\(what) a date, TRUE or FALSE, and \(count == 1 ? "its number is" : "their numbers are") taken: "
        + cells.joined(separator: "; ") + (count > cells.count ? "; …" : ""),
      remedy: "if what is shown is meant, make the cells texts in the spreadsheet", count: count)
  }
}
