/// The way from a corner of the index to the south, and from there to the east, to a place.
///
/// All of it lies a trifle ε to the east of where it seems to, and ε² to the south.
struct LocationWay {
  let corner: CellPlace
  /// On the corner's meridian and the place's parallel.
  private let bend: CellPlace
  let place: CellPlace

  init(corner: CellPlace, place: CellPlace) {
    self.corner = corner
    self.place = place
    bend = CellPlace(x: corner.x, y: place.y, restX: corner.restX, restY: place.restY)
  }

  /// Whether the way crosses the segment an odd number of times: on one of its legs, not on both or none. Exact.
  @inline(__always)
  func crosses(_ segment: CellSegment) -> Bool {
    var isOdd = false
    if segment.meetsParallel(of: place), !segment.isWest(of: bend), segment.isWest(of: place) { isOdd.toggle() }
    if segment.meetsMeridian(of: bend), !segment.isNorth(of: corner), segment.isNorth(of: bend) { isOdd.toggle() }
    return isOdd
  }
}

/// A segment between two cells, for exact questions about places, which lie ε east and ε² south of where they seem to.
struct CellSegment {
  let ax, ay, bx, by: Int32

  /// Whether the parallel through the place meets the segment.
  @inline(__always)
  func meetsParallel(of place: CellPlace) -> Bool {
    // For whole a.y, a.y ≤ y + rest is a.y ≤ y.
    (Int64(ay) <= place.y) != (Int64(by) <= place.y)
  }

  /// Whether the meridian through the place meets the segment.
  @inline(__always)
  func meetsMeridian(of place: CellPlace) -> Bool {
    (Int64(ax) <= place.x) != (Int64(bx) <= place.x)
  }

  /// Whether the segment meets the parallel through the place west of the place: without the trifles, west of it or
  /// in it.
  /// - Precondition: `meetsParallel(of: place)`.
  func isWest(of place: CellPlace) -> Bool {
    let side = side(of: place)
    return by > ay ? side <= 0 : side >= 0
  }

  /// Whether the segment meets the meridian through the place north of the place: without the trifles, north of it,
  /// or in it and running to the east not to the south.
  /// - Precondition: `meetsMeridian(of: place)`.
  func isNorth(of place: CellPlace) -> Bool {
    let side = side(of: place)
    return bx > ax ? side > 0 || (side == 0 && by <= ay) : side < 0 || (side == 0 && ay <= by)
  }

  /// The sign of the cross product of the segment and the way from its first end to the place: on a segment to the
  /// south (y grows to the south) it is negative where the place is east of it, on one to the east positive where
  /// the place is south of it.
  func side(of place: CellPlace) -> Int {
    // Coordinates have 31 bits in a sound pack, so products have 64 at most in sum only where damage made them
    // absurd; there wrapping does no harm.
    let dx = Int64(bx) &- Int64(ax)
    let dy = Int64(by) &- Int64(ay)
    let whole = dx &* (place.y &- Int64(ay)) &- dy &* (place.x &- Int64(ax))
    return signOfSum(whole, dx, place.restY, dy, place.restX)
  }
}

/// The sign of whole + a·s − b·t, exactly, for a, b below 2³⁴ and 0 ≤ s, t < 1.
///
/// Each product becomes a sum of two Doubles without loss (their tails are multiples of 2⁻¹⁰⁷⁴ as s and t are, so
/// they do not underflow either), and the sign of the sum of five Doubles is found by adding them into an expansion.
/// Source: J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates"
/// (1997), Grow-Expansion.
func signOfSum(_ whole: Int64, _ a: Int64, _ s: Double, _ b: Int64, _ t: Double) -> Int {
  if s == 0 && t == 0 { return Int(whole.signum()) }
  // The rests can change the whole by less than |a| + |b|.
  if Int64(clamping: whole.magnitude) >= Int64(clamping: a.magnitude &+ b.magnitude) { return Int(whole.signum()) }
  // So the whole has at most 35 bits here and is an exact Double, like a and b.
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
  // The components do not overlap: the largest that is not zero has the sign of the sum.
  for component in [e4, e3, e2, e1, e0] where component != 0 { return component > 0 ? 1 : -1 }
  return 0
}

/// The rounded sum of two Doubles and what the rounding took away; together they are the exact sum.
/// Source: D. E. Knuth, "The Art of Computer Programming" 2, 4.2.2, theorem B.
@inline(__always)
private func twoSum(_ a: Double, _ b: Double) -> (sum: Double, tail: Double) {
  let sum = a + b
  let virtualB = sum - a
  return (sum, (a - (sum - virtualB)) + (b - virtualB))
}
