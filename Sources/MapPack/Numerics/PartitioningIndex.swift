extension Range<Int> {
  /// The first index for which a condition holds, if it holds for all indices behind that one too; the upper bound if it
  /// holds for none.
  /// - Complexity: O(log n) for n indices.
  @inlinable @inline(__always)
  package func partitioningIndex(where isBehind: (Int) throws -> Bool) rethrows -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if try isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension ContiguousArray<Int> {
  /// The owner of an element, in a column of starts: owner i owns the elements `self[i] ..< self[i + 1]`.
  /// - Complexity: O(log n) for n owners.
  package func owner(of element: Int) -> Int {
    (0..<count - 1).partitioningIndex { self[$0 + 1] > element }
  }
}
