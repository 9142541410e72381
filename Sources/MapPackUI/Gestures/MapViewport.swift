import Foundation
import MapPack

#if canImport(CoreGraphics)
  import CoreGraphics
#endif

/// The part of a map that a picture shows, and where it goes on to if it is one of an animation.
struct DrawnPart: Sendable {
  let part, target: MapRect
}

/// The part of a map that a view shows, and how gestures change it.
///
/// A viewport never leaves the map and never shows more than the whole map. Gestures never magnify it beyond its limit; an
/// app may show any part. A `MapFrame` of `part` says where everything lies on the screen. `RegionMapView` has one.
public struct MapViewport: Hashable, Sendable {
  /// All that can be shown, in map points.
  public let home: MapRect
  /// What is shown first, in map points, such as a map's `mainBounds`. Zooms count from it.
  public let first: MapRect
  /// How many times larger than at first gestures may show a part.
  public let maximumZoom: Double
  /// How far a map can be magnified if an app names no limit.
  public static let defaultMaximumZoom = 64.0
  /// The part that lies in the middle of the view, as large as it can be there, in map points.
  public private(set) var part: MapRect

  /// A viewport that shows a part of a map.
  /// - Parameters:
  ///   - home: all that can be shown, such as a map's bounds.
  ///   - first: what is shown first, a part of `home`; all of it if nil.
  ///   - part: the part that is shown now; `first` if nil.
  ///   - maximumZoom: how many times larger than `first` gestures may show a part; at least 1.
  public init(
    home: MapRect, first: MapRect? = nil, part: MapRect? = nil, maximumZoom: Double = MapViewport.defaultMaximumZoom
  ) {
    self.home = home
    self.first = first ?? home
    self.maximumZoom = max(1, maximumZoom)
    self.part = self.first
    if let part { show(part) }
  }

  /// How many times larger than at first the part is shown; less than 1 if more is shown.
  public var zoom: Double { Self.zoom(of: part, in: first) }

  private static func zoom(of part: MapRect, in whole: MapRect) -> Double {
    let zoom = min(whole.width / part.width, whole.height / part.height)
    return zoom.isFinite ? zoom : 1
  }

  /// The zoom at which a rectangle takes a third of the view: `maximumZoom` for a map whose smallest region it is.
  static func zoom(showingThirdOf rect: MapRect, first: MapRect) -> Double {
    zoom(of: MapRect(minX: 0, minY: 0, width: 3 * rect.width, height: 3 * rect.height), in: first)
  }

  /// Shows a part of the map, or what comes nearest to it on the map. A point is shown as large as gestures may. A part that
  /// is not finite, or of negative size, changes nothing.
  public mutating func show(_ wanted: MapRect) {
    guard wanted.width >= 0, wanted.height >= 0, (wanted.minX + wanted.width + wanted.minY + wanted.height).isFinite
    else { return }
    // A wanted part may lie in another turn of the world.
    let turn =
      ((home.minX + home.width / 2 - wanted.minX - wanted.width / 2) / WebMercator.worldSize).rounded()
      * WebMercator.worldSize
    let middle = MapPoint(x: wanted.minX + turn + wanted.width / 2, y: wanted.minY + wanted.height / 2)
    let isPoint = wanted.width == 0 && wanted.height == 0
    let width = min(home.width, isPoint ? first.width / maximumZoom : wanted.width)
    let height = min(home.height, isPoint ? first.height / maximumZoom : wanted.height)
    part = MapRect(
      minX: min(max(middle.x - width / 2, home.minX), home.maxX - width),
      minY: min(max(middle.y - height / 2, home.minY), home.maxY - height), width: width, height: height)
  }

  /// The viewport as it is seen while an animation leads to it.
  /// - Parameter drawn: what was drawn last. If that was going elsewhere, this viewport is newer, and counts.
  func seen(_ drawn: DrawnPart?) -> MapViewport {
    guard let drawn, drawn.target == part, drawn.part != part else { return self }
    var seen = self
    seen.show(drawn.part)
    return seen
  }

  /// Moves the map with a finger.
  /// - Parameters:
  ///   - translation: how far the finger has moved on the screen since the gesture began.
  ///   - frame: where the part lay on the screen when the gesture began.
  public mutating func pan(by translation: CGSize, in frame: MapFrame) {
    move(.zero, to: CGPoint(x: translation.width, y: translation.height), magnifiedBy: 1, in: frame)
  }

  /// Magnifies the map. What lies under the fingers stays there, as far as the limits allow.
  /// - Parameters:
  ///   - factor: how many times larger the map gets; below 1 it gets smaller.
  ///   - anchor: where the fingers are on the screen.
  ///   - frame: where the part lay on the screen when the gesture began.
  public mutating func magnify(by factor: Double, around anchor: CGPoint, in frame: MapFrame) {
    move(anchor, to: anchor, magnifiedBy: factor, in: frame)
  }

  /// How many times larger a turn of a wheel makes the map: a notch makes it a fifth larger or smaller, and no event makes
  /// it more than twice as large.
  /// - Parameter lines: how far the wheel was turned; above 0, away from the user.
  static func factor(ofWheel lines: Double) -> Double {
    guard lines.isFinite else { return 1 }
    let factor = min(1 + abs(lines) / 5, 2)
    return lines < 0 ? 1 / factor : factor
  }

  /// Moves and magnifies the map at once. What lay at a position comes to another one, as far as the limits allow.
  mutating func move(
    _ anchor: CGPoint, to position: CGPoint, magnifiedBy factor: Double, in frame: MapFrame
  ) {
    guard factor > 0, factor.isFinite, frame.scale > 0 else { return }
    // Limited first, because at a limit the part would slide under the fingers instead of staying as it is.
    let factor = min(
      max(factor, 1 / Self.zoom(of: frame.bounds, in: home)),
      max(1, maximumZoom / Self.zoom(of: frame.bounds, in: first)))
    let point = frame.mapPoint(anchor)
    let scale = frame.scale * factor
    show(
      MapRect(
        minX: point.x - (point.x - frame.bounds.minX) / factor - (position.x - anchor.x) / scale,
        minY: point.y - (point.y - frame.bounds.minY) / factor - (position.y - anchor.y) / scale,
        width: frame.bounds.width / factor, height: frame.bounds.height / factor))
  }
}
