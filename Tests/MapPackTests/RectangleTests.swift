import MapPack
import MapPackCoverage
import MapPackGeometry
import MapPackMerge
import TestSupport
import Testing

@Suite struct RectangleTests {
  /// What lies in a rectangle of eighths of cells round the world, by the rings alone.
  private func expected(_ rect: EighthRect, _ map: PlainMap) -> [Int] {
    map.regions.filter { region in
      (-2...2).contains { worlds in
        let shift = Int64(worlds) * 8 * map.world
        let moved = EighthRect(west: rect.west + shift, east: rect.east + shift, north: rect.north, south: rect.south)
        return moved.meets(Array(map.rings[0][region].joined()))
      }
    }
  }

  private func found(_ rect: EighthRect, _ map: PlainMap) -> [Int] {
    let eighth = map.grid.cell / 8
    let shapes = map.pack.shapes(
      in: MapRect(
        minX: map.grid.x(0) + Double(rect.west) * eighth, minY: map.grid.y(0) + Double(rect.north) * eighth,
        width: Double(rect.east - rect.west) * eighth, height: Double(rect.south - rect.north) * eighth))
    return shapes.map { Int($0.rawValue) - 1 }
  }

  @Test(arguments: PlainSample.all)
  func `the regions in a rectangle are those whose area has a point in common with it`(sample: PlainSample) throws {
    let map = try sample.map()
    let points = Array(map.rings[0].joined().joined().joined())
    var random = SplitMix64(seed: 31)
    for round in 0..<250 {
      guard let point = points.randomElement(using: &random) else { return }
      // From nothing to larger than the map, with edges on vertices and beside them.
      let reach = Int64(1) << Int64.random(in: 0...17, using: &random)
      func near(_ square: Int32) -> Int64 {
        8 * Int64(square)
          + (round % 2 == 0
            ? Int64.random(in: -1...1, using: &random) : Int64.random(in: -reach...reach, using: &random))
      }
      let (x, y) = (near(point.x), near(point.y))
      let width = round % 5 == 0 ? 0 : Int64.random(in: 0...reach, using: &random)
      let height = round % 7 == 0 ? 0 : Int64.random(in: 0...reach, using: &random)
      // The point is its south-eastern corner, or its north-western.
      let rect =
        Bool.random(using: &random)
        ? EighthRect(west: x, east: x + width, north: y, south: y + height)
        : EighthRect(west: x - width, east: x, north: y - height, south: y)
      #expect(found(rect, map) == expected(rect, map), "\(rect)")
    }
    #expect(map.pack.shapes(in: map.pack.bounds).count == map.regions.count)
  }

  @Test func `a rectangle may run past the world's edge, in the east and in the west`() throws {
    let pack = try pack(datelineMap())
    let world = WebMercator.worldSize
    func codes(_ minX: Double, _ width: Double, row: Double = 2650, height: Double = 10) -> [String] {
      pack.shapes(in: MapRect(minX: minX, minY: (row + 77) * 64, width: width, height: height)).map(\.code)
    }
    #expect(codes(world - 64, 128) == ["B", "C"])
    #expect(codes(-64, 128) == ["B", "C"])
    // 180° W is 180° E.
    #expect(codes(world, 64) == ["B", "C"] && codes(0, 64) == ["B", "C"] && codes(world - 64, 64) == ["B", "C"])
    #expect(codes(world + 64, 64) == ["C"] && codes(64, 64) == ["C"] && codes(64 - 3 * world, 64) == ["C"])
    #expect(codes(-128, 64) == ["B"] && codes(world - 128, 64) == ["B"])
    #expect(codes(world / 2, world / 2 - 101 * 64) == [])
    #expect(codes(world / 2, world / 2 - 100 * 64) == ["B"])
    #expect(codes(world / 2, world) == ["B", "C"] && codes(-world, 5 * world) == ["B", "C"])
    #expect(codes(-5, 10, row: -1000, height: 3650 * 64) == ["A", "B", "C"])
  }

  @Test func `what is no rectangle holds no region`() throws {
    let pack = try pack(letters())
    let whole = MapRect(minX: 0, minY: 0, width: WebMercator.worldSize, height: WebMercator.worldSize)
    #expect(pack.shapes(in: whole).count == 3)
    for bad in [.nan, .infinity, -.infinity, -1] as [Double] {
      for field in [\MapRect.minX, \.minY, \.width, \.height] {
        var rect = whole
        rect[keyPath: field] = bad
        let isFine = bad == -1 && (field == \.minX || field == \.minY)
        #expect(pack.shapes(in: rect).isEmpty != isFine, "\(rect)")
      }
    }
    var pole = whole
    pole.minY = -WebMercator.worldSize
    pole.height = 1
    #expect(pack.shapes(in: pole).isEmpty)
  }

  @Test func `a Double's last bit decides whether a rectangle reaches a border`() throws {
    // The border of the triangle is y = 3x.
    var drawing = CoverageDrawing(cellExponent: 0, originX: 0, originY: 0)
    let outline = drawing.arc([(0, 0), (1, 3), (3, 0)], right: 0, closed: true)
    drawing.region("1", "Triangle", polygons: [[[~outline]]])
    let pack = try pack(drawing.coverage)
    for scale in [0x1p-2, 0x1p-30, 0x1p-300, 0x1p-1000] {
      func meets(_ minX: Double, _ maxX: Double, _ minY: Double) -> Bool {
        !pack.shapes(in: MapRect(minX: minX, minY: minY, width: maxX - minX, height: 2 - minY)).isEmpty
      }
      #expect(meets(0, scale, 3 * scale))
      #expect(!meets(0, scale.nextDown, 3 * scale))
      #expect(!meets(0, scale, (3 * scale).nextUp))
    }
  }
}
