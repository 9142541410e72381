/// A location in the plane in cells of the pack grid: whole cells and the rest, so that nothing is rounded away.
///
/// x grows to the east, y to the south.
struct CellLocation {
  /// Whole cells to the east of the pack's origin, rounded down.
  let x: Int64
  /// Whole cells to the south of the pack's origin, rounded down.
  let y: Int64
  /// The rest of x, 0 ..< 1, exact.
  let restX: Double
  /// The rest of y, 0 ..< 1, exact.
  let restY: Double

  init(x: Int64, y: Int64, restX: Double, restY: Double) {
    self.x = x
    self.y = y
    self.restX = restX
    self.restY = restY
  }

  /// The location of a point, turned round the world into the plane, which begins at 180° W; nil if a coordinate is a
  /// NaN or more than eight worlds from 0. y is not turned.
  init?(_ point: MapPoint, _ storage: PackStorage) {
    let limit = 8 * WebMercator.worldSize
    // A NaN is not in the range.
    guard -limit...limit ~= point.x, -limit...limit ~= point.y else { return nil }
    var mapX = point.x
    if !(mapX >= 0 && mapX < WebMercator.worldSize) {
      mapX = mapX.truncatingRemainder(dividingBy: WebMercator.worldSize)
      if mapX < 0 { mapX += WebMercator.worldSize }
      // A point a hair to the west of 180° W is rounded to 180° E, which is 180° W.
      if mapX >= WebMercator.worldSize { mapX = 0 }
    }
    self.init(mapX: mapX, mapY: point.y, storage)
  }

  /// The location of a point in the plane, as it is.
  /// - Precondition: the coordinates are map points within some worlds of the origin.
  init(mapX: Double, mapY: Double, _ storage: PackStorage) {
    // Scaling by a power of two is exact, and the fractional part of a Double is a Double.
    let inCellsX = mapX * storage.cellsPerMapPoint
    let inCellsY = mapY * storage.cellsPerMapPoint
    let (floorX, floorY) = (Self.floor(inCellsX), Self.floor(inCellsY))
    x = floorX &- storage.header.originX
    y = floorY &- storage.header.originY
    restX = inCellsX - Double(floorX)
    restY = inCellsY - Double(floorY)
  }

  /// A number rounded down, without the call of the C library that older processors would need.
  @inline(__always)
  private static func floor(_ number: Double) -> Int64 {
    let whole = Int64(number)
    return Double(whole) > number ? whole &- 1 : whole
  }

  /// The location this many cells further east.
  func moved(east cells: Int) -> CellLocation {
    CellLocation(x: x &+ Int64(cells), y: y, restX: restX, restY: restY)
  }
}
