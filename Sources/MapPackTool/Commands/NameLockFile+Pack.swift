import Foundation
import MapPack
import MapPackEmit
import MapPackNames

/// The search for the lock of a pack, for `inspect`.
extension NameLockFile {
  /// The name lock of a pack's map.
  ///
  /// It is looked for in the pack's folder, then in the folders `Pipelines` in it and beside it; in each, in the order
  /// of the names. `inspect` needs it to show cases, which a pack does not have.
  /// - Parameter path: the path of the pack.
  /// - Returns: the first lock with the pack's identity; `nil` if there is none that can be read.
  static func lock(of pack: Pack, at path: String) -> NameLock? {
    let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
    let folders = [folder, folder.deletingLastPathComponent()].map { $0.appendingPathComponent("Pipelines") }
    for folder in [folder] + folders {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names.sorted() where isLock(name) {
        // A lock that cannot be read is passed over.
        if let lock = try? read(folder.appendingPathComponent(name).path),
          lock.identity(map: pack.mapName) == pack.identity
        {
          return lock
        }
      }
    }
    return nil
  }

  private static func isLock(_ name: String) -> Bool { name.hasSuffix(ending) || name.hasSuffix(formerEnding) }
}
