import Foundation

/// Values that are made once in a process, each by the first call for its key. Other calls for the key wait for that.
/// An error is kept too.
public final class MadeOnce<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  /// Unchecked: `result` is touched only while the lock is held.
  private final class Entry: @unchecked Sendable {
    let lock = NSLock()
    var result: Result<Value, any Error>?
  }

  // Unchecked: `entries` is touched only while the lock is held.
  private let lock = NSLock()
  private var entries: [Key: Entry] = [:]

  public init() {}

  /// - Throws: what `make` threw for this key.
  public func value(for key: Key, make: () throws -> Value) throws -> Value {
    let entry = lock.withLock {
      let entry = entries[key] ?? Entry()
      entries[key] = entry
      return entry
    }
    return try entry.lock.withLock {
      let result = entry.result ?? Result(catching: make)
      entry.result = result
      return try result.get()
    }
  }
}
