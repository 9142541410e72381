import Foundation
import MapPackFeatures

/// Tells whether a map's outputs are what a run would give, without making the map.
///
/// They are if the provenance beside them matches: the tool, the pipeline file, the sources, the tables and the name
/// lock are the same, and the outputs have the digests that were written. A run gives the same bytes for the same
/// input, so nothing else can differ. One exception: maps from sources in other coordinate systems also depend on the
/// version of PROJ, which is not compared.
///
/// `MapTask` asks it before it makes a map.
enum Freshness {
  /// The differences between the provenance and the files; empty if the map need not be made. A provenance that cannot
  /// be read counts as missing.
  ///
  /// The outputs are read for their digests. The sources are read too, but only if nothing else differs.
  ///
  /// - Parameters:
  ///   - seal: the seal of the files that the map is made from.
  ///   - location: gives the path of an output by its name.
  /// - Throws: `noInput` if a file cannot be read; `unreadableData` if an input was changed since it was noted in the
  ///   seal.
  static func differences(
    of pipeline: PipelineFile, seal: InputSeal, location: (String) -> String
  ) throws(StageError) -> [FileDifference] {
    let name = pipeline.provenanceName
    guard let old = Provenance(contentsOf: location(name)) else {
      return [FileDifference(file: name, reasons: [.missing])]
    }
    var outputs: [FileDifference] = []
    for output in pipeline.outputNames where output != name {
      let written = old.outputs.first { $0.path == output }?.sha256
      // Bytes that were written to a stream are gone.
      guard FileManager.default.fileExists(atPath: location(output)), !OutputStream.isStream(location(output)) else {
        outputs.append(FileDifference(file: output, reasons: [.missing]))
        continue
      }
      let found = try Digest.sha256(fileAt: location(output), called: output)
      // The lock is read as well as written. If the outputs go to another folder, the two are different files.
      if output == pipeline.lockName {
        let read = pipeline.lockPathToRead
        let isAsRead = location(output) == read || (try? Digest.sha256(fileAt: read, called: read)) == found
        if written != found || !isAsRead { outputs.append(FileDifference(file: output, reasons: [.lock])) }
      } else if let written, written != found {
        outputs.append(FileDifference(file: output, reasons: [.edited]))
      }
    }
    guard outputs.isEmpty else { return outputs }

    var now = old
    now.tool = ToolVersion.current
    now.algorithm = Provenance.currentAlgorithm
    now.pipeline = InputFile(
      path: pipeline.fileName, sha256: try seal.digest(pipeline.path, at: pipeline.path))
    var reasons = ChangeReason.reasons(old: old, new: now)
    if reasons.isEmpty {
      now.inputs = []
      for file in pipeline.inputFiles.dropFirst() {
        now.inputs.append(InputFile(path: file.name, sha256: try seal.digest(file.name, at: file.location)))
      }
      reasons = ChangeReason.reasons(old: old, new: now)
    }
    return reasons.isEmpty ? [] : [FileDifference(file: pipeline.fileName, reasons: reasons)]
  }
}
