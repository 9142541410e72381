#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// The outline of a region, or of several together, as a shape of SwiftUI to be stroked: what parts them from all
  /// others and from the sea, and not what lies between them or on the cut at the 180th meridian.
  ///
  /// In the same frame it lies on the edge of a `RegionArea` with the same bounds. Lines end where another region's
  /// begin: a thick stroke wants round caps and joins.
  public struct RegionOutline: Shape {
    /// The regions, of one pack.
    public var shapes: [RegionShape]
    /// What of the map the frame shows.
    public var bounds: MapRect
    /// The level of detail. The coarsest that still looks like the finest where nil.
    public var level: Int?

    /// The outline of one region.
    /// - Parameters:
    ///   - shape: the region.
    ///   - bounds: what the frame shows; the region's own bounds if nil.
    ///   - level: 0 is the finest; the coarsest that still looks like it if nil.
    public init(_ shape: RegionShape, bounds: MapRect? = nil, level: Int? = nil) {
      self.init([shape], bounds: bounds ?? shape.bounds, level: level)
    }

    /// The outline of several regions of one pack together.
    public init(_ shapes: [RegionShape], bounds: MapRect, level: Int? = nil) {
      self.shapes = shapes
      self.bounds = bounds
      self.level = level
    }

    /// The outline as large as it can be in a rectangle.
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
    /// The coarsest level that looks like the finest in a frame of points, of which screens make three pixels at most.
    func level(in frame: MapFrame) -> Int { level(metersPerPixel: frame.metersPerUnit / 3) }
  }
#endif
