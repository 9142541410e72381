import Foundation
import MapPack

/// The list of the temporary files and folders that this process uses, so that they are removed if it is interrupted or
/// crashes.
///
/// The list is a table of C strings. The table is never moved and its strings are never freed, so that a crash handler
/// can read it without a lock and without allocating memory. It has `capacity` slots. If a process has more files at
/// one time, the rest is removed only if the process ends well.
package final class TemporaryFiles: @unchecked Sendable {
  /// The list of this process.
  package static let shared = TemporaryFiles()

  private static let capacity = 1_024

  // The type is sendable without a check by the compiler, because slots are written only while the lock is held.
  // `removeAllInCrash` reads them without the lock; each slot is one word. The lock is recursive, because work that
  // must not be interrupted adds and removes files itself.
  private let lock = NSRecursiveLock()
  private let slots: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  private init() {
    slots = .allocate(capacity: Self.capacity)
    slots.initialize(repeating: nil, count: Self.capacity)
  }

  /// Puts a path on the list.
  ///
  /// To let no interruption come between this and the making of the file or folder, do both within
  /// `withoutInterruption`.
  package func add(_ path: String) {
    lock.lock()
    defer { lock.unlock() }
    // Slots fill in order, so that a folder comes before its files.
    let end = (0..<Self.capacity).last { slots[$0] != nil }.map { $0 + 1 } ?? 0
    if end < Self.capacity { slots[end] = strdup(path) }
  }

  /// Takes a path and all paths below it off the list. The files stay on the disk.
  package func forget(_ path: String) {
    lock.lock()
    defer { lock.unlock() }
    for index in 0..<Self.capacity {
      guard let slot = slots[index] else { continue }
      let registered = String(cString: slot)
      if registered == path || registered.hasPrefix(path + "/") { slots[index] = nil }
    }
  }

  /// Removes a file, or a folder with all that it holds, from the disk and from the list.
  package func remove(_ path: String) {
    lock.lock()
    defer { lock.unlock() }
    try? FileManager.default.removeItem(atPath: path)
    forget(path)
  }

  /// Does short work that an interruption has to wait for, and that does not wait for other threads.
  package func withoutInterruption<Value, Failure: Error>(
    _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return try work()
  }

  /// Removes all files from the disk, after waiting for work that must not be interrupted.
  ///
  /// Call it in a process that is about to end: it keeps the lock, so that other threads can add no more files.
  package func removeAllForGood() {
    lock.lock()
    removeAllInCrash()
  }

  /// Removes all files from the disk, without a lock and without allocating memory: the last one on the list first. A
  /// folder with files that are not on the list stays.
  ///
  /// It can be called by the handler of a signal that ends the process.
  package func removeAllInCrash() {
    var index = Self.capacity
    while index > 0 {
      index -= 1
      if let slot = slots[index], unlink(slot) != 0 { rmdir(slot) }
    }
  }
}
