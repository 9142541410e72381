import Foundation
import MapPack

#if canImport(CoreGraphics)
  import CoreGraphics
#endif

/// Where the plane of a `MapLayer` lies on a screen: its paths are first scaled and then moved.
///
/// In both, x grows to the right and y downwards. The plane's unit is a map point.
struct MapPlacing: Hashable, Sendable {
  /// The length of a map point on the screen.
  let scale: Double
  /// Where the plane's origin lies on the screen.
  let originX, originY: Double

  /// Where a point of the plane lies on the screen.
  func point(_ point: MapPoint) -> CGPoint {
    CGPoint(x: originX + point.x * scale, y: originY + point.y * scale)
  }

  /// Where a rectangle of the plane lies on the screen.
  func rect(_ rect: MapRect) -> CGRect {
    CGRect(
      x: originX + rect.minX * scale, y: originY + rect.minY * scale, width: rect.width * scale,
      height: rect.height * scale)
  }

  /// The rectangle of the plane under a rectangle of the screen; one of negative size, without points, if the scale is
  /// 0.
  func layerRect(_ rect: CGRect) -> MapRect {
    guard scale > 0 else { return MapRect(minX: 0, minY: 0, width: -1, height: -1) }
    return MapRect(
      minX: (rect.minX - originX) / scale, minY: (rect.minY - originY) / scale, width: rect.width / scale,
      height: rect.height / scale)
  }
}

extension MapFrame {
  /// Where the plane of a layer lies on the screen.
  /// - Parameter home: the bounds of the layer's map, whose north-western corner is the plane's origin. Of its positions
  ///   round the world, the plane is at the one that is nearest to the part.
  func placing(_ home: MapRect) -> MapPlacing {
    let west = home.minX + nearestTurn(home.minX + home.width / 2) * WebMercator.worldSize
    // First subtracted, then scaled, because a map point is small beside the world.
    return MapPlacing(
      scale: scale, originX: originX - (bounds.minX - west) * scale,
      originY: originY - (bounds.minY - home.minY) * scale)
  }
}
