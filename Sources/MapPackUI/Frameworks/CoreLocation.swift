#if canImport(CoreLocation)
  import CoreLocation
  import MapPack

  // Coordinates of Core Location in degrees, for apps: as map points, as routes, and in questions about regions.

  // Nothing here throws or traps; `MapPoint.init(_:)` says what becomes of invalid coordinates.

  extension MapPoint {
    /// The map point at a coordinate.
    ///
    /// Latitudes beyond `WebMercator.latitudeLimit` are at the edge of the world; `kCLLocationCoordinate2DInvalid` is
    /// at its southern one, so ask `CLLocationCoordinate2DIsValid` first. Longitudes beyond ±180° go on past the
    /// edge; in questions about regions they are turned round the world. A coordinate with a NaN, or more than eight
    /// worlds away, lies in no region.
    public init(_ coordinate: CLLocationCoordinate2D) {
      self.init(longitude: coordinate.longitude, latitude: coordinate.latitude)
    }
  }

  extension CLLocationCoordinate2D {
    /// The coordinate of a map point. Its longitude is between −180° and 180°, also if the point lies past the 180th
    /// meridian.
    public init(_ point: MapPoint) {
      let turns = (point.x / WebMercator.worldSize).rounded(.down)
      let inWorld = MapPoint(x: point.x - turns * WebMercator.worldSize, y: point.y)
      self.init(latitude: inWorld.latitude, longitude: inWorld.longitude)
    }
  }

  extension RandomAccessCollection where Element == CLLocationCoordinate2D {
    /// The coordinates of a route that stay if it is simplified, in their order.
    ///
    /// - Parameters:
    ///   - meters: the tolerance, in meters on the ground.
    ///   - method: the method of simplification.
    /// - Complexity: as `LineSimplification.indices(of:tolerance:)`.
    public func simplified(
      tolerance meters: Double, by method: LineSimplification = .douglasPeucker
    ) -> [CLLocationCoordinate2D] {
      simplified(tolerance: meters, by: method) { MapPoint($0) }
    }
  }

  extension RegionMap {
    /// The region in which a coordinate lies; nil if it lies in none. See `region(at:)` of a `MapPoint`.
    public func region(at coordinate: CLLocationCoordinate2D) -> Region? { region(at: MapPoint(coordinate)) }
  }

  extension LocationIndex {
    /// The region in which a coordinate lies; nil if it lies in none. See `region(at:)` of a `MapPoint`.
    public func region(at coordinate: CLLocationCoordinate2D) -> Region? { region(at: MapPoint(coordinate)) }
  }
#endif
