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

/// A rectangle in the plane of Web Mercator, in map points.
///
/// The fields mean the same as in MapKit's `MKMapRect`. As there, a rectangle on both sides of the 180th meridian
/// begins to the west of it and runs past the world's eastern edge: `maxX` is then above 2²⁸.
///
/// No field is checked. What takes a rectangle says what it makes of a negative size, such as `Pack.shapes(in:)`.
public struct MapRect: Hashable, Sendable {
  /// The western edge, in map points.
  public var minX: Double
  /// The northern edge, in map points.
  public var minY: Double
  /// How far it reaches to the east, in map points.
  public var width: Double
  /// How far it reaches to the south, in map points.
  public var height: Double

  /// A rectangle by its north-western corner and its size, in map points.
  public init(minX: Double, minY: Double, width: Double, height: Double) {
    self.minX = minX
    self.minY = minY
    self.width = width
    self.height = height
  }

  /// The rectangle round nothing: without size, at the plane's north-western corner. It is the bounds of empty shapes.
  static let nowhere = MapRect(minX: 0, minY: 0, width: 0, height: 0)

  /// The eastern edge, in map points.
  public var maxX: Double { minX + width }
  /// The southern edge, in map points.
  public var maxY: Double { minY + height }
}
