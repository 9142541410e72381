#if canImport(CoreGraphics)
  import CoreGraphics
  import MapPack

  /// Shapes are drawn straight into Core Graphics' path.
  extension CGMutablePath: PathSink {
    public func move(toX x: Double, y: Double) { move(to: CGPoint(x: x, y: y)) }
    public func addLine(toX x: Double, y: Double) { addLine(to: CGPoint(x: x, y: y)) }
  }
#endif

#if canImport(SwiftUI)
  import SwiftUI

  /// Shapes are drawn straight into SwiftUI's path.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  extension Path: PathSink {
    public mutating func move(toX x: Double, y: Double) { move(to: CGPoint(x: x, y: y)) }
    public mutating func addLine(toX x: Double, y: Double) { addLine(to: CGPoint(x: x, y: y)) }
  }
#endif
