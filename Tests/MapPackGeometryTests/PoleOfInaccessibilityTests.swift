import MapPackGeometry
import TestSupport
import Testing

private typealias Ring = [(Int32, Int32)]

private func paths(_ rings: [Ring]) -> Paths {
  var paths = Paths()
  for ring in rings {
    for (x, y) in ring { paths.append(GridPoint(x: x, y: y)) }
    paths.endPath(isClosed: true)
  }
  return paths
}

/// The distance of a point from the nearest segment, negative outside; by all segments, sharing no code.
private func signedDistance(_ x: Double, _ y: Double, _ rings: Paths) -> Double {
  var least = Double.infinity
  var isInside = false
  for ring in 0..<rings.count {
    let range = rings.start[ring]..<rings.start[ring + 1]
    for vertex in range {
      let next = vertex + 1 < range.upperBound ? vertex + 1 : range.lowerBound
      let (ax, ay) = (Double(rings.point(vertex).x), Double(rings.point(vertex).y))
      let (bx, by) = (Double(rings.point(next).x), Double(rings.point(next).y))
      let along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
      let share = max(0, min(1, along))
      let (cx, cy) = (ax + share * (bx - ax), ay + share * (by - ay))
      least = min(least, ((x - cx) * (x - cx) + (y - cy) * (y - cy)).squareRoot())
      if (ay > y) != (by > y), x < ax + (y - ay) / (by - ay) * (bx - ax) { isInside.toggle() }
    }
  }
  return isInside ? least : -least
}

/// The best of a lattice of points, then of finer lattices round the best of each.
private func bruteForce(_ rings: Paths) -> Double {
  let box = GridBox(of: rings.points)
  let (minX, maxX) = (Double(box.minX), Double(box.maxX))
  let (minY, maxY) = (Double(box.minY), Double(box.maxY))
  var best: [(x: Double, y: Double, distance: Double)] = []
  func gather(_ x: Double, _ y: Double, _ width: Double, _ height: Double, steps: Int) {
    for i in 0...steps {
      for j in 0...steps {
        let point = (x + width * Double(i) / Double(steps), y + height * Double(j) / Double(steps))
        best.append((point.0, point.1, signedDistance(point.0, point.1, rings)))
      }
    }
    best = Array(best.sorted { $0.distance > $1.distance }.prefix(6))
  }
  gather(minX, minY, maxX - minX, maxY - minY, steps: 60)
  var (width, height) = ((maxX - minX) / 60, (maxY - minY) / 60)
  for _ in 0..<5 {
    for point in best { gather(point.x - width, point.y - height, 2 * width, 2 * height, steps: 8) }
    (width, height) = (width / 4, height / 4)
  }
  return best[0].distance
}

@Suite struct `The pole of inaccessibility` {
  @Test func `the pole of a square is its middle`() {
    let pole = poleOfInaccessibility(of: paths([[(10, 20), (110, 20), (110, 120), (10, 120)]]))
    #expect(pole == PoleOfInaccessibility(x: 60, y: 70, radius: 50))
  }

  /// A triangle with no grid point inside, the incircle's radius is 1 / (2 + √2).
  @Test func `the pole of a triangle of three cells is inside it`() {
    let pole = poleOfInaccessibility(of: paths([[(5, 5), (6, 5), (5, 6)]]))
    let radius = 1 / (2 + 2.0.squareRoot())
    #expect(abs(pole.radius - radius) < 0.01 * radius)
    #expect(abs(pole.x - 5 - radius) < 0.05 && abs(pole.y - 5 - radius) < 0.05)
  }

  @Test func `the pole of a C lies in its thickest part, not in its mouth`() {
    // The upper arm is 30 high, the back 20 wide, the lower arm 10 high.
    let c: Ring = [(0, 0), (100, 0), (100, 10), (20, 10), (20, 70), (100, 70), (100, 100), (0, 100)]
    let rings = paths([c])
    let pole = poleOfInaccessibility(of: rings)
    #expect(pole.y > 70 && abs(signedDistance(pole.x, pole.y, rings) - pole.radius) < 1e-9)
    // In the corner between back and arm there is more room than in the arm.
    #expect(pole.radius >= 0.99 * bruteForce(rings) && pole.radius > 15)
  }

  @Test func `the pole keeps clear of holes, whichever way the rings run`() {
    let shell: Ring = [(0, 0), (300, 0), (300, 300), (0, 300)]
    let hole: Ring = [(80, 80), (80, 200), (200, 200), (200, 80)]
    for rings in [[shell, hole], [shell.reversed(), hole.reversed()], [hole, shell]] {
      let rings = paths(rings)
      let pole = poleOfInaccessibility(of: rings)
      #expect(signedDistance(pole.x, pole.y, rings) > 0)
      #expect(pole.radius >= 0.99 * bruteForce(rings))
      #expect(pole.radius < 65)
    }
  }

