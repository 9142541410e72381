import Foundation
import MapPackFeatures
import TestSupport
import Testing

@testable import MapPackIngest

private typealias Ring = [(Double, Double)]

/// The table of one feature with these polygons, rings as they are given, each closed.
private func table(_ polygons: [[Ring]], winding: Winding = .free, closed: Bool = true) throws(StageError)
  -> FeatureTable
{
  let rings = polygons.joined().map { $0 + (closed ? Array($0.prefix(1)) : []) }
  var geometry = FeatureGeometry(rings: rings)
  geometry.ringOrder += rings.indices
  for polygon in polygons {
    let first = geometry.polygons.last?.upperBound ?? 0
    geometry.polygons.append(first..<first + polygon.count)
  }
  var builder = FeatureTableBuilder()
  builder.beginSource(Source(path: "map.geojson"))
  builder.beginFeature(record: 1)
  try builder.keep(geometry, winding: winding)
  return try builder.finish()
}

extension FeatureTable {
  /// The rings of each polygon, each from its smallest vertex on, polygons sorted.
  fileprivate var shapes: [[[SIMD2<Double>]]] {
    func less(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool { (a.x, a.y) < (b.x, b.y) }
    let polygons = (0..<polygonCount).map { polygon in
      (ringStart[polygon]..<ringStart[polygon + 1]).map { number in
        let vertices = ring(number)
        let smallest = vertices.indices.min { less(vertices[$0], vertices[$1]) } ?? 0
        return Array(vertices[smallest...] + vertices[..<smallest])
      }
    }
    return polygons.sorted { a, b in less(a[0][0], b[0][0]) || (a[0][0] == b[0][0] && less(a[0][1], b[0][1])) }
  }

  fileprivate var rules: [Rule: Int] { findings.reduce(into: [:]) { $0[$1.rule, default: 0] += $1.count } }

  /// The area of all polygons in square degrees.
  fileprivate var planarArea: Double {
    var doubled = 0.0
    for ring in shapes.joined() {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) { doubled += a.x * b.y - b.x * a.y }
    }
    return doubled / 2
  }

  /// How many polygons have a point inside their shell and outside of their holes.
  fileprivate func holders(of x: Double, _ y: Double) -> Int {
    (0..<polygonCount).count { polygon in
      let rings = (ringStart[polygon]..<ringStart[polygon + 1]).map { ring($0) }
      return encloses(x, y, rings[0]) && !rings.dropFirst().contains { encloses(x, y, $0) }
    }
  }
}

private func encloses(_ x: Double, _ y: Double, _ ring: [SIMD2<Double>]) -> Bool {
  var isInside = false
  for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (a.y > y) != (b.y > y) {
    if x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
  }
  return isInside
}

/// The area of a ring that does not cross itself, in square degrees.
private func planarArea(_ ring: Ring) -> Double {
  var doubled = 0.0
  for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) { doubled += a.0 * b.1 - b.0 * a.1 }
  return abs(doubled) / 2
}

/// Longitudes that go on beyond 180° brought within ±180°.
private func wrapped(_ ring: Ring) -> Ring { ring.map { ($0.0 > 180 ? $0.0 - 360 : $0.0, $0.1) } }

private func vectors(_ ring: Ring) -> [SIMD2<Double>] { ring.map { SIMD2($0.0, $0.1) } }

/// The ways in which one ring can be written: from any vertex on, either way round.
private func writings(_ ring: Ring) -> [Ring] {
  ring.indices.flatMap { start in
    let turned = Array(ring[start...] + ring[..<start])
    return [turned, turned.reversed()]
  }
}

// MARK: Cutting

//      177 ------ 183      the edges cross 180° at 16.5° and 17.5° S
private let fiji: Ring = [(177, -18), (183, -17), (183, -16), (177, -17)]

