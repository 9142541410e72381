/// The lattice of longitude and latitude to which `merge` rounds, once: unit 360°/2ᵏ.
///
/// The lattice is absolute (a point rounds to the same place whatever else is in the map), only the
/// origin from which cells are counted depends on the extent.
@usableFromInline
package struct NodingGrid: Hashable, Codable, Sendable {
  /// k: the number of cells round the equator is 2ᵏ.
  @usableFromInline package var exponent: Int
  /// The lattice index of cell 0, in each direction.
  @usableFromInline package var originX: Int64
  @usableFromInline package var originY: Int64

  package static let finestExponent = 40

  /// The finest lattice (k ≤ 40) on which the extent stays below 2³⁰ cells both ways.
  /// - Precondition: finite degrees, west ≤ east, south ≤ north.
  package init(west: Double, south: Double, east: Double, north: Double) {
    var exponent = Self.finestExponent
    while true {
      let x0 = Self.index(of: west, exponent: exponent)
      let y0 = Self.index(of: south, exponent: exponent)
      let width = Self.index(of: east, exponent: exponent) - x0
      let height = Self.index(of: north, exponent: exponent) - y0
      if max(width, height) < GridPoint.coordinateLimit {
        self.exponent = exponent
        originX = x0
        originY = y0
        return
      }
      exponent -= 1
    }
  }

  /// Degrees per cell.
  package var unit: Double { 360 / Double(Int64(1) << exponent) }

  /// The nearest lattice index of a longitude or latitude; half-way places go away from zero.
  @inlinable @inline(__always)
  static func index(of degrees: Double, exponent: Int) -> Int64 {
    // Scaling by a power of two is exact, so there is one rounding in the division and one to the cell.
    nearest(to: degrees * Double(Int64(1) << exponent) / 360)
  }

  /// The nearest whole number; half-way places go away from zero.
  @inlinable @inline(__always)
  static func nearest(to cells: Double) -> Int64 {
    // Cut off after adding a half; the number below a half, for with a half the sum of it and what lies just below a half
    // would be rounded up to one.
    return Int64(cells + Double(signOf: cells, magnitudeOf: 0.5.nextDown))
  }

  /// The cell of a longitude and latitude within the extent that the grid was made for.
  @inlinable @inline(__always)
  package func point(longitude: Double, latitude: Double) -> GridPoint {
    GridPoint(
      x: Int32(truncatingIfNeeded: Self.index(of: longitude, exponent: exponent) &- originX),
      y: Int32(truncatingIfNeeded: Self.index(of: latitude, exponent: exponent) &- originY))
  }

  /// A cell, and the place in it, cut off to a 256th of a cell, from the same origin.
  @usableFromInline
  package struct Place: Hashable, Sendable {
    @usableFromInline package var point: GridPoint
    @usableFromInline package var fineX: Int64
    @usableFromInline package var fineY: Int64

    @inlinable
    init(point: GridPoint, fineX: Int64, fineY: Int64) {
      self.point = point
      self.fineX = fineX
      self.fineY = fineY
    }
  }

  /// The cell of a longitude and latitude, as `point` finds it, and the place in it.
  @inlinable @inline(__always)
  package func place(longitude: Double, latitude: Double) -> Place {
    let cells = Double(Int64(1) << exponent)
    // Scaling by 256 is exact, and so is what rounds half-way places away from zero from there.
    let x = Int64(longitude * cells / 360 * 256)
    let y = Int64(latitude * cells / 360 * 256)
    return Place(
      point: GridPoint(
        x: Int32(truncatingIfNeeded: Self.cell(ofFine: x) &- originX),
        y: Int32(truncatingIfNeeded: Self.cell(ofFine: y) &- originY)),
      fineX: x &- originX &* 256, fineY: y &- originY &* 256)
  }

  /// The nearest cell of a place in 256ths of one; half-way places go away from zero.
  @inlinable @inline(__always)
  static func cell(ofFine place: Int64) -> Int64 {
    let sign = place >> 63
    let magnitude = (place ^ sign) &- sign
    return (((magnitude &+ 128) >> 8) ^ sign) &- sign
  }

  /// The longitude of a cell, in degrees.
  package func longitude(x: Int32) -> Double { Double(originX + Int64(x)) * unit }

  /// The latitude of a cell, in degrees.
  package func latitude(y: Int32) -> Double { Double(originY + Int64(y)) * unit }
}
