import Foundation

/// Where the plane of a `MapLayer` lies on a screen: what its paths are scaled by, and then moved by.
package struct MapPlacing: Hashable, Sendable {
  /// How long a map point is on the screen.
  package let scale: Double
  /// Where the plane's origin lies on the screen.
  package let originX, originY: Double

  package func point(_ point: MapPoint) -> CGPoint {
    CGPoint(x: originX + point.x * scale, y: originY + point.y * scale)
  }

  package func rect(_ rect: MapRect) -> CGRect {
    CGRect(
      x: originX + rect.minX * scale, y: originY + rect.minY * scale, width: rect.width * scale,
      height: rect.height * scale)
  }

  /// What of the plane lies under a rectangle of the screen; nothing if the scale is 0.
  package func layerRect(_ rect: CGRect) -> MapRect {
    guard scale > 0 else { return MapRect(minX: 0, minY: 0, width: -1, height: -1) }
    return MapRect(
      minX: (rect.minX - originX) / scale, minY: (rect.minY - originY) / scale, width: rect.width / scale,
      height: rect.height / scale)
  }
}

extension MapFrame {
  /// Where the plane of a layer lies whose origin is the north-western corner of these bounds, in the same turn of the world
  /// as the frame's part.
  package func placing(_ home: MapRect) -> MapPlacing {
    // Subtracted first and scaled then: a map point is small beside the world.
    MapPlacing(
      scale: scale, originX: originX - (bounds.minX - home.minX) * scale,
      originY: originY - (bounds.minY - home.minY) * scale)
  }
}
