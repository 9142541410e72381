import Foundation
import MapPackFeatures

/// Compares the outputs of a run with those that are committed, byte by byte, and says why they differ. `MapTask` asks
/// it for `mappack run --check`.
enum OutputCheck {
  /// The differences, in the order of the outputs; empty if there are none. An output that cannot be read counts as
  /// missing.
  ///
  /// - Parameter location: gives the path of an output by its name.
  static func differences(
    of result: MapRun.Result, for pipeline: PipelineFile, location: (String) -> String
  ) -> [FileDifference] {
    let old = Provenance(contentsOf: location(pipeline.provenanceName))
    var differences: [FileDifference] = []
    for (name, data) in result.outputs {
      guard let committed = try? Data(contentsOf: URL(fileURLWithPath: location(name))) else {
        differences.append(FileDifference(file: name, reasons: [.missing]))
        continue
      }
      guard committed != data else { continue }
      // An input may have other bytes and give the same map, for example with its features in another order.
      if name == pipeline.provenanceName, let old, old.tellsOfTheSame(as: result.provenance) { continue }
      let reasons = reasons(name, committed: committed, old: old, new: result.provenance, pipeline)
      differences.append(FileDifference(file: name, reasons: reasons))
    }
    return differences
  }

  private static func reasons(
    _ name: String, committed: Data, old: Provenance?, new: Provenance, _ pipeline: PipelineFile
  ) -> [ChangeReason] {
    guard let old else { return [.unknownOrigin] }
    if let written = old.outputs.first(where: { $0.path == name }), written.sha256 != Digest.sha256(committed) {
      return [.edited]
    }
    let reasons = ChangeReason.reasons(old: old, new: new)
    guard reasons.isEmpty else { return reasons }
    let lock = pipeline.lockPathToRead
    if let digest = try? Digest.sha256(fileAt: lock, called: lock),
      old.outputs.contains(where: { $0.path == pipeline.lockName && $0.sha256 != digest })
    {
      return [.lock]
    }
    return [.unexplained]
  }
}
