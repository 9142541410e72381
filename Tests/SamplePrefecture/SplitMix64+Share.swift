import TestSupport

extension SplitMix64 {
  /// A number of the range. The standard library's way from bits to numbers may change, and the prefecture with it.
  mutating func share(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) / 0x1p53
  }
}
