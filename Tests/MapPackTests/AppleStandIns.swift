import TestSupport

/// As much of Apple's frameworks as MapPackUI and the listings of the documentation use, for systems that do not have
/// them.
///
/// Each is a module of its own, in the order in which they import each other. Signatures are Apple's, but for
/// attributes of availability and protocols that make no difference here.
enum AppleStandIns {
  static let modules = [
    ("CoreGraphics", coreGraphics), ("SwiftUI", swiftUI), ("MapKit", mapKit), ("Charts", charts),
  ].map { name, text in SwiftCompiler.Module(name: name, sources: [(name, text)]) }

  private static let coreGraphics = """
    @_exported import Foundation

    public struct CGAffineTransform { public init() {} }
    public enum CGPathFillRule { case winding, evenOdd }
    public class CGPath {}

    public final class CGMutablePath: CGPath {
      public override init() {}
      public func move(to point: CGPoint, transform: CGAffineTransform = CGAffineTransform()) {}
      public func addLine(to point: CGPoint, transform: CGAffineTransform = CGAffineTransform()) {}
      public func closeSubpath() {}
    }

    public final class CGContext {
      init() {}
      public func addPath(_ path: CGPath) {}
      public func fillPath(using rule: CGPathFillRule = .winding) {}
    }
    """

  private static let swiftUI = """
    @_exported import CoreGraphics

    @MainActor @preconcurrency public protocol View {
      associatedtype Body: View
      @ViewBuilder var body: Body { get }
    }

    extension Never: View { public var body: Never { fatalError() } }

    @resultBuilder public enum ViewBuilder {
      public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
      public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    }

    public struct SomeView: View {
      nonisolated init() {}
      public var body: Never { fatalError() }
    }

    public protocol VectorArithmetic: AdditiveArithmetic {
      mutating func scale(by factor: Double)
      var magnitudeSquared: Double { get }
    }

    extension Double: VectorArithmetic {
      public mutating func scale(by factor: Double) {}
      public var magnitudeSquared: Double { 0 }
    }

    public struct AnimatablePair<First: VectorArithmetic, Second: VectorArithmetic>: VectorArithmetic {
      public var first: First
      public var second: Second
      public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
      }
      public static var zero: AnimatablePair { AnimatablePair(.zero, .zero) }
      public static func + (a: AnimatablePair, b: AnimatablePair) -> AnimatablePair { a }
      public static func - (a: AnimatablePair, b: AnimatablePair) -> AnimatablePair { a }
      public mutating func scale(by factor: Double) {}
      public var magnitudeSquared: Double { 0 }
    }

    public protocol Animatable {
      associatedtype AnimatableData: VectorArithmetic
      var animatableData: AnimatableData { get set }
    }

    public func withAnimation<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

    public struct FillStyle: Sendable {
      public init(eoFill: Bool = false, antialiased: Bool = true) {}
    }

    public enum CGLineCap: Sendable { case butt, round, square }
    public enum CGLineJoin: Sendable { case miter, round, bevel }

    public struct StrokeStyle: Sendable {
      public init(
        lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10,
        dash: [CGFloat] = [], dashPhase: CGFloat = 0
      ) {}
    }

    public protocol ShapeStyle: Sendable {}

    public struct Color: ShapeStyle {
      public static let green = Color()
      public static let orange = Color()
      public static let brown = Color()
      public static let white = Color()
      init() {}
    }

    extension Color: View { public var body: Never { fatalError() } }

    extension ShapeStyle where Self == Color {
      public static var green: Color { Color() }
      public static var brown: Color { Color() }
      public static var white: Color { Color() }
    }

    public struct Path: Equatable, Sendable {
      public init() {}
      public mutating func move(to end: CGPoint) {}
      public mutating func addLine(to end: CGPoint) {}
      public mutating func closeSubpath() {}
      public var boundingRect: CGRect { .zero }
    }

    extension Path: Shape {
      public func path(in rect: CGRect) -> Path { self }
      public var body: SomeView { SomeView() }
    }

    nonisolated public protocol Shape: Sendable, View {
      func path(in rect: CGRect) -> Path
    }

    extension Shape {
      @MainActor public var body: SomeView { SomeView() }
      public func fill<S: ShapeStyle>(_ content: S, style: FillStyle = FillStyle()) -> some View { SomeView() }
      public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View { SomeView() }
      public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle) -> some View { SomeView() }
    }

    public struct Rectangle: Shape {
      public nonisolated init() {}
      public func path(in rect: CGRect) -> Path { Path() }
    }

    public enum ContentMode { case fit, fill }
    public struct Alignment: Sendable { public static let center = Alignment() }

    extension View {
      public func aspectRatio(_ ratio: CGFloat? = nil, contentMode: ContentMode) -> some View { SomeView() }
      public func scaledToFill() -> some View { SomeView() }
      public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View { SomeView() }
      public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { SomeView() }
      public func overlay<V: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
      ) -> some View { SomeView() }
      public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View { SomeView() }
      public func onTapGesture(count: Int = 1, perform action: @escaping (CGPoint) -> Void) -> some View { SomeView() }
      public func accessibilityLabel(_ label: Text) -> some View { SomeView() }
      public func accessibilityChildren<V: View>(@ViewBuilder children: () -> V) -> some View { SomeView() }
    }

    public struct Image: Sendable { public func resizable() -> Image { self } }
    extension Image: View { public var body: Never { fatalError() } }

    public struct Text: Sendable { public init(verbatim content: String) {} }
    extension Text: View { public var body: Never { fatalError() } }

    public struct Button<Label: View>: View { public var body: Never { fatalError() } }
    extension Button where Label == Text {
      public nonisolated init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
    }

    public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View> {}
    extension ForEach: View {
      public nonisolated init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
      ) {}
      public var body: Never { fatalError() }
    }

    @propertyWrapper public struct Binding<Value> {
      public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
      public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
      }
    }

    @propertyWrapper public struct State<Value> {
      public init(wrappedValue value: Value) {}
      public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
      }
    }

    public struct EnvironmentValues { public var displayScale: CGFloat }

    @propertyWrapper public struct Environment<Value> {
      public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
      public var wrappedValue: Value { fatalError() }
    }

    public struct GeometryProxy { public var size: CGSize }

    public struct GeometryReader<Content: View>: View {
      public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
      public var body: Never { fatalError() }
    }

    public struct GraphicsContext {
      public struct Shading: Sendable {
        public static func color(_ color: Color) -> Shading { Shading() }
      }
      public struct ClipOptions: OptionSet, Sendable {
        public var rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
      }
      public struct ResolvedImage { public var size: CGSize { .zero } }

      public func fill(_ path: Path, with shading: Shading, style: FillStyle = FillStyle()) {}
      public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {}
      public func stroke(_ path: Path, with shading: Shading, style: StrokeStyle) {}
      public mutating func clip(
        to path: Path, style: FillStyle = FillStyle(), options: ClipOptions = ClipOptions()
      ) {}
      public func resolve(_ image: Image) -> ResolvedImage { ResolvedImage() }
      public func draw(_ image: ResolvedImage, in rect: CGRect, style: FillStyle = FillStyle()) {}
    }

    public struct Canvas: View {
      public init(renderer: @escaping (inout GraphicsContext, CGSize) -> Void) {}
      public var body: Never { fatalError() }
    }
    """

