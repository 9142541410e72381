import Foundation
import MapPack

#if canImport(CoreGraphics)
  import CoreGraphics
#endif

/// The part of a map that a view shows, and how gestures change it.
///
/// A viewport never leaves the map, never shows more than the whole map, and is never magnified beyond its limit. A
/// `MapFrame` of `part` says where everything lies on the screen. `RegionMapView` in `MapPackUI` has one.
public struct MapViewport: Hashable, Sendable {
  /// All that can be shown, in map points.
  public let home: MapRect
  /// How many times larger than the whole map the view may show a part.
  public let maximumZoom: Double
  /// How far a map can be magnified if an app names no limit.
  public static let defaultMaximumZoom = 64.0
  /// The part that lies in the middle of the view, as large as it can be there, in map points.
  public private(set) var part: MapRect

  /// A viewport that shows a part of a map.
  /// - Parameters:
  ///   - home: all that can be shown, such as a map's bounds.
  ///   - part: the part that is shown first; all of `home` if nil.
  ///   - maximumZoom: how many times larger than all of `home` a part may be shown; at least 1.
  public init(home: MapRect, part: MapRect? = nil, maximumZoom: Double = MapViewport.defaultMaximumZoom) {
    self.home = home
    self.maximumZoom = max(1, maximumZoom)
    self.part = home
    if let part { show(part) }
  }

  /// How many times larger than the whole map the part is shown.
  public var zoom: Double {
    let zoom = min(home.width / part.width, home.height / part.height)
    return zoom.isFinite ? max(1, zoom) : 1
  }

  /// Shows a part of the map, or what comes nearest to it within the limits. A part that is not finite, or of negative
  /// size, changes nothing.
  public mutating func show(_ wanted: MapRect) {
    guard wanted.width >= 0, wanted.height >= 0, (wanted.minX + wanted.width + wanted.minY + wanted.height).isFinite
    else { return }
    // A wanted part may lie in another turn of the world.
    let turn =
      ((home.minX + home.width / 2 - wanted.minX - wanted.width / 2) / WebMercator.worldSize).rounded()
      * WebMercator.worldSize
    let middle = MapPoint(x: wanted.minX + turn + wanted.width / 2, y: wanted.minY + wanted.height / 2)
    // A part that is too small is shown with more round it.
    let grown = max(
      1, min(home.width / maximumZoom / wanted.width, home.height / maximumZoom / wanted.height))
    let width = min(home.width, grown.isFinite ? wanted.width * grown : home.width / maximumZoom)
    let height = min(home.height, grown.isFinite ? wanted.height * grown : home.height / maximumZoom)
    part = MapRect(
      minX: min(max(middle.x - width / 2, home.minX), home.maxX - width),
      minY: min(max(middle.y - height / 2, home.minY), home.maxY - height), width: width, height: height)
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
    let zoom = MapViewport(home: home, part: frame.bounds, maximumZoom: maximumZoom).zoom
    let factor = min(max(factor, 1 / zoom), maximumZoom / zoom)
    let point = frame.mapPoint(anchor)
    let scale = frame.scale * factor
    show(
      MapRect(
        minX: point.x - (point.x - frame.bounds.minX) / factor - (position.x - anchor.x) / scale,
        minY: point.y - (point.y - frame.bounds.minY) / factor - (position.y - anchor.y) / scale,
        width: frame.bounds.width / factor, height: frame.bounds.height / factor))
  }
}
