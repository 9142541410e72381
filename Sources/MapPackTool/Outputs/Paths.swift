import Foundation
import MapPackFeatures

/// A path whose last component is not a link. Links before the last component stay.
struct LinkedPath {
  let path: String
  let isLink: Bool

  var folder: String { Self.folder(of: path) }
  var file: String { Self.parts(of: path).file }

  /// Follows the links at the end of a path, even if they lead to a file that does not exist.
  init(_ location: String, called name: String) throws(StageError) {
    var path = Self.withoutMissing(location)
    // Linux follows 40 links at most.
    for hop in 0...40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        (self.path, isLink) = (path, hop > 0)
        return
      }
      path = Self.withoutMissing(next.hasPrefix("/") ? next : Self.folder(of: path) + "/" + next)
    }
    throw StageError(
      .cannotCreate, file: name, "is a link that leads nowhere", remedy: "remove the link, or name another output")
  }

  /// The path without folders that do not exist and that `..` leaves again. A file is never reached through these, and
  /// they are not made.
  private static func withoutMissing(_ path: String) -> String {
    var info = stat()
    guard path.split(separator: "/").contains(".."), lstat(path, &info) != 0,
      let folder = ResolvedPath(Self.folder(of: path))
    else { return path }
    return folder.path + "/" + parts(of: path).file
  }

  /// The text before the last slash, and the text after it. Without a slash, the folder is empty.
  static func parts(of path: String) -> (folder: String, file: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// The folder of a path as one that can be opened: `.` or `/` if nothing stands before the last component.
  static func folder(of path: String) -> String {
    let folder = parts(of: path).folder
    return folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
  }
}

/// A path without links: what there is of it, and the names below that do not exist yet.
struct ResolvedPath {
  let existing: String
  let missing: [String]

  private init(existing: String, missing: [String]) {
    self.existing = existing
    self.missing = missing
  }

  /// Follows a link at the end of the path even if it leads to a file that does not exist.
  init?(following location: String) {
    // Links that lead nowhere are reported when the file is opened.
    self.init((try? LinkedPath(location, called: location).path) ?? location)
  }

  /// `nil` if nothing of the path exists.
  init?(_ path: String) {
    var path = path
    var names: [String] = []
    var resolved = realpath(path.isEmpty ? "." : path, nil)
    while resolved == nil {
      let (folder, file) = (LinkedPath.folder(of: path), LinkedPath.parts(of: path).file)
      guard folder != path else { return nil }
      if !file.isEmpty, file != "." { names.insert(file, at: 0) }
      path = folder
      resolved = realpath(path, nil)
    }
    guard let resolved else { return nil }
    defer { free(resolved) }
    // Below a folder that does not exist, `..` undoes the name before it.
    let plain: [String] = names.reduce(into: []) { plain, name in
      if name == "..", !plain.isEmpty { plain.removeLast() } else { plain.append(name) }
    }
    guard plain.count < names.count else {
      self.init(existing: String(cString: resolved), missing: names)
      return
    }
    // What is left may exist.
    self.init(([String(cString: resolved)] + plain).joined(separator: "/"))
  }

  /// The path as text, absolute and without a slash at its end; empty for the root.
  var path: String { ([existing == "/" ? "" : existing] + missing).joined(separator: "/") }

  private var components: [String] { existing.split(separator: "/").map(String.init) + missing }

  /// The entry that a folder will have when the path exists: the file itself, or a folder on the way to it. `nil` if
  /// the path does not lie below the folder.
  func member(of folder: String) -> String? {
    guard let above = ResolvedPath(folder)?.components else { return nil }
    let own = components
    return above.count < own.count && own.starts(with: above) ? own[above.count] : nil
  }

  /// Whether another path is this one or that of a folder above it.
  func isOnWay(from path: String) -> Bool { ResolvedPath(path).map { components.starts(with: $0.components) } ?? false }
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
    var info = stat()
    guard !OutputStream.isStream(location), let path = ResolvedPath(following: location),
      stat(path.existing, &info) == 0, !path.missing.isEmpty || info.st_mode & S_IFMT != S_IFDIR
    else { return nil }
    device = UInt64(truncatingIfNeeded: info.st_dev)
    number = UInt64(truncatingIfNeeded: info.st_ino)
    let foldsCase = !path.missing.isEmpty && Self.foldsCase(in: path.existing)
    names = foldsCase ? path.missing.map { $0.precomposedStringWithCanonicalMapping.lowercased() } : path.missing
  }

  /// Tries one of the folder's own entries or, if it is empty, the folder itself.
  private static func foldsCase(in folder: String) -> Bool {
    for path in FolderListing(folder).names.sorted().map({ folder + "/" + $0 }) + [folder] {
      let parts = LinkedPath.parts(of: path)
      let flipped = parts.file.map { character in
        guard character.isASCII else { return String(character) }
        return character.isUppercase ? character.lowercased() : character.uppercased()
      }.joined()
      guard flipped != parts.file else { continue }
      var a = stat()
      var b = stat()
      guard lstat(path, &a) == 0 else { continue }
      return lstat(parts.folder + "/" + flipped, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino
    }
    return false
  }
}
