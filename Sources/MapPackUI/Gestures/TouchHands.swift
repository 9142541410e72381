#if canImport(SwiftUI) && (os(iOS) || os(visionOS))
  import MapPack
  import SwiftUI
  import UIKit

  /// Lays `TouchHands` over a map once it lives: a widget and `ImageRenderer`, which draw once, cannot draw views of UIKit.
  struct TouchLayer: ViewModifier {
    let actions: MapActions
    @State private var isLive = false

    func body(content: Content) -> some View {
      content
        .overlay { if isLive && actions.isAny { TouchHands(actions: actions).accessibilityHidden(true) } }
        .task { isLive = true }
    }
  }

  /// Fingers, trackpad and mouse on a map of an iPhone, an iPad or a Vision.
  ///
  /// SwiftUI's gestures do not say where the middle between two fingers has moved, so these are UIKit's.
  struct TouchHands: UIViewRepresentable {
    var actions: MapActions

    func makeCoordinator() -> TouchCoordinator { TouchCoordinator(actions) }

    func makeUIView(context: Context) -> UIView {
      let view = UIView()
      context.coordinator.attach(to: view)
      return view
    }

    func updateUIView(_ view: UIView, context: Context) { context.coordinator.take(actions) }
  }

  @MainActor
  final class TouchCoordinator: NSObject, UIGestureRecognizerDelegate {
    private var actions: MapActions
    private let pan = UIPanGestureRecognizer()
    private let pinch = UIPinchGestureRecognizer()
    private let tap = UITapGestureRecognizer()
    /// A second tap that stays and moves; without a movement, it is a double tap.
    private let secondTap = UILongPressGestureRecognizer()
    private let longPress = UILongPressGestureRecognizer()
    private weak var view: UIView?
    /// Where the pinch or the second tap began.
    private var anchor = CGPoint.zero
    /// Where the middle of a pinch is.
    private var middle = CGPoint.zero

    init(_ actions: MapActions) { self.actions = actions }

    func take(_ actions: MapActions) {
      self.actions = actions
      // What is off delays nothing.
      (tap.isEnabled, secondTap.isEnabled) = (actions.tap != nil, actions.isOn)
    }

    func attach(to view: UIView) {
      self.view = view
      take(actions)
      pan.maximumNumberOfTouches = 2
      // Two fingers on a trackpad.
      pan.allowedScrollTypesMask = .all
      secondTap.numberOfTapsRequired = 1
      secondTap.minimumPressDuration = 0
      // A tap waits as long as the system's own does.
      tap.require(toFail: secondTap)
      for recognizer in [pan, pinch, tap, secondTap, longPress] {
        recognizer.delegate = self
        view.addGestureRecognizer(recognizer)
      }
      #if canImport(ObjectiveC)
        for recognizer in [pan, pinch, tap, secondTap, longPress] {
          recognizer.addTarget(self, action: #selector(recognize))
        }
      #endif
    }

    #if canImport(ObjectiveC)
      @objc
    #endif
    private func recognize(_ recognizer: UIGestureRecognizer) {
      switch recognizer {
      case tap: actions.tap?(tap.location(in: view))
      case secondTap: takeSecondTap()
      case longPress where longPress.state == .began: actions.longPress?(longPress.location(in: view))
      case longPress: break
      default: move(recognizer)
      }
    }

    /// Both recognizers write into one input. The translation of two fingers is that of their middle.
    private func move(_ recognizer: UIGestureRecognizer) {
      guard let view else { return }
      if recognizer == pinch, pinch.state == .began {
        anchor = pinch.location(in: view)
        middle = anchor
      }
      var input = MapHand.Input()
      if Self.isActive(pan) {
        let way = pan.translation(in: view)
        input.drag = CGSize(width: way.x, height: way.y)
      } else if Self.isActive(pinch) {
        // A drag that did not begin stays out until all fingers are up. With one finger left, the middle is no middle.
        if pinch.numberOfTouches > 1 { middle = pinch.location(in: view) }
        input.drag = CGSize(width: middle.x - anchor.x, height: middle.y - anchor.y)
      }
      if Self.isActive(pinch) { input.pinch = MapHand.Pinch(factor: pinch.scale, anchor: anchor) }
      actions.move(input)
      guard recognizer == pan, pan.state == .ended else { return }
      // As far as it goes if it slows down as a list does.
      let speed = pan.velocity(in: view)
      actions.slide(CGSize(width: speed.x / 4, height: speed.y / 4))
    }

    private static func isActive(_ recognizer: UIGestureRecognizer) -> Bool {
      recognizer.state == .began || recognizer.state == .changed
    }

    private func takeSecondTap() {
      let position = secondTap.location(in: view)
      switch secondTap.state {
      case .began: anchor = position
      case .changed:
        actions.move(
          MapHand.Input(
            pinch: MapHand.Pinch(factor: MapHand.factor(ofDrag: position.y - anchor.y), anchor: anchor)))
      case .ended where abs(position.y - anchor.y) < 8:
        actions.move(MapHand.Input())
        actions.magnify(anchor)
      default: actions.move(MapHand.Input())
      }
    }

    // MARK: Which of them begin

    func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
      switch recognizer {
      case tap: true
      case longPress: actions.longPress != nil
      // Else a list round the map scrolls.
      case pan: actions.isOn && (actions.isMagnified || pan.numberOfTouches > 1)
      default: actions.isOn
      }
    }

    func gestureRecognizer(_ recognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
      if recognizer == pan { actions.point?(touch.location(in: view), true) }
      return recognizer != longPress || actions.longPress != nil
    }

    func gestureRecognizer(
      _ recognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith other: UIGestureRecognizer
    ) -> Bool {
      [pan, pinch].contains(recognizer) && [pan, pinch].contains(other)
    }
  }
#endif