@Test func `a ring that crosses the antimeridian becomes two pieces with one latitude where they meet`() throws {
  for ring in writings(fiji) {
    for ring in [ring, wrapped(ring), ring.map { ($0.0 - 360, $0.1) }] {
      let table = try table([[ring]])
      #expect(
        table.shapes == [
          [[[-180, -17.5], [-177, -17], [-177, -16], [-180, -16.5]]],
          [[[177, -18], [180, -17.5], [180, -16.5], [177, -17]]],
        ])
      #expect(table.brokenPromises == [])
      #expect(table.rules[.antimeridianCut] == 1)
      #expect(table.rules[.longitudeWrapped] == (ring.contains { abs($0.0) > 180 } ? 1 : nil))
      #expect(table.outcomes == ["pending"])
    }
  }
}

@Test func `what was done is a note with its location`() throws {
  let table = try table([[DrawnRing.square(0, 0, 1)], [fiji]])
  let cut = try #require(table.findings.first { $0.rule == .antimeridianCut })
  #expect(cut.severity == .note && cut.record == 1 && cut.polygon == 1 && cut.file == "map.geojson")
  #expect(cut.longitude == 180 && cut.latitude == -17.5)
  let wrapped = try #require(table.findings.first { $0.rule == .longitudeWrapped })
  #expect(wrapped.severity == .note && wrapped.vertex == 1 && wrapped.longitude == -177 && wrapped.latitude == -17)
  // The first piece takes the polygon's number.
  #expect(table.ringCounts == [[1, 1, 1]])
  #expect(table.ring(0) == vectors(DrawnRing.square(0, 0, 1)))
}

private enum DrawnRing {
  static func square(_ x: Double, _ y: Double, _ size: Double) -> Ring {
    [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
  }
}

@Test func `vertices on the antimeridian belong to both sides, whatever their sign`() throws {
  let ring: Ring = [(178, 0), (180, 1), (182, 0), (182, 4), (180, 3), (178, 4)]
  let expected = [
    [[SIMD2(-180.0, 1.0), [-178, 0], [-178, 4], [-180, 3]]], [[[178, 0], [180, 1], [180, 3], [178, 4]]],
  ]
  for ring in writings(ring) {
    for signs in 0..<4 {
      var index = 0
      let written = wrapped(ring).map { x, y -> (Double, Double) in
        guard abs(x) == 180 else { return (x, y) }
        defer { index += 1 }
        return (signs >> index & 1 == 0 ? 180 : -180, y)
      }
      #expect(try table([[written]]).shapes == expected)
    }
  }
  // Written twice, once with either sign, as some publishers do.
  let twice: Ring = [(178, 0), (180, 1), (-180, 1), (-178, 0), (-178, 4), (-180, 3), (180, 3), (178, 4)]
  for ring in writings(twice) { #expect(try table([[ring]]).shapes == expected) }
}

@Test func `a ring that touches the antimeridian or runs along it stays on its side`() throws {
  let touching: Ring = [(178, 0), (180, 1), (178, 2)]
  let along: Ring = [(182, 0), (180, 1), (180, 2), (180, 3), (182, 4)]
  for sign in [180.0, -180] {
    for ring in writings(touching.map { ($0.0 == 180 ? sign : $0.0, $0.1) }) {
      let table = try table([[ring]])
      #expect(table.shapes == [[vectors(touching)]])
      #expect(table.rules[.antimeridianCut] == nil)
    }
    for ring in writings(along.map { ($0.0 == 180 ? sign : $0.0 - 360, $0.1) }) {
      let table = try table([[ring]])
      #expect(table.shapes == [[[[-180, 1], [-178, 0], [-178, 4], [-180, 3], [-180, 2]]]])
      #expect(table.rules[.antimeridianCut] == nil)
    }
  }
}

@Test func `a ring that runs along the antimeridian and then crosses it has the same vertices there on both sides`()
  throws
{
  //  land on both sides from 1° to 2°, in the west alone from 2° to 4°, with a vertex at 3° on the coast
  let ring: Ring = [(178, 0), (182, 0), (182, 2), (180, 2), (180, 3), (180, 4), (178, 4)]
  for ring in writings(ring) {
    #expect(
      try table([[wrapped(ring)]]).shapes == [
        [[[-180, 0], [-178, 0], [-178, 2], [-180, 2]]],
        [[[178, 0], [180, 0], [180, 2], [180, 3], [180, 4], [178, 4]]],
      ])
  }
}

@Test func `holes go with the piece that holds them, and one on the antimeridian opens both`() throws {
  let shell: Ring = [(170, 0), (190, 0), (190, 20), (170, 20)]
  let west = DrawnRing.square(172, 2, 1)
  let east = DrawnRing.square(185, 2, 1)
  let across = DrawnRing.square(178, 10, 4)
  let touching: Ring = [(180, 5), (178, 6), (178, 4)]
  for reversed in [false, true] {
    let polygon = [shell, west, east, across, touching].map { reversed ? $0.reversed() : $0 }
    let table = try table([polygon.map(wrapped)])
    let shapes = table.shapes
    #expect(shapes.map(\.count) == [2, 3])
    #expect(
      shapes[0][0] == [
        [-180, 0], [-170, 0], [-170, 20], [-180, 20], [-180, 14], [-178, 14], [-178, 10], [-180, 10], [-180, 5],
      ])
    #expect(
      shapes[1][0] == [
        [170, 0], [180, 0], [180, 5], [180, 10], [178, 10], [178, 14], [180, 14], [180, 20], [170, 20],
      ])
    #expect(Set(shapes[1].dropFirst().map { $0[0] }) == [[172, 2], [178, 4]])
    #expect(table.planarArea == 400 - 1 - 1 - 16 - 2)
    #expect(table.brokenPromises == [])
  }
}

