import Foundation
import MapPackEmit
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

@testable import MapPack

/// Points anywhere about a map: at random, on its vertices, beside them and on the middles of its edges, level with
/// vertices, outside of the map and of the world, on both sides of the 180th meridian.
private func points(_ pack: Pack, level: Int, count: Int, seed: UInt64) -> [MapPoint] {
  var random = SplitMix64(seed: seed)
  let world = WebMercator.worldSize
  let bounds = pack.bounds
  var points = [
    MapPoint(x: .nan, y: 0), MapPoint(x: 0, y: .nan), MapPoint(x: .infinity, y: bounds.minY),
    MapPoint(x: bounds.minX, y: -.infinity), MapPoint(x: 1e300, y: bounds.minY), MapPoint(x: bounds.minX, y: -1),
    MapPoint(x: bounds.minX, y: world.nextUp), MapPoint(x: bounds.minX, y: world), MapPoint(x: -0.0, y: 0),
    MapPoint(x: -0x1p-1074, y: bounds.minY),
  ]
  for _ in 0..<count {
    points.append(
      MapPoint(
        x: bounds.minX + bounds.width * Double.random(in: -0.2...1.2, using: &random),
        y: bounds.minY + bounds.height * Double.random(in: -0.2...1.2, using: &random)))
    // About the cut.
    points.append(
      MapPoint(
        x: world * Double(Int.random(in: -1...2, using: &random)) + pack.cell
          * Double.random(in: -3...3, using: &random),
        y: bounds.minY + bounds.height * Double.random(in: 0...1, using: &random)))
  }
  var rings = RingBuffer()
  for shape in pack.shapes { shape.appendRings(level: level, to: &rings) }
  for vertex in 0..<rings.points.count where Int.random(in: 0..<max(1, rings.points.count / count), using: &random) == 0
  {
    let next = min(vertex + 1, rings.points.count - 1)
    let (x, y) = (rings.points[vertex].x, rings.points[vertex].y)
    let (nextX, nextY) = (rings.points[next].x, rings.points[next].y)
    for (x, y) in [(x, y), ((x + nextX) / 2, (y + nextY) / 2)] {
      for dx in [0, -pack.cell / 64, pack.cell / 64] {
        for dy in [0, -pack.cell / 64, pack.cell / 64] { points.append(MapPoint(x: x + dx, y: y + dy)) }
      }
      points.append(MapPoint(x: x.nextDown, y: y))
      points.append(MapPoint(x: x + world, y: y))
      points.append(MapPoint(x: x - world, y: y.nextUp))
    }
    points.append(MapPoint(x: bounds.minX + bounds.width * Double.random(in: 0...1, using: &random), y: y))
  }
  return points
}

private func expectAlike(_ index: PointLocator, _ pack: Pack, at points: [MapPoint]) {
  for point in points {
    let (found, expected) = (index.shape(at: point)?.rawValue, pack.shape(at: point)?.rawValue)
    guard found != expected else { continue }
    Issue.record("at \(point): \(found.map(String.init) ?? "none"), not \(expected.map(String.init) ?? "none")")
    return
  }
}

@Test(arguments: PlainSample.all)
private func `a location index finds the region that the pack finds`(sample: PlainSample) throws {
  let pack = try sample.map().pack
  expectAlike(try PointLocator(pack), pack, at: points(pack, level: 0, count: 2000, seed: 7))
}

@Test(arguments: GoldenSample.allCases)
func `a location index finds the region that the golden pack finds`(sample: GoldenSample) throws {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden/\(sample.rawValue).mappack")
  let pack = try Pack(contentsOf: file)
  expectAlike(try PointLocator(pack), pack, at: points(pack, level: 0, count: 1000, seed: 8))
}

@Test(arguments: ShippedPack.all)
func `a location index finds the region that the shipped pack finds`(file: ShippedPack) throws {
  let pack = try Pack(contentsOf: file.file)
  expectAlike(try PointLocator(pack), pack, at: points(pack, level: 0, count: 3000, seed: 9))
}

/// A point is in a region if an odd number of its rings' edges meet the parallel through the point, northern ends
/// included, west of it or in it; the cross products of these points are exact.
private func regionByRings(_ pack: Pack, level: Int, _ point: MapPoint) -> UInt16? {
  var found: UInt16?
  for shape in pack.shapes {
    var rings = GridRings()
    shape.appendGridRings(level: level, to: &rings)
    let x = point.x / pack.cell - Double(pack.originX)
    let y = point.y / pack.cell - Double(pack.originY)
    var edges = 0
    for ring in 0..<rings.ringCount {
      let vertices = rings.ringStart[ring]..<rings.ringStart[ring + 1]
      for a in vertices {
        let b = a + 1 < vertices.upperBound ? a + 1 : vertices.lowerBound
        let (north, south) = rings.y[a] < rings.y[b] ? (a, b) : (b, a)
        guard Double(rings.y[north]) <= y, y < Double(rings.y[south]) else { continue }
        let (dx, dy) = (Double(rings.x[south] - rings.x[north]), Double(rings.y[south] - rings.y[north]))
        if dx * (y - Double(rings.y[north])) <= dy * (x - Double(rings.x[north])) { edges += 1 }
      }
    }
    if edges % 2 == 1 { found = shape.rawValue }
  }
  return found
}

