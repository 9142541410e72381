import MapPackEmit
import MapPackFeatures
import MapPackGeometry
import MapPackMerge

/// The judgment of regions in degrees. `RegionsInDegrees` itself is in MapPackEmit; it has the regions' rings as an
/// export has them.
extension RegionsInDegrees {
  /// The regions that are not valid in degrees: a warning for each, at its first defect, in the order of the regions.
  ///
  /// A map is proved valid on its own plane. Lines that are straight there are not straight in degrees, so they can
  /// cross. `export` calls this after it has written the file.
  /// - Parameters:
  ///   - file: the file that is written.
  ///   - level: the level that is written, for the remedy.
  ///   - jobs: the number of threads; the result does not depend on it.
  /// - Precondition: the regions are areas.
  /// - Complexity: O(n log n) for n vertices.
  func findings(file: String, level: Int, jobs: Int) -> [Finding] {
    let defects = concurrentMap(count, jobs: jobs) { region in
      let rings = rings(of: region)
      return publishedDefect(
        longitude: rings.longitude, latitude: rings.latitude, ringStart: rings.ringStart,
        polygonStart: rings.polygonStart)
    }
    return defects.indices.compactMap { region in
      guard let defect = defects[region] else { return nil }
      let label = label(of: region)
      var finding = Finding(
        rule: .invalidInDegrees, severity: .warning,
        message: "the region is valid on the map's plane and not in degrees (\(defect.rule))")
      finding.file = file
      (finding.code, finding.name) = (label.code, label.name)
      (finding.longitude, finding.latitude) = (defect.longitude, defect.latitude)
      finding.remedy = "write it with --coordinates grid" + (level > 0 ? ", or a finer level" : "")
      return finding
    }
  }
}
