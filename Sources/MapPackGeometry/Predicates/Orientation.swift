/// Twice the signed area of the triangle a, b, c, in cells: positive if c lies left of the line from a to b (x to the
/// right, y up), zero if the three are collinear.
///
/// Exact for coordinates within `GridPoint.coordinateLimit`: each product has at most 60 bits, so plain wrapping
/// arithmetic cannot wrap.
@inlinable
package func orientation(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int64 {
  let abX = Int64(b.x) &- Int64(a.x)
  let abY = Int64(b.y) &- Int64(a.y)
  let acX = Int64(c.x) &- Int64(a.x)
  let acY = Int64(c.y) &- Int64(a.y)
  return abX &* acY &- abY &* acX
}

/// Whether p lies on the closed segment from a to b.
@inlinable
package func segment(_ a: GridPoint, _ b: GridPoint, contains p: GridPoint) -> Bool {
  GridBox(a, b).contains(p) && orientation(a, b, p) == 0
}

extension GridPoint {
  /// Whether a line from a through this point to b turns back: the angle between a and b, seen from here, is less than
  /// a right angle, or zero.
  package func turnsBack(from a: GridPoint, to b: GridPoint) -> Bool {
    (Int64(a.x) - Int64(x)) * (Int64(b.x) - Int64(x)) + (Int64(a.y) - Int64(y)) * (Int64(b.y) - Int64(y)) > 0
  }
}
