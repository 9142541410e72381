import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// A signed integer of 128 bits, for sums of products that do not overflow and whose order makes no difference. A sum
/// beyond 128 bits would wrap; areas on a grid cannot be so large.
struct WideInteger: Hashable, Sendable {
  private var high: Int64 = 0
  private var low: UInt64 = 0

  mutating func add(_ a: Int64, times b: Int64) {
    let product = a.multipliedFullWidth(by: b)
    let (sum, carries) = low.addingReportingOverflow(product.low)
    low = sum
    high = high &+ product.high &+ (carries ? 1 : 0)
  }

  static func + (a: WideInteger, b: WideInteger) -> WideInteger {
    var sum = a
    let (low, carries) = a.low.addingReportingOverflow(b.low)
    sum.low = low
    sum.high = a.high &+ b.high &+ (carries ? 1 : 0)
    return sum
  }

  static func - (a: WideInteger, b: WideInteger) -> WideInteger {
    var difference = a
    let (low, borrows) = a.low.subtractingReportingOverflow(b.low)
    difference.low = low
    difference.high = a.high &- b.high &- (borrows ? 1 : 0)
    return difference
  }

  /// The nearest `Double`, or one of the two beside it.
  var double: Double {
    guard high < 0 else { return Double(high) * 0x1p64 + Double(low) }
    let opposite = WideInteger() - self
    return -(Double(opposite.high) * 0x1p64 + Double(opposite.low))
  }
}
