import Foundation

/// Where the plane of a `MapLayer` lies on a screen: its paths are first scaled and then moved.
///
/// In both, x grows to the right and y downwards. The plane's unit is a map point. `MapDrawing` in `MapPackUI` uses it.
package struct MapPlacing: Hashable, Sendable {
  /// The length of a map point on the screen.
  package let scale: Double
  /// Where the plane's origin lies on the screen.
  package let originX, originY: Double

  /// Where a point of the plane lies on the screen.
  package func point(_ point: MapPoint) -> CGPoint {
    CGPoint(x: originX + point.x * scale, y: originY + point.y * scale)
  }

  /// Where a rectangle of the plane lies on the screen.
  package func rect(_ rect: MapRect) -> CGRect {
    CGRect(
      x: originX + rect.minX * scale, y: originY + rect.minY * scale, width: rect.width * scale,
      height: rect.height * scale)
  }

  /// The rectangle of the plane under a rectangle of the screen; one of negative size, without points, if the scale is
  /// 0.
  package func layerRect(_ rect: CGRect) -> MapRect {
    guard scale > 0 else { return MapRect(minX: 0, minY: 0, width: -1, height: -1) }
    return MapRect(
      minX: (rect.minX - originX) / scale, minY: (rect.minY - originY) / scale, width: rect.width / scale,
      height: rect.height / scale)
  }
}

extension MapFrame {
  /// Where the plane of a layer lies on the screen.
  /// - Parameter home: the bounds of the layer's map, whose north-western corner is the plane's origin. They are in the
  ///   same turn of the world as the frame's part.
  package func placing(_ home: MapRect) -> MapPlacing {
    // First subtracted, then scaled, because a map point is small beside the world.
    MapPlacing(
      scale: scale, originX: originX - (bounds.minX - home.minX) * scale,
      originY: originY - (bounds.minY - home.minY) * scale)
  }
}
