import Foundation
import MapPackFeatures

/// A path whose last component is not a link. Links before the last component stay.
package struct LinkedPath {
  package let path: String
  let isLink: Bool

  package var folder: String { Self.folder(of: path) }
  package var file: String { Self.parts(of: path).file }

  /// Follows the links at the end of a path, even if they lead to a file that does not exist.
  package init(_ location: String, called name: String) throws(StageError) {
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
  package static func parts(of path: String) -> (folder: String, file: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// The folder of a path as one that can be opened: `.` or `/` if nothing stands before the last component.
  package static func folder(of path: String) -> String {
    let folder = parts(of: path).folder
    return folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
  }
}

/// A path without links: what there is of it, and the names below that do not exist yet.
package struct ResolvedPath {
  package let existing: String
  package let missing: [String]

  private init(existing: String, missing: [String]) {
    self.existing = existing
    self.missing = missing
  }

  /// Follows a link at the end of the path even if it leads to a file that does not exist.
  package init?(following location: String) {
    // Links that lead nowhere are reported when the file is opened.
    self.init((try? LinkedPath(location, called: location).path) ?? location)
  }

  /// `nil` if nothing of the path exists.
  package init?(_ path: String) {
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
  package var path: String { ([existing == "/" ? "" : existing] + missing).joined(separator: "/") }

  private var components: [String] { existing.split(separator: "/").map(String.init) + missing }

  /// The entry that a folder will have when the path exists: the file itself, or a folder on the way to it. `nil` if
  /// the path does not lie below the folder.
  package func member(of folder: String) -> String? {
    guard let above = ResolvedPath(folder)?.components else { return nil }
    let own = components
    return above.count < own.count && own.starts(with: above) ? own[above.count] : nil
  }

  /// Whether another path is this one or that of a folder above it.
  package func isOnWay(from path: String) -> Bool {
    ResolvedPath(path).map { components.starts(with: $0.components) } ?? false
  }
}
