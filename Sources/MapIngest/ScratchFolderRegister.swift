import Foundation

/// The folders for temporary files that this process has in use, so that they go with it when it is interrupted.
package final class ScratchFolderRegister: @unchecked Sendable {
  package static let shared = ScratchFolderRegister()

  // Unchecked: `paths` is touched only while the lock is held.
  private let lock = NSLock()
  private var paths: [String] = []

  func add(_ path: String) { lock.withLock { paths.append(path) } }

  /// Removes a folder from the disk and from the register.
  func remove(_ path: String) {
    lock.withLock {
      try? FileManager.default.removeItem(atPath: path)
      paths.removeAll { $0 == path }
    }
  }

  /// Removes all folders from the disk; no other one can be added from then on. For a process that is about to end.
  package func removeAllForGood() {
    lock.lock()
    for path in paths { try? FileManager.default.removeItem(atPath: path) }
  }
}
