// What a view does for a nation: how much it draws in a frame, decodes and keeps. `nation` compiles and starts it.

import Foundation
import MapPack

/// Counts what a path gets.
struct Tally: PathSink {
  var points = 0
  var rings = 0
  mutating func move(toX x: Double, y: Double) { (points, rings) = (points + 1, rings + 1) }
  mutating func addLine(toX x: Double, y: Double) { points += 1 }
  mutating func closeSubpath() {}
}

/// Counts what a picture draws.
final class Recorder: MapSink {
  var fills = Tally()
  var lines = Tally()
  var calls = 0

  func fill(_ path: Tally, _ color: Int, opacity: Double) {
    calls += 1
    fills.points += path.points
    fills.rings += path.rings
  }
  func stroke(_ path: Tally, _ paint: LinePaint<Int>) {
    calls += 1
    lines.points += path.points
    lines.rings += path.rings
  }
  func drawArea(_ area: Int, _ path: Tally) {}
}

@main struct Nation {
  static func milliseconds(_ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    let times = (0..<5).map { _ in clock.measure(body) / .milliseconds(1) }
    return times.sorted()[2]
  }

  static func main() throws {
    let pack = try Pack(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
    // A phone: 390 × 844 points of three pixels.
    let screen = CGRect(x: 0, y: 0, width: 390, height: 844)
    let regions = PlaneRegions(pack)
    let paints = regions.areas.indices.map { AreaPaint(fill: .color($0 % 8)) }
    let lines = BorderPaint(
      regions: LinePaint(color: 100, width: 0.5), groups: LinePaint(color: 101, width: 1),
      coast: LinePaint(color: 102, width: 0.5))
    print("\(pack.regionCount) regions, \(pack.vertexCount) vertices at level 0, \(pack.levelCount) levels")
    print("view        level  first picture ms  layer kB  frame: ring points / rings, line points, calls, picture ms")
    let town = pack.shapesByRawValue[pack.regionCount / 2].mainBounds
    var shelf = LayerShelf(regions)
    for (name, part) in [("all", pack.mainBounds), ("a tenth", pack.mainBounds.grown(by: -0.45)), ("town", town)] {
      let frame = MapFrame(part, in: screen)
      let placing = frame.placing(pack.bounds)
      let rect = placing.layerRect(screen)
      let level = pack.level(metersPerPixel: frame.metersPerUnit / 3)
      let order = LayerShelf(regions).firstOrder(level: level, showing: rect)
      let first = milliseconds { _ = order.made() }
      var layer = order.made()
      if let next = shelf.order(level: level, showing: rect) {
        layer = next.made()
        shelf.keep(layer)
      }
      let made = milliseconds {
        _ = MapPicture<Tally, Int>(layer, paints: paints, lines: lines, window: rect.grown(by: 0.5), empty: Tally())
      }
      // What the screen shows, without the margin that a picture has for movements.
      let recorder = Recorder()
      MapPicture<Tally, Int>(layer, paints: paints, lines: lines, window: rect, empty: Tally()).draw(into: recorder)
      // Opaque fills are stroked too, with the same path.
      let own = Recorder()
      MapPicture<Tally, Int>(layer, paints: paints, lines: BorderPaint(), window: rect, empty: Tally()).draw(into: own)
      print(
        name.padding(toLength: 12, withPad: " ", startingAt: 0), level, String(format: "%8.1f", first),
        layer.byteCount / 1000, "", own.fills.points, "/", own.fills.rings,
        recorder.lines.points - own.lines.points, recorder.calls, String(format: "%.1f", made))
    }
    print("kept: \(shelf.layers.reduce(0) { $0 + $1.byteCount } / 1000) kB in \(shelf.layers.count) layers")
  }
}
