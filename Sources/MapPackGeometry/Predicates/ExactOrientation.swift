/// On which side of the line from a to b a point c lies: 1 if on the left, −1 if on the right (x to the right, y up), 0 if
/// on the line. Exact for finite coordinates, unless a product of two of them is below 10⁻²⁷⁰ and not 0.
///
/// Most answers come from plain arithmetic, whose error is bounded; only near 0, the products are added up without any
/// rounding. Source: J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates"
/// (1997).
@inlinable @inline(__always)
package func side(_ a: SIMD2<Double>, _ b: SIMD2<Double>, of c: SIMD2<Double>) -> Int {
  let left = (a.x - c.x) * (b.y - c.y)
  let right = (a.y - c.y) * (b.x - c.x)
  let (difference, bound) = (left - right, (left.magnitude + right.magnitude) * 3.330_669_073_875_471_6e-16)
  if difference > bound { return 1 }
  if difference < -bound { return -1 }
  return exactSide(a, b, of: c)
}

/// The same by sums without rounding.
@usableFromInline @inline(never)
func exactSide(_ a: SIMD2<Double>, _ b: SIMD2<Double>, of c: SIMD2<Double>) -> Int {
  if a == b || b == c || c == a { return 0 }
  // The parts of the sum, from the smallest on; their signs do not cancel.
  var parts: [Double] = []
  func add(_ value: Double) {
    var sum = value
    for index in parts.indices {
      let (one, other) = (sum, parts[index])
      sum = one + other
      let back = sum - one
      parts[index] = (one - (sum - back)) + (other - back)
    }
    parts.append(sum)
    parts.removeAll { $0 == 0 }
  }
  func add(_ x: Double, times y: Double) {
    let product = x * y
    add((-product).addingProduct(x, y))
    add(product)
  }
  add(a.x, times: b.y)
  add(-a.y, times: b.x)
  add(b.x, times: c.y)
  add(-b.y, times: c.x)
  add(c.x, times: a.y)
  add(-c.y, times: a.x)
  guard let largest = parts.last else { return 0 }
  return largest > 0 ? 1 : -1
}
