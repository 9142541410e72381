/// The lattice of the drawing plane on which a pack's vertices lie; a cell is 2ᵍ map points wide.
///
/// The plane is Web Mercator as `MKMapPoint` counts it: the world is 2²⁸ map points wide and high, x grows to the east
/// from 180° W, y to the south from 85.05° N. The lattice is absolute; only the origin from which cells are counted
/// depends on the extent. g may be negative.
package struct PackGrid: Hashable, Codable, Sendable {
  /// g: a cell is 2ᵍ map points wide.
  package var cellExponent: Int
  /// The lattice index of cell 0, in each direction.
  package var originX: Int64
  package var originY: Int64

  package init(cellExponent: Int, originX: Int64, originY: Int64) {
    self.cellExponent = cellExponent
    self.originX = originX
    self.originY = originY
  }

  /// The width of a cell in map points; a power of two.
  package var cell: Double { Double(sign: .plus, exponent: cellExponent, significand: 1) }

  /// The grid point nearest to a location in map points; rounds half away from zero.
  ///
  /// It is not checked that the coordinates are in the range of a `GridPoint`; beyond 32 bits they wrap.
  /// - Precondition: the location is finite.
  package func point(x: Double, y: Double) -> GridPoint {
    // Dividing by a power of two is exact.
    GridPoint(
      x: Int32(truncatingIfNeeded: NodingGrid.nearest(to: x / cell) &- originX),
      y: Int32(truncatingIfNeeded: NodingGrid.nearest(to: y / cell) &- originY))
  }

  /// The x of a grid point, in map points; exact.
  package func x(_ x: Int32) -> Double { Double(originX + Int64(x)) * cell }
  /// The y of a grid point, in map points; exact.
  package func y(_ y: Int32) -> Double { Double(originY + Int64(y)) * cell }
}
