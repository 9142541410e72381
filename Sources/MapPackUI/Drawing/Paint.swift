/// How a line is stroked. `Color` is what the view has for a color.
struct LinePaint<Color: Hashable & Sendable>: Hashable, Sendable {
  var color: Color
  /// In points on the screen, at any zoom. If it is 0, the line is not stroked.
  var width: Double
  /// The lengths of dashes and gaps by turns, in points on the screen; a whole line if empty.
  var dash: [Double] = []
}

/// How a region is painted.
struct AreaPaint<Color: Hashable & Sendable>: Hashable, Sendable {
  enum Fill: Hashable, Sendable {
    case none
    case color(Color)
    /// Each region is drawn by itself, because what fills it depends on where it lies: a photo or a gradient.
    case own
  }

  var fill: Fill
  /// The opacity of the fill: 0 is clear, 1 is opaque.
  var opacity = 1.0
  /// A line along the region's edge, over all borders. In a map of lines or points, it is the line or the point itself.
  var stroke: LinePaint<Color>?
}

/// How the borders of a map are stroked; nil for those that are not.
struct BorderPaint<Color: Hashable & Sendable>: Hashable, Sendable {
  /// Between regions.
  var regions: LinePaint<Color>?
  /// Between regions of different groups.
  var groups: LinePaint<Color>?
  /// Between regions and what belongs to no region.
  var coast: LinePaint<Color>?
  /// The strokes of an app's own lines.
  var routes: [LinePaint<Color>] = []
}
