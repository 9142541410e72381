import MapPackFeatures

/// Finds where a coverage breaks its promises, at any of its levels. `ValidateStage` asks for it, of stage files and
/// packs.
///
/// These are the faults that the proof of a finished map stops at, at the same locations and in the same words; see
/// `prove(_:jobs:)`. A fault that several levels have is reported for the finest of them. The findings that the
/// coverage carries are not among the result.
/// - Parameter file: the path of the stage file or pack, as the user wrote it.
/// - Complexity: O(n log n) per level for n vertices. The result does not depend on `jobs`.
package func structuralFindings(
  of coverage: Coverage, file: String? = nil, jobs: Int = 1, progress: ProgressHandler? = nil
) -> [Finding] {
  var reported: Set<LevelFault> = []
  var all: [Finding] = []
  for level in coverage.levels.indices {
    progress?(ProgressEvent(activity: "validating", done: level, total: coverage.levels.count, unit: "levels"))
    for fault in coverage.faults(level: level, jobs: jobs) where reported.insert(fault).inserted {
      var finding = Finding(fault.rule, fault.message)
      if coverage.levels.count > 1 { finding.message += " at level \(level)" }
      finding.file = file
      finding.code = fault.region.map { coverage.regions[$0].code }
      finding.name = fault.region.map { coverage.regions[$0].name }
      finding.polygon = fault.polygon
      finding.ring = fault.ring
      if let degrees = fault.point.map(coverage.plane.degrees(of:)) {
        (finding.longitude, finding.latitude) = degrees
      }
      finding.remedy = Rule.brokenRing.remedy
      all.append(finding)
    }
  }
  return all
}
