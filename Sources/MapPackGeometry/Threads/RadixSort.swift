/// The words in ascending order of their upper halves; words whose upper halves are equal keep their order.
package func radixSortedByHighWord(_ words: ContiguousArray<UInt64>) -> ContiguousArray<UInt64> {
  var from = words
  var to = ContiguousArray<UInt64>(repeating: 0, count: words.count)
  for shift in [32, 43, 54] as [UInt64] {
    var offsets = ContiguousArray<Int>(repeating: 0, count: 2048)
    for word in from { offsets[Int(truncatingIfNeeded: word >> shift) & 2047] += 1 }
    var sum = 0
    for bucket in 0..<2048 {
      let count = offsets[bucket]
      offsets[bucket] = sum
      sum += count
    }
    for word in from {
      let bucket = Int(truncatingIfNeeded: word >> shift) & 2047
      to[offsets[bucket]] = word
      offsets[bucket] += 1
    }
    swap(&from, &to)
  }
  return from
}
