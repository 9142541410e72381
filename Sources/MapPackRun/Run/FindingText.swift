import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackMerge

/// Findings as lines of text, printed when a map is made.
package enum FindingText {
  /// A finding in one line: `file, name (code), record at degrees: severity: message [rule]; remedy`.
  package static func line(_ finding: Finding, for reader: Remedy.Reader) -> String {
    let place = finding.location.text()
    return (place.isEmpty ? "" : place + ": ") + "\(finding.severity.rawValue): \(finding.message) [\(finding.rule)]"
      + (finding.remedy.map { "; " + $0.words(for: reader) } ?? "")
  }

  /// The notes that are printed: each new region, rows of a joined table and of a name table that no region has, columns
  /// that are not known, cases that stay, changes of the name lock and of the pack grid. Notes of other rules are silent.
  private static let printedNotes: Set<Rule> = [
    .newCode, .surplusRow, .unusedRow, .unknownColumn, .caseKept, .lockRenewed, .gridChanged,
  ]

  /// The notes that are printed only if details are asked for: the choice of the pack grid, which a usual first run makes,
  /// and changes that the data has yet to have.
  private static let notesOfUsualRuns: Set<Rule> = [.gridFixed, .gridHalved, .changeAhead]

  /// Prints the warnings and errors, one line for each rule, with the locations of the first three findings. Notes in
  /// `printedNotes` get a line each; those in `notesOfUsualRuns` too, if it is to be verbose.
  package static func note(
    _ findings: [Finding], for reader: Remedy.Reader = .stage, prefix: String = "", isVerbose: Bool, console: Console
  ) {
    let printedNotes = isVerbose ? printedNotes.union(notesOfUsualRuns) : printedNotes
    let findingsByRule = Dictionary(grouping: findings, by: \.rule)
    var seen: Set<Rule> = []
    for finding in findings {
      let isPrinted = printedNotes.contains(finding.rule)
      guard isPrinted || finding.severity > .note && seen.insert(finding.rule).inserted else { continue }
      let all = isPrinted ? [finding] : findingsByRule[finding.rule] ?? []
      console.note(prefix + line(finding, for: reader) + further(all))
    }
  }

  private static func further(_ findings: [Finding]) -> String {
    let count = findings.reduce(0) { $0 + $1.count }
    guard count > 1 else { return "" }
    let file = findings.first?.file
    let next = findings.dropFirst().prefix(2).compactMap { finding -> String? in
      let feature = [finding.label, finding.record.map { "record \($0)" }].compactMap(\.self)
      guard !feature.isEmpty else { return nil }
      return (finding.file == file ? "" : finding.file.map { "\($0), " } ?? "") + feature.joined(separator: ", ")
    }
    let also = next.isEmpty ? "" : "; also \(next.joined(separator: "; "))"
    return " (\(Figures.grouped(count)) in all\(also))"
  }
}