@Test func `longitudes from 0° to 360° are the same locations`() throws {
  let table = try table([
    [DrawnRing.square(200, 10, 5)], [DrawnRing.square(-350, 10, 5)], [DrawnRing.square(355, 0, 5)],
  ])
  #expect(
    table.shapes == [
      [vectors(DrawnRing.square(-160, 10, 5))], [vectors(DrawnRing.square(-5, 0, 5))],
      [vectors(DrawnRing.square(10, 10, 5))],
    ])
  #expect(table.rules == [.longitudeWrapped: 3])
}

@Test func `an edge of exactly 180° runs as its numbers say`() throws {
  for ring in writings([(-90, 0), (90, 0), (90, 10), (-90, 10)]) {
    let table = try table([[ring]])
    #expect(table.planarArea == 1800 && table.rules == [:])
  }
  // A hair wider, the short way is the other one.
  let wider = try table([[[(-90, 0), (90.5, 0), (90.5, 10), (-90, 10)]]])
  #expect(wider.planarArea == 1795 && wider.rules == [.antimeridianCut: 1, .wideEdge: 1])
}

@Test func `coordinates beyond the globe are refused as before`() throws {
  func words(_ ring: Ring) throws -> String { try failure { () throws(StageError) in try table([[ring]]) }.message }
  #expect(try words([(35, 139), (36, 139), (36, 140)]).contains("swapped"))
  #expect(try words([(4000, 139_000), (4000, 139_500), (4500, 139_000)]).contains("projected"))
  #expect(try words([(200, 0), (361, 0), (200, 5)]).contains("(361.0, 0.0)"))
  #expect(try words([(200, 0), (210, 91), (200, 5)]).contains("(210.0, 91.0)"))
  #expect(try words([(200, 0), (.infinity, 0), (200, 5)]).contains("not numbers"))
  // A hair beyond ±180° is set to it, and nothing is cut.
  let hair = try table([[[(179, 0), (180.000_000_000_5, 0), (179, 1)]]])
  #expect(hair.rules == [.coordinateClamped: 1] && hair.ring(0)[1] == [180, 0])
}

