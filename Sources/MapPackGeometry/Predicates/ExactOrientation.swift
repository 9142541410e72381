/// Twice the signed area of the triangle a, b, c. Only its sign is exact.
///
/// Validation judges coordinates as published with it, in degrees. Positive if c lies left of the line from a to b (x
/// to the right, y up), zero if the three are collinear; exact for the coordinates passed in. If the plain sum is too
/// small to be sure of its sign, the six products are summed as an expansion without any rounding. Orientation.swift
/// has the same test for grid points.
///
/// Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates" (1997):
/// the error bound of ORIENT2D, Two-Sum, Two-Product, Grow-Expansion.
/// - Precondition: coordinates are below 2⁹ in magnitude, as degrees are. If the plain sum does not decide, coordinates
///   nearer to zero than 2⁻⁹⁸⁰ count as zero.
package func orientation(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Double {
  let left = (a.x - c.x) * (b.y - c.y)
  let right = (a.y - c.y) * (b.x - c.x)
  let determinant = left - right
  // (3 + 16 ε) ε with ε = 2⁻⁵³.
  let sum = left.magnitude + right.magnitude
  let bound = 0x1.8000000000010p-52 * sum
  // Smaller products may have lost digits below the smallest Double.
  if sum > 0x1p-900, determinant > bound || -determinant > bound { return determinant }
  if c == a || c == b || a == b { return 0 }
  // After scaling by a power of two, no product underflows or overflows.
  let (a, b, c) = (a * 0x1p500, b * 0x1p500, c * 0x1p500)
  var expansion: [Double] = []
  addProduct(a.x, b.y, to: &expansion)
  addProduct(-a.y, b.x, to: &expansion)
  addProduct(b.x, c.y, to: &expansion)
  addProduct(-b.y, c.x, to: &expansion)
  addProduct(c.x, a.y, to: &expansion)
  addProduct(-c.y, a.x, to: &expansion)
  // Components do not overlap and grow in magnitude: the last that is not zero has the sign of the sum.
  return expansion.last { $0 != 0 } ?? 0
}

/// Adds the exact product of two numbers to an expansion.
private func addProduct(_ a: Double, _ b: Double, to expansion: inout [Double]) {
  let product = a * b
  let error = (-product).addingProduct(a, b)
  grow(&expansion, by: error)
  grow(&expansion, by: product)
}

/// Adds a number to an expansion, exactly.
private func grow(_ expansion: inout [Double], by term: Double) {
  var sum = term
  for index in expansion.indices {
    let component = expansion[index]
    let total = sum + component
    let virtual = total - sum
    expansion[index] = (sum - (total - virtual)) + (component - virtual)
    sum = total
  }
  expansion.append(sum)
}

/// How the segments ab and cd meet; exact for the coordinates passed in. The same as for grid points.
///
/// - Precondition: as for `orientation`.
package func relation(
  _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>
) -> SegmentRelation {
  func contains(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ p: SIMD2<Double>) -> Bool {
    min(a.x, b.x) <= p.x && p.x <= max(a.x, b.x) && min(a.y, b.y) <= p.y && p.y <= max(a.y, b.y)
  }
  guard max(a.x, b.x) >= min(c.x, d.x), max(c.x, d.x) >= min(a.x, b.x), max(a.y, b.y) >= min(c.y, d.y),
    max(c.y, d.y) >= min(a.y, b.y)
  else { return .clean }
  let abc = orientation(a, b, c)
  let abd = orientation(a, b, d)
  if (abc > 0 && abd > 0) || (abc < 0 && abd < 0) { return .clean }
  let cda = orientation(c, d, a)
  let cdb = orientation(c, d, b)
  if (cda > 0 && cdb > 0) || (cda < 0 && cdb < 0) { return .clean }
  if abc != 0 && abd != 0 && cda != 0 && cdb != 0 { return .crossing }
  let ends: [(isOn: Bool, isShared: Bool)] = [
    (abc == 0 && contains(a, b, c), c == a || c == b), (abd == 0 && contains(a, b, d), d == a || d == b),
    (cda == 0 && contains(c, d, a), a == c || a == d), (cdb == 0 && contains(c, d, b), b == c || b == d),
  ]
  if ends.contains(where: { $0.isOn && !$0.isShared }) { return .touching }
  // The same edge twice.
  if (a == c && b == d) || (a == d && b == c) { return .touching }
  return .clean
}
