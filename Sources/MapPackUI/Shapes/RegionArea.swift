#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// A region as a shape of SwiftUI: to be filled, or to clip and mask with. `RegionOutline` is there to be stroked.
  ///
  /// It lies in the middle of its frame, as large as it can be there. Outer rings and holes run opposite ways round, so
  /// both rules of filling give the same picture.
  public struct RegionArea: Shape {
    /// The region.
    public var shape: RegionShape
    /// What of the map the frame shows: the region's bounds, or another rectangle in which it lies.
    public var bounds: MapRect
    /// The level of detail. The coarsest that still looks like the finest where nil.
    public var level: Int?

    /// - Parameters:
    ///   - shape: the region.
    ///   - bounds: what the frame shows; the region's own bounds if nil.
    ///   - level: 0 is the finest; the coarsest that still looks like it if nil.
    public init(_ shape: RegionShape, bounds: MapRect? = nil, level: Int? = nil) {
      self.shape = shape
      self.bounds = bounds ?? shape.bounds
      self.level = level
    }

    /// The region's area as large as it can be in a rectangle.
    public func path(in rect: CGRect) -> Path {
      let frame = MapFrame(bounds, in: rect)
      var path = Path()
      shape.draw(level: level ?? shape.pack.level(in: frame), in: frame, to: &path)
      return path
    }

    /// Whether a position in a frame lies in the region: exact, at the finest level, without making the path.
    /// - Parameters:
    ///   - position: in the frame's coordinates.
    ///   - rect: the frame that `path(in:)` would get.
    public func contains(_ position: CGPoint, in rect: CGRect) -> Bool {
      shape.pack.shape(at: MapFrame(bounds, in: rect).mapPoint(position))?.rawValue == shape.rawValue
    }
  }
#endif
