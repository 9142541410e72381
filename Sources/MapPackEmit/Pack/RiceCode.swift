import MapPack
import MapPackCoverage
import MapPackGeometry

enum RiceCode {
  /// A signed number as an unsigned one: 0, −1, 1, −2, … become 0, 1, 2, 3, …
  static func folded(_ value: Int32) -> UInt32 {
    UInt32(bitPattern: value &<< 1) ^ UInt32(bitPattern: value >> 31)
  }

  /// The parameter with which the numbers take the fewest bits; of equally good ones the smallest.
  static func parameter(for numbers: some Collection<UInt32>) -> Int {
    guard !numbers.isEmpty else { return 0 }
    // The best parameter is near the binary logarithm of the mean. The costs of the parameters near it decide.
    let sum = numbers.reduce(into: UInt64(0)) { $0 += UInt64($1) }
    let mean = sum / UInt64(numbers.count)
    let guess = 63 - max(1, mean).leadingZeroBitCount
    var best = (bits: UInt64.max, parameter: 0)
    for parameter in max(0, guess - 3)...min(31, guess + 2) {
      var bits: UInt64 = 0
      for number in numbers {
        let quotient = number >> UInt32(parameter)
        bits += quotient < PackFormat.riceEscape ? UInt64(quotient) + 1 + UInt64(parameter) : 48
      }
      if bits < best.bits { best = (bits, parameter) }
    }
    return best.parameter
  }
}
