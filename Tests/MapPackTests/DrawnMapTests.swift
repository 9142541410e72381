import Foundation
import MapPack
import TestSupport
import Testing

@testable import MapPackUI

/// What a view does with a map, but for SwiftUI's part: paths that are made once, gestures, labels, photos.
@Suite struct DrawnMapTests {
  private static let home = MapRect(minX: 1000, minY: 2000, width: 800, height: 400)
  private static let screen = CGRect(x: 0, y: 0, width: 400, height: 400)

  private static func letterMap() throws -> RegionMap<Letter> {
    try RegionMap(data: data(letters(), rawValues: [7, 2, 300]))
  }

  // MARK: Layers

  @Test func `a layer that is placed lies where the shapes are drawn`() throws {
    let map = try Self.letterMap()
    for level in 0..<map.levelCount {
      let layer = MapLayer(map.pack, level: level)
      #expect(layer.areas.map(\.shape.rawValue) == map.regions.map(\.rawValue))
      for part in [map.bounds, map[.a].bounds, map[.c].mainBounds] {
        let frame = MapFrame(part, in: Self.screen)
        let placing = frame.placing(map.bounds)
        for (index, area) in layer.areas.enumerated() {
          var direct = DrawnLines()
          area.shape.draw(level: level, in: frame, to: &direct)
          expectAlike(drawn(layer.shapes, layer.paths(of: index)), direct, placing)
          let label = frame.point(area.shape.labelPoint)
          #expect(abs(placing.point(area.labelPoint).x - label.x) < 1e-6)
          #expect(abs(placing.rect(area.mainBounds).minX - frame.rect(area.shape.mainBounds).minX) < 1e-6)
        }
        var coast = DrawnLines()
        map.coast(level: level).draw(in: frame, to: &coast)
        expectAlike(drawn(layer.coast), coast, placing)
        var borders = DrawnLines()
        map.innerBorders(level: level).draw(in: frame, to: &borders)
        expectAlike(drawn(layer.borders), borders, placing)
      }
    }
  }

  private func drawn(_ paths: PlanePaths, _ range: Range<Int>? = nil) -> DrawnLines {
    var lines = DrawnLines()
    paths.draw(range, in: MapRect(minX: -1e9, minY: -1e9, width: 2e9, height: 2e9), to: &lines)
    return lines
  }

