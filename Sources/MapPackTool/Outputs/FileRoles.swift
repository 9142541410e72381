import Foundation
import MapPackFeatures

/// The files that a command is going to read and to write. No output may be an input or another output.
///
/// Files have to be added before anything is read. They are compared by `FileIdentity`. Devices, pipes and folders are
/// passed over.
struct FileRoles {
  private enum Role: Equatable {
    case input
    /// An output, and the map that it belongs to, if it belongs to one.
    case output(String?)
  }

  private var known: [FileIdentity: (name: String, role: Role)] = [:]
  /// Sources that may have more files the next time, such as folders and patterns.
  private var listings: [Listing] = []

  private struct Listing {
    var name: String
    /// The files that are read if one more exists.
    var files: (FutureFile) -> [SourceFiles.File]
  }

  /// Checks that a command may write a file.
  ///
  /// - Parameters:
  ///   - paths: the files that it reads, beside those of `pipeline`.
  static func check(_ paths: [String], of pipeline: PipelineFile? = nil, to output: String) throws(StageError) {
    var roles = FileRoles()
    try roles.read(paths)
    if let pipeline { try roles.read(pipeline) }
    try roles.write(output, at: output)
  }

  /// Adds a file that is read. Files may be read twice.
  mutating func read(_ name: String, at location: String) throws(StageError) {
    guard let file = FileIdentity(location) else { return }
    guard let other = known[file], other.role != .input else {
      known[file] = known[file] ?? (name, .input)
      return
    }
    throw Self.overwrites(output: other.name, input: name)
  }

  /// Adds files that are read, each under its path as its name.
  mutating func read(_ paths: [String]) throws(StageError) {
    for path in paths { try read(path, at: path) }
  }

  /// Adds a source that stands for several files, such as a folder or a pattern. Call this before any `write`.
  ///
  /// - Parameter files: the files that are read if one more exists.
  mutating func read(listing name: String, _ files: @escaping (FutureFile) -> [SourceFiles.File]) {
    listings.append(Listing(name: name, files: files))
  }

  /// Checks that a file that does not exist yet will not be read as a source the next time.
  private func refuseSource(_ name: String, at location: String, _ file: FileIdentity) throws(StageError) {
    guard let output = FutureFile(location) else { return }
    for listing in listings
    where listing.files(output).contains(where: { FileIdentity($0.location) == file }) {
      throw StageError(
        .usage, file: name, "this output would be read as a source the next time: it lies in \(listing.name)",
        remedy: "name a file elsewhere; nothing was read or written")
    }
  }

  /// Adds a file that is written.
  ///
  /// - Throws: `usage` if it is an input, is written already, or would be an input the next time.
  mutating func write(_ name: String, at location: String, for map: String? = nil) throws(StageError) {
    guard let file = FileIdentity(location) else { return }
    try refuseSource(name, at: location, file)
    guard let other = known.updateValue((name, .output(map)), forKey: file) else { return }
    switch other.role {
    case .input: throw Self.overwrites(output: name, input: other.name)
    case .output(let owner):
      var more = other.name == name ? "" : ", also as \(other.name)"
      if let map, let owner, map != owner { more += ", for the maps \(owner) and \(map)" }
      throw StageError(
        .usage, file: name, "this file would be written twice\(more)",
        remedy: "give each output a name of its own; nothing was read or written")
    }
  }

  private static func overwrites(output: String, input: String) -> StageError {
    let more = output == input ? "" : ": it is the same file as \(input)"
    return StageError(
      .usage, file: output, "this output would overwrite an input\(more)",
      remedy: "name another output; nothing was read or written")
  }
}

