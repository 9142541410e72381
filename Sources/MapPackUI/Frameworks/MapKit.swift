#if canImport(MapKit)
  import MapKit
  import MapPack

  // Map points of MapPack and of MapKit are the same, so numbers are not converted. In both, points past the 180th
  // meridian have x above 2²⁸.

  extension MKMapPoint {
    /// The same map point for MapKit.
    public init(_ point: MapPoint) { self.init(x: point.x, y: point.y) }
  }

  extension MapPoint {
    /// The same map point as in MapKit.
    public init(_ point: MKMapPoint) { self.init(x: point.x, y: point.y) }
  }

  extension MKMapRect {
    /// The same rectangle for MapKit.
    public init(_ rect: MapRect) { self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height) }
  }

  extension MapRect {
    /// The same rectangle as in MapKit.
    public init(_ rect: MKMapRect) {
      self.init(minX: rect.origin.x, minY: rect.origin.y, width: rect.size.width, height: rect.size.height)
    }
  }

  extension MKCoordinateRegion {
    /// The region that a map view has to show so that this rectangle is visible.
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
      /// The polygons of a region, with their holes; none in a map of lines or points.
      /// - Parameters:
      ///   - shape: the region.
      ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
      public convenience init(_ shape: RegionShape, level: Int = 0) {
        self.init(shape.polygons(level: level).map { MKPolygon($0) })
      }
    }

    extension MKMultiPolyline {
      /// The polylines of borders or other lines, such as those of `RegionMap.innerBorders(level:)`. A closed line
      /// repeats its first point.
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
