import CMapPackPROJ
import MapPackFeatures

/// A context of PROJ: its database and its log, without the network. The corresponding C type is `PJ_CONTEXT`. Each
/// `CoordinateTransformation` that needs PROJ makes one.
///
/// Objects keep the context in which they were made alive, because PROJ requires that they are destroyed before it.
/// Each thread needs its own context, with copies of the objects.
final class ProjectionContext {
  let handle: OpaquePointer?
  /// The first error that PROJ logged since `takeWords()` was called last.
  private var words: String?

  /// - Parameter file: the file that the message is about.
  /// - Throws: `unavailable` if PROJ's database is not found.
  init(file: String?) throws(StageError) {
    handle = proj_context_create()
    proj_log_func(handle, Unmanaged.passUnretained(self).toOpaque()) { data, level, message in
      // PROJ calls back only inside calls on the context, which lives as long as this object.
      guard let data, let message, level == PJ_LOG_ERROR.rawValue else { return }
      let context = Unmanaged<ProjectionContext>.fromOpaque(data).takeUnretainedValue()
      if context.words == nil { context.words = String(cString: message) }
    }
    proj_context_set_enable_network(handle, 0)
    guard proj_context_get_database_path(handle) != nil else {
      throw StageError(
        .unavailable, file: file, "the coordinate system needs PROJ's database, proj.db, and it is not found",
        remedy: "install it (apt: proj-data, Homebrew: proj), or set PROJ_DATA to its folder")
    }
  }

  /// The first line of the first error that PROJ logged since the last call, in brackets to follow a message; empty if
  /// there is none.
  func takeWords() -> String {
    defer { words = nil }
    guard let line = words?.split(whereSeparator: \.isNewline).first else { return "" }
    return " (PROJ: \(line))"
  }

  deinit { proj_context_destroy(handle) }
}
