import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

/// A pack of a coverage whose regions have the raw values from 1 on.
func pack(_ coverage: Coverage, identity: UInt64 = 0x1234, rawValues: [UInt16]? = nil) throws -> Pack {
  try Pack(data: try data(coverage, identity: identity, rawValues: rawValues))
}

func data(_ coverage: Coverage, identity: UInt64 = 0x1234, rawValues: [UInt16]? = nil) throws -> Data {
  try packData(
    PackContents(
      map: coverage.map ?? "Test", identity: identity, coverage: coverage,
      rawValues: rawValues ?? (0..<coverage.regions.count).map { UInt16($0 + 1) }))
}

/// The coverages that the reader is tried on.
enum Sample: CaseIterable {
  case letters, antimeridian, shortArcs, longArcs, manyLevels, coarse, fine

  var coverage: Coverage {
    switch self {
    case .letters: TestSupport.letters()
    case .antimeridian: TestSupport.antimeridian()
    case .shortArcs: quilt(columns: 9, rows: 7, verticesPerArc: 2, seed: 1)
    // A piece of an arc has 64 deltas: arcs of several, and of just two, one more and one less.
    case .longArcs: quilt(columns: 3, rows: 2, verticesPerArc: 600, levels: 3, seed: 2)
    case .manyLevels: quilt(columns: 2, rows: 2, verticesPerArc: 130, levels: 16, seed: 3)
    case .coarse: quilt(columns: 4, rows: 4, verticesPerArc: 128, levels: 2, seed: 4, cellExponent: 10)
    case .fine: quilt(columns: 4, rows: 4, verticesPerArc: 129, levels: 2, seed: 5, cellExponent: -20)
    }
  }
}

/// A ring as it runs from its smallest vertex: a pack begins rings where that suits it.
func fromSmallest(_ ring: [[Double]]) -> [[Double]] {
  let first = ring.indices.min { ring[$0].lexicographicallyPrecedes(ring[$1]) } ?? 0
  return Array(ring[first...] + ring[..<first])
}

@Test(arguments: Sample.allCases)
func `rings come back vertex for vertex at every level`(sample: Sample) throws {
  let coverage = sample.coverage
  let pack = try pack(coverage)
  guard case .mercator(let grid) = coverage.plane else { return }
  try pack.verify()
  #expect(pack.regionCount == coverage.regions.count)
  var buffer = RingBuffer()
  for (region, shape) in pack.shapes.enumerated() {
    #expect(shape.code == coverage.regions[region].code)
    #expect(shape.name == coverage.regions[region].name)
    #expect(shape.rawValue == UInt16(region + 1))
    #expect(shape.area == coverage.regions[region].area)
    for level in 0..<coverage.levels.count {
      #expect(pack.tolerance(level: level) == coverage.levels[level].tolerance)
      buffer.removeAll()
      shape.appendRings(level: level, to: &buffer)
      let expected = coverage.rings(of: region, level: level)
      #expect(buffer.polygonCount == expected.count)
      #expect(buffer.ringCount == expected.joined().count)
      var found: [[(Double, Double)]] = []
      buffer.forEachRing { _, vertices in
        found.append(vertices.map { (buffer.points[$0].x, buffer.points[$0].y) })
      }
      let west = shape.bounds.minX
      for (ring, points) in zip(found, expected.joined()) {
        let positions = points.map { point in
          let x = grid.x(point.x)
          return [x < west ? x + WebMercator.worldSize : x, grid.y(point.y)]
        }
        #expect(fromSmallest(ring.map { [$0.0, $0.1] }) == fromSmallest(positions))
      }
    }
  }
}

@Test(arguments: Sample.allCases)
func `bounds hold all vertices at the finest level and touch them on four sides`(sample: Sample) throws {
  var buffer = RingBuffer()
  for shape in try pack(sample.coverage).shapes {
    buffer.removeAll()
    shape.appendRings(to: &buffer)
    let x = (0..<buffer.points.count).map { buffer.points[$0].x }
    let y = (0..<buffer.points.count).map { buffer.points[$0].y }
    #expect(x.min() == shape.bounds.minX && x.max() == shape.bounds.maxX)
    #expect(y.min() == shape.bounds.minY && y.max() == shape.bounds.maxY)
  }
}

@Test func `a region across the 180th meridian is as wide as it is, not as the world`() throws {
  let pack = try pack(antimeridian())
  let fiji = try #require(pack.shape(code: "FJI"))
  #expect(fiji.bounds.minX == WebMercator.worldSize - 1000 * 64)
  #expect(fiji.bounds.width == 1500 * 64)
  #expect(fiji.bounds.minY == 5000 * 64 && fiji.bounds.height == 1000 * 64)
}

