/// A rectangle in the plane in cells of the lattice, with its edges; nothing is rounded away.
struct CellRect {
  private(set) var northWest: CellPlace
  private(set) var southEast: CellPlace

  /// The rectangle from its place on the globe from 180° W on; it may run past the world's edge in the east. Nil where it
  /// is none, or not within some worlds.
  init?(_ rect: MapRect, _ storage: PackStorage) {
    let limit = 8 * WebMercator.worldSize
    guard rect.width >= 0, rect.width < .infinity, rect.height >= 0, rect.height < .infinity,
      -limit...limit ~= rect.minX
    else { return nil }
    let north = max(rect.minY, -limit)
    let south = min(rect.maxY, limit)
    guard north <= south else { return nil }
    if rect.width >= WebMercator.worldSize {
      northWest = CellPlace(mapX: 0, mapY: north, storage)
      southEast = CellPlace(mapX: WebMercator.worldSize, mapY: south, storage)
    } else {
      let west = CellPlace(mapX: rect.minX, mapY: north, storage)
      let east = CellPlace(mapX: rect.maxX, mapY: south, storage)
      // Rounded down, also where it is negative.
      let worlds =
        (Int(west.x) + storage.world - storage.eastEdge) >> (PackFormat.worldExponent - storage.header.cellExponent)
      northWest = west.moved(east: -worlds * storage.world)
      southEast = east.moved(east: -worlds * storage.world)
    }
  }

  private init(northWest: CellPlace, southEast: CellPlace) {
    self.northWest = northWest
    self.southEast = southEast
  }

  /// The rectangle so many cells further east, as far as stored coordinates and a cell beyond them go; nil where it does
  /// not go there.
  func moved(east cells: Int) -> CellRect? {
    let limits = Int64(-1)...(1 << 30) + 1
    let (northWest, southEast) = (northWest.moved(east: cells), southEast.moved(east: cells))
    guard northWest.x <= limits.upperBound, northWest.y <= limits.upperBound, southEast.x >= limits.lowerBound,
      southEast.y >= limits.lowerBound
    else { return nil }
    return CellRect(northWest: northWest.clamped(to: limits), southEast: southEast.clamped(to: limits))
  }

  /// Whether a segment has a point in common with the rectangle, its edges included. Exact.
  ///
  /// It has unless a line separates the two: a parallel, a meridian or one along the segment.
  func meets(_ segment: CellSegment) -> Bool {
    guard Int64(max(segment.ax, segment.bx)) >= west, Int64(min(segment.ax, segment.bx)) <= southEast.x,
      Int64(max(segment.ay, segment.by)) >= north, Int64(min(segment.ay, segment.by)) <= southEast.y
    else { return false }
    let side = segment.side(of: northWest)
    if side == 0 { return true }
    let northEast = CellPlace(x: southEast.x, y: northWest.y, restX: southEast.restX, restY: northWest.restY)
    let southWest = CellPlace(x: northWest.x, y: southEast.y, restX: northWest.restX, restY: southEast.restY)
    return segment.side(of: southEast) != side || segment.side(of: northEast) != side
      || segment.side(of: southWest) != side
  }

  /// Whether a rectangle of whole cells, its edges included, lies in this one.
  func holds(x: ClosedRange<Int64>, y: ClosedRange<Int64>) -> Bool {
    x.lowerBound >= west && x.upperBound <= southEast.x && y.lowerBound >= north && y.upperBound <= southEast.y
  }

  /// The westernmost whole cell's edge that is not west of the rectangle, and the northernmost not north of it.
  private var west: Int64 { northWest.restX > 0 ? northWest.x + 1 : northWest.x }
  private var north: Int64 { northWest.restY > 0 ? northWest.y + 1 : northWest.y }
}

extension CellPlace {
  fileprivate func clamped(to limits: ClosedRange<Int64>) -> CellPlace {
    let (x, restX) = limits ~= x ? (x, restX) : (min(max(x, limits.lowerBound), limits.upperBound), 0)
    let (y, restY) = limits ~= y ? (y, restY) : (min(max(y, limits.lowerBound), limits.upperBound), 0)
    return CellPlace(x: x, y: y, restX: restX, restY: restY)
  }
}
