import TestSupport

/// As much of Apple's frameworks as MapPackUI and the listings of the documentation use, for systems that do not have
/// them.
///
/// Each is a module of its own, in the order in which they import each other. Signatures are Apple's, but for
/// attributes of availability and protocols that make no difference here.
enum AppleStandIns {
  static let modules = [
    ("CoreGraphics", coreGraphics), ("CoreLocation", coreLocation), ("SwiftUI", swiftUI), ("MapKit", mapKit),
    ("Charts", charts),
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

    public enum CGPathDrawingMode: Int32 { case fill, eoFill, stroke, fillStroke, eoFillStroke }
    public enum CGLineCap: Int32, Sendable { case butt, round, square }
    public enum CGLineJoin: Int32, Sendable { case miter, round, bevel }
    public enum CGImageAlphaInfo: UInt32 { case none, premultipliedLast }
    public final class CGColor: Sendable {}
    public final class CGColorSpace: Sendable {}
    public final class CGImage: Sendable {}
    public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { fatalError() }

    public final class CGContext {
      public init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
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
      public func makeImage() -> CGImage? { nil }
    }
    """

  private static let coreLocation = """
    @_exported import Foundation

    public struct CLLocationCoordinate2D: Sendable {
      public var latitude: Double
      public var longitude: Double
      public init() { self.init(latitude: 0, longitude: 0) }
      public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
      }
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
      public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
      public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        _ConditionalContent()
      }
      public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        _ConditionalContent()
      }
    }

    public struct _ConditionalContent<TrueContent, FalseContent> {}
    extension _ConditionalContent: View where TrueContent: View, FalseContent: View {
      public var body: Never { fatalError() }
    }

    extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }

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

    public struct StrokeStyle: Sendable {
      public init(
        lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10,
        dash: [CGFloat] = [], dashPhase: CGFloat = 0
      ) {}
    }

    public protocol ShapeStyle: Sendable {}

    public struct AnyShapeStyle: ShapeStyle {
      public init<S: ShapeStyle>(_ style: S) {}
    }

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
      public static var orange: Color { Color() }
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
      // onTapGesture(count:coordinateSpace:perform:) with a place, macOS 13 and iOS 16.
      public func onTapGesture(count: Int = 1, perform action: @escaping (CGPoint) -> Void) -> some View { SomeView() }
      public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        SomeView()
      }
      public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { SomeView() }
      public func position(_ position: CGPoint) -> some View { SomeView() }
      public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View { SomeView() }
      public func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        SomeView()
      }
      public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
      ) -> some View { SomeView() }
      public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { SomeView() }
      public func accessibilityLabel(_ label: Text) -> some View { SomeView() }
      public func accessibilityChildren<V: View>(@ViewBuilder children: () -> V) -> some View { SomeView() }
    }

    public struct AccessibilityTraits: SetAlgebra, Sendable {
      public static let isSelected = AccessibilityTraits()
      public init() {}
      public func contains(_ member: AccessibilityTraits) -> Bool { false }
      public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
      public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
      public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits { self }
      public mutating func insert(_ new: AccessibilityTraits) -> (
        inserted: Bool, memberAfterInsert: AccessibilityTraits
      ) { (true, new) }
      public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? { nil }
      public mutating func update(with new: AccessibilityTraits) -> AccessibilityTraits? { nil }
      public mutating func formUnion(_ other: AccessibilityTraits) {}
      public mutating func formIntersection(_ other: AccessibilityTraits) {}
      public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {}
    }

    @MainActor @preconcurrency public protocol Gesture<Value> {
      associatedtype Value
    }

    public struct SomeGesture<Value>: Gesture {}

    extension Gesture {
      public func onChanged(_ action: @escaping (Value) -> Void) -> SomeGesture<Value> { SomeGesture() }
      public func onEnded(_ action: @escaping (Value) -> Void) -> SomeGesture<Value> { SomeGesture() }
    }

    public struct GestureMask: OptionSet, Sendable {
      public let rawValue: UInt32
      public init(rawValue: UInt32) { self.rawValue = rawValue }
      public static let none = GestureMask(rawValue: 0)
      public static let gesture = GestureMask(rawValue: 1)
      public static let subviews = GestureMask(rawValue: 2)
      public static let all = GestureMask(rawValue: 3)
    }

    public struct DragGesture: Gesture {
      public struct Value: Equatable, Sendable {
        public var location: CGPoint
        public var startLocation: CGPoint
        public var translation: CGSize { .zero }
      }
      public init(minimumDistance: CGFloat = 10) {}
    }

    public struct MagnificationGesture: Gesture {
      public typealias Value = CGFloat
      public init(minimumScaleDelta: CGFloat = 0.01) {}
    }

    public struct AnyView: View {
      public init<V: View>(_ view: V) {}
      public var body: Never { fatalError() }
    }

    public struct Image: Sendable { public func resizable() -> Image { self } }
    extension Image: View { public var body: Never { fatalError() } }

    public struct Text: Sendable {
      public init(verbatim content: String) {}
      public init<S: StringProtocol>(_ content: S) {}
    }
    extension Text: View { public var body: Never { fatalError() } }

    public struct Button<Label: View>: View { public var body: Never { fatalError() } }
    extension Button where Label == Text {
      public nonisolated init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
    }

    public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
      public nonisolated init(standIn: Void) {}
    }
    extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID, Content: View {
      public nonisolated init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
    }
    extension ForEach: View where Content: View {
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
        public static func style<S: ShapeStyle>(_ style: S) -> Shading { Shading() }
      }
      public struct ClipOptions: OptionSet, Sendable {
        public var rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
      }
      public struct ResolvedImage { public var size: CGSize { .zero } }
      public struct ResolvedText { public func measure(in size: CGSize) -> CGSize { .zero } }

      public var opacity: Double
      public mutating func translateBy(x: CGFloat, y: CGFloat) {}
      public mutating func scaleBy(x: CGFloat, y: CGFloat) {}
      public func resolve(_ text: Text) -> ResolvedText { ResolvedText() }
      public func draw(_ text: ResolvedText, in rect: CGRect) {}

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
    @_exported import CoreLocation
    @_exported import SwiftUI

    public struct MKMapPoint: Sendable {
      public var x: Double
      public var y: Double
      public init(x: Double, y: Double) {
        self.x = x
        self.y = y
      }
      public init(_ coordinate: CLLocationCoordinate2D) { self.init(x: 0, y: 0) }
    }

    public struct MKMapSize: Sendable {
      public var width: Double
      public var height: Double
    }

    public struct MKMapRect: Sendable {
      public var origin: MKMapPoint
      public var size: MKMapSize
      public init(x: Double, y: Double, width: Double, height: Double) {
        origin = MKMapPoint(x: x, y: y)
        size = MKMapSize(width: width, height: height)
      }
    }

    public struct MKCoordinateRegion: Sendable {
      public init(_ rect: MKMapRect) {}
    }

    open class MKPolygon: NSObject {
      override init() {}
      public convenience init(points: UnsafePointer<MKMapPoint>, count: Int) { self.init() }
      public convenience init(points: UnsafePointer<MKMapPoint>, count: Int, interiorPolygons: [MKPolygon]?) {
        self.init()
      }
    }

    open class MKPolyline: NSObject {
      override init() {}
      public convenience init(points: UnsafePointer<MKMapPoint>, count: Int) { self.init() }
    }

    open class MKMultiPolygon: NSObject {
      public init(_ polygons: [MKPolygon]) {}
    }

    open class MKMultiPolyline: NSObject {
      public init(_ polylines: [MKPolyline]) {}
    }

    @MainActor open class UIView {}

    @MainActor open class MKMapView: UIView {
      open func convert(_ point: CGPoint, toCoordinateFrom view: UIView?) -> CLLocationCoordinate2D {
        CLLocationCoordinate2D()
      }
      open func addOverlay(_ overlay: NSObject) {}
    }

    @MainActor @preconcurrency public protocol MapContent {
      associatedtype Body: MapContent
      @MapContentBuilder var body: Body { get }
    }

    extension Never: MapContent {}

    @resultBuilder public enum MapContentBuilder {
      public static func buildBlock<Content: MapContent>(_ content: Content) -> Content { content }
      public static func buildExpression<Content: MapContent>(_ content: Content) -> Content { content }
    }

    public struct MapPolygon: MapContent {
      public nonisolated init(_ polygon: MKPolygon) {}
      public var body: Never { fatalError() }
    }

    public struct SomeContent: MapContent { public var body: Never { fatalError() } }

    extension MapContent {
      public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some MapContent { SomeContent() }
    }

    extension ForEach: MapContent where Content: MapContent {
      public nonisolated init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @MapContentBuilder content: @escaping (Data.Element) -> Content
      ) { self.init(standIn: ()) }
      public typealias Body = Never
      public var body: Never { fatalError() }
    }

    public struct Map<Content: MapContent>: View {
      public init(@MapContentBuilder content: () -> Content) {}
      public var body: Never { fatalError() }
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
