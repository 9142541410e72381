import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackGeometry
import MapPackMerge

extension Coverage {
  /// The regions that are not valid as an export in degrees has them: a warning for each, at its first defect, in the
  /// order of the regions. None if they are lines or points.
  ///
  /// A map is proved valid on its own plane. Lines that are straight there are not straight in degrees, so they can
  /// cross.
  /// - Precondition: the coverage has the level.
  /// - Complexity: O(n log n) for n vertices
  func findingsInDegrees(level: Int, file: String, jobs: Int) -> [Finding] {
    guard kind == .areas else { return [] }
    let defects = concurrentMap(regions.count, jobs: jobs) { index in
      let region = RegionInDegrees(index, of: self, level: level)
      return publishedDefect(
        longitude: region.longitude, latitude: region.latitude, ringStart: region.ringStart,
        polygonStart: region.polygonStart)
    }
    return zip(regions, defects).compactMap { region, defect in
      defect.map { defect in
        Finding(
          .invalidInDegrees,
          at: Location(
            file: file, code: region.code, name: region.name, longitude: defect.longitude, latitude: defect.latitude),
          "the region is valid on the map's plane and not in degrees (\(defect.rule))",
          remedy: "write it with --coordinates grid\(level > 0 ? ", or a finer level" : "")")
      }
    }
  }
}
