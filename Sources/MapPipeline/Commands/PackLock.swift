import Foundation
import MapEmission
import MapNaming
import MapPack

extension NameLockFile {
  /// The lock of the map that a pack is of: in the pack's folder, or in a `Pipelines` folder in it or beside it; `nil`
  /// where none there has the pack's identity.
  static func lock(of pack: Pack, at path: String) -> NameLock? {
    let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
    let folders = [folder, folder.deletingLastPathComponent()].map { $0.appendingPathComponent("Pipelines") }
    for folder in [folder] + folders {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      for name in names.sorted() where isLock(name) {
        // A lock that cannot be read is no lock of this pack.
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
