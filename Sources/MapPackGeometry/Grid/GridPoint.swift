/// A point of an integer plane.
///
/// Coordinates are cells of a grid, counted from that grid's origin: `0 ..< 2³⁰` along both axes. So the difference of
/// two coordinates fits 31 bits, a doubled coordinate 32, and a product of two differences 60: orientation tests are
/// exact in 64-bit arithmetic.
///
/// y grows to the north on a `NodingGrid` and to the south on a `PackGrid`. On both, *left*, *counter-clockwise* and
/// *below* are meant with y drawn upwards. Nothing checks the range here.
///
/// Points are ordered by x, then by y. Wherever the project says *smallest vertex*, it means this order.
@usableFromInline
package struct GridPoint: BitwiseCopyable, Hashable, Sendable {
  @usableFromInline package var x: Int32
  @usableFromInline package var y: Int32

  @inlinable
  package init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }

  /// The largest coordinate for which the predicates are exact: 2³⁰.
  package static let coordinateLimit: Int64 = 1 << 30
}

extension GridPoint: Comparable {
  @inlinable
  package static func < (a: GridPoint, b: GridPoint) -> Bool {
    a.key < b.key
  }

  /// Both coordinates in one word; the order of these words is the order of the points.
  @inlinable
  package var key: UInt64 {
    // The sign bit is flipped so that the order of the words is the order of the signed coordinates.
    UInt64(UInt32(bitPattern: x) ^ 0x8000_0000) << 32 | UInt64(UInt32(bitPattern: y) ^ 0x8000_0000)
  }

  /// The point that has a key.
  @inlinable
  package init(key: UInt64) {
    self.init(
      x: Int32(bitPattern: UInt32(truncatingIfNeeded: key >> 32) ^ 0x8000_0000),
      y: Int32(bitPattern: UInt32(truncatingIfNeeded: key) ^ 0x8000_0000))
  }
}

extension GridPoint: CustomStringConvertible {
  @usableFromInline package var description: String { "(\(x), \(y))" }
}
