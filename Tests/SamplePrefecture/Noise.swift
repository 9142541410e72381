import TestSupport

/// Random hills and valleys from a seed, rough at every scale.
///
/// Octaves of gradient noise, each half as wide as the one before and 0.58 as high. Only + − × and a table of gradients,
/// so that every machine has the same hills.
/// Source: K. Perlin, "Improving Noise" (2002).
struct Noise {
  let seed: UInt64
  /// How wide a hill of the first octave is, in kilometers.
  let wavelength: Double
  let octaves: Int

  private static let gradients = [
    (1.0, 0.0), (0.7, 0.7), (0.0, 1.0), (-0.7, 0.7), (-1.0, 0.0), (-0.7, -0.7), (0.0, -1.0), (0.7, -0.7),
  ]

  /// The height at a position, about −1 to 1.
  func height(at position: Position) -> Double {
    var (x, y) = (position.x / wavelength, position.y / wavelength)
    var weight = 1.3
    var height = 0.0
    for octave in 0..<octaves {
      height += weight * Self.octave(x, y, seed: seed + UInt64(octave))
      // Turned by an angle of the triangle with sides 3, 4 and 5, or the lattices of the octaves would lie on each other.
      (x, y) = (2 * (0.8 * x - 0.6 * y), 2 * (0.6 * x + 0.8 * y))
      weight *= 0.58
    }
    return height
  }

  private static func octave(_ x: Double, _ y: Double, seed: UInt64) -> Double {
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (u, v) = (x - column, y - row)
    func slope(_ i: Double, _ j: Double) -> Double {
      let bits = (UInt64(bitPattern: Int64(column + i)), UInt64(bitPattern: Int64(row + j)))
      var random = SplitMix64(seed: seed &* 0x1_0001 ^ bits.0 &* 0x9E37_79B1 ^ bits.1 &* 0x85EB_CA77_0001)
      let gradient = gradients[Int(random.next() % 8)]
      return gradient.0 * (u - i) + gradient.1 * (v - j)
    }
    func mix(_ a: Double, _ b: Double, _ t: Double) -> Double { a + t * t * t * (t * (t * 6 - 15) + 10) * (b - a) }
    return mix(mix(slope(0, 0), slope(1, 0), u), mix(slope(0, 1), slope(1, 1), u), v)
  }
}
