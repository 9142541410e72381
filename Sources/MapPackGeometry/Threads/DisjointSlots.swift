/// Slots that several threads fill. Each index is written by one thread only, and is read by that thread alone, after
/// its writing.
///
/// Unchecked, because the compiler cannot see that the indices of the threads are disjoint and that all threads have
/// ended before the buffer does. Each index is checked to be one of the buffer's.
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

  /// Sorts the values of some slots.
  @inlinable
  package func sort(_ indices: Range<Int>) where Value: Comparable {
    precondition(indices.isEmpty || buffer.indices.contains(indices.lowerBound), "No slot \(indices.lowerBound)")
    precondition(indices.upperBound <= buffer.count, "No slot \(indices.upperBound - 1)")
    var sorted = UnsafeMutableBufferPointer(rebasing: buffer[indices])
    sorted.sort()
  }

  /// Writes the values of an array to consecutive slots.
  package func write(_ values: ContiguousArray<Value>, from first: Int) where Value: BitwiseCopyable {
    if values.isEmpty { return }
    precondition(first >= 0 && values.count <= buffer.count - first, "No slot \(first + values.count - 1)")
    _ = UnsafeMutableBufferPointer(rebasing: buffer[first..<first + values.count]).update(fromContentsOf: values)
  }

  /// Writes one value to many slots.
  @inlinable
  package func fill(_ indices: Range<Int>, with value: Value) {
    precondition(buffer.indices.contains(indices.lowerBound) || indices.isEmpty, "No slot \(indices.lowerBound)")
    precondition(indices.upperBound <= buffer.count, "No slot \(indices.upperBound - 1)")
    for index in indices { buffer[index] = value }
  }
}
