import MapPackFeatures

/// The files that a command is going to read and to write. No output may be an input or another output.
///
/// Every command that writes files adds them here before it reads anything. `FileRoles+Maps.swift` adds those of a
/// pipeline file and of sources. Files are compared by `FileIdentity`. Devices, pipes and folders are passed over.
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

  /// Adds a file that is read. Files may be read twice.
  ///
  /// - Throws: `usage` if it is an output.
  mutating func read(_ name: String, at location: String) throws(StageError) {
    guard let file = FileIdentity(location) else { return }
    guard let other = known[file], other.role != .input else {
      known[file] = known[file] ?? (name, .input)
      return
    }
    throw Self.overwrites(output: other.name, input: name)
  }

  /// Adds files that are read, each under its path as its name.
  ///
  /// - Throws: `usage` if one is an output.
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
  ///
  /// - Throws: `usage` if it would be.
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
  /// - Parameter map: the map that it belongs to, if it belongs to one.
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
