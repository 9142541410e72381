import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackProject

/// Compares the outputs of a run with those that are committed, byte by byte, and says why they differ.
enum OutputCheck {
  /// The differences, in the order of the outputs. An output that cannot be read counts as missing.
  ///
  /// - Parameter folder: the folder that has all outputs, if it is not the project.
  static func differences(
    of result: MapRun.Result, for pipeline: PipelineFile, in folder: String?
  ) -> [FileDifference] {
    let old = Provenance(of: pipeline, in: folder)
    return result.outputs.compactMap { name, data in
      let location = pipeline.location(ofOutput: name, in: folder)
      guard let committed = try? Data(contentsOf: URL(fileURLWithPath: location)) else {
        return (name, ChangeReason.missing)
      }
      guard committed != data else { return nil }
      // An input may have other bytes and give the same map, for example with its features in another order.
      if name == pipeline.provenanceName, let old, old.tellsOfTheSame(as: result.provenance) { return nil }
      return (name, reason(name, committed: committed, old: old, new: result.provenance, pipeline))
    }
  }

  private static func reason(
    _ name: String, committed: Data, old: Provenance?, new: Provenance, _ pipeline: PipelineFile
  ) -> String {
    guard let old else { return "there is no provenance file that says what it was made from" }
    if let written = old.outputs.first(where: { $0.path == name }), written.sha256 != Digest.sha256(committed) {
      return ChangeReason.edited
    }
    if let changes = new.changes(since: old) { return changes }
    let isOtherLock = pipeline.maps.contains { map in
      let lock = map.lockPath
      guard let written = old.outputs.first(where: { $0.path == map.lockName })?.sha256 else { return false }
      return (try? Digest.sha256(fileAt: lock, called: lock)).map { $0 != written } ?? false
    }
    return isOtherLock
      ? ChangeReason.lock
      : "input, pipeline file and algorithm version are the same: the tool gives other bytes, report this"
  }
}
