import CPROJ
import MapFeatures

/// A context of PROJ: its database and its words, without the network. The corresponding C type is `PJ_CONTEXT`.
///
/// It is shared by the objects made in it, which keep it alive: PROJ wants them destroyed first.
final class ProjectionContext {
  let handle: OpaquePointer?
  /// What PROJ said was wrong, the first of it since it was last asked.
  private var words: String?

  /// Throws `unavailable` where PROJ's database is not found.
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

  /// What PROJ said since the last call, in brackets after a message: its first line; empty where nothing.
  func takeWords() -> String {
    defer { words = nil }
    guard let line = words?.split(whereSeparator: \.isNewline).first else { return "" }
    return " (PROJ: \(line))"
  }

  deinit { proj_context_destroy(handle) }
}
