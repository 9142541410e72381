import MapPack
import MapPackFeatures
import MapPackGeometry
import MapPackMerge

extension Coverage {
  /// The regions that are not valid as an export in degrees has them: a warning for each, at its first defect, in the
  /// order of the regions. None if they are lines or points.
  ///
  /// A map is proved valid on its own plane. Lines that are straight there are not straight in degrees, so they can
  /// cross. Each number is the Double that a reader makes of the digits.
  /// - Precondition: the coverage has the level.
  /// - Complexity: O(n log n) for n vertices
  package func findingsInDegrees(level: Int, file: String, jobs: Int) -> [Finding] {
    guard kind == .areas else { return [] }
    let (degrees, clip) = (DecimalDegrees(plane), ClipEdges(plane))
    let defects = concurrentMap(regions.count, jobs: jobs) { region in
      let cells = gridRings(of: region, level: level).filled(by: clip)
      return publishedDefect(
        longitude: ContiguousArray(cells.x.map { degrees.longitude(x: $0).value }),
        latitude: ContiguousArray(cells.y.map { degrees.latitude(y: $0).value }), ringStart: cells.ringStart,
        polygonStart: cells.polygonStart)
    }
    return zip(regions, defects).compactMap { region, defect in
      defect.map { defect in
        Finding(
          .invalidInDegrees,
          at: Location(
            file: file, code: region.code, name: region.name, longitude: defect.longitude, latitude: defect.latitude),
          "the region is valid on the map's plane and not in degrees (\(defect.rule))",
          remedy: "write it with --coordinates grid" + (level > 0 ? ", or a finer level" : ""))
      }
    }
  }
}

/// Checks that a map has a level.
/// - Throws: `usage` if it does not.
package func checkLevel(_ level: Int, of count: Int) throws(StageError) {
  guard level >= 0 && level < count else {
    throw StageError(
      .usage, "level \(level) is asked for, the map has \(count == 1 ? "only level 0" : "levels 0 to \(count - 1)")",
      remedy: "ask for one of these with --level")
  }
}
