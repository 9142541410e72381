/// Elementary functions made of + − × ÷ and √ alone.
///
/// The C library's functions differ in the last bit between systems, and a last bit decides to which cell a vertex
/// rounds. IEEE 754 fixes the five operations used here to the last bit, and Swift does not contract a product and a
/// sum into one rounding, so these give the same bits everywhere. Each is exact to a few units in the last place on
/// the interval it states, which is all that the project needs.
///
/// Source: the power series of M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions" (1964), 4.1.27,
/// 4.2.1, 4.3.65, 4.3.66 and 4.4.42.
@usableFromInline
package enum Series {
  /// The sine of an angle in radians, for |x| ≤ π/2.
  @inlinable
  package static func sine(_ x: Double) -> Double {
    let s = x * x
    // 1/3!, 1/5!, … 1/21!, alternating.
    var sum = 1.0 / 51_090_942_171_709_440_000
    sum = sum * s - 1.0 / 121_645_100_408_832_000
    sum = sum * s + 1.0 / 355_687_428_096_000
    sum = sum * s - 1.0 / 1_307_674_368_000
    sum = sum * s + 1.0 / 6_227_020_800
    sum = sum * s - 1.0 / 39_916_800
    sum = sum * s + 1.0 / 362_880
    sum = sum * s - 1.0 / 5_040
    sum = sum * s + 1.0 / 120
    sum = sum * s - 1.0 / 6
    return x + x * s * sum
  }

  /// The cosine of an angle in radians, for |x| ≤ π/4.
  @inlinable
  package static func cosine(_ x: Double) -> Double {
    let s = x * x
    // 1/2!, 1/4!, … 1/18!, alternating.
    var sum = -1.0 / 6_402_373_705_728_000
    sum = sum * s + 1.0 / 20_922_789_888_000
    sum = sum * s - 1.0 / 87_178_291_200
    sum = sum * s + 1.0 / 479_001_600
    sum = sum * s - 1.0 / 3_628_800
    sum = sum * s + 1.0 / 40_320
    sum = sum * s - 1.0 / 720
    sum = sum * s + 1.0 / 24
    sum = sum * s - 1.0 / 2
    return 1 + s * sum
  }

  /// The natural logarithm of a positive, finite, normal number.
  @inlinable
  package static func logarithm(_ x: Double) -> Double {
    // x = m · 2ᵉ with m between √½ and √2, then 2 · artanh((m − 1)/(m + 1)).
    var m = x.significand
    var e = Double(x.exponent)
    if m > 1.414_213_562_373_095_1 {
      m /= 2
      e += 1
    }
    let z = (m - 1) / (m + 1)
    let s = z * z
    var sum = 1.0 / 21
    sum = sum * s + 1.0 / 19
    sum = sum * s + 1.0 / 17
    sum = sum * s + 1.0 / 15
    sum = sum * s + 1.0 / 13
    sum = sum * s + 1.0 / 11
    sum = sum * s + 1.0 / 9
    sum = sum * s + 1.0 / 7
    sum = sum * s + 1.0 / 5
    sum = sum * s + 1.0 / 3
    return e * logarithmOf2High + (2 * (z + z * s * sum) + e * logarithmOf2Low)
  }

  /// The exponential function, for |x| ≤ 700.
  @inlinable
  package static func exponential(_ x: Double) -> Double {
    let n = (x * 1.442_695_040_888_963_4).rounded()
    let r = (x - n * logarithmOf2High) - n * logarithmOf2Low
    var sum = 1.0 / 87_178_291_200
    sum = sum * r + 1.0 / 6_227_020_800
    sum = sum * r + 1.0 / 479_001_600
    sum = sum * r + 1.0 / 39_916_800
    sum = sum * r + 1.0 / 3_628_800
    sum = sum * r + 1.0 / 362_880
    sum = sum * r + 1.0 / 40_320
    sum = sum * r + 1.0 / 5_040
    sum = sum * r + 1.0 / 720
    sum = sum * r + 1.0 / 120
    sum = sum * r + 1.0 / 24
    sum = sum * r + 1.0 / 6
    sum = sum * r + 1.0 / 2
    return Double(sign: .plus, exponent: Int(n), significand: 1 + (r + r * r * sum))
  }

  /// The arc tangent, in radians, for |x| ≤ 1.
  @inlinable
  package static func arcTangent(_ x: Double) -> Double {
    // Twice half the angle, twice: the series then runs over |t| ≤ 0.2.
    let h = x / (1 + (1 + x * x).squareRoot())
    let t = h / (1 + (1 + h * h).squareRoot())
    let s = t * t
    var sum = -1.0 / 23
    sum = sum * s + 1.0 / 21
    sum = sum * s - 1.0 / 19
    sum = sum * s + 1.0 / 17
    sum = sum * s - 1.0 / 15
    sum = sum * s + 1.0 / 13
    sum = sum * s - 1.0 / 11
    sum = sum * s + 1.0 / 9
    sum = sum * s - 1.0 / 7
    sum = sum * s + 1.0 / 5
    sum = sum * s - 1.0 / 3
    return 4 * (t + t * s * sum)
  }

  /// ln 2 in two parts: the first has 33 bits, so that its product with an exponent is exact.
  @usableFromInline package static let logarithmOf2High = 0x1.62e42feep-1
  @usableFromInline package static let logarithmOf2Low = 0x1.a39ef35793c76p-33
}
