import Foundation
import MapPack
import TestSupport
import Testing

@Suite struct SeriesTests {
  @Test(arguments: SeriesTable.rows)
  func `functions agree with values of 50 digits to two units in the last place`(row: SeriesTable.Row) {
    let value =
      switch row.function {
      case .sine: Series.sine(row.argument)
      case .cosine: Series.cosine(row.argument)
      case .logarithm: Series.logarithm(row.argument)
      case .exponential: Series.exponential(row.argument)
      case .arcTangent: Series.arcTangent(row.argument)
      }
    #expect(abs(value - row.value) <= 2 * row.value.ulp, "\(row.function)(\(row.argument)) is \(value)")
  }

  @Test func `the exact values are exact`() {
    #expect(Series.sine(0) == 0 && Series.cosine(0) == 1 && Series.exponential(0) == 1)
    #expect(Series.logarithm(1) == 0 && Series.arcTangent(0) == 0)
    #expect(Series.sine(Series.pi / 2) == 1)
    #expect(Series.arcTangent(.infinity) == Series.pi / 2)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `sine and arc tangent are odd, cosine is even, to the last bit`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let x = Double.random(in: 0...2.3, using: &random)
      #expect(Series.sine(-x) == -Series.sine(x))
      #expect(Series.cosine(-x) == Series.cosine(x))
      #expect(Series.arcTangent(-x * x * x) == -Series.arcTangent(x * x * x))
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `between the values of the table the functions agree with the C library to four units in the last place`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    func expect(_ value: Double, _ reference: Double, _ name: String, _ x: Double) {
      #expect(abs(value - reference) <= 4 * reference.ulp, "\(name)(\(x))")
    }
    for _ in 0..<500 {
      let angle = Double.random(in: -2.35...2.35, using: &random)
      expect(Series.sine(angle), sin(angle), "sine", angle)
      expect(Series.cosine(angle), cos(angle), "cosine", angle)
      let power = Double.random(in: -690...690, using: &random)
      expect(Series.exponential(power), exp(power), "exponential", power)
      expect(Series.logarithm(exp(power)), log(exp(power)), "logarithm", exp(power))
      let near = Double.random(in: 0.5...2, using: &random)
      expect(Series.logarithm(near), log(near), "logarithm", near)
      expect(Series.arcTangent(near * angle), atan(near * angle), "arcTangent", near * angle)
    }
  }
}
