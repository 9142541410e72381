import MapPackFeatures

/// Checks that a map has a level.
/// - Throws: `usage` if it does not.
package func checkLevel(_ level: Int, of count: Int) throws(StageError) {
  guard level >= 0 && level < count else {
    throw StageError(
      .usage, "level \(level) is asked for, the map has \(count == 1 ? "only level 0" : "levels 0 to \(count - 1)")",
      remedy: "ask for one of these with --level")
  }
}
