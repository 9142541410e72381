import Foundation

/// Values that are made once in a process, each by the first call for its key. Other calls wait for that. An error is kept
/// too.
public final class MadeOnce<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  // Unchecked: `results` is touched only while the lock is held.
  private let lock = NSLock()
  private var results: [Key: Result<Value, any Error>] = [:]

  public init() {}

  /// - Throws: what `make` threw for this key.
  public func value(for key: Key, make: () throws -> Value) throws -> Value {
    try lock.withLock {
      let result = results[key] ?? Result(catching: make)
      results[key] = result
      return try result.get()
    }
  }
}
