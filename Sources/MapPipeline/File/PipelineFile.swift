import Foundation
import MapFeatures
import MapIngest
import MapSimplification
import MapTopology

/// What a map's YAML file says: where its data comes from, what is done to it, and where the results go.
///
/// Every field holds what is written, checked for its type; nothing has been opened yet. Keys that are not
/// written have the defaults of the commands.
package struct PipelineFile: Sendable {
  /// The file as the user named it, for messages.
  package var path: String
  /// The folder to which the paths in the file are relative.
  package var project: ProjectFolder
  /// The map's name: the enum's, the pack's.
  package var map: String
  package var sources: [SourceEntry]
  package var select: FeatureFilter?
  package var drop: FeatureFilter?
  /// `merge` and `clean`; how many threads may be used is the run's to say.
  package var merge: MergeOptions
  package var names: Names
  package var expect: Expectation
  package var simplify: Simplify
  package var output: Output

  /// One entry of `sources`.
  package struct SourceEntry: Sendable {
    /// A file, a folder or a pattern (`*`, `?`, `[a-z]`), as written.
    package var path: String
    /// The line at which the entry begins.
    package var line: Int?
    package var layer: String?
    package var url: String?
    /// What the file's SHA-256 must be, in lower-case hexadecimal.
    package var sha256: String?
    package var encoding: String?
    package var coordinateSystem: String?
    package var publisher: String?
    package var licence: String?
    package var edition: String?
    package var attribution: String?

    package init(path: String) { self.path = path }
  }

  package struct Names: Sendable {
    /// A CSV with the columns `code` and `name`: the names of regions that the data names otherwise or not at all.
    package var table: String?
    package var tableLine: Int?
    /// Codes to use instead of those that the data has.
    package var codes: [String: String] = [:]
    /// Case names by code.
    package var overrides: [String: String] = [:]
  }

  /// What the finished map must have; else the run fails.
  package struct Expectation: Sendable {
    package var codes: [String]?
    package var count: Int?
  }

  package struct Simplify: Sendable {
    package var amount: Amount = .none
    package var method: SimplifyOptions.Method = .visvalingam
    /// The width of a cell at the equator, in metres.
    package var grid: Double?
    package var levels: Int = 1
    /// In square metres.
    package var minimumIsland: Double?
    package var maximumParts: Int?
    package var keptIslands = SimplifyOptions.KeptIslands()
    /// In metres, by code.
    package var regionTolerances: [String: Double] = [:]

    /// The most levels that can be asked for: at the coarsest a tolerance of 1 m has become 32 km.
    package static let mostLevels = 16

    package enum Amount: Sendable, Hashable {
      case none
      case tolerance(metres: Double)
      case zoom(Int)
      case keep(share: Double)
      /// As much as a pack of so many bytes holds.
      case size(bytes: Int)
    }
  }

  /// Where results are written; each path relative to the project.
  package struct Output: Sendable {
    package var pack: String
    package var swift: String
    /// A picture of the finished map, .svg, or a page with it, .html.
    package var preview: String?
    /// The report in JSON.
    package var report: String?
  }
}
