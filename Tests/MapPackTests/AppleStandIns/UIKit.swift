// Pages of developer.apple.com/documentation/uikit: uiview, uigesturerecognizer, uigesturerecognizerdelegate,
// uipangesturerecognizer/allowedscrolltypesmask, uipinchgesturerecognizer, uitapgesturerecognizer,
// uilongpressgesturerecognizer, uitouch. Written down from memory. Without Objective-C, there are no selectors here: what is
// attached by one is compiled on a Mac only.

extension AppleStandIns {
  /// Not on macOS and watchOS; here, for every platform, because only code for the others imports it.
  static let uiKit = """
    @_exported import CoreGraphics
    @_exported import Foundation

    @MainActor open class UIView: NSObject {
      public override init() {}
      public var isAccessibilityElement: Bool { get { false } set {} }
      public func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {}
    }

    @MainActor open class UITouch: NSObject {
      public func location(in view: UIView?) -> CGPoint { .zero }
    }

    @MainActor open class UIGestureRecognizer: NSObject {
      public enum State: Int, Sendable { case possible, began, changed, ended, cancelled, failed }
      public override init() {}
      public var state: State { .possible }
      public weak var delegate: (any UIGestureRecognizerDelegate)?
      public var numberOfTouches: Int { 0 }
      public var isEnabled: Bool { get { true } set {} }
      public func location(in view: UIView?) -> CGPoint { .zero }
      public func require(toFail otherGestureRecognizer: UIGestureRecognizer) {}
    }

    @MainActor public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
      func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
      func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
      func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
      ) -> Bool
    }

    public struct UIScrollTypeMask: OptionSet, Sendable {
      public let rawValue: Int
      public init(rawValue: Int) { self.rawValue = rawValue }
      public static let all = UIScrollTypeMask(rawValue: 3)
    }

    @MainActor open class UIPanGestureRecognizer: UIGestureRecognizer {
      public var maximumNumberOfTouches: Int { get { 0 } set {} }
      public var allowedScrollTypesMask: UIScrollTypeMask { get { [] } set {} }
      public func translation(in view: UIView?) -> CGPoint { .zero }
      public func velocity(in view: UIView?) -> CGPoint { .zero }
    }

    @MainActor open class UIPinchGestureRecognizer: UIGestureRecognizer {
      public var scale: CGFloat { get { 1 } set {} }
    }

    @MainActor open class UITapGestureRecognizer: UIGestureRecognizer {}

    @MainActor open class UILongPressGestureRecognizer: UIGestureRecognizer {
      public var numberOfTapsRequired: Int { get { 0 } set {} }
      public var minimumPressDuration: TimeInterval { get { 0.5 } set {} }
    }
    """
}
