import MapPack
import MapPackGeometry
import TestSupport
import Testing

@Suite struct LineTests {
  /// The segments of lines but for those on the cut, in order, in cells within the world.
  private func segments(_ lines: LineBuffer, _ map: PlainMap) -> [PlainSegment] {
    var segments: [PlainSegment] = []
    lines.forEachLine { isClosed, vertices in
      let isMoved = vertices.contains { lines.points[$0].x > WebMercator.worldSize }
      let points = vertices.map { vertex in
        map.grid.point(
          x: lines.points[vertex].x - (isMoved ? WebMercator.worldSize : 0), y: lines.points[vertex].y
        )
      }
      segments += zip(points, points.dropFirst()).map { PlainSegment($0, $1) }
      if isClosed, let first = points.first, let last = points.last { segments.append(PlainSegment(last, first)) }
    }
    return segments.filter { !map.isSeam($0) }.sorted()
  }

  @Test(arguments: PlainSample.all)
  func `coast, inner borders and outlines have each of their segments once, at every level`(
    sample: PlainSample
  ) throws {
    let map = try sample.map()
    var random = SplitMix64(seed: 5)
    for level in map.rings.indices {
      let borders = map.borders(level: level)
      func expected(_ isWanted: (Set<Int>) -> Bool) -> [PlainSegment] {
        borders.filter { isWanted($0.value) }.map(\.key).sorted()
      }
      var lines = LineBuffer()
      map.pack.appendCoast(level: level, to: &lines)
      #expect(segments(lines, map) == expected { $0.count == 1 })
      lines.removeAll()
      map.pack.appendInnerBorders(level: level, to: &lines)
      #expect(segments(lines, map) == expected { $0.count == 2 })
      for share in [0.2, 0.5, 1] {
        let chosen = Set(map.regions.filter { _ in Double.random(in: 0..<1, using: &random) < share })
        lines.removeAll()
        map.pack.appendOutline(of: chosen.map(map.shape), level: level, to: &lines)
        #expect(segments(lines, map) == expected { $0.intersection(chosen).count == 1 })
      }
    }
  }

  @Test func `a ring that is coast all round is one closed line, other lines go as far as a ring does`() throws {
    let pack = try pack(letters())
    var lines = LineBuffer()
    pack.appendCoast(to: &lines)
    // A's west, B's east, the island.
    #expect(lines.isClosed == [false, false, true])
    #expect(lines.lineStart == [0, 4, 9, 12])
    pack.appendOutline(of: [pack.shape(code: "01"), pack.shape(code: "02")].compactMap { $0 }, to: &lines)
    // The same, and the shore of the lake.
    #expect(lines.lineStart == [0, 4, 9, 12, 16, 20, 25, 28])
    lines.removeAll()
    pack.appendInnerBorders(level: 1, to: &lines)
    #expect(lines.isClosed == [false, true] && lines.lineStart == [0, 2, 6])
    lines.removeAll()
    // An outline that takes several arcs in a row, and comes back to its beginning.
    let quilt = try MapPackTests.pack(quilt(columns: 3, rows: 3, verticesPerArc: 4, seed: 8))
    quilt.appendOutline(of: quilt.shapes.dropFirst(4).prefix(1), to: &lines)
    #expect(lines.isClosed == [true] && lines.points.count == 12)
  }

  @Test(arguments: PlainSample.all)
  func `the land is on the right of the coast as the map is seen`(sample: PlainSample) throws {
    let map = try sample.map()
    var lines = LineBuffer()
    map.pack.appendCoast(to: &lines)
    lines.forEachLine { _, vertices in
      for vertex in vertices.dropLast().prefix(40) {
        let (x, y) = (lines.points[vertex].x, lines.points[vertex].y)
        let (dx, dy) = (lines.points[vertex + 1].x - x, lines.points[vertex + 1].y - y)
        func isLand(_ side: Double) -> Bool {
          map.pack.shape(at: MapPoint(x: x + dx / 2 - dy * side, y: y + dy / 2 + dx * side)) != nil
        }
        #expect(isLand(1e-4) && !isLand(-1e-4))
      }
    }
  }

  @Test func `lines west of the frame's edge are drawn one world further east, as a whole`() throws {
    let pack = try pack(datelineMap())
    let world = WebMercator.worldSize
    let a = try #require(pack.shape(code: "A"))
    var lines = LineBuffer()
    for frame in [nil, a.bounds] {
      lines.removeAll()
      pack.appendCoast(window: frame, to: &lines)
      let x = (0..<lines.points.count).map { lines.points[$0].x }
      #expect(x.min() == a.bounds.minX && x.max() == world + 200 * 64)
    }
    // From the western piece's edge on; the coasts that reach it from the west are moved, those across it are not.
    for (cells, moved) in [(0, 0), (100, 2), (150, 2), (200, 3), (201, 3)] {
      lines.removeAll()
      pack.appendCoast(
        window: MapRect(minX: Double(cells * 64), minY: 0, width: world, height: world), to: &lines)
      var found = 0
      lines.forEachLine { _, vertices in
        let x = vertices.map { lines.points[$0].x }
        #expect((x.max() ?? 0) - (x.min() ?? 0) <= 200 * 64)
        if (x.max() ?? 0) > world { found += 1 }
      }
      #expect(found == moved, "\(cells)")
    }
  }

