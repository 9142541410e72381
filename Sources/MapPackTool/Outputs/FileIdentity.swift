import Foundation

/// The file that a path means, however the path is spelled: through links, with `..`, or in other capitals if the file
/// system does not tell them apart.
///
/// A file that exists is identified by its device and its number there. A file that does not exist yet is identified by
/// the nearest folder above it that does, and the names below that folder.
///
/// `FileRoles` compares inputs and outputs by it. Two hard links to one file are the same file.
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

  /// Whether names in a folder that differ only in capitals mean the same file.
  ///
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
