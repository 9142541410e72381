import Foundation
import MapPackFeatures

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

  /// Flags and their keys.
  private static let keys = [
    ("--crs", "crs"), ("--encoding", "encoding"), ("--layer", "layer"), ("--geometry", "geometry"),
    ("--clean", "clean.mode"), ("--snap", "clean.snap"), ("--fill-gaps", "clean.fillGaps"), ("--drop", "drop"),
    ("--select", "select"), ("--key", "merge.key"), ("--names", "names.table"), ("--grid", "simplify.grid"),
  ]

  /// The flags behind which a bare word is a value.
  private static let takesWord = ["--crs", "--encoding", "--layer", "--geometry", "--clean"]

  /// A key with its value: `crs: EPSG:6677`, `clean: { mode: none }`.
  private static func written(_ key: String, _ value: String) -> String {
    let steps = key.split(separator: ".")
    return steps.count == 1 ? "\(key): \(value)" : "\(steps[0]): { \(steps[1]): \(value) }"
  }

  /// A text with keys instead of flags. A value behind a flag stays with it.
  package static func of(_ text: String) -> String {
    var text = pairs.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    for (flag, key) in keys {
      var said = ""
      var rest = text[...]
      while let found = rest.range(of: flag) {
        said += rest[..<found.lowerBound]
        rest = rest[found.upperBound...]
        // A longer flag that begins alike.
        if let next = rest.first, next == "-" || next.isLetter {
          said += flag
          continue
        }
        let value = value(behind: rest, takesWord: takesWord.contains(flag))
        rest = value.rest
        said += "`\(value.text.map { written(key, $0) } ?? key)`"
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

extension StageError {
  /// The error in the words of pipeline files. Paths and names stay as they are.
  var inPipelineWords: StageError {
    var error = self
    error.message = PipelineWords.of(message)
    error.remedy = remedy.map(PipelineWords.of)
    return error
  }
}
