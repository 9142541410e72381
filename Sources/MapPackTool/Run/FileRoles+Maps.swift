import MapPackFeatures

/// The part of `FileRoles` that knows which files maps and their sources read and write. `Runner` adds a run's files
/// with it, and the commands add those of their arguments.
extension FileRoles {
  /// Adds the files that arguments of a command stand for, each with its parts (`SourceFiles.parts(of:)`).
  ///
  /// A path without a file adds nothing; the error comes when it is read.
  ///
  /// - Throws: `usage` if one is an output; `unreadableData` if a file's name is not UTF-8.
  mutating func read(sources paths: [String], layer: String?) throws(StageError) {
    for path in paths {
      for file in try SourceFiles.files(at: path, layer: layer, locatedBy: { $0 }) { try read(partsOf: file) }
      read(listing: path) { (try? SourceFiles.files(at: path, layer: layer, with: $0, locatedBy: { $0 })) ?? [] }
    }
  }

  /// Adds every file that can be read at a path.
  ///
  /// - Throws: `usage` if one is an output.
  mutating func readEveryFile(at path: String) throws(StageError) {
    // A folder that cannot be listed is reported when it is checked.
    for file in (try? SourceFiles.everyFile(at: path)) ?? [] { try read(partsOf: file) }
    read(listing: path) { (try? SourceFiles.everyFile(at: path, with: $0)) ?? [] }
  }

  /// Adds the files that a map is made from: the pipeline file, the sources, the tables, and the name lock.
  ///
  /// - Parameter writesLock: whether the command writes the name lock. The lock is then not an input, unless it is read
  ///   from another path than the one that it is written to.
  /// - Throws: `usage` if one is an output.
  mutating func read(_ pipeline: PipelineFile, writesLock: Bool = false) throws(StageError) {
    for file in pipeline.inputFiles { try read(file.name, at: file.location) }
    let lock = pipeline.lockPathToRead
    if !writesLock || lock != pipeline.lockPath { try read(lock, at: lock) }
    for entry in pipeline.sources {
      read(listing: entry.path) { (try? IngestStage.files(of: entry, in: pipeline, with: $0)) ?? [] }
    }
  }

  /// Adds the files that a run of a map writes.
  ///
  /// - Parameter folder: a folder that takes all outputs; `nil` if they go to the paths in the pipeline file.
  /// - Throws: `usage` if one is an input, is written already, or would be an input the next time.
  mutating func writeOutputs(of pipeline: PipelineFile, in folder: String?) throws(StageError) {
    for name in pipeline.outputNames {
      try write(name, at: pipeline.location(ofOutput: name, in: folder), for: pipeline.map)
    }
  }

  private mutating func read(partsOf file: SourceFiles.File) throws(StageError) {
    for part in SourceFiles.parts(of: file) { try read(part.name, at: part.location) }
  }
}

extension PipelineFile {
  /// The files that a map is made from, without the name lock: the pipeline file first, the sources' files that exist
  /// with their parts, and the tables. Sources are in the order of the pipeline file.
  var inputFiles: [SourceFiles.File] {
    // A source that cannot be listed is reported when it is read.
    let sources = sources.flatMap { (try? IngestStage.files(of: $0, in: self)) ?? [] }
    return [SourceFiles.File(name: path, location: path)] + sources.flatMap(SourceFiles.parts) + tables
  }

  /// The name table and the change table.
  var tables: [SourceFiles.File] {
    [names.table, changes].compactMap(\.self)
      .map { SourceFiles.File(name: $0, location: project.location(of: $0)) }
  }
}
