// Distances, for `NearestSearch`. Unlike the tests of `CellSegment`, they are rounded.
extension CellSegment {
  /// The square of the distance from a location to the nearest point of the segment, in square cells.
  ///
  /// Whole parts are added up as integers, where they cancel out exactly. So the error is some units in the last place,
  /// relative to the distance, or to a cell if that is larger. A segment may be a point: both of its ends alike.
  /// - Precondition: the location is within 2⁵² cells.
  @inline(__always)
  func squaredDistance(to location: CellLocation) -> Double {
    let dx = Int64(bx) &- Int64(ax)
    let dy = Int64(by) &- Int64(ay)
    let wx = location.x &- Int64(ax)
    let wy = location.y &- Int64(ay)
    let (directionX, directionY) = (Double(dx), Double(dy))
    let length = directionX * directionX + directionY * directionY
    // How far along the segment, times its length.
    let along =
      Self.sum(dx, wx, dy, wy) + (directionX * location.restX + directionY * location.restY)
    if along <= 0 { return Self.square(wx, location.restX) + Self.square(wy, location.restY) }
    if along >= length {
      return Self.square(location.x &- Int64(bx), location.restX) + Self.square(location.y &- Int64(by), location.restY)
    }
    let across = Self.sum(dx, wy, -dy, wx) + (directionX * location.restY - directionY * location.restX)
    return across * across / length
  }

  /// The way from a location to the nearest point of the segment, in cells to the east and to the south.
  func gap(from location: CellLocation) -> (x: Double, y: Double) {
    let (dx, dy) = (Double(Int64(bx) &- Int64(ax)), Double(Int64(by) &- Int64(ay)))
    let x = Double(Int64(ax) &- location.x) - location.restX
    let y = Double(Int64(ay) &- location.y) - location.restY
    let length = dx * dx + dy * dy
    let share = length > 0 ? min(max(-(dx * x + dy * y) / length, 0), 1) : 0
    return (x + share * dx, y + share * dy)
  }

  /// a·b + c·d, rounded once if the location is near.
  @inline(__always)
  private static func sum(_ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64) -> Double {
    // a and c have 31 bits in a sound pack.
    let limit: UInt64 = 1 << 31
    guard b.magnitude < limit && d.magnitude < limit else { return Double(a) * Double(b) + Double(c) * Double(d) }
    return Double(a &* b &+ c &* d)
  }

  @inline(__always)
  private static func square(_ whole: Int64, _ rest: Double) -> Double {
    let length = Double(whole) + rest
    return length * length
  }
}
