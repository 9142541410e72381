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
