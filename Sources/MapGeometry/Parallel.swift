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
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      var index = worker
      while index < count {
        shared.store(body(index), at: index)
        index += workers
      }
    }
  }
  return slots.compactMap { $0 }
}

/// Slots that several threads fill, each index written by one thread only.
///
/// Unchecked, because the compiler cannot see that the indices of `concurrentMap`'s workers are disjoint and
/// that all of them have ended before the buffer does.
private struct DisjointSlots<Value>: @unchecked Sendable {
  private let buffer: UnsafeMutableBufferPointer<Value?>

  init(_ buffer: UnsafeMutableBufferPointer<Value?>) { self.buffer = buffer }

  func store(_ value: Value, at index: Int) { buffer[index] = value }
}
