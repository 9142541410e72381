import Foundation
import MapPackFeatures

/// The process's standard output, which remembers the first error of writing to it. Any thread may write.
final class StandardOutput: @unchecked Sendable {
  static let shared = StandardOutput()

  // Unchecked: `first` is touched only while the lock is held.
  private let lock = NSLock()
  private var first: Int32 = 0

  /// After writing has failed, text is lost.
  func write(_ text: String) {
    guard failure == 0 else { return }
    var text = text
    // Unsafe: the system's `write` takes a pointer; it stays inside the closure.
    let status = text.withUTF8 { OpenFile.write(UnsafeRawBufferPointer($0), to: STDOUT_FILENO) }
    lock.withLock { if first == 0 { first = status } }
  }

  /// The error number of the first write that failed, or 0.
  var failure: Int32 { lock.withLock { first } }
}