  @Test(
    arguments: [
      [(0, 0), (1_000_000, 1), (1_000_000, 3)], [(0, 0), (700_000, 500_000), (700_000, 500_001)],
      [(0, 0), (1 << 29, 0), (1 << 29, 1), (0, 1)], [(0, 0), (1, 0), (1 << 20, 1 << 29), (1 << 20 - 1, 1 << 29)],
      [(0, 0), (2_000, 0), (2_000, 9), (1_000, 10), (0, 9)],
    ] as [[(Int32, Int32)]])
  func `the pole of a sliver is inside it`(sliver: [(Int32, Int32)]) {
    let rings = paths([sliver])
    let pole = poleOfInaccessibility(of: rings)
    #expect(pole.radius > 0)
    #expect(abs(signedDistance(pole.x, pole.y, rings) - pole.radius) < 1e-6)
  }

  /// Its width is one part in 2⁶⁰ of its length: no Double lies inside.
  @Test func `the pole of a sliver without inside is a point on it`() {
    let rings = paths([[(0, 0), (701_408_733, 433_494_437), (433_494_437, 267_914_296)]])
    let pole = poleOfInaccessibility(of: rings)
    #expect(pole.radius < 1e-6)
    #expect(abs(signedDistance(pole.x, pole.y, rings)) < 1e-6)
  }

  /// Stars with notches and holes, of all sizes.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the pole is within one percent of what a finer search finds`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let size: Double = [12, 100, 30_000, 5e8].randomElement(using: &random) ?? 100
    let count = Int.random(in: 3...40, using: &random)
    // Directions from tangents of half angles, so that no library function is needed.
    func star(_ scale: ClosedRange<Double>) -> Ring {
      var ring: Ring = []
      for index in 0..<count {
        let half = (Double(index) + 0.5) / Double(count) * 2 - 1
        let tangent = half / (1 - half * half).squareRoot()
        let reach = Double.random(in: scale, using: &random)
        let radius = size * reach / (1 + tangent * tangent)
        let x = size + radius * (1 - tangent * tangent)
        let y = size + radius * 2 * tangent
        let point = (Int32(x.rounded()), Int32(y.rounded()))
        if ring.isEmpty || ring[ring.count - 1] != point { ring.append(point) }
      }
      return ring
    }
    var rings: [Ring] = [star(0.4...1)]
    if size > 1_000, Bool.random(using: &random) { rings.append(star(0.1...0.3).reversed()) }
    let outline = paths(rings)
    let pole = poleOfInaccessibility(of: outline)
    #expect(abs(signedDistance(pole.x, pole.y, outline) - pole.radius) <= 1e-6 * pole.radius)
    #expect(pole.radius >= 0.99 * bruteForce(outline))
  }

  /// Gaps between regions are outlined by the arcs round them.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the pole is as good if the rings come in pieces`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let shape = CostlyShape.allCases[Int(seed) % CostlyShape.allCases.count]
    let whole = shape.lines(60)
    var pieces = Paths()
    for ring in 0..<whole.count {
      let range = whole.start[ring]..<whole.start[ring + 1]
      var first = range.lowerBound
      while first < range.upperBound {
        let end = min(range.upperBound, first + Int.random(in: 1...5, using: &random))
        for vertex in first..<end { pieces.append(whole.point(vertex)) }
        pieces.append(whole.point(end == range.upperBound ? range.lowerBound : end))
        pieces.endPath(isClosed: false)
        first = end
      }
    }
    let pole = poleOfInaccessibility(of: pieces)
    #expect(abs(signedDistance(pole.x, pole.y, whole) - pole.radius) <= 1e-6 * pole.radius)
    #expect(pole.radius >= 0.989 * poleOfInaccessibility(of: whole).radius)
  }

  @Test(arguments: CostlyShape.allCases)
  func `the circle of a thin or winding polygon is within one percent of the largest`(shape: CostlyShape) {
    let lines = shape.lines(48)
    let pole = poleOfInaccessibility(of: lines)
    #expect(abs(signedDistance(pole.x, pole.y, lines) - pole.radius) <= 1e-6 * pole.radius)
    #expect(pole.radius >= 0.989 * bruteForce(lines))
  }

  @Test(arguments: [1, 1_000, 1_000_000] as [Int32])
  func `the search for the pole ends however thin a strip is, with its width`(length: Int32) {
    for (ring, width) in [
      ([(0, 0), (300 * length, 0), (300 * length, 300), (0, 300)], 300),
      ([(0, 0), (300, 0), (300, 300 * length), (0, 300 * length)], 300),
    ] as [(Ring, Double)] {
      var search = PoleSearch(paths([ring]))
      #expect(search.pole().radius >= 0.99 * width / 2)
      #expect(search.examined < 4_000, "\(ring)")
    }
  }

  @Test(arguments: CostlyShape.allCases)
  func `the search for the pole ends however many circles are alike`(shape: CostlyShape) {
    for count in [1_000, 4_000, 16_000] {
      var search = PoleSearch(shape.lines(count))
      #expect(search.pole().radius > 0)
      #expect(search.examined < 8_000)
    }
  }
}
