import MapFeatures

/// What a command is going to read and to write: no output is an input or another output.
///
/// Every command that writes says so here before it reads anything.
struct FileRoles {
  private enum Role: Equatable {
    case input
    /// Of a map, where it is one's.
    case output(String?)
  }

  private var known: [FileIdentity: (name: String, role: Role)] = [:]

  /// Adds a file that is read. Files may be read twice.
  ///
  /// - Throws: `usage` where it is an output.
  mutating func read(_ name: String, at location: String) throws(StageError) {
    guard let file = FileIdentity(location) else { return }
    guard let other = known[file], other.role != .input else {
      known[file] = known[file] ?? (name, .input)
      return
    }
    throw Self.overwrites(output: other.name, input: name)
  }

  /// Adds files that are read, each named as it is located.
  mutating func read(_ paths: [String]) throws(StageError) {
    for path in paths { try read(path, at: path) }
  }

  /// Adds a file that is written, for a map where it is one's.
  ///
  /// - Throws: `usage` where it is an input, or is written already.
  mutating func write(_ name: String, at location: String, for map: String? = nil) throws(StageError) {
    guard let file = FileIdentity(location) else { return }
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
