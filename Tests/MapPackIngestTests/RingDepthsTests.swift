import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

private typealias Ring = [(Double, Double)]

//  shell 0…10, lake 2…8 in it, island 3…7 in the lake, pond 4…5 on the island; far shell 20…21
private let nested: [(ring: Ring, isHole: Bool)] = [
  (square(0, 0, side: 10), false), (square(2, 2, side: 6), true), (square(3, 3, side: 4), false),
  (square(4, 4, side: 1), true), (square(20, 0), false),
]

/// Reads the rings of one polygon: those of a Shapefile record, or those of which the first is called the shell.
private func depths(_ rings: [Ring], isWinding: Bool) -> RingDepths {
  RingDepths(FeatureGeometry(rings: rings), Array(rings.indices), isWinding: isWinding, mayShift: false)
}

/// What an odd number of shells less holes enclose, in square units.
private func area(_ polygons: [[Int]], _ rings: [Ring]) -> Double {
  func size(_ ring: Ring) -> Double {
    var doubled = 0.0
    for index in ring.indices {
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      doubled += a.0 * b.1 - b.0 * a.1
    }
    return abs(doubled) / 2
  }
  return polygons.reduce(0) { sum, members in
    sum + members.enumerated().reduce(0) { $0 + ($1.offset == 0 ? size(rings[$1.element]) : -size(rings[$1.element])) }
  }
}

private let orders = [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [1, 3, 0, 2, 4], [3, 4, 1, 2, 0], [2, 0, 4, 1, 3]]

@Test(arguments: orders, [0, 1, 2, 3])
func `rings are shells and holes by how deep they lie, in any order and direction`(order: [Int], kind: Int) {
  // 0: as Shapefiles want them; 1: all counter-clockwise; 2: all the other way round; 3: the first is called the shell.
  let rings = order.map { index in
    let ring = nested[index].ring
    let isClockwise = [!nested[index].isHole, false, nested[index].isHole, true][kind]
    return square(ring[0].0, ring[0].1, side: ring[2].0 - ring[0].0, isClockwise: isClockwise)
  }
  let depths = depths(rings, isWinding: kind < 3)
  #expect(Set(depths.polygons.map { $0.map { order[$0] } }) == [[0, 1], [2, 3], [4]])
  // A program that winds all rings the other way says the same.
  #expect((depths.difference == nil) == [true, false, true, false][kind])
}

@Test(arguments: [
  // Islands that the file calls holes; a hole in a hole; the shell last; a shell in its own hole's order.
  ([square(0, 0), square(2, 0, side: 2)], 5.0, 4.0),
  ([square(0, 0, side: 10), square(2, 2, side: 6), square(4, 4, side: 2)], 68, 4),
  ([square(1, 1), square(0, 0, side: 3)], 8, 8),
  ([square(0, 0), square(0, 0, isClockwise: false)], 1, 1),
  ([square(0, 0, side: 9), square(1, 1), square(1, 1), square(3, 3)], 79, 0),
])
private func `the file's shells and holes do not matter if no ring crosses another`(
  rings: [Ring], land: Double, becameLand: Double
) throws {
  let depths = depths(rings, isWinding: false)
  #expect(area(depths.polygons, rings) == land)
  let difference = try #require(depths.difference)
  // A square degree near the equator has 12,300 km², to 2 %.
  #expect(abs(difference.becameLand / 12_300e6 - becameLand) <= 0.02 * becameLand)
  #expect(difference.becameHole == 0)
}

@Test(arguments: [false, true])
func `rings that cross are what the file says, and others go by their depth`(isWinding: Bool) {
  //  A hole across its shell, and an island beside both that is called a hole.
  let rings = [
    square(0, 0, side: 4), square(3, 1, side: 2, isClockwise: false), square(10, 0, isClockwise: false),
  ]
  #expect(depths(rings, isWinding: isWinding).polygons == [[0, 1], [2]])
  //  Two rings that cross each other and are both called holes: in a shell they are holes, beside it they are land.
  let crossing = [square(1, 1, side: 2, isClockwise: false), square(2, 2, side: 2, isClockwise: false)]
  #expect(depths([square(0, 0, side: 9)] + crossing, isWinding: isWinding).polygons == [[0, 1, 2]])
  #expect(depths([square(20, 0, side: 9)] + crossing, isWinding: isWinding).polygons == [[0], [1], [2]])
}

@Test func `no ring is lost, whether it touches others or has no area`() {
  //  the hole's corners lie on the middles of the shell's sides
  let diamond = [(0.0, 1.0), (1.0, 0.0), (2.0, 1.0), (1.0, 2.0), (0.0, 1.0)]
  #expect(depths([square(0, 0, side: 2), diamond], isWinding: true).polygons == [[0, 1]])
  #expect(depths([diamond, square(0, 0, side: 2)], isWinding: false).polygons == [[1, 0]])
  //  a rectangle that touches a diamond with two of its corners, where rounding decides
  let tilted = [(-0.4, 50.4), (0.0, 50.0), (0.4, 50.4), (0.0, 50.8), (-0.4, 50.4)]
  let inner = [(-0.2, 50.2), (-0.2, 50.4), (0.2, 50.4), (0.2, 50.2), (-0.2, 50.2)]
  #expect(depths([inner, tilted], isWinding: true).polygons == [[1, 0]])
  let flat = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (0.0, 0.0)]
  #expect(depths([square(5, 5), flat, square(8, 5)], isWinding: false).polygons.flatMap(\.self).sorted() == [0, 1, 2])
}

