/// A point in the plane of Web Mercator, in map points.
///
/// The coordinates mean the same as in MapKit's `MKMapPoint`. Locations are asked for with it, as in
/// `RegionMap.region(at:)`, and vertices come as it. `WebMercator` has the formulas for degrees.
public struct MapPoint: Hashable, Sendable {
  /// In map points to the east of 180° W; the world is 2²⁸ wide.
  public var x: Double
  /// In map points to the south of 85.05…° N.
  public var y: Double

  /// A point by its coordinates in map points.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The point at a longitude and latitude in degrees.
  ///
  /// A longitude beyond ±180° gives an x outside the world. A latitude beyond ±85.05…° gives the edge of the world, as
  /// `WebMercator.y(latitude:)` does.
  @inlinable
  public init(longitude: Double, latitude: Double) {
    self.init(x: WebMercator.x(longitude: longitude), y: WebMercator.y(latitude: latitude))
  }

  /// In degrees to the east of Greenwich; above 180 if x lies past the world's eastern edge.
  @inlinable public var longitude: Double { WebMercator.longitude(x: x) }

  /// In degrees to the north of the equator; beyond ±85.05…° if y lies outside the world.
  @inlinable public var latitude: Double { WebMercator.latitude(y: y) }
}

/// A point of a region's ring in degrees, as Swift Charts and other libraries take it.
public struct ChartPoint: Hashable, Identifiable, Sendable {
  /// What tells the points of a map's regions apart, at one level.
  public struct ID: Hashable, Sendable {
    /// The raw value of the region.
    public let rawValue: UInt16
    /// The point's index among the points of its region.
    public let index: Int
  }

  /// Its identity among the points of all regions of the map.
  public let id: ID
  /// The code of its region.
  public let code: String
  /// The index of its ring among the rings of its region at that level.
  public let ring: Int
  /// The point of the map; past the world's eastern edge if the region lies on both sides of the 180th meridian.
  public let point: MapPoint

  /// How far it lies to the east, in map points.
  public var x: Double { point.x }
  /// How far it lies to the north of the plane's northern end, in map points; not above 0. A chart whose units are as long
  /// in x as in y shows regions in their right proportions.
  public var y: Double { -point.y }
  /// In degrees to the east of Greenwich; above 180 past the 180th meridian.
  public var longitude: Double { point.longitude }
  /// In degrees to the north of the equator.
  public var latitude: Double { point.latitude }

  /// What the points of one ring have in common, and no other points of the map. They are drawn as one line.
  public var series: String { "\(code) \(ring)" }
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
    let code = code
    var points: [ChartPoint] = []
    points.reserveCapacity(rings.points.count + rings.ringCount)
    for ring in 0..<rings.ringCount {
      let vertices = rings.points(ofRing: ring)
      for point in [vertices, vertices.prefix(1)].joined() {
        points.append(
          ChartPoint(
            id: ChartPoint.ID(rawValue: rawValue, index: points.count), code: code, ring: ring, point: point))
      }
    }
    return points
  }
}
