import MapFeatures

/// What maps and their sources read and write.
extension FileRoles {
  /// Adds the files that arguments of a command stand for, a Shapefile's parts each.
  ///
  /// - Throws: as `read` and as `SourceFiles.files` do.
  mutating func read(sources paths: [String], layer: String?) throws(StageError) {
    for path in paths {
      for file in try SourceFiles.files(at: path, layer: layer, locatedBy: { $0 }) { try read(partsOf: file) }
      read(listing: path) { (try? SourceFiles.files(at: path, layer: layer, with: $0, locatedBy: { $0 })) ?? [] }
    }
  }

  /// Adds every file that can be read at a path.
  mutating func readEveryFile(at path: String) throws(StageError) {
    // A folder that cannot be listed is said when it is checked.
    for file in (try? SourceFiles.everyFile(at: path)) ?? [] { try read(partsOf: file) }
    read(listing: path) { (try? SourceFiles.everyFile(at: path, with: $0)) ?? [] }
  }

  /// Adds the files that a map is made from: the pipeline file, the sources, and the tables. The name lock is one of
  /// them where the command does not write it.
  mutating func read(_ pipeline: PipelineFile, writesLock: Bool = false) throws(StageError) {
    for file in pipeline.inputFiles { try read(file.name, at: file.location) }
    let lock = pipeline.lockPathToRead
    if !writesLock || lock != pipeline.lockPath { try read(lock, at: lock) }
    for entry in pipeline.sources {
      read(listing: entry.path) { (try? IngestStage.files(of: entry, in: pipeline, with: $0)) ?? [] }
    }
  }

  /// Adds the files that a run of a map writes.
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
  /// The files that a map is made from, each once: the pipeline file, the sources' files as far as they are there, and
  /// the tables.
  var inputFiles: [SourceFiles.File] {
    // A source that cannot be listed is said when it is read.
    let sources = sources.flatMap { (try? IngestStage.files(of: $0, in: self)) ?? [] }
    return [SourceFiles.File(name: path, location: path)] + sources.flatMap(SourceFiles.parts) + tables
  }

  /// The name table and the change table.
  var tables: [SourceFiles.File] {
    [names.table, changes].compactMap(\.self)
      .map { SourceFiles.File(name: $0, location: project.location(of: $0)) }
  }
}
