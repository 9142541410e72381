extension Range<Int> {
  /// Cuts the range into consecutive chunks of about the weight `size`: enough to be worth a thread, and little enough
  /// to stay in the cache. An empty range has none. The weight is mostly a number of vertices.
  ///
  /// A chunk ends with the element at which its weight reaches `size`, so one heavy element makes a heavy chunk. The
  /// last chunk may be light.
  package func chunks(of size: Int, weight: (Int) -> Int = { _ in 1 }) -> [Range<Int>] {
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