/// Rings in a random forest: each lies in its parent and beside its siblings.
private func forest(_ random: inout SplitMix64) -> (rings: [Ring], depth: [Int]) {
  var rings: [Ring] = []
  var depth: [Int] = []
  let limit = Int.random(in: 2...12, using: &random)
  func add(_ x: Double, _ y: Double, _ size: Double, _ level: Int, _ random: inout SplitMix64) {
    guard rings.count < limit else { return }
    // A triangle, a square or a notched square with its corners moved a little.
    var ring: Ring = [(0, 0), (1, 0), (1, 1), (0, 1)]
    if Bool.random(using: &random) { ring = [(0, 0), (1, 0), (1, 1), (0.5, 0.95), (0, 1)] }
    ring = ring.map { corner in
      (
        x + size * (corner.0 + .random(in: -0.04...0.04, using: &random)),
        y + size * (corner.1 + .random(in: -0.04...0.04, using: &random))
      )
    }
    let start = Int.random(in: 0..<ring.count, using: &random)
    ring = Array(ring[start...] + ring[..<start])
    if Bool.random(using: &random) { ring.reverse() }
    rings.append(ring + [ring[0]])
    depth.append(level)
    for child in 0..<Int.random(in: 0...4, using: &random) {
      add(
        x + size * (0.1 + 0.4 * Double(child % 2)), y + size * (0.1 + 0.4 * Double(child / 2)), size * 0.3, level + 1,
        &random)
    }
  }
  var column = 0.0
  while rings.count < limit {
    add(column, -20, 1, 0, &random)
    column += 1.5
  }
  return (rings, depth)
}

@Test(arguments: 0..<100 as Range<UInt64>)
func `random rings in any order and direction are land at even depth and holes at odd`(seed: UInt64) {
  var random = SplitMix64(seed: seed)
  for _ in 0..<10 {
    let (rings, depth) = forest(&random)
    let order = Array(rings.indices).shuffled(using: &random)
    let shuffled = order.map { rings[$0] }
    let isWinding = Bool.random(using: &random)
    let polygons = depths(shuffled, isWinding: isWinding).polygons
    #expect(polygons.flatMap(\.self).sorted() == Array(rings.indices))
    for members in polygons {
      let levels = members.map { depth[order[$0]] }
      #expect(levels[0].isMultiple(of: 2) && levels.dropFirst().allSatisfy { $0 == levels[0] + 1 })
    }
    let land = zip(rings, depth).reduce(0) { $0 + area([[0]], [$1.0]) * ($1.1.isMultiple(of: 2) ? 1 : -1) }
    #expect(abs(area(polygons, shuffled) - land) < 1e-9)
  }
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
  let depths = depths([shell] + holes, isWinding: true)
  #expect(depths.difference == nil)
  #expect(depths.polygons.map(\.count) == [2_001])
}

// MARK: Formats

private let islandsAsHoles = [square(0, 0), square(2, 0, side: 2)]

@Test(arguments: ["geojson", "topojson", "kml", "shp"])
func `islands that a file calls holes are land in every format, with one sentence`(format: String) throws {
  let folder = try TemporaryFolder()
  let name = "a." + format
  var path = folder.path(name)
  func numbers(_ ring: Ring) -> String { "[" + ring.map { "[\($0.0),\($0.1)]" }.joined(separator: ",") + "]" }
  let rings = islandsAsHoles.map(numbers).joined(separator: ",")
  switch format {
  case "geojson":
    try folder.write(
      #"{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[\#(rings)]}}"#, to: name)
  case "topojson":
    try folder.write(
      #"{"type":"Topology","arcs":[\#(rings)],"objects":{"a":{"type":"Polygon","arcs":[[0],[1]]}}}"#, to: name)
  case "kml":
    let boundaries = zip(["outer", "inner"], islandsAsHoles).map { side, ring in
      let positions = ring.map { "\($0.0),\($0.1)" }.joined(separator: " ")
      return
        "<\(side)BoundaryIs><LinearRing><coordinates>\(positions)</coordinates></LinearRing></\(side)BoundaryIs>"
    }
    try folder.write("<kml><Placemark><Polygon>\(boundaries.joined())</Polygon></Placemark></kml>", to: name)
  default:
    // By the winding, the second ring is a hole.
    // The largest ring says which way shells run.
    let rings = [square(0, 0, side: 2), square(3, 0, side: 1, isClockwise: false)]
    path = try ShapefileFixture(
      fields: [.text("name")], shapes: [ShapefileFixture.Shape(rings, ["a"])]
    ).write(to: folder)
  }
  let table = try ingest(path)
  #expect(table.ringCounts == [[1, 1]])
  let finding = try #require(table.findings.first { $0.rule == .ringsByDepth })
  #expect(finding.severity == .warning && finding.polygon == 0 && finding.ring == 1 && finding.record == 1)
  #expect(finding.message.contains("a ring does not lie as the file says"))
  #expect(finding.message.contains(format == "shp" ? "12,3" : "49,2"))
}
