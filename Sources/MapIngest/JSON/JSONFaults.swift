import MapFeatures

/// Says where in a file a parser's failure is.
struct JSONFaults {
  /// Path on disk, and as messages show it.
  let path: String
  let shownPath: String
  /// The place whose line was asked for last: lines are counted on from there, so that a file with many faults is gone
  /// through once.
  private var counted = (offset: 0, line: 1)

  init(path: String, shownAs shownPath: String) {
    self.path = path
    self.shownPath = shownPath
  }

  /// The error of a failure at a byte of the file.
  mutating func error(_ failure: GeoJSONParser.Failure, at offset: Int?) -> StageError {
    var error = StageError(
      .unreadableData, file: shownPath,
      (failure.isJSON ? "" : "this is not JSON: ") + failure.message + (offset.map { " (byte \($0))" } ?? ""),
      remedy: failure.isJSON ? "mend the source" : "get the file again, or mend it")
    error.line = offset.flatMap { line(at: $0) }
    error.polygon = failure.polygon
    error.ring = failure.ring
    error.vertex = failure.vertex
    return error
  }

  /// The line, from 1, of a byte; `nil` where the file is there no longer.
  mutating func line(at offset: Int) -> Int? {
    if offset < counted.offset { counted = (0, 1) }
    guard let file = try? InputFile(path: path, shownAs: shownPath),
      let line = try? file.line(at: offset, from: counted.offset, ofLine: counted.line)
    else { return nil }
    counted = (offset, line)
    return line
  }
}
