extension Range<Int> {
  /// Cuts the range into runs that weigh about `size` together: enough for a thread to be worth its while, few enough
  /// to stay in the cache.
  package func chunks(of size: Int, weight: (Int) -> Int) -> [Range<Int>] {
    var chunks: [Range<Int>] = []
    var begin = lowerBound
    var sum = 0
    for element in self {
      if element > begin, sum >= size {
        chunks.append(begin..<element)
        begin = element
        sum = 0
      }
      sum += weight(element)
    }
    if begin < upperBound { chunks.append(begin..<upperBound) }
    return chunks
  }
}
