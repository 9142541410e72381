#if canImport(CoreGraphics)
  import CoreGraphics
  import MapPack

  extension MapFrame {
    /// Puts a part of the map into the middle of a rectangle.
    public init(_ bounds: MapRect, in rect: CGRect) {
      self.init(bounds, x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
    }

    /// The map point under a place of the screen; see `mapPoint(x:y:)`.
    public func mapPoint(_ place: CGPoint) -> MapPoint { mapPoint(x: place.x, y: place.y) }

    /// What of the map lies under a rectangle of the screen.
    public func mapRect(_ rect: CGRect) -> MapRect {
      let corner = mapPoint(x: rect.minX, y: rect.minY)
      let opposite = mapPoint(x: rect.maxX, y: rect.maxY)
      return MapRect(
        minX: corner.x, minY: corner.y, width: opposite.x - corner.x, height: opposite.y - corner.y)
    }

    /// The place of a map point on the screen; see `place(of:)`.
    public func point(_ place: MapPoint) -> CGPoint {
      let (x, y) = self.place(of: place)
      return CGPoint(x: x, y: y)
    }
  }

  extension RegionMap {
    /// The region under a finger: the one in which the place lies, and where it lies in none, the nearest within reach.
    /// So small islands can be tapped.
    /// - Parameter reach: how far the tip of a finger reaches, in the frame's unit.
    public func region(under place: CGPoint, in frame: MapFrame, reach: CGFloat = 22) -> Region? {
      guard frame.scale > 0 else { return nil }
      let point = frame.mapPoint(place)
      return region(at: point) ?? region(nearest: point, within: reach / frame.scale)
    }
  }
#endif
