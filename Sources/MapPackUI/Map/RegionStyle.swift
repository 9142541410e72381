#if canImport(SwiftUI)
  import SwiftUI

  /// How a region is drawn on a `PackMap`: its fill, and a stroke round it if one is set. Without a stroke, only the
  /// map's own borders are drawn (`PackMap.borders(_:width:)`).
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
  public struct RegionStyle {
    enum Fill {
      case none
      case style(AnyShapeStyle)
      case photo(Image)
    }

    var fill: Fill
    var opacity = 1.0
    var stroke: (color: Color, width: CGFloat)?

    /// No fill: what lies behind the map is seen.
    public static var clear: RegionStyle { RegionStyle(fill: .none) }

    /// A fill of one color.
    public static func color(_ color: Color) -> RegionStyle { style(color) }

    /// A fill of any style that SwiftUI fills shapes with, such as a color, a gradient or a material.
    public static func style(_ style: some ShapeStyle) -> RegionStyle {
      RegionStyle(fill: .style(AnyShapeStyle(style)))
    }

    /// A photo, cut to the region's shape.
    ///
    /// It is sized to `RegionShape.mainBounds`, the bounds of the region's main part. So a far island does not make
    /// most of the photo disappear.
    public static func photo(_ image: Image) -> RegionStyle { RegionStyle(fill: .photo(image)) }

    /// The style with another opacity of the fill: 0 is clear, 1 is opaque.
    public func opacity(_ opacity: Double) -> RegionStyle {
      var style = self
      style.opacity = opacity
      return style
    }

    /// The style with a stroke along the region's edge, over all borders.
    /// - Parameters:
    ///   - color: the color of the stroke.
    ///   - width: the width of the stroke on the screen, in points, at any zoom.
    public func stroke(_ color: Color, width: CGFloat = 1) -> RegionStyle {
      var style = self
      style.stroke = (color, width)
      return style
    }
  }
#endif
