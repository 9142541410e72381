import TestSupport
import Testing

@testable import MapPackIngest

private func expectNearest(_ text: String) {
  #expect(DecimalNumber.nearest(text.utf8)?.bitPattern == Double(text)?.bitPattern, "\(text)")
}

@Test(arguments: [
  "0", "-0", "0.0", "-0.000", "1", "+1", "1.", ".5", "-.5e1", "1e0", "1E+22", "1e23", "1e-22", "1e-23", "139.7", "0.1",
  "9007199254740992", "9007199254740993", "9007199254740992.5", "9007199254740993.0", "9223372036854775807",
  "9223372036854775808", "9999999999999999999", "0.9999999999999999999", "1844674407370955.1615",
  "126.170167053101594", "0.5000000000000000001", "4503599627370496.5", "4503599627370497.5", "12345678901234567.8",
  "1.7976931348623157e308", "1e308", "1e309", "-1e400", "1e-400", "5e-324", "2.4703282292062327e-324",
  "2.2250738585072014e-308", "1e99999999999999999999", "0e99999999999999999999", "1e-99999999999999999999",
  "0000000000000000000000000139.7", "139.70000000000000000000000000000000000000000000000000000000001",
])
func `a number is the nearest double, at the limits too`(text: String) { expectNearest(text) }

@Test(arguments: 0..<8 as Range<UInt64>)
func `random decimals are the nearest doubles`(seed: UInt64) {
  var random = SplitMix64(seed: seed)
  for _ in 0..<4000 {
    let digits = Int.random(in: 1...22, using: &random)
    var text = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
    let point = Int.random(in: 0...digits, using: &random)
    text.insert(".", at: text.index(text.startIndex, offsetBy: point))
    if Bool.random(using: &random) { text = "-" + text }
    if Int.random(in: 0..<4, using: &random) == 0 { text += "e\(Int.random(in: -40...40, using: &random))" }
    expectNearest(text)
  }
}

@Test(arguments: 0..<8 as Range<UInt64>)
func `decimals between two doubles go to the nearest, to the even one in the middle`(seed: UInt64) {
  var random = SplitMix64(seed: seed)
  for _ in 0..<2000 {
    // Middles of neighboring doubles with 55 to 63 bits, exactly, and one unit beside them.
    let bits = Int.random(in: 55...63, using: &random)
    let half = UInt64(1) << UInt64(bits - 54)
    let mantissa = (UInt64.random(in: 1 << 53..<1 << 54, using: &random) | 1) * half
    for neighbor in [mantissa - 1, mantissa, mantissa + 1] { expectNearest(String(neighbor) + ".0") }
    // The shortest digits of a double, and those with the next digit changed.
    let value = Double.random(in: -180...180, using: &random)
    expectNearest("\(value)")
    expectNearest("\(value)5")
    expectNearest("\(value)49")
  }
}

@Test(arguments: [
  "", "-", ".", "+.", "e5", "nan", "inf", ",1", "1e", "1e+", "1.5,2", "1 2", " 1", "0x10", "1.2.3", "1e5e", "7\u{FF11}",
])
func `what is no number is none`(text: String) { #expect(DecimalNumber.nearest(text.utf8) == nil) }
