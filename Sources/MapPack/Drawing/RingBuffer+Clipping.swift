extension RingBuffer {
  /// The rings, clipped to a rectangle. Fill these if a map is magnified so much that a region reaches far beyond the
  /// screen. `RegionMap.content(of:size:buffer:)` clips to tiles with it.
  ///
  /// Filled by either rule, they cover the same points of the rectangle as the rings themselves. Where a ring leaves
  /// the rectangle, it goes on along the rectangle's edge, so do not stroke such rings. A polygon outside the rectangle
  /// is left out, or leaves rings without area on the rectangle's edges. The rectangle is in map points, in the window
  /// of the rings; it is not turned round the world.
  /// - Complexity: O(points)
  /// - SeeAlso: I. Sutherland and G. Hodgman, "Reentrant polygon clipping", Communications of the ACM 17 (1974), 32–42.
  public func clipped(to rect: MapRect) -> RingBuffer {
    var clipped = RingBuffer()
    var ring: ContiguousArray<MapPoint> = []
    var cut: ContiguousArray<MapPoint> = []
    for polygon in 0..<polygonCount {
      for index in polygonStart[polygon]..<polygonStart[polygon + 1] {
        ring.removeAll(keepingCapacity: true)
        ring.append(contentsOf: points(ofRing: index))
        for side in RectSide.allCases {
          side.clip(ring, rect, into: &cut)
          swap(&ring, &cut)
        }
        if ring.isEmpty {
          // A polygon whose outer ring lies outside has no hole inside.
          if index == polygonStart[polygon] { break }
          continue
        }
        clipped.points.append(contentsOf: ring)
        clipped.ringStart.append(clipped.points.count)
      }
      if clipped.ringCount > clipped.polygonStart[clipped.polygonCount] {
        clipped.polygonStart.append(clipped.ringCount)
      }
    }
    return clipped
  }
}

/// A side of a rectangle, and the half of the plane on its inner side.
private enum RectSide: CaseIterable {
  case west, east, north, south

  /// How far inside a point lies, in map points; negative if it lies outside.
  private func depth(_ point: MapPoint, _ rect: MapRect) -> Double {
    switch self {
    case .west: point.x - rect.minX
    case .east: rect.maxX - point.x
    case .north: point.y - rect.minY
    case .south: rect.maxY - point.y
    }
  }

  /// The point at which a segment crosses the side's line. It lies exactly on that line.
  private func crossing(_ a: MapPoint, _ b: MapPoint, _ rect: MapRect) -> MapPoint {
    let (da, db) = (depth(a, rect), depth(b, rect))
    let share = da / (da - db)
    switch self {
    case .west, .east: return MapPoint(x: self == .west ? rect.minX : rect.maxX, y: a.y + (b.y - a.y) * share)
    case .north, .south: return MapPoint(x: a.x + (b.x - a.x) * share, y: self == .north ? rect.minY : rect.maxY)
    }
  }

  /// Clips a ring to the half of the plane.
  /// - Parameter cut: is emptied, and gets the clipped ring.
  func clip(_ ring: ContiguousArray<MapPoint>, _ rect: MapRect, into cut: inout ContiguousArray<MapPoint>) {
    cut.removeAll(keepingCapacity: true)
    guard var previous = ring.last else { return }
    for point in ring {
      let (isInside, wasInside) = (depth(point, rect) >= 0, depth(previous, rect) >= 0)
      if isInside != wasInside { cut.append(crossing(previous, point, rect)) }
      if isInside { cut.append(point) }
      previous = point
    }
  }
}
