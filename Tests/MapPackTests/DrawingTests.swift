import Foundation
import MapPack
import TestSupport
import Testing

/// Writes down what is drawn into it.
struct DrawnLines: PathSink {
  struct Line: Hashable {
    var x: [Double] = []
    var y: [Double] = []
    var isClosed = false
  }
  private(set) var lines: [Line] = []

  mutating func move(toX x: Double, y: Double) { lines.append(Line(x: [x], y: [y])) }

  mutating func addLine(toX x: Double, y: Double) {
    guard let last = lines.indices.last, !lines[last].isClosed else {
      Issue.record("a line goes on where none was begun")
      return
    }
    lines[last].x.append(x)
    lines[last].y.append(y)
  }

  mutating func closeSubpath() {
    guard let last = lines.indices.last, !lines[last].isClosed else {
      Issue.record("a line is closed where none was begun")
      return
    }
    lines[last].isClosed = true
  }
}

@Suite("Drawing a shape")
struct DrawingTests {
  private let world = WebMercator.worldSize

  @Test("a shape draws every ring once, closed, moved and scaled into the frame", arguments: Sample.allCases)
  func drawsRings(sample: Sample) throws {
    let pack = try pack(sample.coverage)
    var rings = RingBuffer()
    var used = RingBuffer()
    for shape in pack.shapes {
      // A shape twice as wide as its room, or less: it stands in the middle.
      let bounds = shape.bounds
      let frame = MapFrame(bounds, x: 10, y: -20, width: bounds.width / 2, height: bounds.height * 3)
      #expect(frame.scale == 0.5)
      #expect(frame.originX == 10 && frame.originY == -20 + bounds.height * 1.25)
      for level in 0..<pack.levelCount {
        var drawn = DrawnLines()
        shape.draw(level: level, in: frame, to: &drawn)
        rings.removeAll()
        shape.appendRings(level: level, to: &rings)
        var expected: [DrawnLines.Line] = []
        rings.forEachRing { _, vertices in
          expected.append(
            DrawnLines.Line(
              x: vertices.map { frame.originX + (rings.points[$0].x - bounds.minX) * 0.5 },
              y: vertices.map { frame.originY + (rings.points[$0].y - bounds.minY) * 0.5 }, isClosed: true))
        }
        #expect(drawn.lines == expected)

        var again = DrawnLines()
        shape.draw(level: level, in: frame, to: &again, using: &used)
        #expect(again.lines == expected)
        #expect(used.points == rings.points && used.polygonStart == rings.polygonStart)
      }
    }
  }

