// Pages of developer.apple.com/documentation/swiftui: view, viewbuilder, vectorarithmetic, animatablepair, animatable,
// withanimation(_:_:), fillstyle, strokestyle, shapestyle, anyshapestyle, color, path, shape, rectangle, gesture, gesturemask,
// draggesture, magnifygesture, magnificationgesture, gesturestate, gesture/updating(_:body:), hoverphase,
// view/oncontinuoushover(coordinatespace:perform:)-8gyrl, view/focuseffectdisabled(_:), graphicscontext/resolvedsymbol, keypress, keyequivalent, movecommanddirection, anyview, image, text, button, foreach,
// binding, state, environment, environmentvalues, geometryreader, graphicscontext, canvas, accessibilitytraits; methods of view
// stand on pages below view. Signatures and versions of the latter lines were read
// there; the others were written down from memory.

extension AppleStandIns {
  static let swiftUI = """
    @_exported import CoreGraphics
    @_exported import Foundation

    #if os(iOS) || os(visionOS) || os(tvOS)
      @_exported import UIKit
    #endif

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    @MainActor @preconcurrency public protocol View {
      associatedtype Body: View
      @ViewBuilder var body: Body { get }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension Never: View { public var body: Never { fatalError() } }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    @resultBuilder public enum ViewBuilder {
      public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
      public static func buildBlock<A: View, B: View>(_ a: A, _ b: B) -> some View { SomeView() }
      public static func buildBlock<A: View, B: View, C: View>(_ a: A, _ b: B, _ c: C) -> some View { SomeView() }
      public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
      public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
      public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second>
      {
        _ConditionalContent()
      }
      public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<
        First, Second
      > {
        _ConditionalContent()
      }
    }

    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
    extension ViewBuilder {
      public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { fatalError() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct _ConditionalContent<TrueContent, FalseContent> {}
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension _ConditionalContent: View where TrueContent: View, FalseContent: View {
      public var body: Never { fatalError() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct SomeView: View {
      nonisolated init() {}
      public var body: Never { fatalError() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public protocol VectorArithmetic: AdditiveArithmetic {
      mutating func scale(by factor: Double)
      var magnitudeSquared: Double { get }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension Double: VectorArithmetic {
      public mutating func scale(by factor: Double) {}
      public var magnitudeSquared: Double { 0 }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
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

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public protocol Animatable {
      associatedtype AnimatableData: VectorArithmetic
      var animatableData: AnimatableData { get set }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct Animation: Equatable, Sendable {
      public static let `default` = Animation()
      public static let easeOut = Animation()
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public func withAnimation<Result>(
      _ animation: Animation? = .default, _ body: () throws -> Result
    ) rethrows -> Result { try body() }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct Transaction { public init() {} }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct FillStyle: Sendable {
      public init(eoFill: Bool = false, antialiased: Bool = true) {}
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct StrokeStyle: Sendable {
      public init(
        lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10,
        dash: [CGFloat] = [], dashPhase: CGFloat = 0
      ) {}
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public protocol ShapeStyle: Sendable {}

    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
    public struct AnyShapeStyle: ShapeStyle {
      public init<S: ShapeStyle>(_ style: S) {}
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct Color: ShapeStyle, Hashable {
      public static let blue = Color()
      public static let gray = Color()
      public static let green = Color()
      public static let orange = Color()
      @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
      public static let brown = Color()
      public static let white = Color()
      public static let black = Color()
      public static let accentColor = Color()
      init() {}
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension Color: View { public var body: Never { fatalError() } }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension ShapeStyle where Self == Color {
      public static var green: Color { Color() }
      public static var orange: Color { Color() }
      @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
      public static var brown: Color { Color() }
      public static var white: Color { Color() }
      public static var gray: Color { Color() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct Path: Equatable, Sendable {
      public init() {}
      public init(ellipseIn rect: CGRect) {}
      public mutating func move(to end: CGPoint) {}
      public mutating func addLine(to end: CGPoint) {}
      public mutating func closeSubpath() {}
      public func applying(_ transform: CGAffineTransform) -> Path { self }
      public var boundingRect: CGRect { .zero }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension Path: Shape {
      public func path(in rect: CGRect) -> Path { self }
      public var body: SomeView { SomeView() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    nonisolated public protocol Shape: Sendable, Animatable, View {
      nonisolated func path(in rect: CGRect) -> Path
      @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
      nonisolated var layoutDirectionBehavior: LayoutDirectionBehavior { get }
    }
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    extension Shape { nonisolated public var layoutDirectionBehavior: LayoutDirectionBehavior { .mirrors } }
    public struct EmptyAnimatableData: VectorArithmetic {
      public init() {}
      public static var zero: Self { .init() }
      public static func + (a: Self, b: Self) -> Self { a }
      public static func - (a: Self, b: Self) -> Self { a }
      public mutating func scale(by: Double) {}
      public var magnitudeSquared: Double { 0 }
    }
    extension Animatable where AnimatableData == EmptyAnimatableData {
      public var animatableData: EmptyAnimatableData {
        get { .init() }
        set {}
      }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension Shape {
      @MainActor public var body: SomeView { SomeView() }
      public func fill<S: ShapeStyle>(_ content: S, style: FillStyle = FillStyle()) -> some View { SomeView() }
      public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View { SomeView() }
      public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle) -> some View { SomeView() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct Rectangle: Shape {
      public nonisolated init() {}
      public func path(in rect: CGRect) -> Path { Path() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public enum ContentMode: Hashable, CaseIterable, Sendable { case fit, fill }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct UnitPoint: Hashable, Sendable {
      public var x: CGFloat
      public var y: CGFloat
      public static let center = UnitPoint(x: 0.5, y: 0.5)
      public static let top = UnitPoint(x: 0.5, y: 0)
    }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public enum ColorScheme: CaseIterable, Sendable { case light, dark }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public enum ColorSchemeContrast: CaseIterable, Sendable { case standard, increased }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct Alignment: Sendable { public static let center = Alignment() }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension View {
      public func aspectRatio(_ ratio: CGFloat? = nil, contentMode: ContentMode) -> some View { SomeView() }
      public func scaledToFill() -> some View { SomeView() }
      nonisolated public func clipped(antialiased: Bool = false) -> some View { SomeView() }
      nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { SomeView() }
      nonisolated public func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View { SomeView() }
      nonisolated public func environment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
      ) -> some View { SomeView() }
      @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
      nonisolated public func accessibilityZoomAction(
        _ handler: @escaping (AccessibilityZoomGestureAction) -> Void
      ) -> some View { SomeView() }
      public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View { SomeView() }
      public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { SomeView() }
      @_disfavoredOverload nonisolated public func overlay<Overlay>(
        _ overlay: Overlay, alignment: Alignment = .center
      ) -> some View where Overlay: View { SomeView() }
      nonisolated public func overlay<S>(_ style: S, ignoresSafeAreaEdges edges: Int = 0) -> some View
      where S: ShapeStyle { SomeView() }
      nonisolated public func overlay<S, T>(_ style: S, in shape: T, fillStyle: FillStyle = FillStyle())
        -> some View where S: ShapeStyle, T: Shape
      { SomeView() }
      @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
      public func overlay<V: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
      ) -> some View { SomeView() }
      @available(macOS 10.15, iOS 13, tvOS 16, watchOS 6, visionOS 1, *)
      public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View { SomeView() }
      @available(macOS, introduced: 13.0, deprecated: 100000.0)
      @available(iOS, introduced: 16.0, deprecated: 100000.0)
      @available(watchOS, introduced: 9.0, deprecated: 100000.0)
      @available(tvOS, unavailable) @available(visionOS, introduced: 1.0, deprecated: 100000.0)
      @_disfavoredOverload nonisolated public func onTapGesture(
        count: Int = 1, coordinateSpace: CoordinateSpace = .local, perform action: @escaping (CGPoint) -> Void
      ) -> some View { SomeView() }
      @available(macOS 14, iOS 17, watchOS 10, *) @available(tvOS, unavailable)
      nonisolated public func onTapGesture(
        count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local,
        perform action: @escaping (CGPoint) -> Void
      ) -> some View { SomeView() }
      public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View
      {
        SomeView()
      }
      public func shadow(
        color: Color = .gray, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
      ) -> some View { SomeView() }
      nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { SomeView() }
      nonisolated public func offset(_ offset: CGSize) -> some View { SomeView() }
      public func tag<V: Hashable>(_ tag: V) -> some View { SomeView() }
      public func onAppear(perform action: (() -> Void)? = nil) -> some View { SomeView() }
      public func onDisappear(perform action: (() -> Void)? = nil) -> some View { SomeView() }
      @available(macOS 10.15, tvOS 13, *)
      @available(iOS, unavailable)
      @available(watchOS, unavailable)
      @available(visionOS, unavailable)
      public func onMoveCommand(perform action: ((MoveCommandDirection) -> Void)?) -> some View { SomeView() }
      @available(iOS, deprecated: 17.0, message: "parameters")
      @available(macOS, deprecated: 14.0, message: "parameters")
      @available(tvOS, deprecated: 17.0, message: "parameters")
      @available(watchOS, deprecated: 10.0, message: "parameters")
      @available(visionOS, deprecated: 1.0, message: "parameters")
      nonisolated public func onChange<V>(of value: V, perform action: @escaping (_ newValue: V) -> Void)
        -> some View where V: Equatable
      { SomeView() }
      @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
      nonisolated public func onChange<V>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
      ) -> some View where V: Equatable { SomeView() }
      @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
      nonisolated public func onChange<V>(of value: V, initial: Bool = false, _ action: @escaping () -> Void)
        -> some View where V: Equatable
      { SomeView() }
      public func modifier<T: ViewModifier>(_ modifier: T) -> some View { SomeView() }
      @available(macOS 10.15, iOS 13, tvOS 14, watchOS 6, visionOS 1, *)
      @_disfavoredOverload nonisolated public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, pressing: ((Bool) -> Void)? = nil,
        perform action: @escaping () -> Void
      ) -> some View { SomeView() }
      @available(tvOS, unavailable)
      public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
      ) -> some View { SomeView() }
      @available(macOS, introduced: 13.0, deprecated: 100000.0)
      @available(iOS, introduced: 16.0, deprecated: 100000.0) @available(watchOS, unavailable)
      @_disfavoredOverload nonisolated public func onContinuousHover(
        coordinateSpace: CoordinateSpace = .local, perform action: @escaping (HoverPhase) -> Void
      ) -> some View { SomeView() }
      @available(macOS 14, iOS 17, tvOS 17, *) @available(watchOS, unavailable)
      nonisolated public func onContinuousHover(
        coordinateSpace: some CoordinateSpaceProtocol = .local, perform action: @escaping (HoverPhase) -> Void
      ) -> some View { SomeView() }
      @available(macOS 13, iOS 16, tvOS 16, *) @available(watchOS, unavailable)
      nonisolated public func contextMenu<M: View, P: View>(
        @ViewBuilder menuItems: () -> M, @ViewBuilder preview: () -> P
      ) -> some View { SomeView() }
      @available(macOS 13, iOS 16, *) @available(watchOS, unavailable) @available(tvOS, unavailable)
      nonisolated public func contextMenu<I: Hashable, M: View>(
        forSelectionType itemType: I.Type = I.self, @ViewBuilder menu: @escaping (Set<I>) -> M,
        primaryAction: ((Set<I>) -> Void)? = nil
      ) -> some View { SomeView() }
      @available(macOS 10.15, iOS 13, tvOS 14, visionOS 1, *)
      @available(watchOS, unavailable)
      public func contextMenu<MenuItems: View>(
        @ViewBuilder menuItems: () -> MenuItems
      ) -> some View { SomeView() }
      public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { SomeView() }
      public func position(_ position: CGPoint) -> some View { SomeView() }
      nonisolated public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        SomeView()
      }
      @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) nonisolated public func gesture<T: Gesture>(
        _ gesture: T, isEnabled: Bool
      ) -> some View { SomeView() }
      @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) nonisolated public func gesture<T: Gesture>(
        _ gesture: T, name: String, isEnabled: Bool = true
      ) -> some View { SomeView() }
      @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
      nonisolated public func simultaneousGesture<T: Gesture>(_ gesture: T, isEnabled: Bool) -> some View {
        SomeView()
      }
      @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
      nonisolated public func simultaneousGesture<T: Gesture>(_ gesture: T, name: String, isEnabled: Bool = true)
        -> some View
      { SomeView() }
      public func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        SomeView()
      }
      @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
      nonisolated public func task(
        name: String? = nil, priority: TaskPriority = .userInitiated, file: String = #fileID, line: Int = #line,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
      ) -> some View { SomeView() }
      nonisolated public func task<T: Equatable>(
        id value: T, name: String? = nil, priority: TaskPriority = .userInitiated, file: String = #fileID,
        line: Int = #line, @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
      ) -> some View { SomeView() }
      @_disfavoredOverload nonisolated public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
      ) -> some View { SomeView() }
      @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
      nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> ModifiedContent<
        Self, AccessibilityAttachmentModifier
      > { fatalError() }
      @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
      nonisolated public func accessibilityLabel(_ label: Text) -> ModifiedContent<
        Self, AccessibilityAttachmentModifier
      > { fatalError() }
      nonisolated public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> ModifiedContent<
        Self, AccessibilityAttachmentModifier
      > { fatalError() }
      @_disfavoredOverload nonisolated public func accessibilityLabel<S>(_ label: S) -> ModifiedContent<
        Self, AccessibilityAttachmentModifier
      > where S: StringProtocol { fatalError() }
      @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) nonisolated public func accessibilityLabel(
        _ label: Text, isEnabled: Bool
      ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> { fatalError() }
      @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
      nonisolated public func accessibilityLabel<V>(@ViewBuilder content: (SomeView) -> V) -> some View
      where V: View { SomeView() }
      @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
      public func accessibilityChildren<V: View>(@ViewBuilder children: () -> V) -> some View { SomeView() }
    }

    @available(macOS 10.15, tvOS 13, *)
    @available(iOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    public enum MoveCommandDirection: Sendable { case up, down, left, right }

    @available(macOS 13, iOS 16, tvOS 16, visionOS 1, *)
    @available(watchOS, unavailable)
    public enum HoverPhase: Equatable {
      case active(CGPoint)
      case ended
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct _ViewModifier_Content<Modifier>: View { public var body: Never { fatalError() } }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    @MainActor @preconcurrency public protocol ViewModifier {
      associatedtype Body: View
      @ViewBuilder func body(content: Content) -> Body
      typealias Content = _ViewModifier_Content<Self>
    }

    @available(macOS 14, iOS 17, tvOS 17, *) @available(watchOS, unavailable)
    extension KeyEquivalent: Hashable {
      public func hash(into hasher: inout Hasher) {}
      public static func == (a: KeyEquivalent, b: KeyEquivalent) -> Bool { true }
    }
    @available(macOS 11, iOS 14, tvOS 17, visionOS 1, *)
    @available(watchOS, unavailable)
    public struct KeyEquivalent: Sendable {
      public static let upArrow = KeyEquivalent("\\u{F700}")
      public static let downArrow = KeyEquivalent("\\u{F701}")
      public static let leftArrow = KeyEquivalent("\\u{F702}")
      public static let rightArrow = KeyEquivalent("\\u{F703}")
      public var character: Character
      public init(_ character: Character) { self.character = character }
    }

    @available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
    @available(watchOS, unavailable)
    public struct KeyPress: Sendable {
      public enum Result: Sendable { case handled, ignored }
      public struct Phases: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let down = Phases(rawValue: 1)
        public static let `repeat` = Phases(rawValue: 2)
        public static let up = Phases(rawValue: 4)
        public static let all = Phases(rawValue: 7)
      }
      public let key: KeyEquivalent
    }

    extension View {
      @available(macOS 12, iOS 17, tvOS 15, watchOS 8, visionOS 1, *)
      public func focusable(_ isFocusable: Bool = true) -> some View { SomeView() }
      @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
      public func focusEffectDisabled(_ disabled: Bool = true) -> some View { SomeView() }
      @available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
      @available(watchOS, unavailable)
      nonisolated public func onKeyPress(_ key: KeyEquivalent, action: @escaping () -> KeyPress.Result) -> some View
      { SomeView() }
      @available(macOS 14, iOS 17, tvOS 17, *) @available(watchOS, unavailable)
      nonisolated public func onKeyPress(
        _ key: KeyEquivalent, phases: KeyPress.Phases, action: @escaping (KeyPress) -> KeyPress.Result
      ) -> some View { SomeView() }
      @available(macOS 14, iOS 17, tvOS 17, *) @available(watchOS, unavailable)
      nonisolated public func onKeyPress(
        keys: Set<KeyEquivalent>, phases: KeyPress.Phases = [.down, .repeat],
        action: @escaping (KeyPress) -> KeyPress.Result
      ) -> some View { SomeView() }
      @available(macOS 14, iOS 17, tvOS 17, *) @available(watchOS, unavailable)
      nonisolated public func onKeyPress(
        characters: CharacterSet, phases: KeyPress.Phases = [.down, .repeat],
        action: @escaping (KeyPress) -> KeyPress.Result
      ) -> some View { SomeView() }
      @available(macOS 14, iOS 17, tvOS 17, *) @available(watchOS, unavailable)
      nonisolated public func onKeyPress(
        phases: KeyPress.Phases = [.down, .repeat], action: @escaping (KeyPress) -> KeyPress.Result
      ) -> some View { SomeView() }
      @available(macOS, introduced: 10.15, deprecated: 12) @available(iOS, unavailable)
      @available(visionOS, unavailable) @available(tvOS, introduced: 13, deprecated: 15)
      @available(watchOS, introduced: 6, deprecated: 8)
      nonisolated public func focusable(
        _ isFocusable: Bool = true, onFocusChange: @escaping (_ isFocused: Bool) -> Void = { _ in }
      ) -> some View { SomeView() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
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

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    @MainActor @preconcurrency public protocol Gesture<Value> {
      associatedtype Value
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct SomeGesture<Value>: Gesture {}

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension Gesture {
      public func onChanged(_ action: @escaping (Value) -> Void) -> SomeGesture<Value> { SomeGesture() }
      public func onEnded(_ action: @escaping (Value) -> Void) -> SomeGesture<Value> { SomeGesture() }
      @MainActor @preconcurrency public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
      ) -> GestureStateGesture<Self, State> { GestureStateGesture() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct GestureStateGesture<Base: Gesture, State>: Gesture { public typealias Value = Base.Value }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    @propertyWrapper public struct GestureState<Value> {
      public init(wrappedValue: Value) {}
      public var wrappedValue: Value { fatalError() }
      public var projectedValue: GestureState<Value> { self }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension GestureState where Value: ExpressibleByNilLiteral {
      public init(resetTransaction: Transaction = Transaction()) { self.init(wrappedValue: nil) }
    }

    @available(macOS 13, iOS 16, watchOS 9, visionOS 1, *)
    @available(tvOS, unavailable)
    public struct SpatialTapGesture: Gesture {
      public struct Value: Equatable, @unchecked Sendable { public var location: CGPoint }
      public nonisolated init(count: Int = 1) {}
    }

    @available(macOS 14, iOS 17, visionOS 1, *)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    public struct MagnifyGesture: Gesture {
      public struct Value: Equatable, Sendable {
        public var magnification: CGFloat
        public var velocity: CGFloat
        public var startLocation: CGPoint
      }
      public nonisolated init(minimumScaleDelta: CGFloat = 0.01) {}
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct GestureMask: OptionSet, Sendable {
      public let rawValue: UInt32
      public init(rawValue: UInt32) { self.rawValue = rawValue }
      public static let none = GestureMask(rawValue: 0)
      public static let gesture = GestureMask(rawValue: 1)
      public static let subviews = GestureMask(rawValue: 2)
      public static let all = GestureMask(rawValue: 3)
    }

    @available(macOS 10.15, iOS 13, watchOS 6, visionOS 1, *)
    @available(tvOS, unavailable)
    public struct DragGesture: Gesture {
      public struct Value: Equatable, Sendable {
        public var location: CGPoint
        public var startLocation: CGPoint
        public var translation: CGSize { .zero }
        public var predictedEndTranslation: CGSize { .zero }
      }
      public init(minimumDistance: CGFloat = 10) {}
    }

    @available(macOS 10.15, iOS 13, visionOS 1, *)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    public struct MagnificationGesture: Gesture {
      public typealias Value = CGFloat
      public init(minimumScaleDelta: CGFloat = 0.01) {}
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct AnyView: View {
      public init<V: View>(_ view: V) {}
      public var body: Never { fatalError() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct Image: Equatable, Sendable {
      public init(decorative cgImage: CGImage, scale: CGFloat) {}
      public func resizable() -> Image { self }
    }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension Image: View { public var body: Never { fatalError() } }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct Text: Equatable, Sendable {
      public init(verbatim content: String) {}
      public init<S: StringProtocol>(_ content: S) {}
    }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension Text: View { public var body: Never { fatalError() } }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct Button<Label: View>: View { public var body: Never { fatalError() } }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension Button where Label == Text {
      public nonisolated init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {}
    }

    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
    @MainActor @preconcurrency public protocol App {
      associatedtype Body: Scene
      @SceneBuilder var body: Body { get }
      init()
    }
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
    extension App { public static func main() {} }
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
    @MainActor @preconcurrency public protocol Scene {}
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
    @resultBuilder public enum SceneBuilder {
      public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
    }
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
    public struct WindowGroup<Content: View>: Scene {
      public nonisolated init(@ViewBuilder content: () -> Content) {}
    }

    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
    @propertyWrapper public struct AppStorage<Value> {
      let key: String
      public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
      }
    }
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
    extension AppStorage where Value == String {
      public init(wrappedValue: Value, _ key: String) { self.key = key }
    }
    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
    extension AppStorage where Value: RawRepresentable, Value.RawValue == String {
      public init(wrappedValue: Value, _ key: String) { self.key = key }
    }

    @available(macOS 11, iOS 14, tvOS 14, watchOS 7, visionOS 1, *)
    public struct ProgressView: View {
      public nonisolated init<S: StringProtocol, V: BinaryFloatingPoint>(_ title: S, value: V?, total: V = 1.0) {}
      public var body: Never { fatalError() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
      public nonisolated init(standIn: Void) {}
    }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID, Content: View {
      public nonisolated init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
    }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension ForEach: View where Content: View {
      public nonisolated init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
      ) {}
      public var body: Never { fatalError() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    @propertyWrapper public struct Binding<Value> {
      public init(
        get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
      ) {}
      public static func constant(_ value: Value) -> Binding<Value> { fatalError() }
      public func animation(_ animation: Animation? = .default) -> Binding<Value> { self }
      public var projectedValue: Binding<Value> { self }
      public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
      }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    @propertyWrapper public struct State<Value> {
      public init(wrappedValue value: Value) {}
      public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
      }
      public var projectedValue: Binding<Value> { fatalError() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension State where Value: ExpressibleByNilLiteral { public init() { self.init(wrappedValue: nil) } }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct EnvironmentValues {
      public var displayScale: CGFloat
      @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
      public var accessibilityVoiceOverEnabled: Bool { false }
      public var accessibilityReduceMotion: Bool { false }
      public var colorScheme: ColorScheme {
        get { .light }
        set {}
      }
      public var colorSchemeContrast: ColorSchemeContrast { .standard }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    @propertyWrapper public struct Environment<Value> {
      public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
      public var wrappedValue: Value { fatalError() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct VStack<Content: View>: View {
      public nonisolated init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
      ) {}
      public var body: Never { fatalError() }
    }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct HStack<Content: View>: View {
      public nonisolated init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
      ) {}
      public var body: Never { fatalError() }
    }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct HorizontalAlignment: Sendable { public static let center = HorizontalAlignment() }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct VerticalAlignment: Sendable { public static let center = VerticalAlignment() }
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    public struct AccessibilityZoomGestureAction {
      public enum Direction: Sendable { case zoomIn, zoomOut }
      public let direction: Direction
      public let location: UnitPoint
      public let point: CGPoint
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct GeometryProxy { public var size: CGSize }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct GeometryReader<Content: View>: View {
      public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
      public var body: Never { fatalError() }
    }

    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
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
      public struct ResolvedSymbol { public var size: CGSize { .zero } }

      public var opacity: Double
      public mutating func translateBy(x: CGFloat, y: CGFloat) {}
      public mutating func scaleBy(x: CGFloat, y: CGFloat) {}
      public func resolve(_ text: Text) -> ResolvedText { ResolvedText() }
      public func draw(_ text: ResolvedText, in rect: CGRect) {}
      public func resolveSymbol<ID: Hashable>(id: ID) -> ResolvedSymbol? { nil }
      public func draw(_ symbol: ResolvedSymbol, at point: CGPoint) {}
      public mutating func clipToLayer(
        opacity: Double = 1, options: ClipOptions = ClipOptions(), content: (inout GraphicsContext) throws -> Void
      ) rethrows {}

      public func fill(_ path: Path, with shading: Shading, style: FillStyle = FillStyle()) {}
      public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {}
      public func stroke(_ path: Path, with shading: Shading, style: StrokeStyle) {}
      public mutating func clip(
        to path: Path, style: FillStyle = FillStyle(), options: ClipOptions = ClipOptions()
      ) {}
      public func resolve(_ image: Image) -> ResolvedImage { ResolvedImage() }
      public func draw(_ image: ResolvedImage, in rect: CGRect, style: FillStyle = FillStyle()) {}
    }

    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
    nonisolated public struct Canvas<Symbols: View>: View {
      nonisolated public init(
        opaque: Bool = false, colorMode: Int = 0, rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, CGSize) -> Void, @ViewBuilder symbols: () -> Symbols
      ) {}
      public var body: Never { fatalError() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct EquatableView<Content: Equatable & View>: View { public var body: Never { fatalError() } }
    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    extension View where Self: Equatable {
      public func equatable() -> EquatableView<Self> { fatalError() }
    }

    @available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1, *)
    public struct EmptyView: View {
      public nonisolated init() {}
      public var body: Never { fatalError() }
    }

    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, visionOS 1, *)
    extension Canvas where Symbols == EmptyView {
      nonisolated public init(
        opaque: Bool = false, colorMode: Int = 0, rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, CGSize) -> Void
      ) {}
    }

    @available(*, unavailable) extension GestureState: Sendable {}
    @available(*, unavailable) extension GraphicsContext: Sendable {}
    @available(*, unavailable) extension Canvas: Sendable {}
    @available(*, unavailable) extension MagnifyGesture: Sendable {}
    @available(*, unavailable) extension MagnificationGesture: Sendable {}
    @frozen public enum CoordinateSpace {
      case global, local
      case named(AnyHashable)
    }
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) public protocol CoordinateSpaceProtocol {
      var coordinateSpace: CoordinateSpace { get }
    }
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) public struct LocalCoordinateSpace: CoordinateSpaceProtocol
    {
      public init() {}
      public var coordinateSpace: CoordinateSpace { .local }
    }
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) extension CoordinateSpaceProtocol
    where Self == LocalCoordinateSpace { public static var local: LocalCoordinateSpace { LocalCoordinateSpace() } }
    @frozen public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
      public init(_ value: String) {}
      public init(stringLiteral value: String) {}
    }
    public struct AccessibilityAttachmentModifier: ViewModifier {
      public func body(content: Content) -> some View { SomeView() }
    }
    @frozen public struct ModifiedContent<Content, Modifier> {
      public var content: Content
      public var modifier: Modifier
    }
    extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
      public var body: Never { fatalError() }
    }
    extension ModifiedContent where Modifier == AccessibilityAttachmentModifier {
      nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> ModifiedContent<
        Content, Modifier
      > { self }
      nonisolated public func accessibilityLabel(_ label: Text) -> ModifiedContent<Content, Modifier> { self }
      nonisolated public func accessibilityLabel(_ label: LocalizedStringKey) -> ModifiedContent<Content, Modifier>
      { self }
      @_disfavoredOverload nonisolated public func accessibilityLabel<S: StringProtocol>(_ label: S)
        -> ModifiedContent<Content, Modifier>
      { self }
    }
    extension Text {
      public init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
      ) {}
      @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) public init(_ attributed: AttributedString) {}
      @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) public init(_ image: Image) {}
    }
    extension Button {
      public nonisolated init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
    }
    extension Button where Label == Text {
      public nonisolated init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
    }
    extension ForEach where Data == Range<Int>, ID == Int, Content: View {
      @_semantics("swiftui.requires_constant_range") public nonisolated init(
        _ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content
      ) {}
    }
    extension ForEach where Content: View {
      public nonisolated init<C>(
        _ data: Binding<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
      )
      where
        Data == [C.Element], C: MutableCollection, C: RandomAccessCollection, C.Element: Identifiable,
        ID == C.Element.ID
      {}
    }
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    extension GraphicsContext {
      public func draw(_ image: Image, in rect: CGRect, style: FillStyle = FillStyle()) {}
      public func draw(_ image: Image, at point: CGPoint, anchor: Int = 0) {}
      public func draw(_ image: ResolvedImage, at point: CGPoint, anchor: Int = 0) {}
      public func draw(_ text: Text, in rect: CGRect) {}
      public func draw(_ text: Text, at point: CGPoint, anchor: Int = 0) {}
      public func draw(_ text: ResolvedText, at point: CGPoint, anchor: Int = 0) {}
      public func draw(_ symbol: ResolvedSymbol, in rect: CGRect) {}
      public func resolve(_ shading: Shading) -> Shading { shading }
    }
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    public enum LayoutDirectionBehavior: Hashable, Sendable {
      case fixed
      case mirrors(in: LayoutDirection)
      public static var mirrors: LayoutDirectionBehavior { .mirrors(in: .rightToLeft) }
    }
    public enum LayoutDirection: Hashable, CaseIterable, Sendable { case leftToRight, rightToLeft }
    extension EnvironmentValues {
      public var layoutDirection: LayoutDirection {
        get { .leftToRight }
        set {}
      }
    }

    #if os(iOS) || os(visionOS) || os(tvOS)
      @available(iOS 13, tvOS 13, visionOS 1, *)
      @MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
        associatedtype UIViewType: UIView
        associatedtype Coordinator = Void
        func makeUIView(context: Context) -> UIViewType
        func updateUIView(_ uiView: UIViewType, context: Context)
        func makeCoordinator() -> Coordinator
        typealias Context = UIViewRepresentableContext<Self>
      }
      extension UIViewRepresentable { public var body: Never { fatalError() } }
      public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
        public let coordinator: Representable.Coordinator
      }
    #endif
    """
}
