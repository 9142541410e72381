#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// The area of a region as a SwiftUI shape, to be filled, or to clip and mask with. To stroke a region, use
  /// `RegionOutline`.
  ///
  /// It lies in the middle of its frame, as large as it can be there. Outer rings and holes run in opposite directions,
  /// so the even-odd rule and the non-zero rule fill alike. In a map of lines or points, the area is empty.
  public struct RegionArea: Shape {
    /// The region.
    public var shape: RegionShape
    /// The rectangle of the map that the frame shows, in map points: the region's bounds, or another one.
    public var bounds: MapRect
    /// The level of detail; if nil, the coarsest that still looks like the finest, by `Pack.level(in:)` of this module.
    public var level: Int?

    /// The area of a region.
    /// - Parameters:
    ///   - shape: the region.
    ///   - bounds: the rectangle of the map that the frame shows; the region's own bounds if nil.
    ///   - level: 0 is the finest; if nil, the coarsest that still looks like the finest.
    public init(_ shape: RegionShape, bounds: MapRect? = nil, level: Int? = nil) {
      self.shape = shape
      self.bounds = bounds ?? shape.bounds
      self.level = level
    }

    /// A map is never mirrored, whatever the direction of the app's texts.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    public var layoutDirectionBehavior: LayoutDirectionBehavior { .fixed }

    /// The region's area, as large as it can be in a rectangle.
    public func path(in rect: CGRect) -> Path {
      let frame = MapFrame(bounds, in: rect)
      var path = Path()
      shape.draw(level: level ?? shape.pack.level(in: frame), in: frame, to: &path)
      return path
    }

    /// Whether a position in a frame lies in the region. The answer is exact at the finest level, and makes no path.
    /// - Parameters:
    ///   - position: the position, in the frame's coordinates.
    ///   - rect: the frame that `path(in:)` would get.
    public func contains(_ position: CGPoint, in rect: CGRect) -> Bool {
      shape.pack.shape(at: MapFrame(bounds, in: rect).mapPoint(position))?.rawValue == shape.rawValue
    }
  }
#endif

#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// The outline of a region, or of several regions together, as a SwiftUI shape to be stroked.
  ///
  /// It separates the regions from all others and from the sea. It leaves out the borders between them, and what lies
  /// on the cut at the 180th meridian, unless another region goes on behind it. In a map of lines or points, it is the
  /// lines or points themselves.
  ///
  /// In the same frame, it lies on the edge of a `RegionArea` with the same bounds. A line ends where another region's
  /// line begins, so give thick strokes round caps and joins.
  public struct RegionOutline: Shape {
    /// The regions, all of the first one's pack. If there are none, the path is empty.
    public var shapes: [RegionShape]
    /// The rectangle of the map that the frame shows, in map points.
    public var bounds: MapRect
    /// The level of detail; if nil, the coarsest that still looks like the finest, by `Pack.level(in:)` below.
    public var level: Int?

    /// The outline of one region.
    /// - Parameters:
    ///   - shape: the region.
    ///   - bounds: the rectangle of the map that the frame shows; the region's own bounds if nil.
    ///   - level: 0 is the finest; if nil, the coarsest that still looks like the finest.
    public init(_ shape: RegionShape, bounds: MapRect? = nil, level: Int? = nil) {
      self.init([shape], bounds: bounds ?? shape.bounds, level: level)
    }

    /// The outline of several regions together.
    /// - Parameters:
    ///   - shapes: the regions, of one pack.
    ///   - bounds: the rectangle of the map that the frame shows, in map points.
    ///   - level: 0 is the finest; if nil, the coarsest that still looks like the finest.
    public init(_ shapes: [RegionShape], bounds: MapRect, level: Int? = nil) {
      self.shapes = shapes
      self.bounds = bounds
      self.level = level
    }

    /// A map is never mirrored, whatever the direction of the app's texts.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    public var layoutDirectionBehavior: LayoutDirectionBehavior { .fixed }

    /// The outline, as large as it can be in a rectangle.
    public func path(in rect: CGRect) -> Path {
      var path = Path()
      guard let pack = shapes.first?.pack else { return path }
      let frame = MapFrame(bounds, in: rect)
      var lines = LineBuffer()
      pack.appendOutline(of: shapes, level: level ?? pack.level(in: frame), to: &lines)
      lines.draw(in: frame, to: &path)
      return path
    }
  }

  extension Pack {
    /// The coarsest level that looks like the finest in a frame whose unit is a point. A point has at most three
    /// pixels.
    func level(in frame: MapFrame, displayScale: CGFloat = 3) -> Int {
      level(metersPerPixel: frame.metersPerUnit / displayScale)
    }
  }
#endif

#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// Shapes are drawn straight into SwiftUI's path. `RegionArea`, `RegionOutline` and `RegionMapView` do so.
  extension Path: PathSink {
    public mutating func move(toX x: Double, y: Double) { move(to: CGPoint(x: x, y: y)) }
    public mutating func addLine(toX x: Double, y: Double) { addLine(to: CGPoint(x: x, y: y)) }
  }

  extension Path {
    /// The path of a region, where it lies in a frame. The even-odd rule and the non-zero rule fill alike.
    /// - Parameters:
    ///   - shape: the region.
    ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
    ///   - frame: where the map lies.
    public init(_ shape: RegionShape, level: Int = 0, in frame: MapFrame) {
      self.init()
      shape.draw(level: level, in: frame, to: &self)
    }

    /// The path of borders or other lines, where they lie in a frame.
    public init(_ lines: LineBuffer, in frame: MapFrame) {
      self.init()
      lines.draw(in: frame, to: &self)
    }
  }
#endif
