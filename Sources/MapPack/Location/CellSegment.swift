/// A segment between two points of the pack grid, a and b in the direction of its arc, with exact tests for locations.
///
/// Locations lie an infinitely small ε to the east of their coordinates, and ε² to the south.
struct CellSegment {
  let ax, ay, bx, by: Int32

  /// Whether the parallel through the location meets the segment.
  @inline(__always)
  func meetsParallel(of location: CellLocation) -> Bool {
    // For whole a.y, a.y ≤ y + rest is a.y ≤ y.
    (Int64(ay) <= location.y) != (Int64(by) <= location.y)
  }

  /// Whether the meridian through the location meets the segment.
  @inline(__always)
  func meetsMeridian(of location: CellLocation) -> Bool {
    (Int64(ax) <= location.x) != (Int64(bx) <= location.x)
  }

  /// Whether the segment meets the location's parallel to the west of the location. Without ε: to the west of it or in
  /// it.
  /// - Precondition: `meetsParallel(of: location)`.
  func isWest(of location: CellLocation) -> Bool {
    let side = side(of: location)
    return by > ay ? side <= 0 : side >= 0
  }

  /// Whether the segment meets the location's meridian to the north of the location. Without ε: to the north of it, or
  /// in it if the segment, followed eastward, does not run to the south.
  /// - Precondition: `meetsMeridian(of: location)`.
  func isNorth(of location: CellLocation) -> Bool {
    let side = side(of: location)
    return bx > ax ? side > 0 || (side == 0 && by <= ay) : side < 0 || (side == 0 && ay <= by)
  }

  /// The sign of the cross product of the segment and the way from its first end to the location.
  ///
  /// y grows to the south. If the segment runs south, the sign is negative for locations to the east of it. If it runs
  /// east, the sign is positive for locations to the south of it.
  func side(of location: CellLocation) -> Int {
    // Coordinates have 31 bits in a sound pack. Only in a damaged one can this difference of products wrap, and there
    // it does no harm.
    let dx = Int64(bx) &- Int64(ax)
    let dy = Int64(by) &- Int64(ay)
    let whole = dx &* (location.y &- Int64(ay)) &- dy &* (location.x &- Int64(ax))
    return signOfSum(whole, dx, location.restY, dy, location.restX)
  }
}

/// The sign of whole + a·s − b·t, exactly, for a, b below 2³⁴ and 0 ≤ s, t < 1.
///
/// Each product is split without loss into a sum of two Doubles. Like s and t, their tails are multiples of 2⁻¹⁰⁷⁴, so
/// they do not underflow. The five Doubles are then added into an expansion, whose sign is exact.
///
/// Source: J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates"
/// (1997), Grow-Expansion.
func signOfSum(_ whole: Int64, _ a: Int64, _ s: Double, _ b: Int64, _ t: Double) -> Int {
  if s == 0 && t == 0 { return Int(whole.signum()) }
  // The other terms change the sum by less than |a| + |b|.
  if Int64(clamping: whole.magnitude) >= Int64(clamping: a.magnitude &+ b.magnitude) { return Int(whole.signum()) }
  // Here the whole has at most 35 bits, so it is an exact Double, like a and b.
  let first = Double(a) * s
  let firstTail = (-first).addingProduct(Double(a), s)
  let second = -Double(b) * t
  let secondTail = (-second).addingProduct(-Double(b), t)
  var (e0, e1, e2, e3, e4) = (firstTail, 0.0, 0.0, 0.0, 0.0)
  (e1, e0) = twoSum(first, e0)
  (e2, e0) = twoSum(secondTail, e0)
  (e2, e1) = twoSum(e2, e1)
  (e3, e0) = twoSum(second, e0)
  (e3, e1) = twoSum(e3, e1)
  (e3, e2) = twoSum(e3, e2)
  (e4, e0) = twoSum(Double(whole), e0)
  (e4, e1) = twoSum(e4, e1)
  (e4, e2) = twoSum(e4, e2)
  (e4, e3) = twoSum(e4, e3)
  // The components do not overlap, so the largest that is not zero has the sign of the sum.
  for component in [e4, e3, e2, e1, e0] where component != 0 { return component > 0 ? 1 : -1 }
  return 0
}

/// The rounded sum of two Doubles, and the rounding error. Added exactly, they are the exact sum.
///
/// Source: D. E. Knuth, "The Art of Computer Programming" 2, 4.2.2, theorem B.
@inline(__always)
private func twoSum(_ a: Double, _ b: Double) -> (sum: Double, tail: Double) {
  let sum = a + b
  let virtualB = sum - a
  return (sum, (a - (sum - virtualB)) + (b - virtualB))
}
