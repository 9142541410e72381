#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// How a region is drawn on a `RegionMapView`: its fill, and a stroke along its edge if one is set. Without a stroke,
  /// only the map's own borders are drawn (`borders(_:width:)`).
  ///
  /// ```swift
  /// import MapPackUI
  /// import SwiftUI
  ///
  /// @MainActor
  /// func style(of region: NewEngland, selected: NewEngland?) -> RegionStyle {
  ///   region == selected ? .color(.orange).stroke(.brown, width: 2) : .color(.green).opacity(0.5)
  /// }
  /// ```
  ///
  /// In a map of lines or points, only the stroke is drawn: it is the line, or a dot as wide as the stroke.
  public struct RegionStyle {
    /// What fills a region if not a color.
    enum Own {
      case style(AnyShapeStyle)
      case photo(RegionPhoto)
    }

    var paint: AreaPaint<Color>
    var own: Own?

    init(_ fill: AreaPaint<Color>.Fill, _ own: Own? = nil) {
      paint = AreaPaint(fill: fill)
      self.own = own
    }

    /// No fill: what lies behind the map is seen.
    public static var clear: RegionStyle { RegionStyle(.none) }

    /// A fill of one color. Regions of one color are drawn as one path, so a map may have thousands of them.
    public static func color(_ color: Color) -> RegionStyle { RegionStyle(.color(color)) }

    /// A fill of a style with which SwiftUI fills shapes, such as a gradient. Its unit points lie in the bounds of the
    /// region on the screen, and its lengths are points on the screen.
    ///
    /// Each region is drawn by itself, in each frame. A material has nothing behind it here, so it does not blur.
    public static func style(_ style: some ShapeStyle) -> RegionStyle {
      RegionStyle(.own, .style(AnyShapeStyle(style)))
    }

    /// No fill, and a stroke along the region's edge. In a map of lines it is the line; in a map of points, a dot.
    /// - Parameters:
    ///   - color: the color of the stroke.
    ///   - width: the width of the stroke on the screen, in points, at any zoom.
    public static func stroke(_ color: Color, width: CGFloat = 1) -> RegionStyle { clear.stroke(color, width: width) }

    /// The style with another opacity of the fill: 0 is clear, 1 is opaque.
    public func opacity(_ opacity: Double) -> RegionStyle {
      with(self) { $0.paint.opacity = opacity }
    }

    /// The style with a stroke along the region's edge, over all borders.
    /// - Parameters:
    ///   - color: the color of the stroke.
    ///   - width: the width of the stroke on the screen, in points, at any zoom.
    public func stroke(_ color: Color, width: CGFloat = 1) -> RegionStyle {
      with(self) { $0.paint.stroke = LinePaint(color: color, width: width) }
    }
  }
#endif
