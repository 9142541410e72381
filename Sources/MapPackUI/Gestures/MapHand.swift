import Foundation
import MapPack

#if canImport(CoreGraphics)
  import CoreGraphics
#endif

/// What fingers do to a map: a drag, a pinch, or both at once. Both write into this one value, and it makes the viewport.
///
/// Gestures say how far they have come since they began. So each counts from a viewport that is kept. If one begins or
/// ends while the other goes on, the hand goes on from where the map is then.
struct MapHand: Sendable {
  /// A pinch.
  struct Pinch: Equatable, Sendable {
    /// Since it began; above 1, the map becomes larger.
    var factor: Double
    /// The middle between the fingers when it began, in the view.
    var anchor: CGPoint
  }

  /// What the gestures say.
  struct Input: Equatable, Sendable {
    /// How far the finger has moved since the drag began; nil if nothing is dragged.
    var drag: CGSize?
    /// Nil if nothing is pinched.
    var pinch: Pinch?

    /// Whether no gesture goes on.
    var isEmpty: Bool { drag == nil && pinch == nil }
  }

  /// When a gesture began or ended while the other went on, or when the only one began.
  private struct Beginning {
    /// What the gestures said.
    var input: Input
    var viewport: MapViewport
    /// The middle between the fingers; anywhere if nothing is pinched.
    var anchor: CGPoint

    /// Where the middle between the fingers is now.
    func anchor(at input: Input) -> CGPoint {
      guard let drag = input.drag, let start = self.input.drag else { return anchor }
      return CGPoint(x: anchor.x + drag.width - start.width, y: anchor.y + drag.height - start.height)
    }
  }

  /// What the gestures said last.
  private var last = Input()
  /// When something was pinched last, in seconds.
  private var pinched = -Double.infinity
  /// Nil if no gesture goes on.
  private var beginning: Beginning?

  /// Whether a gesture goes on.
  var isMoving: Bool { beginning != nil }

  /// The viewport after the gestures have gone on.
  ///
  /// If no gesture goes on any more, the viewport stays as it is. So it makes no difference whether they ended or were
  /// cancelled.
  /// - Parameters:
  ///   - input: what the gestures say now.
  ///   - viewport: where the map is.
  ///   - room: the rectangle of the view in whose middle the map lies.
  ///   - time: now, in seconds.
  mutating func move(
    to input: Input, from viewport: MapViewport, in room: CGRect, at time: TimeInterval
  ) -> MapViewport {
    defer { last = input }
    if input.pinch != nil || last.pinch != nil { pinched = time }
    guard !input.isEmpty else {
      beginning = nil
      return viewport
    }
    let isSamePinch = input.pinch?.anchor == last.pinch?.anchor
    let beginning: Beginning
    if let known = self.beginning, isSamePinch, (input.drag == nil) == (last.drag == nil) {
      beginning = known
    } else {
      // What goes on has come as far as it said last. What is new begins with nothing.
      var start = Input(drag: input.drag.map { _ in last.drag ?? .zero }, pinch: input.pinch)
      start.pinch?.factor = isSamePinch ? last.pinch?.factor ?? 1 : 1
      let anchor = isSamePinch ? self.beginning?.anchor(at: last) : nil
      beginning = Beginning(
        input: start, viewport: viewport, anchor: anchor ?? input.pinch?.anchor ?? room.middle)
      self.beginning = beginning
    }
    var moved = beginning.viewport
    moved.move(
      beginning.anchor, to: beginning.anchor(at: input),
      magnifiedBy: (input.pinch?.factor ?? 1) / (beginning.input.pinch?.factor ?? 1),
      in: MapFrame(beginning.viewport.part, in: room))
    return moved
  }
}

extension MapHand {
  /// Lets go of the map, which something else has moved. Gestures that go on take it where it is then.
  mutating func letGo() { beginning = nil }

  /// Whether the map slides on at the end of a drag. After a pinch it does not: the finger that is lifted first still moves
  /// outward.
  func slidesOn(at time: TimeInterval) -> Bool { last.pinch == nil && time - pinched > 1.0 / 3 }

  /// How many times larger a finger makes the map that goes down twice and moves: down the screen it gets larger.
  static func factor(ofDrag distance: CGFloat) -> Double { exp2(Double(distance) / 100) }
}

extension CGRect {
  /// Its middle.
  var middle: CGPoint { CGPoint(x: midX, y: midY) }
}
