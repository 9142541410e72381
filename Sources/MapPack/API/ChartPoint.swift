/// A point of a region's edge, as charts take it.
public struct ChartPoint: Hashable, Identifiable, Sendable {
  /// The point's number among those of its region.
  public let id: Int
  /// The number of its ring among those of its region: points of one ring make one line.
  public let ring: Int
  /// In degrees to the east; above 180 in a region that goes on past the 180th meridian.
  public let longitude: Double
  /// In degrees to the north.
  public let latitude: Double
}

extension RegionShape {
  /// The rings of the region as lists of points in degrees, for Swift Charts or any other library. A ring's first point is
  /// repeated at its end.
  /// - Parameter level: 0 is the finest.
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
