import Foundation
import MapPackFeatures

/// The file that a path means, however the path is spelled: through links, with `..`, or in other capitals if the file
/// system does not tell them apart.
///
/// A file that exists is identified by its device and its number there. A file that does not exist yet is identified by
/// the nearest folder above it that does, and the names below that folder.
///
/// Two hard links to one file are the same file.
package struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64
  private let names: [String]

  /// `nil` for a device, a pipe or a folder, which no command replaces.
  package init?(_ location: String) {
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
