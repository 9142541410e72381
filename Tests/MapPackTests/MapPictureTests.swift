import Foundation
import MapPack
import MapPackCoverage
import MapPackMerge
import TestSupport
import Testing

@testable import MapPackUI

/// What a view draws in a frame, and what it does not do again.
@Suite struct MapPictureTests {
  /// Counts what a picture draws, instead of drawing it.
  private final class Recorder: MapSink {
    enum Call: Equatable {
      case fill(Int, opacity: Double)
      case stroke(Int, width: Double)
      case area(Int)
    }
    private(set) var calls: [Call] = []
    private(set) var paths: [DrawnLines] = []

    private func record(_ call: Call, _ path: DrawnLines) {
      calls.append(call)
      paths.append(path)
    }
    func fill(_ path: DrawnLines, _ color: Int, opacity: Double) { record(.fill(color, opacity: opacity), path) }
    func stroke(_ path: DrawnLines, _ paint: LinePaint<Int>) { record(.stroke(paint.color, width: paint.width), path) }
    func drawArea(_ area: Int, _ path: DrawnLines) { record(.area(area), path) }
  }

  private typealias Paint = AreaPaint<Int>
  private typealias Picture = MapPicture<DrawnLines, Int>

  private static let screen = CGRect(x: 0, y: 0, width: 390, height: 700)
  private static let everywhere = MapRect(minX: -1e9, minY: -1e9, width: 2e9, height: 2e9)

  /// As many regions as the United States have counties, in 57 groups.
  private static let counties = Result {
    var coverage = quilt(columns: 57, rows: 57, verticesPerArc: 6, levels: 2, seed: 44)
    for region in coverage.regions.indices { coverage.regions[region].group = "group \(region / 57)" }
    return try pack(coverage)
  }

  private static func paints(_ layer: MapLayer, colors: Int) -> [Paint] {
    layer.areas.indices.map { Paint(fill: .color($0 % colors)) }
  }

  private static var borders: BorderPaint<Int> {
    var lines = BorderPaint(regions: LinePaint(color: 100, width: 0.5), coast: LinePaint(color: 102, width: 1))
    lines.groups = LinePaint(color: 101, width: 1.5)
    return lines
  }

  // MARK: Counts

  @Test(arguments: [1.0, 6])
  func `while 3,249 regions are panned, a frame takes at most 60 calls and draws no label anew`(zoom: Double) throws {
    let pack = try Self.counties.get()
    let layer = MapLayer(pack, level: pack.levelCount - 1)
    let paints = Self.paints(layer, colors: 7)
    var kept = KeptPicture<DrawnLines, Int>()
    var labels = MapLabels()
    var anchor = LabelAnchor()
    var viewport = MapViewport(home: pack.bounds)
    viewport.magnify(by: zoom, around: CGPoint(x: 195, y: 350), in: MapFrame(pack.bounds, in: Self.screen))
    let began = MapFrame(viewport.part, in: Self.screen)
    let shape = try #require(pack.shape(at: began.mapPoint(CGPoint(x: 195, y: 350))))
    var labelsBefore: [MapLabels.Standing] = []
    var window: MapRect?
    for step in 0..<60 {
      // In the first frame the map is at rest. Then a finger moves it.
      let isMoving = step > 0
      viewport.pan(by: CGSize(width: Double(step), height: Double(step) / 2), in: began)
      let frame = MapFrame(viewport.part, in: Self.screen)
      let placing = frame.placing(pack.bounds)
      let picture = kept.picture(
        of: layer, paints: paints, lines: Self.borders, in: placing.layerRect(Self.screen), empty: DrawnLines())
      #expect(window == nil || picture.window == window)
      window = picture.window
      let sink = Recorder()
      picture.draw(into: sink)
      #expect(sink.calls.count == 7 * 2 + 3)

      let (labelFrame, shift) = anchor.follow(frame, isMoving: isMoving)
      let point = (drawn: labelFrame.point(shape.labelPoint), wanted: frame.point(shape.labelPoint))
      #expect(abs(point.drawn.x + shift.width - point.wanted.x) < 1e-6)
      #expect(abs(point.drawn.y + shift.height - point.wanted.y) < 1e-6)
      // Nothing of the labels is drawn again if they lie where they did.
      #expect((labelFrame == frame) == !isMoving || frame == began)
      let labelPlacing = labelFrame.placing(pack.bounds)
      let candidates = MapLabels.candidates(in: layer, labelPlacing, on: Self.screen, leastSize: 16)
      let standing = labels.place(
        in: layer, labelPlacing, on: Self.screen, candidates: isMoving ? nil : candidates
      ) { _ in
        #expect(!isMoving, "the size of a text is asked for")
        return CGSize(width: 44, height: 15)
      }
      #expect(!isMoving || standing == labelsBefore)
      labelsBefore = standing
    }
    #expect(labelsBefore.isEmpty == (zoom == 1))
  }

