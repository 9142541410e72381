extension CellSegment {
  /// The square of the distance from a place to the nearest point of the segment, in cells.
  ///
  /// What is whole is added up as integers, where it can cancel out. So relative to the distance, or to a cell where
  /// that is larger, the rounding is some units in the last place.
  /// - Precondition: the place is within 2⁵² cells.
  @inline(__always)
  func squaredDistance(to place: CellPlace) -> Double {
    let dx = Int64(bx) &- Int64(ax)
    let dy = Int64(by) &- Int64(ay)
    let wx = place.x &- Int64(ax)
    let wy = place.y &- Int64(ay)
    let (directionX, directionY) = (Double(dx), Double(dy))
    let length = directionX * directionX + directionY * directionY
    // How far along the segment, times its length.
    let along =
      Self.sum(dx, wx, dy, wy) + (directionX * place.restX + directionY * place.restY)
    if along <= 0 { return Self.square(wx, place.restX) + Self.square(wy, place.restY) }
    if along >= length {
      return Self.square(place.x &- Int64(bx), place.restX) + Self.square(place.y &- Int64(by), place.restY)
    }
    let across = Self.sum(dx, wy, -dy, wx) + (directionX * place.restY - directionY * place.restX)
    return across * across / length
  }

  /// a·b + c·d, exact before it is rounded where the place is near.
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
