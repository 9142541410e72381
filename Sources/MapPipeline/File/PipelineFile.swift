import Foundation
import MapEmission
import MapFeatures
import MapIngest
import MapNaming
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
  /// What of the sources the regions are.
  package var geometry = GeometryKind.areas
  /// Whose fields the sources have; it stands for what is not written.
  var schema: SourceSchema?
  package var sources: [SourceEntry]
  package var select: FeatureFilter?
  package var drop: FeatureFilter?
  /// `merge` and `clean`; how many threads may be used is the run's to say.
  package var merge: MergeOptions
  package var names: Names
  /// A CSV with what happened to regions: see `ChangeTable`.
  package var changes: String?
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
    package var urlLine: Int?
    /// What the file's SHA-256 must be, in lower-case hexadecimal.
    package var sha256: String?
    package var encoding: String?
    package var coordinateSystem: String?
    /// Whether the rows of HTML tables in the descriptions of KML are fields.
    package var readsDescriptionTables = false
    package var publisher: String?
    package var license: String?
    package var edition: String?
    package var attribution: String?

    package init(path: String) { self.path = path }
  }

  package struct Names: Sendable {
    /// A CSV with names of regions by code, and how they are read: see `NameTable`.
    package var table: String?
    package var tableLine: Int?
    /// Whether the pack has the regions' English names.
    package var english = false
    /// Codes to use instead of those that the data has.
    package var codes: [String: String] = [:]
    /// Case names by code.
    package var overrides: [String: String] = [:]
  }

  /// What the finished map must have; else the run fails.
  package struct Expectation: Sendable {
    package var codes: [String]?
    package var count: Int?
    /// Where everything that is read has to lie.
    var bounds: ExpectedBounds?
  }

  package struct Simplify: Sendable {
    /// How many threads may be used is the run's to say; the cell, where it is not written, the lock's.
    package var options = SimplifyOptions()
    /// In bytes: as much is kept as a pack of this size holds, whatever `options.amount` says.
    package var packSize: Int?
  }

  /// Where results are written; each path relative to the project.
  package struct Output: Sendable {
    package var pack: String
    package var swift: String
    /// Who sees the enum.
    package var access: SwiftSource.Access = .public
    /// A picture of the finished map, .svg, or a page with it, .html.
    package var preview: String?
    /// How it is drawn.
    package var picture = PictureOptions()
    /// The report in JSON.
    package var report: String?
  }
}
