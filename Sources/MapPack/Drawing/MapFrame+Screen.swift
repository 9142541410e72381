import Foundation

// The part of `MapFrame` that needs `CGRect` and `CGPoint`: a map in a view, and a finger on it. `MapPackUI` and apps
// that draw maps themselves use it.
extension MapFrame {
  /// Puts a part of the map into the middle of a rectangle of the screen, as large as it can be there.
  public init(_ bounds: MapRect, in rect: CGRect) {
    self.init(bounds, x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
  }

  /// The map point under a position on the screen; see `mapPoint(x:y:)`.
  public func mapPoint(_ position: CGPoint) -> MapPoint { mapPoint(x: position.x, y: position.y) }

  /// The rectangle of the map under a rectangle of the screen.
  public func mapRect(_ rect: CGRect) -> MapRect {
    let corner = mapPoint(x: rect.minX, y: rect.minY)
    let opposite = mapPoint(x: rect.maxX, y: rect.maxY)
    return MapRect(minX: corner.x, minY: corner.y, width: opposite.x - corner.x, height: opposite.y - corner.y)
  }

  /// Where a map point lies on the screen; see `position(of:)`.
  public func point(_ point: MapPoint) -> CGPoint {
    let (x, y) = position(of: point)
    return CGPoint(x: x, y: y)
  }

  /// Where a rectangle of the map lies on the screen. Of its positions round the world, it is the one whose middle is
  /// nearest to that of the part.
  public func rect(_ rect: MapRect) -> CGRect {
    let middle = point(MapPoint(x: rect.minX + rect.width / 2, y: rect.minY + rect.height / 2))
    let (width, height) = (rect.width * scale, rect.height * scale)
    return CGRect(x: middle.x - width / 2, y: middle.y - height / 2, width: width, height: height)
  }
}

extension RegionMap {
  /// The region under a finger: the one in which the position lies; if it lies in none, the nearest within reach.
  ///
  /// So small islands can be tapped, and lines and points, which have no inside. Nil if there is no region within
  /// reach.
  /// - Parameters:
  ///   - position: where the finger is, in the frame's unit.
  ///   - frame: where the map lies on the screen.
  ///   - reach: how far the tip of a finger reaches, in the frame's unit. `PackMap.onTapRegion(reach:perform:)` has the
  ///     same default.
  public func region(under position: CGPoint, in frame: MapFrame, reach: Double = 22) -> Region? {
    guard frame.scale > 0 else { return nil }
    return region(nearest: frame.mapPoint(position), within: reach / frame.scale)
  }
}

extension CGRect {
  /// The smallest rectangle of these proportions that covers this one and has the same middle. A photo that is drawn
  /// there fills this rectangle. A size without extent gives this rectangle. `MapDrawing` in `MapPackUI` asks it.
  package func covered(inProportionsOf size: CGSize) -> CGRect {
    guard size.width > 0, size.height > 0 else { return self }
    let scale = max(width / size.width, height / size.height)
    return insetBy(dx: (width - size.width * scale) / 2, dy: (height - size.height * scale) / 2)
  }
}
