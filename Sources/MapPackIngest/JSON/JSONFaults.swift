import MapPackFeatures

/// Turns failures of a parser into errors that say where in the file they are: byte, line, polygon, ring, vertex. The
/// caller adds the record, and the rule if only one feature is at fault. `GeoJSONReader`, `TopoJSONReader` and
/// `IMDFArchive` have one.
struct JSONFaults {
  /// The path on disk.
  let path: String
  /// The path as messages show it.
  let shownPath: String
  /// The position whose line was asked for last. Lines are counted from there, so that a file with many faults is read
  /// once.
  private var counted = (offset: 0, line: 1)

  init(path: String, shownAs shownPath: String) {
    self.path = path
    self.shownPath = shownPath
  }

  /// The error for a failure, with the status `unreadableData`.
  /// - Parameter offset: the position of the fault in the file; `nil` if it is not known.
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

  /// The line, from 1, on which a byte lies; `nil` if the file cannot be read any more.
  /// - Complexity: O(n) for n bytes from the byte that was asked for last, or from the start of the file if that lies
  ///   behind.
  mutating func line(at offset: Int) -> Int? {
    if offset < counted.offset { counted = (0, 1) }
    guard let file = try? InputFile(path: path, shownAs: shownPath),
      let line = try? file.line(at: offset, from: counted.offset, ofLine: counted.line)
    else { return nil }
    counted = (offset, line)
    return line
  }
}