  private func expectAlike(_ layer: DrawnLines, _ direct: DrawnLines, _ placing: MapPlacing) {
    guard layer.lines.count == direct.lines.count else {
      Issue.record("\(layer.lines.count) lines, not \(direct.lines.count)")
      return
    }
    for (mine, other) in zip(layer.lines, direct.lines) {
      #expect(mine.x.count == other.x.count && mine.isClosed == other.isClosed)
      for (a, b) in zip(mine.x, other.x) { #expect(abs(placing.originX + a * placing.scale - b) < 1e-6) }
      for (a, b) in zip(mine.y, other.y) { #expect(abs(placing.originY + a * placing.scale - b) < 1e-6) }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `what a rectangle shows of a layer is all that has a point in it`(seed: UInt64) throws {
    let map = try Self.letterMap()
    let layer = MapLayer(map.pack, level: 0)
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let rect = MapRect(
        minX: map.bounds.minX + map.bounds.width * Double.random(in: -0.2...1.1, using: &random),
        minY: map.bounds.minY + map.bounds.height * Double.random(in: -0.2...1.1, using: &random),
        width: map.bounds.width * Double.random(in: 0...0.5, using: &random),
        height: map.bounds.height * Double.random(in: 0...0.5, using: &random))
      let inPlane = MapRect(
        minX: rect.minX - map.bounds.minX, minY: rect.minY - map.bounds.minY, width: rect.width, height: rect.height)
      let visible = layer.visible(in: inPlane).map { layer.areas[$0].shape.rawValue }
      #expect(Set(map.regions(in: rect).map(\.rawValue)).isSubset(of: visible))
    }
    #expect(layer.visible(in: MapFrame(map.bounds, width: 0, height: 0).placing(map.bounds).layerRect(.zero)).isEmpty)
  }

  @Test func `a layer at the other side of the 180th meridian lies beside the part that is shown`() {
    // A view that shows the Aleutians to the east of the 180th meridian, and a map whose bounds are to its west.
    let world = WebMercator.worldSize
    let home = MapRect(minX: 100, minY: 0, width: 50, height: 50)
    let frame = MapFrame(MapRect(minX: world, minY: 0, width: 400, height: 400), in: Self.screen)
    #expect(abs(frame.placing(home).originX - 100) < 1e-6)
  }

  @Test func `a region on both edges of a map of the world is seen at either`() throws {
    // A's western piece lies at the eastern end of the plane, its eastern one at the western end.
    let coverage = datelineMap()
    let pack = try pack(coverage)
    let everywhere = MapFrame(
      MapRect(minX: 0, minY: 0, width: WebMercator.worldSize, height: WebMercator.worldSize),
      width: WebMercator.worldSize, height: WebMercator.worldSize)
    for shape in pack.shapes {
      var drawn = DrawnLines()
      shape.draw(in: everywhere, to: &drawn)
      let box = everywhere.extent(of: shape.bounds)
      for x in drawn.lines.flatMap(\.x) { #expect(box.minX <= x && x <= box.maxX) }
    }
  }

  // MARK: Gestures

  @Test func `what lies under the fingers stays there`() {
    var viewport = MapViewport(home: Self.home, maximumZoom: 16)
    let frame = MapFrame(viewport.part, in: Self.screen)
    let anchor = CGPoint(x: 250, y: 220)
    let point = frame.mapPoint(anchor)
    viewport.magnify(by: 4, around: anchor, in: frame)
    #expect(viewport.zoom == 4)
    let after = MapFrame(viewport.part, in: Self.screen).point(point)
    #expect(abs(after.x - anchor.x) < 1e-9 && abs(after.y - anchor.y) < 1e-9)
    // A finger that moves takes the point along.
    let began = MapFrame(viewport.part, in: Self.screen)
    viewport.pan(by: CGSize(width: 30, height: -20), in: began)
    let moved = MapFrame(viewport.part, in: Self.screen).point(point)
    #expect(abs(moved.x - anchor.x - 30) < 1e-9 && abs(moved.y - anchor.y + 20) < 1e-9)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `no gesture leaves the map or passes the limits`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var viewport = MapViewport(home: Self.home, first: Self.first, maximumZoom: 8)
    for _ in 0..<60 {
      let before = viewport.zoom
      let frame = MapFrame(viewport.part, in: Self.screen)
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        viewport.pan(
          by: CGSize(
            width: Double.random(in: -1000...1000, using: &random),
            height: Double.random(in: -1000...1000, using: &random)),
          in: frame)
      case 1:
        let anchor = CGPoint(
          x: Double.random(in: 0...400, using: &random), y: Double.random(in: 0...400, using: &random))
        viewport.magnify(by: Double.random(in: 0.1...10, using: &random), around: anchor, in: frame)
      default:
        viewport.show(
          MapRect(
            minX: Double.random(in: -1e9...1e9, using: &random), minY: Double.random(in: -1e9...1e9, using: &random),
            width: Double.random(in: 0...1e4, using: &random), height: Double.random(in: 0...1e4, using: &random)))
        // What the app asks for is not limited.
        if viewport.zoom > 8 { continue }
      }
      let part = viewport.part
      #expect(viewport.zoom <= max(8.000001, before * 1.000001))
      #expect(
        part.minX >= 1000 - 1e-6 && part.maxX <= 1800 + 1e-6 && part.minY >= 2000 - 1e-6 && part.maxY <= 2400 + 1e-6)
    }
  }

  @Test func `a part keeps its middle if there is room, and may lie in another turn of the world`() {
    let wanted = MapRect(minX: 1200, minY: 2100, width: 100, height: 50)
    #expect(MapViewport(home: Self.home, part: wanted).part == wanted)
    var turned = wanted
    turned.minX += WebMercator.worldSize
    #expect(MapViewport(home: Self.home, part: turned).part == wanted)
    // A point is shown as large as gestures may.
    let point = MapRect(minX: 1200, minY: 2100, width: 0, height: 0)
    #expect(
      MapViewport(home: Self.home, part: point, maximumZoom: 8).part
        == MapRect(minX: 1150, minY: 2075, width: 100, height: 50))
  }

