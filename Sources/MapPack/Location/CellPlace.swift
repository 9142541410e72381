/// A place in the plane in cells of the lattice: whole cells and the rest, so that nothing is rounded away.
struct CellPlace {
  /// Floor, counted from the pack's origin.
  let x: Int64
  let y: Int64
  /// 0 ..< 1, exact.
  let restX: Double
  let restY: Double

  init(x: Int64, y: Int64, restX: Double, restY: Double) {
    self.x = x
    self.y = y
    self.restX = restX
    self.restY = restY
  }

  /// A place on the globe as the plane has it, from 180° W on; nil where it is none within some worlds.
  init?(_ point: MapPoint, _ storage: PackStorage) {
    let limit = 8 * WebMercator.worldSize
    // A NaN is not in the range.
    guard -limit...limit ~= point.x, -limit...limit ~= point.y else { return nil }
    var mapX = point.x
    if !(mapX >= 0 && mapX < WebMercator.worldSize) {
      mapX = mapX.truncatingRemainder(dividingBy: WebMercator.worldSize)
      if mapX < 0 { mapX += WebMercator.worldSize }
      // A place a hair west of 180° W is rounded to it.
      if mapX >= WebMercator.worldSize { mapX = 0 }
    }
    self.init(mapX: mapX, mapY: point.y, storage)
  }

  /// - Precondition: map points within some worlds of the origin.
  init(mapX: Double, mapY: Double, _ storage: PackStorage) {
    // A power of two scales without rounding, and what is below the point of a Double is a Double.
    let inCellsX = mapX * storage.cellsPerMapPoint
    let inCellsY = mapY * storage.cellsPerMapPoint
    let (floorX, floorY) = (Self.floor(inCellsX), Self.floor(inCellsY))
    x = floorX &- storage.header.originX
    y = floorY &- storage.header.originY
    restX = inCellsX - Double(floorX)
    restY = inCellsY - Double(floorY)
  }

  /// Without a call of the C library, which older processors would need.
  @inline(__always)
  private static func floor(_ number: Double) -> Int64 {
    let whole = Int64(number)
    return Double(whole) > number ? whole &- 1 : whole
  }

  /// The place so many cells further east.
  func moved(east cells: Int) -> CellPlace {
    CellPlace(x: x &+ Int64(cells), y: y, restX: restX, restY: restY)
  }
}