@Test(arguments: [GoldenSample.letters, .restarts, .loops, .texts])
func `a location index of a level finds the region whose rings at that level go round the point`(
  sample: GoldenSample
) throws {
  let pack = try Pack(data: packData(sample.contents))
  for level in 0..<pack.levelCount {
    let index = try PointLocator(pack, level: level)
    #expect(index.level == level)
    var random = SplitMix64(seed: UInt64(level))
    let bounds = pack.bounds
    for _ in 0..<2000 {
      // Half cells, so that many lie on vertices, edges and level with vertices.
      let point = MapPoint(
        x: ((bounds.minX / pack.cell * 2 + bounds.width / pack.cell * 2 * Double.random(in: 0...1, using: &random))
          .rounded()) * pack.cell / 2,
        y: ((bounds.minY / pack.cell * 2 + bounds.height / pack.cell * 2 * Double.random(in: 0...1, using: &random))
          .rounded()) * pack.cell / 2)
      #expect(index.shape(at: point)?.rawValue == regionByRings(pack, level: level, point), "\(point), level \(level)")
    }
  }
}

@Test func `a level that a pack does not have is taken as the nearest`() throws {
  let pack = try pack(letters())
  #expect(try PointLocator(pack, level: -1).level == 0)
  #expect(try PointLocator(pack, level: .max).level == pack.levelCount - 1)
}

@Test func `a location index gives the region as a case`() throws {
  let map = try RegionMap(Letter.self, data: data(letters(), rawValues: [7, 2, 300]))
  for index in [try LocationIndex(map), try LocationIndex(trusting: map)] {
    #expect(index.region(at: MapPoint(x: (1_000_000 + 45) * 8, y: (2_000_000 + 45) * 8)) == .c)
    #expect(index.region(at: MapPoint(x: 0, y: 0)) == nil)
  }
}

@Test(arguments: [
  quilt(columns: 25, rows: 20, verticesPerArc: 9, seed: 1), quilt(columns: 2, rows: 2, verticesPerArc: 900, seed: 2),
  combs(teeth: 600), letters(), CoverageDrawing().coverage,
])
func `a location index takes no more memory than a multiple of the vertices`(coverage: Coverage) throws {
  let pack = try pack(coverage)
  let index = try PointLocator(pack)
  #expect(index.byteCount <= 128 * pack.storage.header.vertexCount + 4096)
  expectAlike(index, pack, at: points(pack, level: 0, count: 300, seed: 10))
}

/// A comb of very long teeth: each segment would pass through very many cells.
private func combs(teeth: Int32) -> Coverage {
  var drawing = CoverageDrawing()
  let zigzag = (0..<teeth).flatMap { [($0 * 2, Int32(0)), ($0 * 2 + 1, Int32(6 * teeth))] }
  let outline = drawing.arc(zigzag + [(2 * teeth, 6 * teeth + 1), (0, 6 * teeth + 1)], left: 0, closed: true)
  drawing.region("1", "Comb", polygons: [[[outline]]])
  return drawing.coverage
}

// MARK: Damage

/// The pack's index of squares with one bit changed in each of its bytes, all checksums made to fit.
@Test func `an index of squares that leads elsewhere is refused`() throws {
  let original = try [UInt8](data(quilt(columns: 6, rows: 5, verticesPerArc: 9, seed: 3)))
  let sound = try Pack(data: Data(original))
  let points = points(sound, level: 0, count: 500, seed: 11)
  let parts = try #require(PackParts(original))
  let squares = try #require(parts.column(PackSection.squares.tag, 2)?.bytes.count)
  var refused = 0
  for square in 0..<squares {
    var parts = parts
    parts.change(PackSection.squares.tag, 2) { $0.bytes[square] ^= 1 << UInt8(square % 8) }
    var bytes = parts.bytes
    PackParts.sign(&bytes)
    let pack = try Pack(data: Data(bytes))
    do { expectAlike(try PointLocator(pack), pack, at: points) } catch { refused += 1 }
  }
  #expect(refused > squares / 2)
}

@Test func `a location index of a pack whose checksums do not fit is refused, unless the pack is trusted`() throws {
  var bytes = try data(letters())
  bytes[bytes.count - 20] ^= 1
  let pack = try Pack(data: bytes)
  #expect(throws: PackError.self) { try PointLocator(pack) }
  #expect(throws: Never.self) { try PointLocator(trusting: pack) }
}
