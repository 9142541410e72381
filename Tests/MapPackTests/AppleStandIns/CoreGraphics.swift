// Pages of developer.apple.com/documentation/coregraphics: cgpath, cgmutablepath, cgpathfillrule, cgpathdrawingmode, cglinecap,
// cglinejoin, cgimagealphainfo, cgbitmapinfo, cgcolor, cgcolorspace, cgimage, cgcontext. Signatures and versions were written down from memory, those of
// the initializers of CGContext from their pages.

extension AppleStandIns {
  static let coreGraphics = """
    @_exported import Foundation

    @available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public struct CGAffineTransform {
      public init() {}
      public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {}
    }
    @available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public enum CGPathFillRule { case winding, evenOdd }
    @available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public class CGPath {}

    @available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public final class CGMutablePath: CGPath {
      public override init() {}
      public func move(to point: CGPoint, transform: CGAffineTransform = CGAffineTransform()) {}
      public func addLine(to point: CGPoint, transform: CGAffineTransform = CGAffineTransform()) {}
      public func closeSubpath() {}
    }

    @available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public enum CGPathDrawingMode: Int32 { case fill, eoFill, stroke, fillStroke, eoFillStroke }
    @available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public enum CGLineCap: Int32, Sendable { case butt, round, square }
    @available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public enum CGLineJoin: Int32, Sendable { case miter, round, bevel }
    @available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public enum CGImageAlphaInfo: UInt32 { case none, premultipliedLast }
    @available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public struct CGBitmapInfo: OptionSet, Sendable {
      public let rawValue: UInt32
      public init(rawValue: UInt32) { self.rawValue = rawValue }
    }
    @available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public final class CGColor: Sendable {
      @available(macOS 10.5, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
      public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
      @available(macOS 10.5, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
      public init(gray: CGFloat, alpha: CGFloat) {}
      public var alpha: CGFloat { 1 }
    }
    @available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public final class CGColorSpace: Sendable {}
    @available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public final class CGImage: Sendable {
      public var width: Int { 0 }
      public var height: Int { 0 }
    }
    @available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public enum CGBlendMode: Int32, Sendable { case normal, sourceIn }
    @available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { fatalError() }

    @available(macOS 10, iOS 2, tvOS 9, watchOS 2, visionOS 1, *)
    public final class CGContext {
      public init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
      ) { nil }
      public init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace?, bitmapInfo: CGBitmapInfo
      ) { nil }
      public func translateBy(x tx: CGFloat, y ty: CGFloat) {}
      public func scaleBy(x sx: CGFloat, y sy: CGFloat) {}
      public func addPath(_ path: CGPath) {}
      public func fillPath(using rule: CGPathFillRule = .winding) {}
      public func strokePath() {}
      public func drawPath(using mode: CGPathDrawingMode) {}
      public func setFillColor(_ color: CGColor) {}
      public func setStrokeColor(_ color: CGColor) {}
      public func setLineWidth(_ width: CGFloat) {}
      public func setLineCap(_ cap: CGLineCap) {}
      public func setLineJoin(_ join: CGLineJoin) {}
      public func setBlendMode(_ mode: CGBlendMode) {}
      public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {}
      public func makeImage() -> CGImage? { nil }
    }
    """
}
