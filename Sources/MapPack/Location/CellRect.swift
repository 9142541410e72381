/// A rectangle in the plane, edges included, in cells of the pack grid. Nothing is rounded away.
struct CellRect {
  private(set) var northWest: CellLocation
  private(set) var southEast: CellLocation

  /// A rectangle, turned round the world so that it begins in the plane; it may run past the plane's eastern edge. Nil
  /// if it is not finite, has a negative size, or begins more than eight worlds away. A rectangle as wide as the world
  /// becomes the whole width of the plane.
  init?(_ rect: MapRect, _ storage: PackStorage) {
    let limit = 8 * WebMercator.worldSize
    guard rect.width >= 0, rect.width < .infinity, rect.height >= 0, rect.height < .infinity,
      -limit...limit ~= rect.minX
    else { return nil }
    let north = max(rect.minY, -limit)
    let south = min(rect.maxY, limit)
    guard north <= south else { return nil }
    if rect.width >= WebMercator.worldSize {
      northWest = CellLocation(mapX: 0, mapY: north, storage)
      southEast = CellLocation(mapX: WebMercator.worldSize, mapY: south, storage)
    } else {
      let west = CellLocation(mapX: rect.minX, mapY: north, storage)
      let east = CellLocation(mapX: rect.maxX, mapY: south, storage)
      // A shift rounds down, also if the number is negative.
      let worlds =
        (Int(west.x) + storage.world - storage.eastEdge) >> (PackFormat.worldExponent - storage.header.cellExponent)
      northWest = west.moved(east: -worlds * storage.world)
      southEast = east.moved(east: -worlds * storage.world)
    }
  }

  private init(northWest: CellLocation, southEast: CellLocation) {
    self.northWest = northWest
    self.southEast = southEast
  }

  /// The rectangle this many cells further east, cut to the range of stored coordinates and a cell beyond it; nil if it
  /// lies outside.
  func moved(east cells: Int) -> CellRect? {
    let limits = Int64(-1)...(1 << 30) + 1
    let (northWest, southEast) = (northWest.moved(east: cells), southEast.moved(east: cells))
    guard northWest.x <= limits.upperBound, northWest.y <= limits.upperBound, southEast.x >= limits.lowerBound,
      southEast.y >= limits.lowerBound
    else { return nil }
    return CellRect(northWest: northWest.clamped(to: limits), southEast: southEast.clamped(to: limits))
  }

  /// Whether a segment has a point in common with the rectangle, edges included. Exact.
  ///
  /// It has one unless a line separates the two: a parallel, a meridian, or the line through the segment.
  func meets(_ segment: CellSegment) -> Bool {
    guard Int64(max(segment.ax, segment.bx)) >= west, Int64(min(segment.ax, segment.bx)) <= southEast.x,
      Int64(max(segment.ay, segment.by)) >= north, Int64(min(segment.ay, segment.by)) <= southEast.y
    else { return false }
    let side = segment.side(of: northWest)
    if side == 0 { return true }
    let northEast = CellLocation(x: southEast.x, y: northWest.y, restX: southEast.restX, restY: northWest.restY)
    let southWest = CellLocation(x: northWest.x, y: southEast.y, restX: northWest.restX, restY: southEast.restY)
    return segment.side(of: southEast) != side || segment.side(of: northEast) != side
      || segment.side(of: southWest) != side
  }

  /// Whether a rectangle of whole cells, edges included, lies in this one.
  func holds(x: ClosedRange<Int64>, y: ClosedRange<Int64>) -> Bool {
    x.lowerBound >= west && x.upperBound <= southEast.x && y.lowerBound >= north && y.upperBound <= southEast.y
  }

  /// The first whole x that is not to the west of the rectangle.
  private var west: Int64 { northWest.restX > 0 ? northWest.x + 1 : northWest.x }
  /// The first whole y that is not to the north of the rectangle.
  private var north: Int64 { northWest.restY > 0 ? northWest.y + 1 : northWest.y }
}

extension CellLocation {
  /// The nearest location whose whole coordinates lie in a range.
  fileprivate func clamped(to limits: ClosedRange<Int64>) -> CellLocation {
    let (x, restX) = limits ~= x ? (x, restX) : (min(max(x, limits.lowerBound), limits.upperBound), 0)
    let (y, restY) = limits ~= y ? (y, restY) : (min(max(y, limits.lowerBound), limits.upperBound), 0)
    return CellLocation(x: x, y: y, restX: restX, restY: restY)
  }
}
