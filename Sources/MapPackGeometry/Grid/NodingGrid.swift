/// The lattice of longitude and latitude to which `merge` rounds, once; its unit is 360°/2ᵏ.
///
/// The lattice is absolute: a location rounds to the same lattice point whatever else is in the map. Only the origin
/// from which cells are counted depends on the extent. x grows to the east, y to the north.
///
/// A map of the whole world has k = 29, and cells of about 7.5 cm at the equator. The finest lattice has cells of about
/// 0.04 mm.
@usableFromInline
package struct NodingGrid: Hashable, Codable, Sendable {
  /// k: the number of cells round the equator is 2ᵏ.
  @usableFromInline package var exponent: Int
  /// The lattice index of cell 0, in each direction.
  @usableFromInline package var originX: Int64
  @usableFromInline package var originY: Int64

  /// The exponent of the finest lattice.
  package static let finestExponent = 40

  /// The finest lattice (k ≤ 40) on which the extent, in degrees, stays below 2³⁰ cells both ways. Its cell (0, 0) is
  /// the southwestern corner. A single location gets the finest lattice of all.
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

  /// The nearest lattice index of a longitude or latitude in degrees; rounds half away from zero.
  @inlinable @inline(__always)
  static func index(of degrees: Double, exponent: Int) -> Int64 {
    // Scaling by a power of two is exact, so there is one rounding in the division and one to the cell.
    nearest(to: degrees * Double(Int64(1) << exponent) / 360)
  }

  /// The nearest whole number; rounds half away from zero.
  @inlinable @inline(__always)
  package static func nearest(to cells: Double) -> Int64 {
    // Rounds half away from zero by truncation. Adds the largest Double below ½, because adding ½ itself would turn
    // 0.49999999999999994 into 1.
    return Int64(cells + Double(signOf: cells, magnitudeOf: 0.5.nextDown))
  }

  /// The grid point nearest to a location in degrees; rounds half away from zero.
  /// - Precondition: the degrees are finite, and the location lies within the extent that the grid was made for.
  ///   Outside it the coordinates may wrap.
  @inlinable @inline(__always)
  package func point(longitude: Double, latitude: Double) -> GridPoint {
    GridPoint(
      x: Int32(truncatingIfNeeded: Self.index(of: longitude, exponent: exponent) &- originX),
      y: Int32(truncatingIfNeeded: Self.index(of: latitude, exponent: exponent) &- originY))
  }

  /// A location on the grid: the nearest grid point, and the coordinates in 256ths of a cell from the same origin.
  /// Their fractions are cut off toward longitude and latitude 0.
  @usableFromInline
  package struct FinePoint: Hashable, Sendable {
    /// The nearest grid point.
    @usableFromInline package var point: GridPoint
    /// The coordinates of the location itself, in 256ths of a cell.
    @usableFromInline package var fineX: Int64
    @usableFromInline package var fineY: Int64

    @inlinable
    init(point: GridPoint, fineX: Int64, fineY: Int64) {
      self.point = point
      self.fineX = fineX
      self.fineY = fineY
    }
  }

  /// The grid point nearest to a location in degrees, with the location in 256ths of a cell.
  /// - Precondition: as `point(longitude:latitude:)`.
  @inlinable @inline(__always)
  package func finePoint(longitude: Double, latitude: Double) -> FinePoint {
    let cells = Double(Int64(1) << exponent)
    // Scaling by 256 is exact, and so is rounding half away from zero from there.
    let x = Int64(longitude * cells / 360 * 256)
    let y = Int64(latitude * cells / 360 * 256)
    return FinePoint(
      point: GridPoint(
        x: Int32(truncatingIfNeeded: Self.cell(ofFine: x) &- originX),
        y: Int32(truncatingIfNeeded: Self.cell(ofFine: y) &- originY)),
      fineX: x &- originX &* 256, fineY: y &- originY &* 256)
  }

  /// The cell nearest to a coordinate in 256ths of a cell; rounds half away from zero.
  @inlinable @inline(__always)
  static func cell(ofFine coordinate: Int64) -> Int64 {
    let sign = coordinate >> 63
    let magnitude = (coordinate ^ sign) &- sign
    return (((magnitude &+ 128) >> 8) ^ sign) &- sign
  }

  /// The longitude of a cell, in degrees.
  package func longitude(x: Int32) -> Double { Double(originX + Int64(x)) * unit }

  /// The latitude of a cell, in degrees.
  package func latitude(y: Int32) -> Double { Double(originY + Int64(y)) * unit }
}
