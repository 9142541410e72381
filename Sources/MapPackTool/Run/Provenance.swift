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
  static let currentAlgorithm = 9

  var map: String
  /// The version of the tool, which is also in the enum's first line; `nil` in files of version 0.1.0.
  var tool: String? = ToolVersion.current
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

  func encoded() throws(StageError) -> Data {
    try SortedJSON.encoded(self)
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
}

/// Compares the outputs of a run with those that are committed, byte by byte, and says why they differ.
enum OutputCheck {
  /// The differences, in the order of the outputs. An output that cannot be read counts as missing.
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
