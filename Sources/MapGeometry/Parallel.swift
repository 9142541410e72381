import Dispatch

/// The values of `body` for 0 ..< count, in that order, computed by up to `jobs` threads.
///
/// What is returned does not depend on `jobs`, as long as `body` is a function of its argument.
package func concurrentMap<Value: Sendable>(
  _ count: Int, jobs: Int, _ body: @Sendable (Int) -> Value
) -> [Value] {
  let workers = min(jobs, count)
  guard workers > 1 else { return (0..<count).map(body) }
  var slots = [Value?](repeating: nil, count: count)
  slots.withUnsafeMutableBufferPointer { buffer in
    let shared = DisjointSlots(buffer)
    let tickets = Tickets(count)
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      while let index = tickets.take() { shared[index] = body(index) }
    }
  }
  return slots.compactMap { $0 }
}

/// The numbers 0 ..< count, each given out once: a thread takes the next when it is done with one, so that none waits
/// long for a slower one.
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
  /// So many elements, which `body` writes, on several threads where it wants. What it does not write is undefined.
  @inlinable
  package init(count: Int, writtenBy body: (DisjointSlots<Element>) -> Void) {
    self.init(unsafeUninitializedCapacity: count) { buffer, initializedCount in
      body(DisjointSlots(UnsafeMutableBufferPointer(rebasing: buffer[..<count])))
      initializedCount = count
    }
  }
}

/// Slots that several threads fill, each index written by one thread only, and read by that thread alone and after its
/// writing.
///
/// Unchecked, because the compiler cannot see that the indices of the threads are disjoint and that all of them have
/// ended before the buffer does. That an index is one of the buffer's is checked.
@usableFromInline
package struct DisjointSlots<Value>: @unchecked Sendable {
  @usableFromInline let buffer: UnsafeMutableBufferPointer<Value>

  @usableFromInline init(_ buffer: UnsafeMutableBufferPointer<Value>) { self.buffer = buffer }

  @inlinable @inline(__always)
  package subscript(index: Int) -> Value {
    get {
      precondition(buffer.indices.contains(index), "No slot \(index)")
      return buffer[index]
    }
    nonmutating set {
      precondition(buffer.indices.contains(index), "No slot \(index)")
      buffer[index] = newValue
    }
  }

  /// Writes one value to many slots.
  @inlinable
  package func fill(_ indices: Range<Int>, with value: Value) {
    precondition(buffer.indices.contains(indices.lowerBound) || indices.isEmpty, "No slot \(indices.lowerBound)")
    precondition(indices.upperBound <= buffer.count, "No slot \(indices.upperBound - 1)")
    for index in indices { buffer[index] = value }
  }
}
