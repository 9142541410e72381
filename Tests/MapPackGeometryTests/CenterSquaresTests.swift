import TestSupport
import Testing

@testable import MapPackGeometry

/// A ring with bays and capes round a middle, of about `size` cells.
private func coast(seed: UInt64, vertices: Int, size: Double) -> Paths {
  var random = SplitMix64(seed: seed)
  var paths = Paths()
  var last: GridPoint?
  for index in 0..<vertices {
    // Directions from tangents of half angles, so that no library function is needed.
    let half = (Double(index) + 0.5) / Double(vertices) * 2 - 1
    let tangent = half / (1 - half * half).squareRoot()
    let radius = size * Double.random(in: 0.3...1, using: &random) / (1 + tangent * tangent)
    let point = GridPoint(
      x: Int32((size + radius * (1 - tangent * tangent)).rounded()), y: Int32((size + radius * 2 * tangent).rounded()))
    if point != last { paths.append(point) }
    last = point
  }
  paths.endPath(isClosed: true)
  return paths
}

@Suite struct `The squares with the centers of better circles` {
  @Test(arguments: 0..<40 as Range<UInt64>) func `hold every center, and reach whatever its circle touches`(
    seed: UInt64
  ) {
    let size: Double = seed % 2 == 0 ? 2000 : 5e8
    let rings = coast(seed: seed, vertices: 300, size: size)
    var box = GridBox()
    for vertex in 0..<rings.vertexCount { box.extend(to: rings.point(vertex)) }
    let radius = poleOfInaccessibility(of: rings).radius * [0.3, 0.6, 0.9, 0.999][Int(seed / 2 % 4)]
    var squares = CenterSquares(over: box, segments: rings.vertexCount)
    squares.refine(toBeat: radius * 0.8) { signedDistance($0, $1, rings) }
    squares.refine(toBeat: radius) { signedDistance($0, $1, rings) }

    var random = SplitMix64(seed: seed)
    var centers = 0
    for _ in 0..<400 {
      let x = Double.random(in: Double(box.minX)...Double(box.maxX), using: &random)
      let y = Double.random(in: Double(box.minY)...Double(box.maxY), using: &random)
      let distance = signedDistance(x, y, rings)
      guard distance > radius else { continue }
      centers += 1
      // The vertices that come nearest to the circle, if they are on it.
      for vertex in 0..<rings.vertexCount {
        let point = rings.point(vertex)
        let (toX, toY) = (Double(point.x) - x, Double(point.y) - y)
        if (toX * toX + toY * toY).squareRoot() <= distance * (1 + 1e-12) {
          #expect(squares.mayReach(GridBox(point, point)))
        }
      }
      // Some box that the circle just reaches.
      let touched = GridPoint(x: Int32((x - distance).rounded(.up)), y: Int32(y.rounded()))
      #expect(squares.mayReach(GridBox(touched, touched)))
    }
    #expect(centers > 0 || radius > size / 5)
  }

  @Test func `leave out what lies far from the middle of a large polygon`() {
    let rings = coast(seed: 1, vertices: 3000, size: 1e6)
    var search = PoleSearch(rings)
    let pole = search.pole()
    var box = GridBox()
    for vertex in 0..<rings.vertexCount { box.extend(to: rings.point(vertex)) }
    var squares = CenterSquares(over: box, segments: rings.vertexCount)
    squares.refine(toBeat: pole.radius) { search.clearance($0, $1) }
    let reached = (0..<rings.vertexCount).count { squares.mayReach(GridBox(rings.point($0), rings.point($0))) }
    #expect(reached > 0 && reached < rings.vertexCount / 4)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `are told the distance, with a minus only outside`(seed: UInt64) {
    let rings = coast(seed: seed, vertices: 60, size: 500)
    var search = PoleSearch(rings)
    var random = SplitMix64(seed: seed)
    var outside = 0
    for _ in 0..<400 {
      let x = Double.random(in: -100...1100, using: &random)
      let y = Double.random(in: -100...1100, using: &random)
      let expected = signedDistance(x, y, rings)
      let clearance = search.clearance(x, y)
      #expect(abs(clearance.magnitude - expected.magnitude) < 1e-9 * 1000)
      #expect((clearance < 0) == (expected < 0))
      if clearance < 0 { outside += 1 }
    }
    #expect(outside > 100)
  }
}
