import Foundation
import MapPack
import MapPackFeatures

/// Opens a pack for a command or a stage, and verifies that every byte of it is as its writer wrote it.
enum OpenPack {
  /// The pack at a path, verified.
  /// - Throws: `noInput` if there is no such file or it cannot be read; `unreadableData` if it is no sound pack.
  /// - Complexity: O(size of the pack)
  static func verified(_ path: String) throws(StageError) -> Pack {
    guard FileManager.default.fileExists(atPath: path) else {
      throw StageError(
        .noInput, file: path, "there is no such file", remedy: "`mappack run` and `mappack emit` write packs")
    }
    do {
      let pack = try Pack(contentsOf: URL(fileURLWithPath: path))
      try pack.verify()
      return pack
    } catch  where error.code == .notAPack {
      throw StageError(
        .unreadableData, file: path, "this is not a pack: it does not begin with MAPPACK",
        remedy: "name a .mappack file, as `mappack run` and `mappack emit` write them")
    } catch  where error.code == .unreadable {
      throw StageError(
        .noInput, file: path, "cannot be read: \(error.systemReason ?? "")",
        remedy: "name a .mappack file that may be read")
    } catch {
      throw StageError(.unreadableData, file: path, error.description, remedy: "make the pack again with `mappack run`")
    }
  }
}
