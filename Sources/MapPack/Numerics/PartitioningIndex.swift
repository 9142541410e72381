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