  private static let mapKit = """
    @_exported import CoreGraphics

    public struct CLLocationCoordinate2D {}

    public struct MKMapPoint {
      public var x: Double
      public var y: Double
      public init(x: Double, y: Double) {
        self.x = x
        self.y = y
      }
      public init(_ coordinate: CLLocationCoordinate2D) { self.init(x: 0, y: 0) }
    }

    public struct MKMapRect {
      public init(x: Double, y: Double, width: Double, height: Double) {}
    }

    open class MKPolygon {
      init() {}
      public convenience init(points: UnsafePointer<MKMapPoint>, count: Int) { self.init() }
      public convenience init(points: UnsafePointer<MKMapPoint>, count: Int, interiorPolygons: [MKPolygon]?) {
        self.init()
      }
    }

    open class MKMultiPolygon {
      public init(_ polygons: [MKPolygon]) {}
    }

    @MainActor open class UIView {}

    @MainActor open class MKMapView: UIView {
      open func convert(_ point: CGPoint, toCoordinateFrom view: UIView?) -> CLLocationCoordinate2D {
        CLLocationCoordinate2D()
      }
    }
    """

  private static let charts = """
    @_exported import SwiftUI

    public protocol Plottable {}
    extension Int: Plottable {}
    extension Double: Plottable {}

    public struct PlottableValue<Value: Plottable> {
      public static func value(_ label: String, _ value: Value) -> PlottableValue<Value> { PlottableValue() }
    }

    public protocol ChartContent {}

    @resultBuilder public enum ChartContentBuilder {
      public static func buildBlock<Content: ChartContent>(_ content: Content) -> Content { content }
    }

    public struct LineMark: ChartContent {
      public init<X: Plottable, Y: Plottable, S: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>
      ) {}
    }

    public struct Chart<Content: ChartContent>: View {
      public init<Data: RandomAccessCollection>(
        _ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Content
      ) where Data.Element: Identifiable {}
      public var body: Never { fatalError() }
    }
    """
}
