import Foundation

/// Advice in the words of pipeline files: keys instead of the flags of single stages, as in `--crs EPSG:6677`.
package enum PipelineWords {
  /// Words that name a flag beside its key, and what is left of them.
  private static let pairs = [
    ("drop in the pipeline file, or --drop of ingest", "`drop`"),
    ("--drop or merge.keyless", "`drop` or `merge.keyless`"),
    ("--key or merge.key", "`merge.key`"), ("(`simplify.grid`, --grid)", "(`simplify.grid`)"),
    (", --geometry lines on the command line", ""), ("`crs`, `--crs`", "`crs`"),
    ("`encoding`, `--encoding`", "`encoding`"),
  ]

  /// Flags, how their keys are written without a value and with one, and whether a bare word behind them is a value.
  private static let keys: [(flag: String, key: String, valued: @Sendable (String) -> String, takesWord: Bool)] = [
    ("--crs", "crs", { "crs: \($0)" }, true), ("--encoding", "encoding", { "encoding: \($0)" }, true),
    ("--layer", "layer", { "layer: \($0)" }, true), ("--geometry", "geometry", { "geometry: \($0)" }, true),
    ("--clean", "clean.mode", { "clean: { mode: \($0) }" }, true),
    ("--snap", "clean.snap", { "clean: { snap: \($0) }" }, false),
    ("--fill-gaps", "clean.fillGaps", { "clean: { fillGaps: \($0) }" }, false),
    ("--drop", "drop", { "drop: \($0)" }, false),
    ("--select", "select", { "select: \($0)" }, false), ("--key", "merge.key", { "merge: { key: \($0) }" }, false),
    ("--names", "names.table", { "names: { table: \($0) }" }, false),
    ("--grid", "simplify.grid", { "grid: \($0)" }, false),
  ]

  /// A text with keys instead of flags. A value behind a flag stays with it.
  package static func of(_ text: String) -> String {
    var text = pairs.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    for key in keys {
      var said = ""
      var rest = text[...]
      while let flag = rest.range(of: key.flag) {
        said += rest[..<flag.lowerBound]
        rest = rest[flag.upperBound...]
        // A longer flag that begins alike.
        if let next = rest.first, next == "-" || next.isLetter {
          said += key.flag
          continue
        }
        let value = value(behind: rest, takesWord: key.takesWord)
        rest = value.rest
        said += "`\(value.text.map(key.valued) ?? key.key)`"
      }
      text = said + rest
    }
    return text
  }

  /// The value that follows a flag: in quotes, or a bare word.
  private static func value(behind text: Substring, takesWord: Bool) -> (text: String?, rest: Substring) {
    guard text.first == " " else { return (nil, text) }
    let value = text.dropFirst()
    if value.first == "\"", let end = value.dropFirst().firstIndex(of: "\"") {
      return (String(value.dropFirst()[..<end]), value[value.index(after: end)...])
    }
    let word = value.prefix { !" ,;)\n".contains($0) }
    return takesWord && !word.isEmpty ? (String(word), value[word.endIndex...]) : (nil, text)
  }
}