/// The file that a path means, however the path is spelled: through links, with `..`, or in other capitals if the file
/// system does not tell them apart.
///
/// A file that exists is identified by its device and its number there. A file that does not exist yet is identified by
/// the nearest folder above it that does, and the names below that folder.
///
/// Two hard links to one file are the same file.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64
  private let names: [String]

  /// `nil` for a device, a pipe or a folder, which no command replaces.
  init?(_ location: String) {
    guard !OutputStream.isStream(location) else { return nil }
    // Links that lead nowhere are reported when the file is opened.
    var path = (try? LinkedPath(location, called: location).path) ?? location
    var missing: [String] = []
    var info = stat()
    while stat(path.isEmpty ? "." : path, &info) != 0 {
      let parts = LinkedPath.parts(of: path)
      if !parts.file.isEmpty { missing.insert(parts.file, at: 0) }
      if parts.folder.isEmpty {
        path = path.hasPrefix("/") ? "/" : "."
        guard stat(path, &info) == 0 else { return nil }
        break
      }
      path = parts.folder
    }
    if missing.isEmpty, info.st_mode & S_IFMT == S_IFDIR { return nil }
    device = UInt64(truncatingIfNeeded: info.st_dev)
    number = UInt64(truncatingIfNeeded: info.st_ino)
    // Below a folder that does not exist, `..` undoes the name before it.
    var plain: [String] = []
    for name in missing where name != "." {
      if name == "..", !plain.isEmpty { plain.removeLast() } else { plain.append(name) }
    }
    let foldsCase = !plain.isEmpty && Self.foldsCase(in: path.isEmpty ? "." : path)
    names = foldsCase ? plain.map { $0.precomposedStringWithCanonicalMapping.lowercased() } : plain
  }

  /// Tries one of the folder's own entries or, if it is empty, the folder itself.
  private static func foldsCase(in folder: String) -> Bool {
    let entries = FolderListing(folder).names.sorted().map { folder + "/" + $0 }
    let known =
      entries + [
        realpath(folder, nil).map { path in
          defer { free(path) }
          return String(cString: path)
        } ?? folder
      ]
    for path in known {
      let parts = LinkedPath.parts(of: path)
      let flipped = String(
        parts.file.map { character -> Character in
          guard character.isASCII,
            let other = (character.isUppercase ? character.lowercased() : character.uppercased()).first
          else { return character }
          return other
        })
      guard flipped != parts.file else { continue }
      var a = stat()
      var b = stat()
      guard lstat(path, &a) == 0 else { continue }
      return lstat(parts.folder + "/" + flipped, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino
    }
    return false
  }
}

extension FileRoles {
  /// Adds the files that arguments of a command stand for, each with its parts (`SourceFiles.parts(of:)`). A path
  /// without a file adds nothing; the error comes when it is read.
  mutating func read(sources paths: [String], layer: String?) throws(StageError) {
    for path in paths {
      for file in try SourceFiles.files(at: path, layer: layer, locatedBy: { $0 }) { try read(partsOf: file) }
      read(listing: path) { (try? SourceFiles.files(at: path, layer: layer, with: $0, locatedBy: { $0 })) ?? [] }
    }
  }

  mutating func readEveryFile(at path: String) throws(StageError) {
    // A folder that cannot be listed is reported when it is checked.
    for file in (try? SourceFiles.everyFile(at: path)) ?? [] { try read(partsOf: file) }
    read(listing: path) { (try? SourceFiles.everyFile(at: path, with: $0)) ?? [] }
  }

  /// Adds the files that a map is made from: the pipeline file, the sources, the tables, and the name lock.
  ///
  /// - Parameter writesLock: whether the command writes the name lock. The lock is then not an input, unless it is read
  ///   from another path than the one that it is written to.
  mutating func read(_ pipeline: PipelineFile, writesLock: Bool = false) throws(StageError) {
    for file in pipeline.inputFiles { try read(file.name, at: file.location) }
    let lock = pipeline.lockPathToRead
    if !writesLock || lock != pipeline.lockPath { try read(lock, at: lock) }
    for entry in pipeline.sources {
      read(listing: entry.path) { (try? IngestStage.files(of: entry, in: pipeline, with: $0)) ?? [] }
    }
  }

  /// - Parameter folder: a folder that takes all outputs; `nil` if they go to the paths in the pipeline file.
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

  var tables: [SourceFiles.File] { [nameTable, changes.map(file)].compactMap(\.self) }

  var nameTable: SourceFiles.File? { names.table.map(file) }

  private func file(_ name: String) -> SourceFiles.File {
    SourceFiles.File(name: name, location: project.location(of: name))
  }
}