  private static let first = MapRect(minX: 1100, minY: 2100, width: 400, height: 200)

  @Test func `a map begins with its main part, can be moved to all of it, and an app may show any part`() {
    var viewport = MapViewport(home: Self.home, first: Self.first, maximumZoom: 4)
    #expect(viewport.part == Self.first && viewport.zoom == 1)
    let frame = MapFrame(viewport.part, in: Self.screen)
    viewport.magnify(by: 0.1, around: .zero, in: frame)
    #expect(viewport.part == Self.home && viewport.zoom == 0.5)
    let small = MapRect(minX: 1110, minY: 2110, width: 10, height: 5)
    viewport.show(small)
    #expect(viewport.part == small && viewport.zoom == 40)
    // Beyond the limit of fingers, they can only go back.
    viewport.magnify(by: 2, around: .zero, in: MapFrame(small, in: Self.screen))
    #expect(viewport.zoom == 40)
    viewport.magnify(by: 0.5, around: .zero, in: MapFrame(small, in: Self.screen))
    #expect(abs(viewport.zoom - 20) < 1e-9)
    #expect(MapViewport.zoom(showingThirdOf: small, first: Self.first) == 400.0 / 30)
  }

  @Test func `a photo that covers a region keeps its focus as near to the middle as it still covers it`() {
    let region = CGRect(x: 100, y: 50, width: 60, height: 30)
    let photo = CGSize(width: 300, height: 600)
    #expect(region.placing(photo, covers: true) == CGRect(x: 100, y: 5, width: 60, height: 120))
    #expect(
      region.placing(photo, covers: true, focus: CGPoint(x: 0.5, y: 0))
        == CGRect(x: 100, y: 50, width: 60, height: 120))
    #expect(
      region.placing(photo, covers: true, focus: CGPoint(x: 0.5, y: 0.25))
        == CGRect(x: 100, y: 35, width: 60, height: 120))
    #expect(
      region.placing(photo, covers: false, focus: CGPoint(x: 0, y: 0))
        == CGRect(x: 122.5, y: 50, width: 15, height: 30))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 0, -1])
  func `numbers that mean nothing change nothing`(number: Double) {
    var viewport = MapViewport(home: Self.home)
    let frame = MapFrame(viewport.part, in: Self.screen)
    viewport.magnify(by: number, around: .zero, in: frame)
    if !number.isFinite {
      viewport.pan(by: CGSize(width: number, height: 0), in: frame)
      viewport.show(MapRect(minX: number, minY: 0, width: 1, height: 1))
    }
    viewport.show(MapRect(minX: 0, minY: 0, width: -1, height: 1))
    #expect(viewport.part == Self.home)
    let empty = MapViewport(home: MapRect(minX: 0, minY: 0, width: 0, height: 0))
    #expect(empty.zoom == 1)
  }

  // MARK: Labels and photos

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `labels that stand do not collide, and none is left out that would not`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let boxes = (0..<120).map { _ in
      CGRect(
        x: Double.random(in: -20...380, using: &random), y: Double.random(in: -20...380, using: &random),
        width: Double.random(in: 0...60, using: &random), height: Double.random(in: 4...20, using: &random))
    }
    let standing = LabelLayout.standing(boxes, in: Self.screen, gap: 2)
    // The same by brute force.
    var expected: [Int] = []
    for (index, box) in boxes.enumerated() where Self.screen.contains(box) && !box.isEmpty {
      let room = box.insetBy(dx: -2, dy: -2)
      if expected.allSatisfy({ !boxes[$0].intersects(room) }) { expected.append(index) }
    }
    #expect(standing == expected && standing.count > 10)
  }

  @Test func `a photo covers its rectangle and keeps its proportions`() {
    let rect = CGRect(x: 10, y: 20, width: 100, height: 50)
    for size in [CGSize(width: 30, height: 30), CGSize(width: 400, height: 10), CGSize(width: 1, height: 7)] {
      let photo = rect.placing(size, covers: true)
      #expect(photo.contains(rect.insetBy(dx: 1e-9, dy: 1e-9)))
      #expect(abs(photo.width * size.height - photo.height * size.width) < 1e-6)
      #expect(abs(photo.midX - rect.midX) < 1e-9 && abs(photo.midY - rect.midY) < 1e-9)
      #expect(abs(photo.width - 100) < 1e-9 || abs(photo.height - 50) < 1e-9)
    }
    #expect(rect.placing(.zero, covers: true) == rect)
  }

  // MARK: Clipping and charts

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `clipped rings cover the same points of the rectangle`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pack = try pack(quilt(columns: 3, rows: 3, verticesPerArc: 20, seed: seed))
    let bounds = pack.bounds
    let rect = MapRect(
      minX: bounds.minX + bounds.width * Double.random(in: 0...0.6, using: &random),
      minY: bounds.minY + bounds.height * Double.random(in: 0...0.6, using: &random),
      width: bounds.width * Double.random(in: 0.1...0.4, using: &random),
      height: bounds.height * Double.random(in: 0.1...0.4, using: &random))
    for shape in pack.shapes {
      var rings = RingBuffer()
      shape.appendRings(to: &rings)
      let clipped = rings.clipped(to: rect)
      for point in clipped.points {
        #expect(rect.minX...rect.maxX ~= point.x && rect.minY...rect.maxY ~= point.y)
      }
      for _ in 0..<100 {
        let point = MapPoint(
          x: rect.minX + rect.width * Double.random(in: 0.001...0.999, using: &random),
          y: rect.minY + rect.height * Double.random(in: 0.001...0.999, using: &random))
        #expect(isInside(point, clipped) == isInside(point, rings))
      }
    }
  }

  @Test func `clipping leaves what lies inside as it is, and nothing of what lies outside`() throws {
    let map = try Self.letterMap()
    for (_, shape) in map.shapes {
      var rings = RingBuffer()
      shape.appendRings(to: &rings)
      let whole = rings.clipped(to: shape.bounds)
      #expect(whole.points == rings.points && whole.polygonStart == rings.polygonStart)
      #expect(whole.ringStart == rings.ringStart)
      let none = rings.clipped(to: MapRect(minX: 0, minY: 0, width: 10, height: 10))
      #expect(none.polygonCount == 0 && none.ringCount == 0 && none.points.isEmpty)
    }
  }

  private func isInside(_ point: MapPoint, _ rings: RingBuffer) -> Bool {
    var isInside = false
    for ring in 0..<rings.ringCount {
      let points = Array(rings.points(ofRing: ring))
      for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) where (a.y > point.y) != (b.y > point.y) {
        if point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x { isInside.toggle() }
      }
    }
    return isInside
  }

  @Test func `in a chart of several regions, points have different identities and rings are different lines`() throws {
    let map = try Self.letterMap()
    let points = map.shapes.flatMap { $0.shape.chartPoints() }
    #expect(Set(points.map(\.id)).count == points.count)
    let rings = map.shapes.map { _, shape in
      var rings = RingBuffer()
      shape.appendRings(to: &rings)
      return rings.ringCount
    }
    try #require(rings.count > 1)
    #expect(Set(points.map(\.series)).count == rings.reduce(0, +))
  }

  @Test func `chart points are the rings in degrees, each closed`() throws {
    let map = try Self.letterMap()
    for (_, shape) in map.shapes {
      var rings = RingBuffer()
      shape.appendRings(to: &rings)
      let points = shape.chartPoints()
      #expect(points.map(\.id.index) == Array(points.indices) && points.allSatisfy { $0.code == shape.code })
      for ring in 0..<rings.ringCount {
        let line = points.filter { $0.ring == ring }
        let expected = Array(rings.points(ofRing: ring))
        #expect(line.dropLast().map(\.longitude) == expected.map(\.longitude))
        #expect(line.dropLast().map(\.latitude) == expected.map(\.latitude))
        #expect(line.last?.longitude == line.first?.longitude && line.last?.latitude == line.first?.latitude)
      }
    }
  }
}
