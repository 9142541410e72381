import Foundation
import MapFeatures

/// From which bytes a map's outputs were made: what `--check` reads to say why an output differs.
///
/// Holds no time, no machine's path and nothing else that two runs on the same input could differ in.
struct Provenance: Codable, Equatable {
  /// Changes whenever the same input gives other bytes.
  static let currentAlgorithm = 7

  var map: String
  /// The version of the tool, which stands in the enum's first line; `nil` in what version 0.1.0 wrote.
  var tool: String? = ToolVersion.current
  var algorithm = Provenance.currentAlgorithm
  /// The pipeline file by its name alone.
  var pipeline: InputFile
  /// The sources, a Shapefile's parts each, the name table and the change table.
  var inputs: [InputFile]
  /// What was written, but this file.
  var outputs: [InputFile]

  /// Whether two runs were of one algorithm and wrote the same bytes, whatever they read.
  func tellsOfTheSame(as other: Provenance) -> Bool {
    map == other.map && tool == other.tool && algorithm == other.algorithm && outputs == other.outputs
  }

  /// JSON with sorted keys and a newline at the end.
  func encoded() throws(StageError) -> Data {
    try SortedJSON.encoded(self)
  }

  init(map: String, pipeline: InputFile, inputs: [InputFile], outputs: [InputFile]) {
    self.map = map
    self.pipeline = pipeline
    self.inputs = inputs
    self.outputs = outputs
  }

  /// The provenance that an earlier run left; `nil` where there is none that can be read.
  init?(contentsOf location: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: location)),
      let provenance = try? JSONDecoder().decode(Provenance.self, from: data)
    else { return nil }
    self = provenance
  }
}
