import Foundation
import MapFeatures

/// Compares what a run made with what is committed, and says why they differ.
struct OutputCheck {
  /// Where a difference comes from, as the committed provenance tells.
  enum Reason: Hashable, CustomStringConvertible {
    /// The file is not there.
    case missing
    /// The file is not what the run wrote that the provenance is of.
    case edited
    /// There is no provenance that could say.
    case unknownOrigin
    case algorithm(old: Int, new: Int)
    case pipeline
    /// Inputs that have changed, appeared or gone.
    case inputs([String])
    /// The name lock, which is read as well as written, is another.
    case lock
    /// Nothing explains it.
    case unexplained

    var description: String {
      switch self {
      case .missing: "it is missing"
      case .edited: "it was edited or is damaged"
      case .unknownOrigin: "there is no provenance file that says what it was made from"
      case .algorithm(let old, let new): "the algorithm version is \(new), it was made with version \(old)"
      case .pipeline: "the pipeline file has changed"
      case .inputs(let names): "the input has changed: \(names.joined(separator: ", "))"
      case .lock: "the name lock has changed"
      case .unexplained:
        "input, pipeline file and algorithm version are the same: the tool gives other bytes, report this"
      }
    }
  }

  struct Difference: Hashable, CustomStringConvertible {
    var file: String
    var reasons: [Reason]

    var description: String {
      "\(file): differs from what the pipeline gives: \(reasons.map(\.description).joined(separator: "; "))"
    }
  }

  /// The differences, in the order of the outputs. `location` says where an output lies.
  static func differences(of result: MapRun.Result, for pipeline: PipelineFile, location: (String) -> String)
    -> [Difference]
  {
    let old = Provenance(contentsOf: location(pipeline.provenanceName))
    var differences: [Difference] = []
    for (name, data) in result.outputs {
      guard let committed = try? Data(contentsOf: URL(fileURLWithPath: location(name))) else {
        differences.append(Difference(file: name, reasons: [.missing]))
        continue
      }
      guard committed != data else { continue }
      // Other bytes of an input that make the same map, such as features in another order, are no difference.
      if name == pipeline.provenanceName, let old, old.tellsOfTheSame(as: result.provenance) { continue }
      differences.append(
        Difference(file: name, reasons: reasons(name, committed: committed, old: old, new: result.provenance, pipeline))
      )
    }
    return differences
  }

  private static func reasons(
    _ name: String, committed: Data, old: Provenance?, new: Provenance, _ pipeline: PipelineFile
  ) -> [Reason] {
    guard let old else { return [.unknownOrigin] }
    if let written = old.outputs.first(where: { $0.path == name }), written.sha256 != Digest.sha256(committed) {
      return [.edited]
    }
    var reasons: [Reason] = []
    if old.algorithm != new.algorithm { reasons.append(.algorithm(old: old.algorithm, new: new.algorithm)) }
    if old.pipeline != new.pipeline { reasons.append(.pipeline) }
    let inputs = changed(old.inputs, new.inputs)
    if !inputs.isEmpty { reasons.append(.inputs(inputs)) }
    if reasons.isEmpty, let lock = try? Digest.sha256(fileAt: pipeline.lockPath, called: pipeline.lockPath),
      old.outputs.contains(where: { $0.path == pipeline.lockName && $0.sha256 != lock })
    {
      reasons.append(.lock)
    }
    return reasons.isEmpty ? [.unexplained] : reasons
  }

  /// The paths whose digest is not the same in both lists, those of `new` first.
  private static func changed(_ old: [Provenance.File], _ new: [Provenance.File]) -> [String] {
    new.filter { !old.contains($0) }.map(\.path)
      + old.filter { file in !new.contains { $0.path == file.path } }.map(\.path)
  }
}
