import Foundation
import MapPackFeatures
import MapPackFiles

/// The files that a command is going to read and to write. No output may be an input or another output.
///
/// Files have to be added before anything is read. They are compared by `FileIdentity`. Devices, pipes and folders are
/// passed over.
package struct FileRoles {
  /// The names of the files that are read.
  private var inputs: [FileIdentity: String] = [:]
  /// The files that are written, and the map that each belongs to, if it belongs to one.
  private var outputs: [FileIdentity: (name: String, map: String?)] = [:]
  /// Sources that may have more files the next time, such as folders and patterns.
  private var listings: [Listing] = []

  package init() {}

  package struct Listing {
    let name: String
    let files: Files

    /// The files that are read, if one more exists or none.
    package typealias Files = (_ output: ResolvedPath?) throws(StageError) -> [SourceFiles.File]
  }

  /// Checks that a command may write a file.
  ///
  /// - Parameters:
  ///   - paths: the files that it reads, beside those of `pipeline`.
  package static func check(_ paths: [String], of pipeline: PipelineFile? = nil, to output: String) throws(StageError) {
    var roles = FileRoles()
    try roles.read(paths)
    if let pipeline { try roles.read(pipeline) }
    try roles.write(output, at: output)
  }

  /// Adds a file that is read. Files may be read twice.
  package mutating func read(_ name: String, at location: String) throws(StageError) {
    guard let file = FileIdentity(location) else { return }
    if let output = outputs[file] { throw Self.overwrites(output: output.name, input: name) }
    inputs[file] = inputs[file] ?? name
  }

  /// Adds files that are read, each under its path as its name.
  package mutating func read(_ paths: [String]) throws(StageError) {
    for path in paths { try read(path, at: path) }
  }

  /// Adds a source that may stand for several files, such as a folder or a pattern, each with its parts
  /// (`SourceFiles.parts(of:)`). Call this before any `write`. A path without a file adds nothing; the error comes when
  /// it is read.
  package mutating func read(listing name: String, _ files: @escaping Listing.Files) throws(StageError) {
    for part in try files(nil).flatMap(SourceFiles.parts) { try read(part.name, at: part.location) }
    listings.append(Listing(name: name, files: files))
  }

  /// Checks that a file that does not exist yet will not be read as a source the next time.
  private func refuseSource(_ name: String, at location: String, _ file: FileIdentity) throws(StageError) {
    guard let output = ResolvedPath(following: location), !output.missing.isEmpty else { return }
    for listing in listings
    where ((try? listing.files(output)) ?? []).contains(where: { FileIdentity($0.location) == file }) {
      throw StageError(
        .usage, file: name, "this output would be read as a source the next time: it lies in \(listing.name)",
        remedy: "name a file elsewhere; nothing was read or written")
    }
  }

  /// Adds a file that is written.
  ///
  /// - Throws: `usage` if it is an input, is written already, or would be an input the next time.
  package mutating func write(_ name: String, at location: String, for map: String? = nil) throws(StageError) {
    guard let file = FileIdentity(location) else { return }
    try refuseSource(name, at: location, file)
    if let input = inputs[file] { throw Self.overwrites(output: name, input: input) }
    guard let other = outputs.updateValue((name, map), forKey: file) else { return }
    var more = other.name == name ? "" : ", also as \(other.name)"
    if let map, let owner = other.map, map != owner { more += ", for the maps \(owner) and \(map)" }
    throw StageError(
      .usage, file: name, "this file would be written twice\(more)",
      remedy: "give each output a name of its own; nothing was read or written")
  }

  private static func overwrites(output: String, input: String) -> StageError {
    let more = output == input ? "" : ": it is the same file as \(input)"
    return StageError(
      .usage, file: output, "this output would overwrite an input\(more)",
      remedy: "name another output; nothing was read or written")
  }
}

extension FileRoles {
  /// Adds the files that arguments of a command stand for.
  package mutating func read(sources paths: [String], layer: String?) throws(StageError) {
    for path in paths {
      try read(listing: path) { output throws(StageError) in
        try SourceFiles.files(at: path, layer: layer, with: output, locatedBy: { $0 })
      }
    }
  }

  /// Adds the files that a map is made from: the pipeline file, the sources, the tables, and the name lock.
  ///
  /// - Parameter writesLock: whether the command writes the name lock. The lock is then not an input.
  package mutating func read(_ pipeline: PipelineFile, writesLock: Bool = false) throws(StageError) {
    try read([pipeline.path])
    if !writesLock { try read(pipeline.maps.map(\.lockPath)) }
    for table in pipeline.tables { try read(table.name, at: table.location) }
    for entry in pipeline.entries {
      // A source that cannot be listed is reported when it is read.
      try read(listing: entry.path) { (try? pipeline.files(of: entry, with: $0)) ?? [] }
    }
  }
}

extension PipelineFile {
  /// The files that an entry of `sources` stands for; empty if the source is absent.
  ///
  /// - Parameter output: a file that is counted in as if it existed.
  package func files(
    of entry: SourceEntry, with output: ResolvedPath? = nil
  ) throws(StageError) -> [SourceFiles.File] {
    try SourceFiles.files(at: entry.path, layer: entry.request.layer, with: output, locatedBy: project.location)
  }

  /// The files that a map is made from, without the name lock: the pipeline file first, the sources' files that exist
  /// with their parts, those of the masks, and the tables. Sources are in the order of the pipeline file.
  package var inputFiles: [SourceFiles.File] {
    // A source that cannot be listed is reported when it is read.
    let sources = entries.flatMap { (try? files(of: $0)) ?? [] }
    return [SourceFiles.File(name: path, location: path)] + sources.flatMap(SourceFiles.parts) + tables
  }

  package var tables: [SourceFiles.File] {
    mergeTables + [changes, output.groups?.names.table].flatMap(files(ofTable:))
  }

  /// The tables from which merged regions have names and numbers.
  package var mergeTables: [SourceFiles.File] { [names.table, join?.table].flatMap(files(ofTable:)) }

  /// The files of a table, which may be a Shapefile; none without a table.
  private func files(ofTable name: String?) -> [SourceFiles.File] {
    name.map { SourceFiles.parts(of: SourceFiles.File(name: $0, location: project.location(of: $0))) } ?? []
  }
}