  /// The lines on the cut, as they run.
  private func cutLines(_ lines: LineBuffer, cell: Double) -> [[[Double]]] {
    var found: [[[Double]]] = []
    lines.forEachLine { _, vertices in
      let points = vertices.map { [lines.points[$0].x / cell, lines.points[$0].y / cell] }
      if Set(points.map { $0[0] }).count == 1, points[0][0] == 0 || points[0][0] == Double(1 << 22) {
        found.append(points)
      }
    }
    return found
  }

  @Test func `two regions that meet at the 180th meridian have a border there, as one of them runs`() throws {
    let pack = try pack(datelineZones())
    let (east, whole) = (Double(1 << 22), MapRect(minX: 0, minY: 0, width: 268_435_456, height: 268_435_456))
    var lines = LineBuffer()
    pack.appendCoast(window: whole, to: &lines)
    #expect(cutLines(lines, cell: 64) == [])
    lines.removeAll()
    pack.appendInnerBorders(window: whole, to: &lines)
    // P's land is on the right, in the west.
    #expect(lines.isClosed == [false, false])
    #expect(cutLines(lines, cell: 64) == [[[east, 100], [east, 200]], [[east, 200], [east, 250]]])
    func outline(_ codes: [String]) -> [[[Double]]] {
      lines.removeAll()
      pack.appendOutline(of: codes.compactMap { pack.shape(code: $0) }, window: whole, to: &lines)
      return cutLines(lines, cell: 64)
    }
    #expect(outline(["P"]) == [[[east, 100], [east, 200]], [[east, 200], [east, 250]]])
    // Q's land is in the east.
    #expect(outline(["Q"]) == [[[0, 200], [0, 100]]])
    #expect(outline(["P", "Q"]) == [[[east, 200], [east, 250]]])
    #expect(outline(["P", "Q", "R"]) == [])
    #expect(outline(["S", "U"]) == [])
    // In the frame of the map, past the cut, both ends of the plane are one point.
    lines.removeAll()
    pack.appendOutline(of: [try #require(pack.shape(code: "Q"))], window: pack.bounds, to: &lines)
    #expect(cutLines(lines, cell: 64) == [[[east, 200], [east, 100]]])
  }

  @Test func `a border is present if a polygon on one of its sides is`() throws {
    // Three squares in a row; the first two are there at level 0 alone, the last at level 1 as well.
    var drawing = CoverageDrawing(levels: 2)
    let first = drawing.arc([(100, 100), (0, 100), (0, 0), (100, 0)], left: 0)
    let between = [100, 200].map { (x: Int32) in
      drawing.arc([(x, 0), (x, 100)], left: x / 100 - 1, right: x / 100)
    }
    let second = [drawing.arc([(100, 0), (200, 0)], left: 1), drawing.arc([(200, 100), (100, 100)], left: 1)]
    let third = drawing.arc([(200, 0), (300, 0), (300, 100), (200, 100)], left: 2)
    drawing.region("1", "1", polygons: [[[first, between[0]]]], levels: [0])
    drawing.region("2", "2", polygons: [[[second[0], between[1], second[1], ~between[0]]]], levels: [0])
    drawing.region("3", "3", polygons: [[[third, ~between[1]]]], levels: [1])
    let pack = try pack(drawing.coverage)
    try pack.verify()
    for (level, inner, coast) in [(0, 2, 4), (1, 1, 1)] {
      var lines = LineBuffer()
      pack.appendInnerBorders(level: level, to: &lines)
      #expect(lines.lineCount == inner && lines.points.count == 2 * inner)
      #expect(level == 0 || lines.points[0].x == 1_000_200 * 8)
      lines.removeAll()
      pack.appendCoast(level: level, to: &lines)
      #expect(lines.lineCount == coast)
    }
  }

  @Test func `points are in degrees as well, beyond 180 if a region goes on there`() throws {
    let pack = try pack(datelineMap())
    var (lines, rings) = (LineBuffer(), RingBuffer())
    pack.appendCoast(to: &lines)
    for shape in pack.shapes { shape.appendRings(to: &rings) }
    for point in lines.points + rings.points {
      #expect(point.longitude == WebMercator.longitude(x: point.x))
      #expect(point.latitude == WebMercator.latitude(y: point.y))
    }
    #expect(try #require(lines.points.map(\.longitude).max()) > 180)
  }

  @Test func `buffers that were filled once are filled again in the same memory`() throws {
    let pack = try pack(quilt(columns: 5, rows: 5, verticesPerArc: 100, seed: 6))
    var lines = LineBuffer()
    func fill() {
      lines.removeAll()
      pack.appendCoast(to: &lines)
      pack.appendInnerBorders(to: &lines)
      pack.appendOutline(of: pack.shapes.prefix(7), to: &lines)
    }
    fill()
    let capacity = lines.points.capacity
    let address = lines.points.withUnsafeBufferPointer { $0.baseAddress }
    fill()
    #expect(lines.points.capacity == capacity)
    #expect(lines.points.withUnsafeBufferPointer { $0.baseAddress } == address)
  }
}
