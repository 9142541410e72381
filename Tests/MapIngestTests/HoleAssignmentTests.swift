import MapFeatures
import Testing

@testable import MapIngest

//  shell 0…10, lake 2…8 in it, island 3…7 in the lake, pond 4…5 on the island; far shell 20…21
private let nested: [(ring: [(Double, Double)], isHole: Bool)] = [
  (square(0, 0, side: 10), false), (square(2, 2, side: 6), true), (square(3, 3, side: 4), false),
  (square(4, 4, side: 1), true), (square(20, 0), false),
]

/// The rings of a record by polygon, each polygon as the indices of its rings in `order`, sorted.
private func organize(_ rings: [[(Double, Double)]]) -> (polygons: [[Int]], agrees: Bool) {
  var geometry = FeatureGeometry()
  for ring in rings {
    geometry.rings.append(geometry.x.count..<geometry.x.count + ring.count)
    geometry.x.append(contentsOf: ring.map(\.0))
    geometry.y.append(contentsOf: ring.map(\.1))
  }
  var organizer = HoleAssignment()
  let agrees = organizer.organize(&geometry)
  return (geometry.polygons.map { $0.map { geometry.ringOrder[$0] } }, agrees)
}

private let orders = [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [1, 3, 0, 2, 4], [3, 4, 1, 2, 0], [2, 0, 4, 1, 3]]

@Test(arguments: orders)
func `holes find their shells in any order of rings`(order: [Int]) {
  let rings = order.map { index in
    let ring = nested[index].ring
    return square(ring[0].0, ring[0].1, side: ring[2].0 - ring[0].0, isClockwise: !nested[index].isHole)
  }
  let (polygons, agrees) = organize(rings)
  #expect(agrees)
  #expect(Set(polygons.map { $0.map { order[$0] } }) == [[0, 1], [2, 3], [4]])
}

@Test(arguments: orders, [0, 1])
func `if winding breaks the rule, containment decides`(order: [Int], kind: Int) {
  // 0: all counter-clockwise; 1: all the other way round than the rule says.
  let rings = order.map { index in
    let ring = nested[index].ring
    return square(ring[0].0, ring[0].1, side: ring[2].0 - ring[0].0, isClockwise: kind == 1 && nested[index].isHole)
  }
  let (polygons, agrees) = organize(rings)
  #expect(!agrees)
  #expect(Set(polygons.map { $0.map { order[$0] } }) == [[0, 1], [2, 3], [4]])
}

@Test func `a hole in no shell becomes a shell, and no ring is lost`() {
  let (polygons, agrees) = organize([square(0, 0), square(5, 5, isClockwise: false)])
  #expect(!agrees)
  #expect(polygons == [[0], [1]])
  #expect(organize([square(0, 0), square(0, 0)]).polygons == [[0], [1]])
}

@Test func `a hole that touches its shell in a vertex, or with all its vertices, is inside`() {
  //  the hole's corners lie on the middles of the shell's sides
  let diamond = [(0.0, 1.0), (1.0, 0.0), (2.0, 1.0), (1.0, 2.0), (0.0, 1.0)]
  #expect(organize([square(0, 0, side: 2), diamond]).polygons == [[0, 1]])
  #expect(organize([square(0, 0, side: 2), square(0, 0, isClockwise: false)]).polygons == [[0, 1]])
}

@Test
func `two thousand holes of a record find their long shell at once`() {
  // A comb along the upper side, and 0.1 wide holes below it.
  var shell: [(Double, Double)] = [(0, 0)]
  for step in 0..<40_000 { shell.append((Double(step) / 1_000, 50 + Double(step % 2))) }
  shell += [(40, 0), (0, 0)]
  var holes: [[(Double, Double)]] = []
  for number in 0..<2_000 {
    let column = Double(number % 50)
    let row = Double(number / 50)
    holes.append(square(1 + column / 2, 1 + row, side: 0.1, isClockwise: false))
  }
  let (polygons, agrees) = organize([shell] + holes)
  #expect(agrees)
  #expect(polygons.map(\.count) == [2_001])
}