@Test func `mends of the rings that are cut are counted, and their windings`() throws {
  let clockwise = Array(fiji.reversed())
  #expect(try table([[wrapped(fiji)]], closed: false).rules == [.antimeridianCut: 1, .ringUnclosed: 1, .wideEdge: 1])
  #expect(try table([[wrapped(fiji)]], winding: .counterClockwise).rules[.ringWinding] == nil)
  #expect(try table([[wrapped(clockwise)]], winding: .counterClockwise).rules[.ringWinding] == 2)
  #expect(try table([[wrapped(clockwise)]], winding: .clockwise).rules[.ringWinding] == nil)
  let repeated = [fiji[0]] + fiji
  #expect(try table([[wrapped(repeated)]]).rules[.repeatedVertex] == 1)
}

// MARK: What is cut already

/// Antarctica's coast from 180° W to 180° E, with bays to 84° S.
private let coast: Ring = stride(from: -180.0, through: 180, by: 10).map {
  ($0, abs($0) == 180 ? -78 : $0.truncatingRemainder(dividingBy: 20) == 0 ? -70 : -84)
}

private let cutAlready: [(String, Ring, Double)] = [
  ("a box of the world", [(-180, -90), (180, -90), (180, 90), (-180, 90)], 64_800),
  ("a box between two parallels", [(-180, -60), (180, -60), (180, 85), (-180, 85)], 52_200),
  ("a box of the world in 0…360", [(0, -90), (360, -90), (360, 90), (0, 90)], 64_800),
  (
    "a box with a notch at its end", [(-180, -90), (180, -90), (180, 0), (170, 10), (180, 20), (180, 90), (-180, 90)],
    64_700
  ),
  (
    "a box with vertices along its southern edge",
    stride(from: -180.0, through: 180, by: 30).map { ($0, -60) } + [(180, 85), (-180, 85)], 52_200
  ),
  (
    "a box with vertices along its sides",
    stride(from: -60.0, through: 80, by: 10).map { (180, $0) }
      + stride(from: 80.0, through: -60, by: -10).map { (-180, $0) },
    50_400
  ),
  ("Antarctica with its edge along the pole", coast + [(180, -90), (-180, -90)], 360 * (90 - 77) - 80),
  ("Antarctica with its edge in two", coast + [(180, -90), (0, -90), (-180, -90)], 360 * (90 - 77) - 80),
  ("Antarctica clipped at 85° S", coast + [(180, -85), (-180, -85)], 360 * (85 - 77) - 80),
  ("Antarctica clipped short of the pole", coast + [(180, -89.99), (-180, -89.99)], 360 * (89.99 - 77) - 80),
  (
    "Antarctica with a hair's width",
    coast.map { ($0.0 == -180 ? -179.999_999_999_999_94 : $0.0, $0.1) } + [(180, -90), (-179.999_999_999_999_94, -90)],
    360 * (90 - 77) - 80
  ),
  ("Antarctica in 0…360", coast.map { ($0.0 + 180, $0.1) } + [(360, -90), (0, -90)], 360 * (90 - 77) - 80),
  ("the sea round Antarctica", [(-180, -60), (180, -60)] + coast.reversed(), 360 * (77 - 60) + 80),
  ("a band round the pole", [(-180, -80), (0, -80), (180, -80), (180, -90), (0, -90), (-180, -90)], 3_600),
]

