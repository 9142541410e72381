/// Elementary functions with the same bits on every machine. `WebMercator`, `EllipsoidalArea` and the tools use them.
///
/// The `sin`, `cos`, `log`, … of the C libraries differ in the last bit between systems. These functions only use
/// + − × ÷ √ on Double. IEEE 754 rounds each of these operations in exactly one way, and Swift does not contract a
/// product and a sum into one operation. Polynomials are Taylor series, cut off before the first term below 2⁻⁵⁵ of the
/// result. Errors stay within two units in the last place over the domains named; the tests check this against values
/// of 50 digits. No domain is checked.
@usableFromInline
package enum Series {
  /// π, rounded to a Double.
  @inlinable package static var pi: Double { 0x1.921fb54442d18p+1 }
  /// What π is more than `pi`.
  @inlinable package static var piRemainder: Double { 0x1.1a62633145c07p-53 }

  /// ln 2, cut to 32 bits so that a multiple by any exponent is exact.
  @inlinable package static var logarithmOfTwo: Double { 0x1.62e42feep-1 }
  /// What ln 2 is more than `logarithmOfTwo`.
  @inlinable package static var logarithmOfTwoRemainder: Double { 0x1.a39ef35793c76p-33 }

  /// Radians of an angle in degrees.
  @inlinable @inline(__always)
  package static func radians(degrees: Double) -> Double { degrees * 0x1.1df46a2529d39p-6 }

  /// Degrees of an angle in radians.
  @inlinable @inline(__always)
  package static func degrees(radians: Double) -> Double { radians * 0x1.ca5dc1a63c1f8p+5 }

  /// The sine of x; odd to the last bit.
  /// - Precondition: |x| ≤ 3π/4.
  @inlinable @inline(__always)
  package static func sine(_ x: Double) -> Double {
    let magnitude = x.magnitude
    guard magnitude > pi / 4 else { return kernelSine(x) }
    let value = kernelCosine((pi / 2 - magnitude) + piRemainder / 2)
    return x < 0 ? -value : value
  }

  /// The cosine of x; even to the last bit.
  /// - Precondition: |x| ≤ 3π/4.
  @inlinable @inline(__always)
  package static func cosine(_ x: Double) -> Double {
    let magnitude = x.magnitude
    guard magnitude > pi / 4 else { return kernelCosine(x) }
    return kernelSine((pi / 2 - magnitude) + piRemainder / 2)
  }

  /// The sine of an angle of at most π/4: x − x³/3! + … − x¹⁵/15! + x¹⁷/17!.
  @inlinable @inline(__always)
  package static func kernelSine(_ x: Double) -> Double {
    let z = x * x
    let w = z * z
    // The terms of even and of odd rank are two chains, which the processor runs side by side.
    let even = 1.0 / 120 + w * (1.0 / 362_880 + w * (1.0 / 6_227_020_800 + w * (1.0 / 355_687_428_096_000)))
    let odd = 1.0 / 6 + w * (1.0 / 5_040 + w * (1.0 / 39_916_800 + w * (1.0 / 1_307_674_368_000)))
    return x - x * (z * (odd - z * even))
  }

  /// The cosine of an angle of at most π/4: 1 − x²/2! + … + x¹⁶/16!.
  @inlinable @inline(__always)
  package static func kernelCosine(_ x: Double) -> Double {
    let z = x * x
    let w = z * z
    let even = 1.0 / 24 + w * (1.0 / 40_320 + w * (1.0 / 479_001_600 + w * (1.0 / 20_922_789_888_000)))
    let odd = 1.0 / 2 + w * (1.0 / 720 + w * (1.0 / 3_628_800 + w * (1.0 / 87_178_291_200)))
    return 1 - z * (odd - z * even)
  }

  /// The natural logarithm of n / d, by one division.
  ///
  /// With 2ᵏ near n / d, it is k ln 2 + 2 artanh((n − 2ᵏd) / (n + 2ᵏd)), and the difference in the numerator is
  /// exact. ln 1 is exactly 0.
  /// - Precondition: n and d are positive, finite and normal, and so are n / d and 2ᵏd.
  @inlinable @inline(__always)
  package static func logarithm(ofQuotient n: Double, _ d: Double) -> Double {
    // A Double's bits, read as an integer, grow nearly like its binary logarithm, off by at most 0.086. So
    // n / (2ᵏd) lies within 2^±0.59, and the argument of artanh within ±0.2.
    // k is kept as an offset of a Double's bits, and read as a Double from the lowest bits of 1.5 · 2⁵² + k.
    // Unlike a conversion, every processor can do that for a whole vector at once.
    let k = Int64(bitPattern: n.bitPattern &- d.bitPattern &+ (1 << 51)) >> 52
    let scaled = d * Double(bitPattern: UInt64(bitPattern: (k &+ 1023) << 52))
    let exponent = Double(bitPattern: (0x1.8p+52).bitPattern &+ UInt64(bitPattern: k)) - 0x1.8p+52
    let sum = n + scaled
    let f = (n - scaled) / sum
    let z = f * f
    let w = z * z
    // 2 (f + f³/3 + f⁵/5 + … + f²³/23), in two chains.
    let odd =
      2.0 / 3 + w * (2.0 / 7 + w * (2.0 / 11 + w * (2.0 / 15 + w * (2.0 / 19 + w * (2.0 / 23)))))
    let even = 2.0 / 5 + w * (2.0 / 9 + w * (2.0 / 13 + w * (2.0 / 17 + w * (2.0 / 21))))
    let tail = f * (z * (odd + z * even))
    return exponent * logarithmOfTwo + (2 * f + (tail + exponent * logarithmOfTwoRemainder))
  }

  /// The natural logarithm of x.
  /// - Precondition: x is positive, finite and normal.
  @inlinable
  package static func logarithm(_ x: Double) -> Double { logarithm(ofQuotient: x, 1) }

  /// e to the power of x.
  /// - Precondition: |x| ≤ 700.
  @inlinable
  package static func exponential(_ x: Double) -> Double {
    // Adding 1.5 · 2⁵² rounds a number to an integer, which is in the lowest bits of the sum.
    let shifted = x * 0x1.71547652b82fep+0 + 0x1.8p+52
    let k = shifted - 0x1.8p+52
    let r = (x - k * logarithmOfTwo) - k * logarithmOfTwoRemainder
    // |r| ≤ 0.35; r + r²/2! + … + r¹³/13!.
    let z = r * r
    let even =
      1.0 / 2 + z * (1.0 / 24 + z * (1.0 / 720 + z * (1.0 / 40_320 + z * (1.0 / 3_628_800 + z * (1.0 / 479_001_600)))))
    let odd =
      1.0 / 6
      + z * (1.0 / 120 + z * (1.0 / 5_040 + z * (1.0 / 362_880 + z * (1.0 / 39_916_800 + z * (1.0 / 6_227_020_800)))))
    let value = 1 + (r + z * (even + r * odd))
    return value * Double(bitPattern: (shifted.bitPattern &+ 1023) << 52)
  }

  /// The angle in −π/2 … π/2 whose tangent is x; odd to the last bit.
  @inlinable
  package static func arcTangent(_ x: Double) -> Double {
    let magnitude = x.magnitude
    let value: Double
    if magnitude <= 1 {
      value = kernelArcTangent(magnitude)
    } else {
      value = (pi / 2 - kernelArcTangent(1 / magnitude)) + piRemainder / 2
    }
    return x < 0 ? -value : value
  }

  /// The angle whose tangent is t, for 0 ≤ t ≤ 1.
  @inlinable
  package static func kernelArcTangent(_ t: Double) -> Double {
    // Above tan(π/8) the angle is counted from π/4, so that |u| ≤ 0.4143. Then it is halved, so that |v| ≤ 0.2.
    let isAbove = t > 0.4142135623730950
    let u = isAbove ? (t - 1) / (t + 1) : t
    let v = u / (1 + (1 + u * u).squareRoot())
    let z = v * v
    let w = z * z
    // 2 (v − v³/3 + v⁵/5 − … − v²³/23).
    let odd =
      2.0 / 3 + w * (2.0 / 7 + w * (2.0 / 11 + w * (2.0 / 15 + w * (2.0 / 19 + w * (2.0 / 23)))))
    let even = 2.0 / 5 + w * (2.0 / 9 + w * (2.0 / 13 + w * (2.0 / 17 + w * (2.0 / 21))))
    let angle = 2 * v - v * (z * (odd - z * even))
    return isAbove ? pi / 4 + (angle + piRemainder / 4) : angle
  }
}
