import Foundation
import MapPack
import TestSupport
import Testing

/// A path that says which points it fills.
private struct FilledPath: PathSink {
  private var subpaths: [[(x: Double, y: Double)]] = []

  mutating func move(toX x: Double, y: Double) { subpaths.append([(x, y)]) }
  mutating func addLine(toX x: Double, y: Double) { subpaths[subpaths.count - 1].append((x, y)) }
  mutating func closeSubpath() {}

  /// Whether a point of the picture is filled by the even-odd rule.
  func contains(_ x: Double, _ y: Double) -> Bool {
    var isInside = false
    for points in subpaths {
      for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) where (a.y > y) != (b.y > y) {
        if x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
      }
    }
    return isInside
  }
}

private struct WorldRegion: MapRegion {
  static let pack = Result { try Pack(contentsOf: SwiftCompiler.root.appendingPathComponent("Output/World.mappack")) }
  static let regionTable = RegionTable<Self>(
    resource: "", identity: (try? pack.get())?.identity ?? 0, codes: [String](repeating: "", count: 1000),
    names: [String](repeating: "", count: 1000))
  let rawValue: UInt16
  init?(rawValue: UInt16) { self.rawValue = rawValue }
}

@Suite struct TileTests {
  @Test func `tiles are those of tile servers, and what is none is nil`() throws {
    let tile = try #require(MapTile(zoom: 2, x: 1, y: 3))
    #expect(tile.bounds == MapRect(minX: 0x1p26, minY: 3 * 0x1p26, width: 0x1p26, height: 0x1p26))
    #expect(MapTile(zoom: 28, x: (1 << 28) - 1, y: 0)?.bounds.width == 1)
    for (zoom, x, y) in [(-1, 0, 0), (29, 0, 0), (2, 4, 0), (2, 0, -1), (Int.max, 0, 0)] {
      #expect(MapTile(zoom: zoom, x: x, y: y) == nil)
    }
    let frame = MapFrame(tile, size: 512, buffer: 8)
    #expect(frame.position(of: MapPoint(x: 0x1p26, y: 3 * 0x1p26)) == (0, 0))
    #expect(frame.position(of: MapPoint(x: 0x1p27, y: 0x1p28)) == (512, 512))
    #expect(frame.bounds.width == 0x1p26 * 528 / 512)
  }

  @Test(arguments: [(0, 0, 0), (1, 0, 0), (1, 1, 0), (3, 7, 2), (3, 0, 2), (5, 28, 12), (12, 3637, 1612)])
  func `what a tile shows is what the map has there`(zoom: Int, x: Int, y: Int) throws {
    let map = try RegionMap(WorldRegion.self, pack: WorldRegion.pack.get())
    let tile = try #require(MapTile(zoom: zoom, x: x, y: y))
    let content = map.content(of: tile, size: 64, buffer: 4)
    #expect(content.level == map.level(metersPerPixel: content.frame.metersPerUnit))
    let drawn = content.regions.map { region, rings in
      var path = FilledPath()
      rings.draw(in: content.frame, to: &path)
      return (region.rawValue, path)
    }
    // Each region as it is without a tile, in map points.
    let world = WebMercator.worldSize
    let plane = MapFrame(MapRect(minX: 0, minY: 0, width: world, height: world), width: world, height: world)
    let whole = map.shapes.map { region, shape in
      var (rings, path) = (RingBuffer(), FilledPath())
      shape.appendRings(level: content.level, to: &rings)
      rings.draw(in: plane, to: &path)
      return (region.rawValue, path)
    }
    var hits = 0
    for row in 0..<16 {
      for column in 0..<16 {
        let (px, py) = (Double(column) * 4 + 1.77, Double(row) * 4 + 2.31)
        let point = content.frame.mapPoint(x: px, y: py)
        let expected = whole.filter { path in
          [0, world, -world].contains { path.1.contains(point.x + $0, point.y) }
        }.map(\.0)
        let found = drawn.filter { $0.1.contains(px, py) }.map(\.0)
        #expect(found == expected, "\(zoom)/\(x)/\(y) at \(px), \(py)")
        hits += expected.count
      }
    }
    #expect(hits > 0)
  }

  @Test func `a tile of a zoom beyond the map's takes no more than what it shows`() throws {
    let map = try RegionMap(WorldRegion.self, pack: WorldRegion.pack.get())
    // In Wyoming, far from any border.
    let point = MapPoint(longitude: -107.5, latitude: 43)
    let side = Double(1 << 10)
    let tile = try #require(MapTile(zoom: 18, x: Int(point.x / side), y: Int(point.y / side)))
    let content = map.content(of: tile)
    #expect(content.regions.count == 1 && content.level == 0)
    #expect(content.regions.first?.rings.points.count ?? .max < 100)
  }
}