@Test(arguments: Sample.allCases)
func `outer rings and holes wind in opposite directions`(sample: Sample) throws {
  var buffer = RingBuffer()
  for shape in try pack(sample.coverage).shapes { shape.appendRings(to: &buffer) }
  buffer.forEachRing { isOuter, vertices in
    var doubledArea = 0.0
    for vertex in vertices {
      let next = vertex + 1 == vertices.upperBound ? vertices.lowerBound : vertex + 1
      // Relative to the first vertex, so that nothing is rounded away.
      let (x0, y0) = (buffer.points[vertices.lowerBound].x, buffer.points[vertices.lowerBound].y)
      doubledArea +=
        (buffer.points[vertex].x - x0) * (buffer.points[next].y - y0)
        - (buffer.points[next].x - x0) * (buffer.points[vertex].y - y0)
    }
    #expect(isOuter ? doubledArea > 0 : doubledArea < 0)
  }
}

@Test func `shapes are appended to what the buffer holds`() throws {
  let pack = try pack(letters())
  var both = RingBuffer()
  for code in ["01", "02"] { try #require(pack.shape(code: code)).appendRings(to: &both) }
  #expect(both.polygonStart == [0, 2, 3, 4])
  #expect(both.ringStart == [0, 5, 9, 15, 18])
  #expect(both.points.count == 18)
}

@Test func `raw values may leave gaps, whose slots are empty`() throws {
  let pack = try pack(letters(), rawValues: [7, 2, 300])
  try pack.verify()
  #expect(pack.shapes.map(\.rawValue) == [7, 2, 300])
  #expect(pack[rawValue: 3] == nil)
  #expect(pack[rawValue: 301] == nil)
  #expect(pack[rawValue: .max] == nil)
  #expect(pack[rawValue: 300]?.code == "03")
}

@Test func `codes and names lead to their regions, a name that two bear to none`() throws {
  var coverage = letters()
  coverage.regions[2].name = coverage.regions[1].name
  let pack = try pack(coverage)
  #expect(["01", "02", "03"].map { pack.shape(code: $0)?.rawValue } == [1, 2, 3])
  #expect(pack.shape(code: "0") == nil && pack.shape(code: "04") == nil && pack.shape(code: "") == nil)
  #expect(pack.shape(name: "甲 & <A>")?.rawValue == 1)
  #expect(pack.shape(name: "乙") == nil)
}

@Test func `a name is found in its composed and its decomposed spelling`() throws {
  var coverage = letters()
  coverage.regions[0].name = "か\u{3099}"
  let pack = try pack(coverage)
  #expect(pack.shape(name: "が")?.rawValue == 1)
  #expect(pack.shape(name: "か\u{3099}")?.rawValue == 1)
  // What is given back is the spelling that was published.
  #expect(pack[rawValue: 1].map { Array($0.name.unicodeScalars) } == ["か", "\u{3099}"])
}

@Test func `the pack names the map and its sources`() throws {
  let pack = try pack(letters())
  #expect(pack.mapName == "Letters")
  #expect(
    pack.sources == [PackSource(publisher: "国土", license: "", edition: "2024-01-01", attribution: "")])
  let ofSomeMaps: [PackSection] = [.cases, .groups, .numbers, .overview, .lines, .points]
  #expect(pack.sectionLengths.map(\.tag) == PackSection.allCases.filter { !ofSomeMaps.contains($0) }.map(\.tag))
}

@Test func `a number that a region, or the whole pack, does not have is nil`() throws {
  var coverage = letters()
  coverage.regions[0].numbers = [.init(name: "population", value: 12)]
  coverage.regions[1].numbers = [.init(name: "rate", value: 0.5)]
  let pack = try pack(coverage, rawValues: [7, 2, 300])
  try pack.verify()
  #expect(pack.numberNames == ["population", "rate"])
  #expect(pack[rawValue: 7]?.number("population") == 12 && pack[rawValue: 7]?.number("rate") == nil)
  #expect(pack[rawValue: 2]?.number("rate") == 0.5 && pack[rawValue: 300]?.number("rate") == nil)
  #expect(pack[rawValue: 7]?.number("area") == nil)
  let without = try Pack(data: data(letters()))
  #expect(without.numberNames == [] && without.shapes.first?.number("population") == nil)
}

@Test func `an empty map has an empty pack`() throws {
  let pack = try pack(CoverageDrawing().coverage)
  try pack.verify()
  #expect(pack.regionCount == 0 && pack.shapes.isEmpty && pack.sources.isEmpty)
  #expect(pack.shape(at: MapPoint(x: 8_000_000, y: 16_000_000)) == nil)
}

@Test func `bytes may be a slice of others`() throws {
  let bytes = try data(letters())
  let padded = Data(repeating: 7, count: 13) + bytes + Data(repeating: 7, count: 5)
  let slice = padded[13..<13 + bytes.count]
  try Pack(data: slice).verify()
}
