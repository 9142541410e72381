/// A point of a region's ring in degrees, as Swift Charts and other libraries take it.
public struct ChartPoint: Hashable, Identifiable, Sendable {
  /// The point's index among the points of its region.
  public let id: Int
  /// The index of its ring among the rings of its region at that level. The points of one ring are drawn as one line.
  public let ring: Int
  /// In degrees to the east of Greenwich; above 180 past the 180th meridian, if the region lies on both sides of it.
  public let longitude: Double
  /// In degrees to the north of the equator.
  public let latitude: Double
}

extension RegionShape {
  /// The points of the region's rings in degrees, ring by ring, for Swift Charts or any other library.
  ///
  /// Rings come in the order and in the direction of `appendRings(level:to:)`, a polygon's outer ring before its holes.
  /// Here each ring repeats its first point at its end. A map of lines or points has no rings, so the list is empty.
  /// - Parameter level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
  /// - Complexity: O(vertices of the region's arcs at the finest level)
  public func chartPoints(level: Int = 0) -> [ChartPoint] {
    var rings = RingBuffer()
    appendRings(level: level, to: &rings)
    var points: [ChartPoint] = []
    points.reserveCapacity(rings.points.count + rings.ringCount)
    for ring in 0..<rings.ringCount {
      let vertices = rings.points(ofRing: ring)
      for point in [vertices, vertices.prefix(1)].joined() {
        points.append(ChartPoint(id: points.count, ring: ring, longitude: point.longitude, latitude: point.latitude))
      }
    }
    return points
  }
}
