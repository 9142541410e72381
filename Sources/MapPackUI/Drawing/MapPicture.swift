import MapPack

/// What a picture is drawn into. `MapPackUI` draws into SwiftUI's context; tests count.
protocol MapSink<Path, Color> {
  associatedtype Path
  associatedtype Color: Hashable & Sendable
  func fill(_ path: Path, _ color: Color, opacity: Double)
  /// Strokes with round caps and joins.
  func stroke(_ path: Path, _ paint: LinePaint<Color>)
  /// Draws a region whose fill is its own.
  /// - Parameter area: its index among the layer's areas.
  func drawArea(_ area: Int, _ path: Path)
}

/// The paths of the part of a layer that lies in a window, in the order in which they are drawn.
///
/// Regions that are painted alike are one path. So a picture takes as many calls as there are different paints, however
/// many regions it shows. A view makes it once and draws it as long as the window holds what it shows: while the map is
/// moved, each frame only places the same paths elsewhere.
struct MapPicture<Path: PathSink, Color: Hashable & Sendable> {
  typealias Paint = AreaPaint<Color>
  private struct Fill {
    var color: Color
    var opacity: Double
    var path: Path
  }
  private struct Stroke {
    var paint: LinePaint<Color>
    var path: Path
  }

  /// What the picture was made for, in the layer's plane.
  let window: MapRect
  /// The regions that are drawn by themselves: their indices among the layer's areas.
  private(set) var own: [(area: Int, path: Path)] = []
  private var fills: [Fill] = []
  private var lines: [Stroke] = []
  private var strokes: [Stroke] = []

  /// Makes the paths of a window.
  /// - Parameters:
  ///   - layer: the map at a level of detail.
  ///   - paints: how each of the layer's areas is painted.
  ///   - lines: how borders are stroked.
  ///   - window: the rectangle of the layer's plane.
  ///   - empty: an empty path, from which all paths are made.
  /// - Complexity: O(regions, plus vertices in the window)
  init(_ layer: MapLayer, paints: [Paint], lines: BorderPaint<Color>, window: MapRect, empty: Path) {
    self.window = window
    var fillIndex: [Paint: Int] = [:]
    var strokeIndex: [LinePaint<Color>: Int] = [:]
    for area in layer.visible(in: window) where area < paints.count {
      let paint = paints[area]
      let paths = layer.paths(of: area)
      switch paint.fill {
      case .none: break
      case .own:
        var path = empty
        layer.shapes.draw(paths, in: window, to: &path)
        own.append((area, path))
      case .color(let color):
        var key = paint
        key.stroke = nil
        if fillIndex[key] == nil { fills.append(Fill(color: color, opacity: paint.opacity, path: empty)) }
        let index = fillIndex[key, default: fills.count - 1]
        fillIndex[key] = index
        layer.shapes.draw(paths, in: window, to: &fills[index].path)
      }
      if let stroke = paint.stroke, stroke.width > 0 {
        if strokeIndex[stroke] == nil { strokes.append(Stroke(paint: stroke, path: empty)) }
        let index = strokeIndex[stroke, default: strokes.count - 1]
        strokeIndex[stroke] = index
        layer.shapes.draw(paths, in: window, to: &strokes[index].path)
      }
    }
    let borders = [(lines.regions, layer.borders), (lines.groups, layer.groupBorders), (lines.coast, layer.coast)]
    for (paint, paths) in borders + zip(lines.routes, layer.routes).map({ (Optional($0), $1) }) {
      guard let paint, paint.width > 0, paths.count > 0 else { continue }
      var path = empty
      paths.draw(in: window, to: &path)
      self.lines.append(Stroke(paint: paint, path: path))
    }
  }

  /// Draws fills, regions that are drawn by themselves, borders and strokes, in this order.
  func draw(into sink: some MapSink<Path, Color>) {
    for fill in fills {
      sink.fill(fill.path, fill.color, opacity: fill.opacity)
      // However exact their border is, two neighbors let the background shine through, because each covers only a part
      // of the border's pixels. So opaque areas are drawn half a point larger, and borders are drawn over them.
      if fill.opacity == 1 { sink.stroke(fill.path, LinePaint(color: fill.color, width: Self.growth)) }
    }
    for (area, path) in own { sink.drawArea(area, path) }
    for line in lines + strokes { sink.stroke(line.path, line.paint) }
  }

  /// The width of the stroke that makes an opaque area larger, so that no background shines through between neighbors;
  /// in points on the screen.
  static var growth: Double { 1 }
}

/// A picture that is kept as long as it can be drawn.
struct KeptPicture<Path: PathSink, Color: Hashable & Sendable> {
  private var picture: MapPicture<Path, Color>?
  private var layer: MapLayer?
  private var paints: [AreaPaint<Color>] = []
  private var lines = BorderPaint<Color>()

  /// The picture that shows what lies on a screen. It is made anew if something is painted in another way, if it is of
  /// another layer, if the screen shows more than its window, or if its window is far larger than the screen.
  ///
  /// A window is twice as wide and high as the screen, so that a finger moves the map some way before it has to be made
  /// anew.
  /// - Parameters:
  ///   - layer: the map at a level of detail.
  ///   - rect: the rectangle of the layer's plane on the screen.
  /// - Complexity: O(regions) to compare the paints; to make it, that of `MapPicture`.
  mutating func picture(
    of layer: MapLayer, paints: [AreaPaint<Color>], lines: BorderPaint<Color>, in rect: MapRect, empty: Path
  ) -> MapPicture<Path, Color> {
    if let picture, self.layer === layer, lines == self.lines, picture.window.holds(rect),
      picture.window.width <= 6 * rect.width, paints == self.paints
    {
      return picture
    }
    // The layer may have less than that.
    let grown = rect.grown(by: 0.5)
    let window = layer.window.holds(rect) ? grown.cut(to: layer.window) : grown
    let made = MapPicture(layer, paints: paints, lines: lines, window: window, empty: empty)
    (picture, self.layer, self.paints, self.lines) = (made, layer, paints, lines)
    return made
  }
}
