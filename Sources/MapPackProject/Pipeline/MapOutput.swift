import Foundation

/// One of the maps that a run of a pipeline file makes: the file's own, or that of its groups.
package struct MapOutput: Sendable {
  package let pipeline: PipelineFile
  /// What the file says of its groups, if the map is theirs.
  package let groups: PipelineFile.Groups?

  package init(of pipeline: PipelineFile) { (self.pipeline, groups) = (pipeline, nil) }

  /// - Returns: `nil` if the groups are no map of their own.
  package init?(groupsOf pipeline: PipelineFile) {
    guard let groups = pipeline.output.groups else { return nil }
    (self.pipeline, self.groups) = (pipeline, groups)
  }

  /// The map's name.
  package var map: String { groups?.map ?? pipeline.map }
  package var pack: String { groups?.pack ?? pipeline.output.pack }
  package var swift: String { groups?.swift ?? pipeline.output.swift }
  package var names: PipelineFile.Names { groups?.names ?? pipeline.names }

  /// The path of the pack in the project.
  package var packPath: String { pipeline.project.location(of: pack) }

  /// The map's name lock, beside the pipeline file: `Pipelines/world.yml` has `Pipelines/world.lock`, and the map of its
  /// groups `Pipelines/world.groups.lock`. An ending other than .yml or .yaml stays.
  package var lockPath: String {
    let ending = [".yml", ".yaml"].first { pipeline.path.hasSuffix($0) } ?? ""
    return pipeline.path.dropLast(ending.count) + (groups == nil ? "" : ".groups") + NameLockFile.ending
  }

  /// The name of the lock in the provenance, without its folder.
  package var lockName: String { URL(fileURLWithPath: lockPath).lastPathComponent }
}
