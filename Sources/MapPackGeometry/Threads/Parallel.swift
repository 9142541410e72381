import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The values of `body` for 0 ..< count, in that order, computed by up to `jobs` threads.
///
/// It returns when all values are there. If `jobs` is less than 2, this thread does all. The result does not depend on
/// `jobs` if `body` depends on its argument alone.
@usableFromInline
package func concurrentMap<Value: Sendable>(
  _ count: Int, jobs: Int, _ body: @Sendable (Int) -> Value
) -> [Value] {
  let workers = min(jobs, count)
  guard workers > 1 else { return (0..<count).map(body) }
  var slots = [Value?](repeating: nil, count: count)
  slots.withUnsafeMutableBufferPointer { buffer in
    let shared = DisjointSlots(buffer)
    let tickets = Tickets(count)
    onThreads(workers) {
      while let index = tickets.take() { shared[index] = body(index) }
    }
  }
  return slots.compactMap { $0 }
}

/// Runs `body` on `count` threads, this one included, and returns when all have ended.
///
/// There are fewer threads if the system has no room for another one. Dispatch would wait for room that never comes.
private func onThreads(_ count: Int, _ body: @Sendable () -> Void) {
  withoutActuallyEscaping(body) { body in
    // One reference for each thread, which gives it back.
    let work = ThreadWork(body)
    var threads: [pthread_t] = []
    for _ in 1..<count {
      let argument = Unmanaged.passRetained(work)
      guard let thread = startThread(argument.toOpaque()) else {
        argument.release()
        break
      }
      threads.append(thread)
    }
    body()
    for thread in threads { pthread_join(thread, nil) }
  }
}

final class ThreadWork: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Runs the work that a thread was started with. Unsafe: the pointer is a reference that was retained for the thread.
  fileprivate static func run(_ argument: UnsafeMutableRawPointer) {
    Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().body()
  }
}

/// The size of a thread's stack in bytes, as the first thread has it on most systems. Some systems give the other
/// threads far less.
private let stackSize = 8 << 20

/// Starts a thread that runs a `ThreadWork`; `nil` if there is no room for one.
func startThread(_ argument: UnsafeMutableRawPointer) -> pthread_t? {
  var attributes = pthread_attr_t()
  guard pthread_attr_init(&attributes) == 0 else { return nil }
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, stackSize)
  #if canImport(Darwin)
    var thread: pthread_t?
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        ThreadWork.run(argument)
        return nil
      }, argument)
    return status == 0 ? thread : nil
  #else
    var thread = pthread_t()
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        if let argument { ThreadWork.run(argument) }
        return nil
      }, argument)
    return status == 0 ? thread : nil
  #endif
}

/// The numbers 0 ..< count, each given out once. A thread takes the next one when it is done with one, so that none
/// waits long for a slower one.
private final class Tickets: @unchecked Sendable {
  private let lock = DispatchSemaphore(value: 1)
  private let count: Int
  private var next = 0

  init(_ count: Int) { self.count = count }

  func take() -> Int? {
    lock.wait()
    defer { lock.signal() }
    guard next < count else { return nil }
    next += 1
    return next - 1
  }
}

extension ContiguousArray where Element: BitwiseCopyable & Sendable {
  /// An array of `count` elements that `body` writes, on several threads if it wants. An element that it does not write
  /// is undefined.
  /// - Parameter capacity: room for so many elements in all, if that is more.
  @inlinable
  package init(count: Int, capacity: Int = 0, writtenBy body: (DisjointSlots<Element>) -> Void) {
    self.init(unsafeUninitializedCapacity: Swift.max(count, capacity)) { buffer, initializedCount in
      body(DisjointSlots(UnsafeMutableBufferPointer(rebasing: buffer[..<count])))
      initializedCount = count
    }
  }
}

extension ContiguousArray where Element: BitwiseCopyable & Sendable {
  /// An array whose elements are computed from their indices, chunk by chunk, by up to `jobs` threads.
  /// - Precondition: the chunks follow each other from 0 on.
  @inlinable @inline(__always)
  package init(_ chunks: [Range<Int>], jobs: Int, _ element: @Sendable (Int) -> Element) {
    self.init(count: chunks.last?.upperBound ?? 0) { elements in
      _ = concurrentMap(chunks.count, jobs: jobs) { chunk in
        for index in chunks[chunk] { elements[index] = element(index) }
      }
    }
  }

  /// The elements of several arrays, one after the other.
  package init(joining parts: [ContiguousArray<Element>], jobs: Int) {
    if parts.count == 1 {
      self = parts[0]
      return
    }
    var start = [0]
    for part in parts { start.append(start[start.count - 1] + part.count) }
    self.init(count: start[parts.count]) { [start] slots in
      _ = concurrentMap(parts.count, jobs: jobs) { slots.write(parts[$0], from: start[$0]) }
    }
  }
}
