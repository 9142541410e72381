import MapPack

/// Distances on the ground between points and segments of a noding grid, in whole cells.
///
/// A degree of longitude shrinks with the cosine of the latitude. So the extent is divided into rows of latitude, at
/// most 1,024 of them, each with one cosine in 65,536ths. A distance from a point is measured with the cosine of that
/// point's row: differences of x are multiplied by it and rounded to whole cells, differences of y stay. So all
/// distances are integers; their unit is the height of a cell. They are off by less than one cell, and by what the
/// latitude changes within a row. The earth is the sphere of Web Mercator.
///
/// Snapping compares such distances. Lengths and areas for the user are `Ground`'s, on the ellipsoid. Differences of x
/// do not wrap: points on the two sides of ±180° are a world apart.
package struct GroundRows: Sendable {
  /// The height of a cell, in meters.
  package let metersPerCell: Double
  private let minY: Int64
  /// A row is 2^shift cells high.
  private let shift: Int64
  /// Per row: the cosine at its middle, in 65,536ths, at least 1.
  private let cosine: ContiguousArray<Int64>

  /// Divides an extent of latitude into rows.
  ///
  /// - Precondition: `minY` ≤ `maxY`.
  package init(_ grid: NodingGrid, minY: Int32, maxY: Int32) {
    metersPerCell = WebMercator.metersPerMapPointAtEquator * 0x1p28 / Double(Int64(1) << grid.exponent)
    self.minY = Int64(minY)
    let height = Int64(maxY) - Int64(minY)
    var shift: Int64 = 0
    while height >> shift >= 1024 { shift += 1 }
    self.shift = shift
    let rowHeight = Int64(1) << shift
    cosine = ContiguousArray(
      (0...height >> shift).map { row in
        let middle = Double(grid.originY + Int64(minY)) + (Double(row) + 0.5) * Double(rowHeight)
        let latitude = max(-90, min(90, middle * grid.unit))
        return max(1, Int64((Series.cosine(Series.radians(degrees: latitude)) * 65_536).rounded()))
      })
  }

  /// The smallest number of cells that is at least as long as a length in meters; at most a quarter of the grid, so
  /// that sixteen times its square fits 64 bits.
  package func cells(meters: Double) -> Int64 {
    Int64(min(Double(GridPoint.coordinateLimit / 4), (meters / metersPerCell).rounded(.up)))
  }

  /// The cosine of the row that holds a y, in 65,536ths; beyond the extent, that of the nearest row.
  private func cosine(y: Int64) -> Int64 {
    cosine[Int(max(0, min(Int64(cosine.count - 1), (y - minY) >> shift)))]
  }

  /// The vector from one point to another, in cells on the ground, measured with a cosine in 65,536ths.
  @inline(__always)
  private func vector(_ from: GridPoint, _ to: GridPoint, _ cosine: Int64) -> (x: Int64, y: Int64) {
    let x = Int64(to.x) &- Int64(from.x)
    let scaled = (x.magnitude &* UInt64(cosine) &+ 32_768) >> 16
    return (x < 0 ? -Int64(scaled) : Int64(scaled), Int64(to.y) &- Int64(from.y))
  }

  /// The square of the distance between two points, in cells, measured at the first.
  package func squaredDistance(_ p: GridPoint, _ q: GridPoint) -> Int64 {
    let (x, y) = vector(p, q, cosine(y: Int64(p.y)))
    return x &* x &+ y &* y
  }

  /// The distance of a point from a meridian, in cells, measured along its parallel.
  package func distance(_ p: GridPoint, fromX x: Int64) -> Int64 {
    Int64(((Int64(p.x) &- x).magnitude &* UInt64(cosine(y: Int64(p.y))) &+ 32_768) >> 16)
  }

  /// The distance between two points, measured halfway between them, to the nearest cell.
  package func distance(_ p: GridPoint, _ q: GridPoint) -> Int64 {
    let (x, y) = vector(p, q, cosine(y: (Int64(p.y) &+ Int64(q.y)) >> 1))
    return Int64(Double(x &* x &+ y &* y).squareRoot().rounded())
  }

  /// Which point of a segment is nearest to another point: an end, or one inside the segment.
  package enum NearestPoint: Sendable {
    case first
    case last
    case inside
  }

  /// The square of the distance of a point from the closed segment ab, in cells, and which point of the segment is
  /// nearest.
  ///
  /// The distance is measured at the point, and its square is rounded down. Exact in 64 bits, with one product of 128.
  package func squaredDistance(
    _ p: GridPoint, fromSegment a: GridPoint, _ b: GridPoint
  ) -> (square: Int64, nearest: NearestPoint) {
    let cosine = cosine(y: Int64(p.y))
    let along = vector(a, b, cosine)
    let there = vector(a, p, cosine)
    let projection = along.x &* there.x &+ along.y &* there.y
    if projection <= 0 { return (there.x &* there.x &+ there.y &* there.y, .first) }
    let length = along.x &* along.x &+ along.y &* along.y
    if projection >= length {
      let back = vector(b, p, cosine)
      return (back.x &* back.x &+ back.y &* back.y, .last)
    }
    let cross = (along.x &* there.y &- along.y &* there.x).magnitude
    // The quotient is below the square of the distance from a, which fits.
    let square = UInt64(length).dividingFullWidth(cross.multipliedFullWidth(by: cross)).quotient
    return (Int64(square), .inside)
  }

  /// The position along the segment ab of the foot of a point on its line: a number that grows from a to b.
  package func projection(_ p: GridPoint, onSegment a: GridPoint, _ b: GridPoint) -> Int64 {
    let cosine = cosine(y: Int64(a.y))
    let along = vector(a, b, cosine)
    let there = vector(a, p, cosine)
    return along.x &* there.x &+ along.y &* there.y
  }

  /// The grid point nearest to the foot of a point on the segment ab, if the foot lies inside it; else the nearer end.
  package func foot(_ p: GridPoint, onSegment a: GridPoint, _ b: GridPoint) -> GridPoint {
    let cosine = cosine(y: Int64(p.y))
    let along = vector(a, b, cosine)
    let there = vector(a, p, cosine)
    let projection = max(0, along.x &* there.x &+ along.y &* there.y)
    let length = along.x &* along.x &+ along.y &* along.y
    guard length > 0 else { return a }
    return GridPoint(
      x: a.x &+ Int32(truncatingIfNeeded: roundedQuotient(Int64(b.x) &- Int64(a.x), min(projection, length), length)),
      y: a.y &+ Int32(truncatingIfNeeded: roundedQuotient(Int64(b.y) &- Int64(a.y), min(projection, length), length)))
  }

  /// The box that contains every point within a number of cells of a box, measured anywhere in it.
  /// Its coordinates are clamped to 32 bits.
  package func box(_ box: GridBox, widenedBy reach: Int64) -> GridBox {
    // The cosine grows toward the equator, so the smallest of a range of rows is at one of its ends.
    let smallest = min(cosine(y: Int64(box.minY) - reach), cosine(y: Int64(box.maxY) + reach))
    let sideways = min(GridPoint.coordinateLimit, ((reach + 1) << 16) / smallest + 1)
    func held(_ value: Int64) -> Int32 { Int32(max(Int64(Int32.min), min(Int64(Int32.max), value))) }
    var wide = box
    wide.minX = held(Int64(box.minX) - sideways)
    wide.maxX = held(Int64(box.maxX) + sideways)
    wide.minY = held(Int64(box.minY) - reach)
    wide.maxY = held(Int64(box.maxY) + reach)
    return wide
  }
}
