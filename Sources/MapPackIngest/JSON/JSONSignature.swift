import MapPackFeatures

extension SourceKind {
  /// GeoJSON or TopoJSON, whichever the first text of a file is; GeoJSON if nothing decides.
  ///
  /// The members of the outermost object tell a topology, and JSON of other programs, from GeoJSON. The member "type" of
  /// a topology is most often the first and may be the last. Text that is not JSON may get any answer; its reader finds
  /// the fault.
  static func json(_ path: String, file: String) throws(StageError) -> SourceFormat {
    var bytes = JSONBytes(try InputFile(path: path, shownAs: file))
    // All but the type show that a text is not a topology. What is in "features" tells Esri's JSON.
    let (members, last) = try bytes.members(until: ["type", "features", "geometry", "coordinates", "geometries"])
    if last == "type", try bytes.next(after: []) == UInt8(ascii: "\""), try bytes.string() == "Topology" {
      return .topoJSON
    }
    var feature: Set<String> = []
    if last == "features", try bytes.next(after: [UInt8(ascii: "[")]) == UInt8(ascii: "{") {
      feature = try bytes.members(isOpen: true).names
    }
    if let foreign = ForeignFormat(jsonWith: members, feature: feature) { throw foreign.error(file) }
    return .geoJSON
  }
}

/// Turns failures of a parser into errors that say where in the file they are: byte, line, polygon, ring, vertex. The
/// record, and the rule if only one feature is at fault, are left to be added.
struct JSONFaults {
  let path: String
  let shownPath: String
  /// The position whose line was asked for last. Lines are counted from there, so that a file with many faults is read
  /// once.
  private var counted = (offset: 0, line: 1)

  init(path: String, shownAs shownPath: String) {
    self.path = path
    self.shownPath = shownPath
  }

  /// - Parameter offset: the position of the fault in the file; `nil` if it is not known.
  mutating func error(_ failure: GeoJSONParser.Failure, at offset: Int?) -> StageError {
    StageError(
      .unreadableData,
      at: Location(
        file: shownPath, line: offset.flatMap { line(at: $0) }, polygon: failure.polygon, ring: failure.ring,
        vertex: failure.vertex),
      (failure.isJSON ? "" : "this is not JSON: ") + failure.message + (offset.map { " (byte \($0))" } ?? ""),
      remedy: failure.isJSON ? "mend the source" : "get the file again, or mend it")
  }

  /// The line, from 1, on which a byte lies; `nil` if the file cannot be read any more.
  mutating func line(at offset: Int) -> Int? {
    if offset < counted.offset { counted = (0, 1) }
    guard let file = try? InputFile(path: path, shownAs: shownPath),
      let line = try? file.line(at: offset, from: counted.offset, ofLine: counted.line)
    else { return nil }
    counted = (offset, line)
    return line
  }
}
