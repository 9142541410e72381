#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension ContiguousArray where Element == Double {
  /// Gives the memory of elements back to the system, as far as they fill whole pages. Their values mean nothing from
  /// then on. If the array shares its memory with another one, it gets memory of its own first.
  package mutating func giveBack(_ elements: Range<Int>) {
    withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let page = Int(getpagesize())
      let stride = MemoryLayout<Element>.stride
      precondition(elements.lowerBound >= 0 && elements.upperBound * stride <= bytes.count, "No element \(elements)")
      let address = Int(bitPattern: base)
      let begin = (address + elements.lowerBound * stride + page - 1) / page * page
      let end = (address + elements.upperBound * stride) / page * page
      #if canImport(Darwin)
        // There, MADV_DONTNEED keeps what is in the pages.
        let advice = MADV_FREE
      #else
        let advice = MADV_DONTNEED
      #endif
      if begin < end { madvise(base + (begin - address), end - begin, advice) }
    }
  }
}
