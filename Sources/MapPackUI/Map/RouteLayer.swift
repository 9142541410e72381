#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// A line of an app's own on a `RegionMapView`, such as a route, over the layers before it.
  ///
  /// ```swift
  /// import MapPackUI
  /// import SwiftUI
  ///
  /// struct RideMap: View {
  ///   var map: RegionMap<NewEngland>
  ///   var ride: LineBuffer
  ///   /// Per point of the ride.
  ///   var speeds: [Double]
  ///
  ///   var body: some View {
  ///     RegionMapView {
  ///       RegionLayer(map) { _ in .color(.gray) }
  ///       RouteLayer(ride, width: 4, values: speeds) { Color(hue: $0 / 3, saturation: 1, brightness: 0.9) }
  ///         .casing(.white, width: 1)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// All its points are drawn in each frame, in as many calls as it has colors. So simplify a recorded route first
  /// (`simplified(tolerance:by:)`).
  public struct RouteLayer: RegionMapContent {
    private let lines: LineBuffer
    private let width: CGFloat
    private var values: (numbers: [Double], steps: Int)?
    /// The color of a value, as a share of the way from the least to the largest.
    private let color: (Double) -> Color
    private var casing: LinePaint<Color>?
    private var dash: [Double] = []
    private var progress: (share: Double, rest: Color?) = (1, nil)

    /// A line of one color.
    /// - Parameters:
    ///   - lines: the line, or several of them.
    ///   - color: the color of the line.
    ///   - width: the width of the line on the screen, in points, at any zoom.
    public init(_ lines: LineBuffer, color: Color, width: CGFloat = 2) {
      (self.lines, self.width, self.color) = (lines, width, { _ in color })
    }

    /// A line that is colored by a value at each of its points, such as a speed.
    /// - Parameters:
    ///   - lines: the line, or several of them.
    ///   - width: the width of the line on the screen, in points, at any zoom.
    ///   - values: a value per point of `lines.points`; one that is not finite says nothing.
    ///   - steps: how many colors there are.
    ///   - color: returns a color: of 0 for the least value, of 1 for the largest.
    public init(
      _ lines: LineBuffer, width: CGFloat = 2, values: [Double], steps: Int = 16, color: @escaping (Double) -> Color
    ) {
      (self.lines, self.width, self.color) = (lines, width, color)
      self.values = (values, max(1, steps))
    }

    /// The line with an edge, so that it stands off the ground.
    /// - Parameters:
    ///   - color: the color of the edge.
    ///   - width: the width of the edge on each side, in points.
    public func casing(_ color: Color, width: CGFloat = 1) -> RouteLayer {
      with(self) { $0.casing = LinePaint(color: color, width: self.width + 2 * width) }
    }

    /// The line in dashes: lengths of dashes and of gaps by turns, in points.
    public func dashed(_ lengths: [CGFloat]) -> RouteLayer { with(self) { $0.dash = lengths.map { Double($0) } } }

    /// The line as far as one has come.
    /// - Parameters:
    ///   - share: the share of its length, 0 … 1.
    ///   - rest: the color of what is still to come; none if nil.
    public func progress(_ share: Double, rest: Color? = nil) -> RouteLayer {
      with(self) { $0.progress = (min(1, max(0, share)), rest) }
    }

    /// This layer alone.
    public var layers: RegionMapLayers { RegionMapLayers(looks: [look]) }

    private func look() -> LayerLook {
      let count = values?.steps ?? 1
      let classOf = values.map { RoutePieces.steps(of: $0.numbers, count: $0.steps).classOf } ?? { _ in 0 }
      let pieces = RoutePieces(lines, count: count, progress: progress.share, classOf: classOf)
      var strokes: [(lines: LineBuffer, paint: LinePaint<Color>)] = casing.map { [(lines, $0)] } ?? []
      if let rest = progress.rest {
        strokes.append((pieces.classes[count], LinePaint(color: rest, width: width, dash: dash)))
      }
      for step in 0..<count {
        let share = count > 1 ? Double(step) / Double(count - 1) : 0
        strokes.append((pieces.classes[step], LinePaint(color: color(share), width: width, dash: dash)))
      }
      let layer = MapLayer(strokes.map(\.lines), bounds: lines.bounds)
      var look = LayerLook(source: .lines(layer), bounds: layer.bounds)
      look.borders = BorderPaint(routes: strokes.map(\.paint))
      return look
    }
  }
#endif
