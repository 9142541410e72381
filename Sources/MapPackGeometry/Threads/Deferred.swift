import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A value that another thread computes meanwhile: the near misses of validation, for one, while it looks for overlaps.
package final class Deferred<Value: Sendable>: @unchecked Sendable {
  // Unchecked, because `computed` is written by the other thread and read only once that has ended.
  private let compute: @Sendable () -> Value
  private var computed: Value?
  private let lock = DispatchSemaphore(value: 1)
  private var thread: pthread_t?

  /// - Parameter jobs: if it is 1, or if the system has no room for another thread, the value is computed by the thread
  ///   that asks for it first.
  package init(jobs: Int, _ compute: @escaping @Sendable () -> Value) {
    self.compute = compute
    guard jobs > 1 else { return }
    let argument = Unmanaged.passRetained(ThreadWork { [self] in computed = compute() })
    thread = startThread(argument.toOpaque())
    if thread == nil { argument.release() }
  }

  deinit {
    if let thread { pthread_detach(thread) }
  }

  /// Waits for the value if it is not there yet.
  package var value: Value {
    lock.wait()
    defer { lock.signal() }
    if let thread { pthread_join(thread, nil) }
    thread = nil
    let value = computed ?? compute()
    computed = value
    return value
  }
}
