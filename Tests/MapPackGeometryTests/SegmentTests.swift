import MapPackGeometry
import TestSupport
import Testing

/// A fraction with a positive denominator, compared exactly; for small numbers.
private struct Fraction: Comparable {
  var numerator: Int
  var denominator: Int

  init(_ numerator: Int, _ denominator: Int) {
    self.numerator = denominator < 0 ? -numerator : numerator
    self.denominator = abs(denominator)
  }

  static func < (a: Fraction, b: Fraction) -> Bool { a.numerator * b.denominator < b.numerator * a.denominator }
  static func == (a: Fraction, b: Fraction) -> Bool { a.numerator * b.denominator == b.numerator * a.denominator }

  func middle(_ other: Fraction) -> Fraction {
    Fraction(numerator * other.denominator + other.numerator * denominator, 2 * denominator * other.denominator)
  }
}

private let small = (0..<4).flatMap { x in (0..<4).map { y in GridPoint(x: x, y: y) } }

@Suite struct `Two segments` {
  /// All points that lie on a sub-lattice fine enough to hold every crossing of two segments of a 4 × 4 grid would be
  /// many; instead the definition is applied to parameters along the first segment.
  private func expected(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint) -> SegmentRelation {
    if Set([a, b]) == Set([c, d]) { return .touching }
    for p in [a, b] where p != c && p != d && lies(p, between: c, d) { return .touching }
    for p in [c, d] where p != a && p != b && lies(p, between: a, b) { return .touching }
    let denominator = cross(a, b, c, d)
    guard denominator != 0 else { return .clean }
    let t = Fraction(cross(a, c, c, d), denominator)
    let u = Fraction(cross(a, c, a, b), denominator)
    let zero = Fraction(0, 1)
    let one = Fraction(1, 1)
    return t > zero && t < one && u > zero && u < one ? .crossing : .clean
  }

  private func cross(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint) -> Int {
    (Int(b.x) - Int(a.x)) * (Int(d.y) - Int(c.y)) - (Int(b.y) - Int(a.y)) * (Int(d.x) - Int(c.x))
  }

  private func lies(_ p: GridPoint, between a: GridPoint, _ b: GridPoint) -> Bool {
    cross(a, b, a, p) == 0 && (min(a.x, b.x)...max(a.x, b.x)).contains(p.x)
      && (min(a.y, b.y)...max(a.y, b.y)).contains(p.y)
  }

  @Test(arguments: small) private func `two segments meet as the definition says, everywhere on a 4 × 4 grid`(
    _ a: GridPoint
  ) {
    for b in small where b != a {
      for c in small {
        for d in small where d != c {
          #expect(relation(a, b, c, d) == expected(a, b, c, d), "\(a) \(b), \(c) \(d)")
        }
      }
    }
  }

  @Test func `two segments cross at one rounded point, whichever is named first and wherever it begins`() {
    var random = SplitMix64(seed: 7)
    var crossings = 0
    while crossings < 2000 {
      func point() -> GridPoint {
        GridPoint(x: .random(in: 0..<1 << 30, using: &random), y: .random(in: 0..<1 << 30, using: &random))
      }
      let (a, b, c, d) = (point(), point(), point(), point())
      guard relation(a, b, c, d) == .crossing else { continue }
      crossings += 1
      let crossing = roundedCrossing(a, b, c, d)
      #expect(crossing == roundedCrossing(c, d, a, b))
      #expect(crossing == roundedCrossing(b, a, c, d))
      #expect(crossing == roundedCrossing(d, c, b, a))
      #expect(segment(a, b, passesThroughPixelOf: crossing))
      #expect(segment(c, d, passesThroughPixelOf: crossing))
    }
  }

  @Test(
    arguments: [
      // Halfway coordinates are rounded up, both ways.
      ((0, 0), (1, 1), (0, 1), (1, 0), (1, 1)), ((-1, -1), (0, 0), (-1, 0), (0, -1), (0, 0)),
      ((0, 0), (10, 0), (3, -1), (4, 2), (3, 0)), ((0, 0), (10, 0), (4, 2), (3, -1), (3, 0)),
    ] as [((Int32, Int32), (Int32, Int32), (Int32, Int32), (Int32, Int32), (Int32, Int32))])
  func `the crossing of two segments is rounded to the nearest cell`(
    _ example: ((Int32, Int32), (Int32, Int32), (Int32, Int32), (Int32, Int32), (Int32, Int32))
  ) {
    func point(_ pair: (Int32, Int32)) -> GridPoint { GridPoint(x: pair.0, y: pair.1) }
    #expect(
      roundedCrossing(point(example.0), point(example.1), point(example.2), point(example.3)) == point(example.4))
  }
}

@Suite struct `A pixel` {
  /// Whether some point of the segment lies in [−½, ½) × [−½, ½): tried at all parameters at which a side of the
  /// square is met, at both ends and half way between all these.
  private func expected(_ a: GridPoint, _ b: GridPoint) -> Bool {
    let (ax, ay, dx, dy) = (Int(a.x), Int(a.y), Int(b.x) - Int(a.x), Int(b.y) - Int(a.y))
    var positions = [Fraction(0, 1), Fraction(1, 1)]
    for side in [-1, 1] {
      if dx != 0 { positions.append(Fraction(side - 2 * ax, 2 * dx)) }
      if dy != 0 { positions.append(Fraction(side - 2 * ay, 2 * dy)) }
    }
    positions = positions.filter { $0 >= Fraction(0, 1) && $0 <= Fraction(1, 1) }.sorted()
    positions += zip(positions, positions.dropFirst()).map { $0.middle($1) }
    return positions.contains { t in
      let x = 2 * (ax * t.denominator + dx * t.numerator)
      let y = 2 * (ay * t.denominator + dy * t.numerator)
      return x >= -t.denominator && x < t.denominator && y >= -t.denominator && y < t.denominator
    }
  }

  @Test(arguments: -4...4 as ClosedRange<Int32>)
  func `a pixel holds its lower and left edges and not the others, everywhere on a 9 × 9 grid`(ax: Int32) {
    let origin = GridPoint(x: 0, y: 0)
    for ay in -4...4 as ClosedRange<Int32> {
      for bx in -4...4 as ClosedRange<Int32> {
        for by in -4...4 as ClosedRange<Int32> where (ax, ay) != (bx, by) {
          let a = GridPoint(x: ax, y: ay)
          let b = GridPoint(x: bx, y: by)
          #expect(segment(a, b, passesThroughPixelOf: origin) == expected(a, b), "\(a) \(b)")
        }
      }
    }
  }
}
