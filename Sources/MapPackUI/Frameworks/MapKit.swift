#if canImport(MapKit)
  import MapKit
  import MapPack

  // A map point of MapPack is one of MapKit: nothing is converted. What lies past the 180th meridian has x above 2²⁸ in
  // both.

  extension MKMapPoint {
    public init(_ point: MapPoint) { self.init(x: point.x, y: point.y) }
  }

  extension MapPoint {
    public init(_ point: MKMapPoint) { self.init(x: point.x, y: point.y) }
  }

  extension MKMapRect {
    public init(_ rect: MapRect) { self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height) }
  }

  extension MapRect {
    public init(_ rect: MKMapRect) {
      self.init(minX: rect.origin.x, minY: rect.origin.y, width: rect.size.width, height: rect.size.height)
    }
  }

  extension MKCoordinateRegion {
    /// What a map view shows to show this rectangle.
    public init(_ rect: MapRect) { self.init(MKMapRect(rect)) }
  }

  extension RegionMap {
    /// The region in which a point lies; nil if it lies in none. See `region(at:)` of a `MapPoint`.
    public func region(at point: MKMapPoint) -> Region? { region(at: MapPoint(point)) }
  }

  #if !os(watchOS)
    extension MKPolygon {
      /// A polygon with its holes.
      public convenience init(_ polygon: RegionPolygon) {
        let outer = polygon.outer.map { MKMapPoint($0) }
        let holes = polygon.holes.map { hole in
          let points = hole.map { MKMapPoint($0) }
          return MKPolygon(points: points, count: points.count)
        }
        self.init(points: outer, count: outer.count, interiorPolygons: holes)
      }
    }

    extension MKMultiPolygon {
      /// The polygons of a region, with their holes.
      /// - Parameter level: 0 is the finest.
      public convenience init(_ shape: RegionShape, level: Int = 0) {
        self.init(shape.polygons(level: level).map { MKPolygon($0) })
      }
    }

    extension MKMultiPolyline {
      /// Borders, such as `RegionMap.innerBorders(level:)`.
      public convenience init(_ lines: LineBuffer) {
        self.init(
          (0..<lines.lineCount).map { line in
            var points = lines.points(ofLine: line).map { MKMapPoint($0) }
            if lines.isClosed[line], let first = points.first { points.append(first) }
            return MKPolyline(points: points, count: points.count)
          })
      }
    }
  #endif
#endif