@Test(arguments: cutAlready)
private func `a ring that is cut already stays as it is`(name: String, ring: Ring, area: Double) throws {
  for ring in writings(ring) {
    let table = try table([[ring]])
    #expect(abs(table.planarArea - area) < 1e-6, "\(name)")
    #expect(table.brokenPromises == [])
    #expect(table.rules[.poleClosed] == nil)
    if ring.allSatisfy({ abs($0.0) <= 180 }) { #expect(table.findings == [], "\(name)") }
  }
}

// MARK: Poles

@Test(arguments: [-1.0, 1])
func `a ring round a pole is closed over it, however it is written`(side: Double) throws {
  let open: Ring = (-17...17).map { (Double($0) * 10, side * ($0 % 2 == 0 ? 80 : 75)) }
  // The edge over 180° runs along 75°.
  let atCut = side * 75
  let expected = [(-180, atCut)] + open + [(180, atCut), (180, side * 90), (-180, side * 90)]
  let area = planarArea(expected)
  let twice = [(-180, atCut)] + open + [(180, atCut)]
  for (name, ring) in [
    ("uncut", open), ("in 0…360", open.map { ($0.0 < 0 ? $0.0 + 360 : $0.0, $0.1) }),
    ("beyond 180°", open.map { ($0.0 + 170, $0.1) }), ("with both ends", twice),
  ] {
    for ring in writings(ring) {
      let table = try table([[ring]])
      #expect(table.rules[.poleClosed] == 1, "\(name)")
      #expect(abs(table.planarArea - area) < 1e-9 || name == "beyond 180°", "\(name)")
      #expect(table.polygonCount == 1 && table.brokenPromises == [])
      #expect(table.holders(of: 33, side * 85) == 1 && table.holders(of: -179.9, side * 89.9) == 1)
      #expect(table.holders(of: 33, side * 70) == 0 && table.holders(of: 33, -side * 85) == 0)
      let finding = try #require(table.findings.first { $0.rule == .poleClosed })
      #expect(finding.latitude == side * 90 && finding.severity == .note)
    }
  }
}

@Test func `a ring round a pole with a hole round it is a band, and rings round no pole in it are holes`() throws {
  func circle(_ latitude: Double) -> Ring { stride(from: -175.0, through: 175, by: 10).map { ($0, latitude) } }
  let lake: Ring = [(178, 65), (182, 65), (182, 66), (178, 66)]
  for outer in [circle(60), circle(60).reversed()] {
    for inner in [circle(70), circle(70).reversed()] {
      let table = try table([[outer, inner, wrapped(lake)]])
      #expect(abs(table.planarArea - (3600 - 4)) < 1e-9)
      #expect(table.holders(of: 20, 65) == 1 && table.holders(of: 20, 75) == 0 && table.holders(of: 179, 65.5) == 0)
      #expect(table.brokenPromises == [])
    }
  }
  // The world but for the south.
  let world: Ring = [(-180, -90), (180, -90), (180, 90), (-180, 90)]
  let table = try table([[world, circle(-60)]])
  #expect(abs(table.planarArea - 360 * 150) < 1e-9)
  #expect(table.ringCounts == [[1]] && table.holders(of: 0, -70) == 0 && table.holders(of: 0, 0) == 1)
}

// MARK: Any shape

/// A star-shaped ring of some vertices round a point, the first of them to the south.
private func star(
  _ x: Double, _ y: Double, from least: Double, to most: Double, vertices: Int, using random: inout SplitMix64
) -> Ring {
  (0..<vertices).map { index in
    let angle = (Double(index) + Double.random(in: 0..<0.8, using: &random)) / Double(vertices) * 2 * .pi
    let radius = Double.random(in: least...most, using: &random)
    // A power of two as the unit, so that shifts by whole degrees are exact.
    func rounded(_ value: Double) -> Double { (value * 65_536).rounded() / 65_536 }
    return (rounded(x + radius * cos(angle)), rounded(y + radius * sin(angle)))
  }
}

@Test(arguments: 0..<60 as Range<UInt64>)
func `any polygon on both sides covers the same points after the cut as before`(seed: UInt64) throws {
  var random = SplitMix64(seed: seed)
  var polygon = [star(180, 0, from: 8, to: 20, vertices: .random(in: 3...60, using: &random), using: &random)]
  for hole in 0..<Int.random(in: 0...6, using: &random) {
    let angle = Double(hole) / 6 * 2 * .pi
    polygon.append(
      star(
        180 + 4 * cos(angle), 4 * sin(angle), from: 0.2, to: 1.6, vertices: .random(in: 3...20, using: &random),
        using: &random))
  }
  if polygon[0].count < 8 { polygon.removeSubrange(1...) }
  // One of the vertices comes to lie on the antimeridian exactly, or all somewhere.
  let anchor = try #require(polygon.randomElement(using: &random)?.randomElement(using: &random)).0
  let shift =
    Bool.random(using: &random) ? 180 - anchor : (Double.random(in: -15...15, using: &random) * 64).rounded() / 64
  polygon = polygon.map { ring in ring.map { ($0.0 + shift, $0.1) } }
  let area = planarArea(polygon[0]) - polygon.dropFirst().reduce(0) { $0 + planarArea($1) }
  let written = try polygon.map { ring in
    let turned = try #require(writings(ring).randomElement(using: &random))
    return Bool.random(using: &random) ? turned : wrapped(turned)
  }
  let table = try table([written])
  #expect(table.brokenPromises == [])
  #expect(abs(table.planarArea - area) < 1e-7 * area)
  for _ in 0..<400 {
    let x = Double.random(in: 150...210, using: &random)
    let y = Double.random(in: -21...21, using: &random)
    let isInside = polygon.reduce(false) { $0 != encloses(x, y, vectors($1)) }
    #expect(table.holders(of: x > 180 ? x - 360 : x, y) == (isInside ? 1 : 0), "(\(x), \(y))")
  }
  // Where land lies on both sides, both have the vertices on the antimeridian.
  let vertices = (0..<table.ringCount).flatMap { table.ring($0) }
  let east = Set(vertices.filter { $0.x == 180 }.map(\.y))
  let west = Set(vertices.filter { $0.x == -180 }.map(\.y))
  for y in east.symmetricDifference(west) {
    #expect(table.holders(of: 179.999_999, y) == 0 || table.holders(of: -179.999_999, y) == 0, "\(y)")
  }
}

@Test(arguments: 0..<40 as Range<UInt64>)
func `rings of any longitudes are cut without a fault`(seed: UInt64) throws {
  var random = SplitMix64(seed: seed)
  for _ in 0..<100 {
    // Whole and quarter rounds make vertices fall on everything.
    let step = try #require([90.0, 60, 45, 1, 0.37].randomElement(using: &random))
    let polygon = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      (0..<Int.random(in: 1...14, using: &random)).map { _ in
        let x = (Double.random(in: -360...360, using: &random) / step).rounded() * step
        let y = (Double.random(in: -90...90, using: &random) / step).rounded() * step
        return (max(-360, min(360, x)), max(-90, min(90, y)))
      }
    }
    do throws(StageError) {
      let table = try table([polygon])
      #expect(table.brokenPromises == [])
    } catch {
      #expect(error.message.contains("different vertices") || error.message.contains("1 vertex"))
    }
  }
}

// MARK: Shapefiles

@Test func `shells and holes of a record are told apart in one piece`() throws {
  func organized(_ rings: [Ring]) -> [[Int]] {
    let geometry = FeatureGeometry(rings: rings.map { $0 + $0.prefix(1) })
    let unwrapped = geometry.unwrapped(isWinding: false)
    let depths = RingDepths(
      unwrapped ?? geometry, Array(rings.indices), isWinding: true, mayShift: unwrapped != nil)
    #expect(depths.difference == nil)
    return depths.polygons
  }
  let shell = Array(DrawnRing.square(175, 0, 10).reversed())
  let hole = DrawnRing.square(-178, 3, 1)
  let across = DrawnRing.square(179, 6, 2)
  #expect(organized([wrapped(shell), hole, wrapped(across)]) == [[0, 1, 2]])
  #expect(organized([wrapped(across), hole, wrapped(shell)]) == [[2, 0, 1]])
  // A ring round the south pole runs clockwise if it runs to the east.
  let polar: Ring = stride(from: -175.0, through: 175, by: 10).map { ($0, -70) }
  #expect(organized([polar, DrawnRing.square(20, -80, 1)]) == [[0, 1]])
}
