import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The temporary files and folders that this process has in use, so that they go with it when it is interrupted or
/// crashes.
///
/// The list is a table of C strings that is never moved and whose strings are never freed: a handler of a crash reads
/// it without a lock and without memory. A process that makes more than `capacity` at one time removes the rest
/// only if it ends well.
package final class TemporaryFiles: @unchecked Sendable {
  package static let shared = TemporaryFiles()

  private static let capacity = 1_024

  // Unchecked: slots are written only while the lock is held. `removeAllInCrash` reads without it, and each slot is
  // one word. The lock is recursive, because work that must not be interrupted adds and removes files itself.
  private let lock = NSRecursiveLock()
  private let slots: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  private init() {
    slots = .allocate(capacity: Self.capacity)
    slots.initialize(repeating: nil, count: Self.capacity)
  }

  /// Puts a path on the list. To make the file or the folder in the same breath, call this within
  /// `withoutInterruption`.
  package func add(_ path: String) {
    lock.lock()
    defer { lock.unlock() }
    // Slots fill in order, so that a folder stands before its files.
    let end = (0..<Self.capacity).last { slots[$0] != nil }.map { $0 + 1 } ?? 0
    if end < Self.capacity { slots[end] = strdup(path) }
  }

  /// Takes a path off the list, and all paths below it. The files stay.
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

  /// Does work that an interruption waits for. Keep it short, and let it wait for nobody.
  package func withoutInterruption<Value, Failure: Error>(
    _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return try work()
  }

  /// Waits for work that must not be interrupted, then removes all files from the disk. No other one can be added from
  /// then on. For a process that is about to end.
  package func removeAllForGood() {
    lock.lock()
    removeAllInCrash()
  }

  /// Removes all files from the disk. Takes no lock and no memory: for a handler of a signal that ends the process.
  package func removeAllInCrash() {
    var index = Self.capacity
    while index > 0 {
      index -= 1
      if let slot = slots[index], unlink(slot) != 0 { rmdir(slot) }
    }
  }
}
