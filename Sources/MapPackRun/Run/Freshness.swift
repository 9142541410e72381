import Foundation
import MapPackFeatures
import MapPackFiles
import MapPackGeometry
import MapPackProject

/// Tells whether a map's outputs are what a run would give, without making the map.
///
/// They are if the provenance of the last run matches: the tool, the pipeline file, the sources, the tables and the name
/// lock are the same, and the outputs have the digests that were written. A run gives the same bytes for the same
/// input, so nothing else can differ. One exception: maps from sources in other coordinate systems also depend on the
/// version of PROJ, which is not compared.
enum Freshness {
  /// The differences between the provenance and the files; empty if the map need not be made. A provenance that cannot
  /// be read counts as missing.
  ///
  /// The outputs are read for their digests. The sources are read too, but only if nothing else differs.
  ///
  /// - Parameter folder: the folder that has all outputs, if it is not the project.
  static func differences(
    of pipeline: PipelineFile, seal: InputSeal, in folder: String?
  ) throws(StageError) -> [FileDifference] {
    func location(_ output: String) -> String { pipeline.location(ofOutput: output, in: folder) }
    let name = pipeline.provenanceName
    guard let old = Provenance(contentsOf: location(name)) else { return [(name, ChangeReason.missing)] }
    var outputs: [FileDifference] = []
    for output in pipeline.outputNames where output != name {
      let written = old.outputs.first { $0.path == output }?.sha256
      // Bytes that were written to a stream are gone.
      guard FileManager.default.fileExists(atPath: location(output)), !OutputStream.isStream(location(output)) else {
        outputs.append((output, ChangeReason.missing))
        continue
      }
      let found = try Digest.sha256(fileAt: location(output), called: output)
      // The lock is read as well as written. If the outputs go to another folder, the two are different files.
      if let read = pipeline.maps.first(where: { $0.lockName == output })?.lockPath {
        let isAsRead = location(output) == read || (try? Digest.sha256(fileAt: read, called: read)) == found
        if written != found || !isAsRead { outputs.append((output, ChangeReason.lock)) }
      } else if let written, written != found {
        outputs.append((output, ChangeReason.edited))
      }
    }
    guard outputs.isEmpty else { return outputs }

    var now = old
    now.tool = ToolVersion.current
    now.algorithm = Provenance.currentAlgorithm
    now.pipeline = try pipeline.asInput(seal)
    if now.changes(since: old) == nil { now.inputs = try pipeline.inputFiles.dropFirst().map(seal.input) }
    return now.changes(since: old).map { [(pipeline.fileName, $0)] } ?? []
  }
}

/// A file, and why it is not what its map's pipeline gives, as far as the provenance of the last run tells.
typealias FileDifference = (file: String, why: String)

extension Provenance {
  /// What has changed since an earlier run, in words: the tool, the algorithm, the pipeline file, the inputs; `nil` if
  /// nothing has.
  package func changes(since old: Provenance) -> String? {
    var reasons: [String] = []
    if old.tool != tool { reasons.append("it was made by mappack \(old.tool), and this is mappack \(tool)") }
    if old.algorithm != algorithm {
      reasons.append("the algorithm version is \(algorithm), it was made with version \(old.algorithm)")
    }
    if old.pipeline != pipeline { reasons.append("the pipeline file has changed") }
    let changed =
      inputs.filter { !old.inputs.contains($0) }
      + old.inputs.filter { file in !inputs.contains { $0.path == file.path } }
    if !changed.isEmpty {
      reasons.append("the input has changed: " + changed.map(\.path).canonicallyDistinct.joined(separator: ", "))
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }
}
