import MapPackFeatures

/// Why an output is not what its map's pipeline gives, as far as the provenance beside it tells. `Freshness` finds the
/// reasons before a map is made, and `OutputCheck` after it (`--check`).
enum ChangeReason: Hashable, CustomStringConvertible {
  /// The file is not there.
  case missing
  /// The file is not the one that the run wrote.
  case edited
  /// There is no provenance.
  case unknownOrigin
  /// Another version of the tool wrote the provenance; `old` is `nil` if the provenance does not say which.
  case tool(old: String?, new: String)
  /// The algorithm version (`Provenance.currentAlgorithm`) has changed.
  case algorithm(old: Int, new: Int)
  /// The pipeline file has changed.
  case pipeline
  /// Inputs have changed, appeared or gone; these are their names.
  case inputs([String])
  /// The name lock, which a run reads and writes, has changed.
  case lock
  /// Nothing explains it.
  case unexplained

  var description: String {
    switch self {
    case .missing: "it is missing"
    case .edited: "it was edited or is damaged"
    case .unknownOrigin: "there is no provenance file that says what it was made from"
    case .tool(let old, let new): "it was made by mappack \(old ?? "of an earlier version"), and this is mappack \(new)"
    case .algorithm(let old, let new): "the algorithm version is \(new), it was made with version \(old)"
    case .pipeline: "the pipeline file has changed"
    case .inputs(let names): "the input has changed: \(names.joined(separator: ", "))"
    case .lock: "the name lock has changed"
    case .unexplained:
      "input, pipeline file and algorithm version are the same: the tool gives other bytes, report this"
    }
  }

  /// What differs between two runs: the tool, the algorithm, the pipeline file, the inputs, in this order.
  static func reasons(old: Provenance, new: Provenance) -> [ChangeReason] {
    var reasons: [ChangeReason] = []
    if old.tool != new.tool { reasons.append(.tool(old: old.tool, new: new.tool ?? "")) }
    if old.algorithm != new.algorithm { reasons.append(.algorithm(old: old.algorithm, new: new.algorithm)) }
    if old.pipeline != new.pipeline { reasons.append(.pipeline) }
    let inputs = changed(old.inputs, new.inputs)
    if !inputs.isEmpty { reasons.append(.inputs(inputs)) }
    return reasons
  }

  /// The paths whose digests differ, or that only one list has; those of `new` first.
  private static func changed(_ old: [InputFile], _ new: [InputFile]) -> [String] {
    new.filter { !old.contains($0) }.map(\.path)
      + old.filter { file in !new.contains { $0.path == file.path } }.map(\.path)
  }
}

/// An output, and why it is not what its map's pipeline gives.
struct FileDifference: Hashable {
  var file: String
  var reasons: [ChangeReason]

  /// The difference in one line: `Output/World.swift: it was edited or is damaged`.
  var words: String { "\(file): \(reasons.map(\.description).joined(separator: "; "))" }
}
