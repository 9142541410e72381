#if canImport(SwiftUI)
  import MapPack
  import SwiftUI

  /// Shapes are drawn straight into SwiftUI's path. `RegionArea`, `RegionOutline` and the layers of `PackMap` do so.
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
