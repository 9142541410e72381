/// Whether the closed segment from a to b passes through the pixel of p: the square of one cell of the grid around p,
/// from ½ below p, included, to ½ above p, excluded, along both axes.
///
/// That is the set of points that `roundedCrossing` rounds to p. Exact, in 64 bits.
///
/// Source: J. Hobby, "Practical segment intersection with finite precision output" (1999), section 2.
package func segment(_ a: GridPoint, _ b: GridPoint, passesThroughPixelOf p: GridPoint) -> Bool {
  // Coordinates doubled and relative to p: the pixel is [−1, 1) × [−1, 1).
  let ax = 2 &* (Int64(a.x) &- Int64(p.x))
  let ay = 2 &* (Int64(a.y) &- Int64(p.y))
  let bx = 2 &* (Int64(b.x) &- Int64(p.x))
  let by = 2 &* (Int64(b.y) &- Int64(p.y))
  if max(ax, bx) < -1 || min(ax, bx) >= 1 || max(ay, by) < -1 || min(ay, by) >= 1 { return false }
  // A grid point inside the pixel can only be p itself.
  if (ax == 0 && ay == 0) || (bx == 0 && by == 0) { return true }
  // Both ends are outside, and the box of the segment meets the pixel. So the segment passes through the pixel if
  // corners lie on both sides of its line, or if it runs through a corner or along an edge that belongs to the pixel.
  // The direction is even, so it may be halved without loss; the products then stay below 2⁶².
  let hx = (bx &- ax) >> 1
  let hy = (by &- ay) >> 1
  func side(_ cornerX: Int64, _ cornerY: Int64) -> Int64 {
    hx &* (cornerY &- ay) &- hy &* (cornerX &- ax)
  }
  let lowerLeft = side(-1, -1)
  let lowerRight = side(1, -1)
  let upperLeft = side(-1, 1)
  let upperRight = side(1, 1)
  let positive = lowerLeft > 0 || lowerRight > 0 || upperLeft > 0 || upperRight > 0
  let negative = lowerLeft < 0 || lowerRight < 0 || upperLeft < 0 || upperRight < 0
  if positive && negative {
    // The line passes through the open square, and so does the segment. If it ended before the square, both its ends
    // would lie at least a whole cell from p, on the same side along one axis; the test of boxes has excluded that.
    return true
  }
  // The line touches the closed square in a corner or along an edge. Only the lower-left corner, the left edge and the
  // lower edge belong to the half-open square, and all of them contain that corner.
  return lowerLeft == 0
}
