import Foundation

/// The process's standard output, which remembers the first error of writing to it. `Console.standard` writes to it;
/// any thread may.
final class StandardOutput: Sendable {
  static let shared = StandardOutput()

  private let failed = FirstFailure()

  /// Writes text, unless writing has failed before. Then the text is lost.
  func write(_ text: String) {
    guard failed.status == 0 else { return }
    var text = text
    // Unsafe: the system's `write` takes a pointer; it stays inside the closure.
    let status = text.withUTF8 { OpenFile.write(UnsafeRawBufferPointer($0), to: STDOUT_FILENO) }
    if status != 0 { failed.note(status) }
  }

  /// The error number of the first write that failed, or 0. `execute` makes the status 74 of it.
  var failure: Int32 { failed.status }
}

/// The first of several errors.
private final class FirstFailure: @unchecked Sendable {
  // Unchecked: `first` is touched only while the lock is held.
  private let lock = NSLock()
  private var first: Int32 = 0

  var status: Int32 { lock.withLock { first } }
  func note(_ status: Int32) { lock.withLock { if first == 0 { first = status } } }
}