  @Test("a shape draws what lies beyond the 180th meridian if the frame shows it")
  func drawsAcrossTheMeridian() throws {
    let pack = try pack(antimeridian())
    let (fiji, other) = try (#require(pack.shape(code: "FJI")), #require(pack.shape(code: "OTH")))
    // Its two pieces are 1,000 and 500 cells of 64 map points wide.
    let near = MapFrame(fiji.bounds, width: 1500, height: 1000)
    #expect(try extents(fiji, in: near) == [0...1000, 1000...1500])
    // The other lies in the east of the meridian: the whole map's frame runs past it.
    let map = MapFrame(pack.bounds, width: 2500, height: 1000)
    #expect(try extents(fiji, in: map) == [0...1000, 1000...1500])
    #expect(try extents(other, in: map) == [2000...2500])
    // Each piece by itself, as a part of the map of the world, lies at its own edge of it.
    let earth = MapFrame(MapRect(minX: 0, minY: 0, width: world, height: world), width: world / 64, height: world / 64)
    #expect(try extents(fiji, in: earth) == [world / 64 - 1000...world / 64, 0...500])
    // A frame one world further west, and one that shows neither piece, but lies nearer to them past the meridian.
    let west = MapRect(minX: fiji.bounds.minX - world, minY: 0, width: fiji.bounds.width, height: world)
    #expect(try extents(fiji, in: MapFrame(west, width: 1500, height: world)) == [0...1000, 1000...1500])
    let beside = MapRect(minX: 100 * 64, minY: 0, width: 64, height: world)
    #expect(try extents(fiji, in: MapFrame(beside, width: 1, height: world)) == [-1100 ... -100, -100...400])
  }

  @Test("a shape draws a ring twice if the frame shows it twice")
  func drawsTwice() throws {
    let cells: Int32 = 1 << 22
    var drawing = CoverageDrawing(cellExponent: 6, originX: 0, originY: 0)
    let arcs = [
      drawing.arc([(0, 5000), (cells, 5000)], left: 0),
      drawing.arc([(cells, 5000), (cells, 6000)], left: 0, seam: true),
      drawing.arc([(cells, 6000), (0, 6000)], left: 0),
      drawing.arc([(0, 6000), (0, 5000)], left: 0, seam: true),
    ]
    drawing.region("BELT", "Round the world", polygons: [[arcs]])
    let pack = try pack(drawing.coverage)
    let belt = try #require(pack.shape(code: "BELT"))
    #expect(belt.bounds.minX == 0 && belt.bounds.width == world)
    let frame = MapFrame(MapRect(minX: world - 100, minY: 0, width: 300, height: 300), width: 300, height: 300)
    #expect(try extents(belt, in: frame) == [100 - world...100, 100...world + 100])
    // Shown whole, it is drawn once.
    #expect(try extents(belt, in: MapFrame(pack.bounds, width: world, height: world)) == [0...world])
  }

  @Test("drawing keeps every ring of a map within the frame of its bounds", arguments: Sample.allCases)
  func staysInside(sample: Sample) throws {
    let pack = try pack(sample.coverage)
    let frame = MapFrame(pack.bounds, width: pack.bounds.width, height: pack.bounds.height)
    var rings = RingBuffer()
    var drawn = DrawnLines()
    var count = 0
    for shape in pack.shapes {
      shape.draw(in: frame, to: &drawn, using: &rings)
      count += rings.ringCount
    }
    #expect(count > 0 && drawn.lines.count == count)
    #expect(drawn.lines.allSatisfy { $0.x.allSatisfy { 0...pack.bounds.width ~= $0 } })
    #expect(drawn.lines.allSatisfy { $0.y.allSatisfy { 0...pack.bounds.height ~= $0 } })
  }

  @Test("a shape draws lines as long as they are, closed or open, and none along the 180th meridian")
  func drawsLines() throws {
    let pack = try pack(antimeridian())
    let frame = MapFrame(pack.bounds, width: 2500, height: 1000)
    var lines = LineBuffer()
    pack.appendCoast(to: &lines)
    var drawn = DrawnLines()
    lines.draw(in: frame, to: &drawn)
    // Two pieces of coast end on the meridian, 1,000 cells from the western edge; the other shape is an island.
    #expect(drawn.lines.map(\.isClosed).sorted { !$0 && $1 } == [false, false, true])
    for line in drawn.lines where !line.isClosed {
      #expect(line.x.first == 1000 && line.x.last == 1000 && line.x.filter { $0 == 1000 }.count == 2)
    }
    // Whatever part of the map the buffer's lines were put into.
    lines.removeAll()
    pack.appendCoast(window: MapRect(minX: 0, minY: 0, width: world, height: world), to: &lines)
    var again = DrawnLines()
    lines.draw(in: frame, to: &again)
    #expect(again.lines == drawn.lines)
  }

  @Test("a shape draws nothing into an empty frame")
  func emptyFrame() throws {
    let pack = try pack(letters(), rawValues: [7, 2, 300])
    #expect(MapFrame(pack.bounds, width: 0, height: 100).scale == 0)
    #expect(MapFrame(pack.bounds, width: -3, height: 100).scale == 0)
    let point = MapRect(minX: 3, minY: 4, width: 0, height: 0)
    let frame = MapFrame(point, width: 100, height: 100)
    #expect(frame.scale == 0 && frame.originX == 50 && frame.originY == 50)
    #expect(frame.mapPoint(x: 3, y: 4) == MapPoint(x: 3, y: 4))
  }

  /// From where to where the drawn lines reach, in order.
  private func extents(_ shape: RegionShape, in frame: MapFrame) throws -> [ClosedRange<Double>] {
    var drawn = DrawnLines()
    shape.draw(in: frame, to: &drawn)
    return try drawn.lines.map { line in try #require(line.x.min())...#require(line.x.max()) }
  }
}

@Suite("A frame of a map")
struct MapFrameTests {
  @Test("a frame leads from map points to the screen and back")
  func leadsBack() throws {
    let bounds = MapRect(minX: 134_217_728, minY: 67_108_864, width: 1_048_576, height: 524_288)
    let frame = MapFrame(bounds, x: 32, y: 64, width: 1024, height: 1024)
    #expect(frame.scale == 1.0 / 1024)
    let (x, y) = frame.position(of: MapPoint(x: bounds.minX + 2048, y: bounds.maxY))
    #expect(x == 34 && y == 64 + 256 + 512)
    #expect(frame.mapPoint(x: x, y: y) == MapPoint(x: bounds.minX + 2048, y: bounds.maxY))
  }

  @Test("a frame finds a point on the side of the 180th meridian that it shows")
  func findsPointAcrossTheMeridian() {
    let world = WebMercator.worldSize
    let frame = MapFrame(MapRect(minX: world - 100, minY: 0, width: 200, height: 100), width: 200, height: 100)
    #expect(frame.position(of: MapPoint(x: 10, y: 0)).x == 110)
    #expect(frame.position(of: MapPoint(x: world + 10, y: 0)).x == 110)
    #expect(frame.position(of: MapPoint(x: world - 10, y: 0)).x == 90)
    #expect(frame.mapPoint(x: 110, y: 0).x == world + 10)
  }

  @Test("a frame says how many meters a unit shows", arguments: [0.0, 60, -60])
  func saysMeters(latitude: Double) {
    let y = WebMercator.y(latitude: latitude)
    let frame = MapFrame(MapRect(minX: 0, minY: y - 512, width: 4096, height: 1024), width: 256, height: 256)
    let expected = 16 * WebMercator.metersPerMapPointAtEquator * (latitude == 0 ? 1 : 0.5)
    #expect(abs(frame.metersPerUnit - expected) < expected * 1e-9)
  }
}
