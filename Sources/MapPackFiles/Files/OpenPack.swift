import Foundation
import MapPack
import MapPackFeatures

package enum OpenPack {
  /// The pack at a path, of which every byte is verified to be as its writer wrote it.
  /// - Throws: `noInput` if there is no such file or it cannot be read; `unreadableData` if it is no sound pack.
  package static func verified(_ path: String) throws(StageError) -> Pack {
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

  /// A pack that this process has made, and opened before.
  package static func made(_ bytes: Data) throws(StageError) -> Pack {
    do {
      return try Pack(data: bytes)
    } catch {
      throw StageError(
        .internalFault, "the pack could not be opened: \(error)", remedy: "report this fault of the tool")
    }
  }
}
