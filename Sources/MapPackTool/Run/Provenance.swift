import Foundation
import MapPackFeatures

/// The digests of the files that a map's outputs were made from.
///
/// Two runs on the same input give the same provenance: it holds neither a time nor a path of the machine. Digests are
/// SHA-256.
///
/// The names of properties are the keys of the file. A property that is added has to be optional: without that, the
/// provenance of earlier versions would count as absent.
struct Provenance: Codable, Equatable {
  /// The algorithm version. Raise it by one whenever the same input gives other bytes, and commit the new outputs with
  /// it. Then `run` makes every map again.
  static let currentAlgorithm = 12

  var map: String
  /// The version of the tool, which is also in the enum's first line.
  var tool = ToolVersion.current
  var algorithm = Provenance.currentAlgorithm
  /// Its name without a folder.
  var pipeline: InputFile
  /// The sources with their parts, the name table and the change table.
  var inputs: [InputFile]
  /// The files that were written, without this one.
  var outputs: [InputFile]

  /// Whether two runs had the same tool and algorithm and wrote the same bytes, whatever they read.
  func tellsOfTheSame(as other: Provenance) -> Bool {
    map == other.map && tool == other.tool && algorithm == other.algorithm && outputs == other.outputs
  }
}

extension Provenance {
  /// `nil` if there is none, or if it cannot be read.
  init?(contentsOf location: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: location)),
      let provenance = try? JSONDecoder().decode(Provenance.self, from: data)
    else { return nil }
    self = provenance
  }

  /// That of a map's last run; `nil` if there is none, or if it cannot be read.
  /// - Parameter folder: the folder that has all outputs, if it is not the project.
  init?(of pipeline: PipelineFile, in folder: String? = nil) {
    self.init(contentsOf: pipeline.location(ofOutput: pipeline.provenanceName, in: folder))
  }
}

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