  @Test func `labels are drawn anew if the map is magnified or at rest`() {
    var anchor = LabelAnchor()
    let frame = MapFrame(MapRect(minX: 0, minY: 0, width: 100, height: 100), in: Self.screen)
    let near = MapFrame(MapRect(minX: 0, minY: 0, width: 50, height: 50), in: Self.screen)
    let east = MapFrame(MapRect(minX: 50, minY: 0, width: 50, height: 50), in: Self.screen)
    #expect(anchor.follow(frame, isMoving: true).frame == frame)
    #expect(anchor.follow(near, isMoving: true).frame == near)
    #expect(anchor.follow(east, isMoving: true) == (near, CGSize(width: -390, height: 0)))
    #expect(anchor.follow(east, isMoving: false) == (east, .zero))
  }

  // MARK: What is drawn

  @Test func `regions that are painted alike are one path, and together they are all regions`() throws {
    let pack = try Self.counties.get()
    let layer = MapLayer(pack, level: 0)
    let picture = Picture(
      layer, paints: Self.paints(layer, colors: 3), lines: BorderPaint(), window: Self.everywhere, empty: DrawnLines())
    let sink = Recorder()
    picture.draw(into: sink)
    #expect(
      sink.calls
        == (0..<3).flatMap { color in
          [.fill(color, opacity: 1), .stroke(color, width: Picture.growth)] as [Recorder.Call]
        })
    let fills = zip(sink.calls, sink.paths).filter { if case .fill = $0.0 { true } else { false } }.map(\.1)
    #expect(fills.reduce(0) { $0 + $1.lines.count } == pack.shapes.reduce(0) { $0 + $1.polygons().count })
  }

  @Test func `what is painted in another way is another call, in the order of raw values`() throws {
    let layer = MapLayer(try pack(letters()), level: 0)
    var paints = Self.paints(layer, colors: 1)
    paints[0].opacity = 0.5
    paints[1].stroke = LinePaint(color: 7, width: 2)
    paints[2].fill = .own
    var lines = Self.borders
    lines.groups = nil
    let sink = Recorder()
    Picture(layer, paints: paints, lines: lines, window: Self.everywhere, empty: DrawnLines()).draw(into: sink)
    #expect(
      sink.calls == [
        .fill(0, opacity: 0.5), .fill(0, opacity: 1), .stroke(0, width: Picture.growth), .area(2),
        .stroke(100, width: 0.5), .stroke(102, width: 1), .stroke(7, width: 2),
      ])
    // Nothing is drawn that is clear, and no line of no width.
    paints = paints.map { _ in Paint(fill: .none) }
    paints[1].stroke = LinePaint(color: 7, width: 0)
    let clear = Recorder()
    Picture(
      layer, paints: paints, lines: BorderPaint(regions: LinePaint(color: 1, width: 0)), window: Self.everywhere,
      empty: DrawnLines()
    ).draw(into: clear)
    #expect(clear.calls.isEmpty)
  }

  /// The rule by which a point lies inside, of all rings of a path.
  private static func isInside(_ path: DrawnLines, x: Double, y: Double) -> Bool {
    path.lines.reduce(false) { isInside, line in
      var isInside = isInside
      for index in line.x.indices {
        let next = index + 1 == line.x.count ? 0 : index + 1
        if (line.y[index] > y) != (line.y[next] > y),
          x < (line.x[next] - line.x[index]) * (y - line.y[index]) / (line.y[next] - line.y[index]) + line.x[index]
        {
          isInside.toggle()
        }
      }
      return isInside
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a window covers the same points as the whole map, with fewer rings`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pack = try seed % 2 == 0 ? pack(letters()) : pack(quilt(columns: 6, rows: 6, verticesPerArc: 9, seed: seed))
    let layer = MapLayer(pack, level: 0)
    let paints = Self.paints(layer, colors: 1)
    let window = MapRect(
      minX: pack.bounds.width * Double.random(in: 0...0.7, using: &random),
      minY: pack.bounds.height * Double.random(in: 0...0.7, using: &random),
      width: pack.bounds.width * 0.2, height: pack.bounds.height * 0.2)
    func path(_ window: MapRect) -> DrawnLines {
      let sink = Recorder()
      Picture(layer, paints: paints, lines: BorderPaint(), window: window, empty: DrawnLines()).draw(into: sink)
      return sink.paths.first ?? DrawnLines()
    }
    let (part, whole) = (path(window), path(Self.everywhere))
    #expect(part.lines.count < whole.lines.count)
    for _ in 0..<200 {
      let x = window.minX + window.width * Double.random(in: 0.001...0.999, using: &random)
      let y = window.minY + window.height * Double.random(in: 0.001...0.999, using: &random)
      #expect(Self.isInside(part, x: x, y: y) == Self.isInside(whole, x: x, y: y))
    }
  }

  @Test func `a picture is made anew if a paint, a line, the layer or the window is another, and else kept`() throws {
    let map = try Self.counties.get()
    let layer = MapLayer(map, level: 0)
    var paints = Self.paints(layer, colors: 2)
    var kept = KeptPicture<DrawnLines, Int>()
    var lines = BorderPaint<Int>()
    let screen = MapRect(minX: 0, minY: 0, width: map.bounds.width / 10, height: map.bounds.height / 10)
    func calls(_ layer: MapLayer, _ rect: MapRect) -> Int {
      let sink = Recorder()
      kept.picture(of: layer, paints: paints, lines: lines, in: rect, empty: DrawnLines()).draw(into: sink)
      return sink.calls.count
    }
    #expect(calls(layer, screen) == 4)
    let window = kept.picture(of: layer, paints: paints, lines: lines, in: screen, empty: DrawnLines()).window
    // Beyond the window.
    var far = screen
    far.minX += 2 * screen.width
    #expect(kept.picture(of: layer, paints: paints, lines: lines, in: far, empty: DrawnLines()).window != window)
    // A window that is far too large for what is shown.
    let near = MapRect(minX: far.minX, minY: far.minY, width: far.width / 10, height: far.height / 10)
    #expect(
      kept.picture(of: layer, paints: paints, lines: lines, in: near, empty: DrawnLines()).window.width < screen.width)
    paints = Self.paints(layer, colors: 5)
    #expect(calls(layer, screen) == 10)
    lines.coast = LinePaint(color: 9, width: 1)
    #expect(calls(layer, screen) == 11)
    #expect(calls(MapLayer(try pack(letters()), level: 0), Self.everywhere) == 7)
  }

  @Test func `an app's own lines are drawn stroke by stroke`() throws {
    let lines = try #require(try pack(letters()).shape(code: "01")).lines()
    let layer = MapLayer([lines], bounds: lines.bounds)
    #expect(layer.bounds == lines.bounds && layer.areas.isEmpty && layer.pack == nil)
    let sink = Recorder()
    Picture(
      layer, paints: [], lines: BorderPaint(routes: [LinePaint(color: 5, width: 3)]), window: Self.everywhere,
      empty: DrawnLines()
    ).draw(into: sink)
    #expect(sink.calls == [.stroke(5, width: 3)])
    let drawn = try #require(sink.paths.first?.lines.first)
    #expect(drawn.x == lines.points(ofLine: 0).map { $0.x - lines.bounds.minX })
    #expect(drawn.y == lines.points(ofLine: 0).map { $0.y - lines.bounds.minY })
  }

  // MARK: Groups

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `borders of groups are the borders between regions whose groups are different, each once`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var coverage = quilt(columns: 5, rows: 5, verticesPerArc: 7, levels: 2, seed: seed)
    for region in coverage.regions.indices {
      coverage.regions[region].group = ["a", "b", nil].randomElement(using: &random) ?? nil
    }
    let pack = try pack(coverage)
    for level in 0..<pack.levelCount {
      var lines = LineBuffer()
      pack.appendGroupBorders(level: level, to: &lines)
      var inner = LineBuffer()
      pack.appendInnerBorders(level: level, to: &inner)
      // By brute force: of the outlines of all pairs of regions, what both have.
      var expected: Set<Set<MapPoint>> = []
      let outlines = pack.shapes.map { shape in (shape, segments(shape.lines(level: level))) }
      for (one, its) in outlines {
        for (other, others) in outlines where one.rawValue < other.rawValue {
          if one.group == nil || one.group != other.group { expected.formUnion(its.intersection(others)) }
        }
      }
      #expect(segments(lines) == expected)
      #expect(segments(lines).isSubset(of: segments(inner)))
      let count = (0..<lines.lineCount).reduce(0) { $0 + lines.points(ofLine: $1).count - (lines.isClosed[$1] ? 0 : 1) }
      #expect(count == expected.count)
    }
  }

  @Test func `a map without groups has no borders of groups`() throws {
    var lines = LineBuffer()
    try pack(letters()).appendGroupBorders(to: &lines)
    #expect(lines.lineCount == 0)
  }

  private func segments(_ lines: LineBuffer) -> Set<Set<MapPoint>> {
    var segments: Set<Set<MapPoint>> = []
    for line in 0..<lines.lineCount {
      var points = Array(lines.points(ofLine: line))
      if lines.isClosed[line] { points.append(points[0]) }
      for (a, b) in zip(points, points.dropFirst()) { segments.insert([a, b]) }
    }
    return segments
  }

  // MARK: Labels

  @Test func `labels are those of regions that are large enough and lie on the screen, the largest first`() throws {
    let pack = try Self.counties.get()
    let layer = MapLayer(pack, level: 0)
    let whole = MapFrame(pack.bounds, in: Self.screen).placing(pack.bounds)
    #expect(MapLabels.candidates(in: layer, whole, on: Self.screen, leastSize: 16).isEmpty)
    #expect(MapLabels.candidates(in: layer, whole, on: Self.screen, leastSize: 0).count == 300)
    let part = pack.shapesByRawValue[100].mainBounds
    let near = MapFrame(part, in: Self.screen).placing(pack.bounds)
    let candidates = MapLabels.candidates(in: layer, near, on: Self.screen, leastSize: 16)
    #expect(candidates.contains(100) && candidates.count < 20)
    let sizes = candidates.map { layer.areas[$0].mainBounds.width * layer.areas[$0].mainBounds.height }
    #expect(sizes == sizes.sorted(by: >))
  }

  @Test func `while a gesture moves the map, labels stay which they are, and at rest they are chosen anew`() throws {
    let layer = MapLayer(try pack(letters()), level: 0)
    var labels = MapLabels()
    func place(_ x: Double, candidates: [Int]?) throws -> [MapLabels.Standing] {
      var part = layer.bounds
      part.minX -= x * part.width
      let placing = MapFrame(part, in: Self.screen).placing(layer.bounds)
      return labels.place(in: layer, placing, on: Self.screen, candidates: candidates) { _ in
        CGSize(width: 20, height: 10)
      }
    }
    let rest = try place(0, candidates: [1, 0])
    #expect(rest.map(\.area) == [1, 0])
    let moved = try place(2, candidates: nil)
    #expect(moved.map(\.area) == [1, 0])
    #expect(zip(rest, moved).allSatisfy { abs($1.point.x - $0.point.x - 780) < 1e-6 && $1.point.y == $0.point.y })
    #expect(try place(2, candidates: [1, 0]).isEmpty)
  }
}

extension MapLayer {
  /// A whole map at a level.
  convenience init(_ pack: Pack, level: Int) { self.init(PlaneRegions(pack), level: level) }
}
