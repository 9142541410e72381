import Foundation
import MapPackFeatures

/// The digests of the files that a map's outputs were made from.
///
/// Two runs on the same input give the same provenance: it holds neither a time nor a path of the machine. Digests are
/// SHA-256.
///
/// The names of properties are the keys of the file. A property that is added has to be optional: without that, the
/// provenance of earlier versions would count as absent.
package struct Provenance: Codable, Equatable {
  /// The algorithm version. Raise it by one whenever the same input gives other bytes, and commit the new outputs with
  /// it. Then `run` makes every map again.
  package static let currentAlgorithm = 13

  package var map: String
  /// The version of the tool, which is also in the enum's first line.
  package var tool = ToolVersion.current
  package var algorithm = Provenance.currentAlgorithm
  /// Its name without a folder.
  package var pipeline: InputFile
  /// The sources with their parts, the name table and the change table.
  package var inputs: [InputFile]
  /// The files that were written, without this one.
  package var outputs: [InputFile]

  /// That of a run of this tool.
  package init(map: String, pipeline: InputFile, inputs: [InputFile], outputs: [InputFile]) {
    (self.map, self.pipeline, self.inputs, self.outputs) = (map, pipeline, inputs, outputs)
  }

  /// Whether two runs had the same tool and algorithm and wrote the same bytes, whatever they read.
  package func tellsOfTheSame(as other: Provenance) -> Bool {
    map == other.map && tool == other.tool && algorithm == other.algorithm && outputs == other.outputs
  }
}

extension Provenance {
  /// `nil` if there is none, or if it cannot be read.
  package init?(contentsOf location: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: location)),
      let provenance = try? JSONDecoder().decode(Provenance.self, from: data)
    else { return nil }
    self = provenance
  }

  /// That of a map's last run; `nil` if there is none, or if it cannot be read.
  /// - Parameter folder: the folder that has all outputs, if it is not the project.
  package init?(of pipeline: PipelineFile, in folder: String? = nil) {
    self.init(contentsOf: pipeline.location(ofOutput: pipeline.provenanceName, in: folder))
  }
}
