/// How two segments of a planar drawing meet, as far as noding cares.
package enum SegmentRelation: Hashable, Sendable {
  /// They have at most end points of both in common.
  case clean
  /// They cross in the inside of both.
  case crossing
  /// An end point of one lies inside the other, or they overlap along a line.
  case touching
}

/// How the segments ab and cd meet. Exact.
///
/// Segments that share both end points (the same edge drawn twice) are `.touching`: an overlap.
@inline(__always)
package func relation(
  _ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint
) -> SegmentRelation {
  GridBox(a, b).intersects(GridBox(c, d)) ? relationIfBoxesMeet(a, b, c, d) : .clean
}

@inline(never)
private func relationIfBoxesMeet(
  _ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint
) -> SegmentRelation {
  let abc = orientation(a, b, c)
  let abd = orientation(a, b, d)
  if (abc > 0 && abd > 0) || (abc < 0 && abd < 0) { return .clean }
  let cda = orientation(c, d, a)
  let cdb = orientation(c, d, b)
  if (cda > 0 && cdb > 0) || (cda < 0 && cdb < 0) { return .clean }
  if abc != 0 && abd != 0 && cda != 0 && cdb != 0 { return .crossing }
  // At least one end point lies on the line of the other segment.
  if abc == 0 && abd == 0 {
    // Collinear: an overlap unless they meet in one shared end point, pointing away from each other.
    if a == c || a == d || b == c || b == d {
      let shared = a == c || a == d ? a : b
      let other = shared == a ? b : a
      let far = shared == c ? d : c
      if other == far { return .touching }
      let towards = GridBox(shared, other)
      return towards.contains(far) || GridBox(shared, far).contains(other) ? .touching : .clean
    }
    return .touching
  }
  // At most one common point. It is clean if it is an end point of both.
  if abc == 0 && GridBox(a, b).contains(c) { return c == a || c == b ? .clean : .touching }
  if abd == 0 && GridBox(a, b).contains(d) { return d == a || d == b ? .clean : .touching }
  if cda == 0 && GridBox(c, d).contains(a) { return a == c || a == d ? .clean : .touching }
  if cdb == 0 && GridBox(c, d).contains(b) { return b == c || b == d ? .clean : .touching }
  return .clean
}

/// The grid point nearest to the crossing of ab and cd; a coordinate halfway between two cells is rounded up.
///
/// The quotient is formed exactly, through 128-bit intermediates, so the answer depends on neither the order nor the
/// direction of the two segments.
/// - Precondition: ab and cd are not parallel and cross within both segments.
package func roundedCrossing(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint) -> GridPoint {
  let denominator = crossProduct(a, b, c, d)
  precondition(denominator != 0, "Parallel segments \(a) \(b) and \(c) \(d) have no crossing")
  let numerator = orientation(c, d, a)
  // a + (b − a) · t with t = numerator / (numerator − orientation(c, d, b)), 0 ≤ t ≤ 1.
  let total = numerator &- orientation(c, d, b)
  return GridPoint(
    x: a.x &+ Int32(truncatingIfNeeded: roundedQuotient(Int64(b.x) &- Int64(a.x), numerator, total)),
    y: a.y &+ Int32(truncatingIfNeeded: roundedQuotient(Int64(b.y) &- Int64(a.y), numerator, total)))
}

/// The cross product of the vectors ab and cd.
@inlinable
package func crossProduct(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint) -> Int64 {
  (Int64(b.x) &- Int64(a.x)) &* (Int64(d.y) &- Int64(c.y))
    &- (Int64(b.y) &- Int64(a.y)) &* (Int64(d.x) &- Int64(c.x))
}

/// ⌊length · numerator / denominator + ½⌋ for 0 ≤ numerator / denominator ≤ 1, exactly.
/// - Precondition: the denominator is not 0.
package func roundedQuotient(_ length: Int64, _ numerator: Int64, _ denominator: Int64) -> Int64 {
  let n = numerator.magnitude
  let d = denominator.magnitude
  let product = length.magnitude.multipliedFullWidth(by: n)
  let (quotient, remainder) = d.dividingFullWidth(product)
  // d < 2⁶², so twice the remainder fits.
  let twice = 2 &* remainder
  if length >= 0 {
    return Int64(quotient) &+ (twice >= d ? 1 : 0)
  }
  return -Int64(quotient) &- (twice > d ? 1 : 0)
}
