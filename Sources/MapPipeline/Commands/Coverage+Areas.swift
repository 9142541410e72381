import MapFeatures
import MapTopology

extension Coverage {
  /// The coverage itself, if it has areas.
  /// - Parameters:
  ///   - what: what needs areas, as a message begins: `the page`.
  ///   - file: the coverage's file, for the message.
  /// - Throws: `usage` if it has lines or points.
  func areas(for what: String, file: String) throws(StageError) -> Coverage {
    guard kind == .areas else {
      throw StageError(
        .usage, file: file, "\(what) is for maps of areas, and this map has \(kind.rawValue)",
        remedy: "draw it with `mappack export MAP.mappack -o MAP.svg`, or read it with `mappack inspect`")
    }
    return self
  }
}
