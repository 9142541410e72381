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

#if canImport(MapKit) && !os(watchOS)
  import MapKit
  import MapPack

  /// The regions of a map as an overlay over a map view, at any zoom: give the map view a `RegionOverlayRenderer` for it.
  public final class RegionOverlay<Region: MapRegion>: NSObject, MKOverlay {
    let map: RegionMap<Region>

    /// An overlay that shows the regions of a map.
    public init(_ map: RegionMap<Region>) { self.map = map }

    /// The middle of what makes up most of the map.
    public var coordinate: CLLocationCoordinate2D { MKMapPoint(map.mainBounds.center).coordinate }
    /// The rectangle round the whole map.
    public var boundingMapRect: MKMapRect { MKMapRect(map.bounds) }
  }

  /// Draws the regions of a map straight from the pack into MapKit's own pictures of a map view.
  ///
  /// There are no tiles to wait for, so nothing flashes when the zoom changes. Each picture takes the level of its scale,
  /// and no more of the pack than what it shows. If colors change, call `setNeedsDisplay()`.
  ///
  /// ```swift
  /// import MapKit
  /// import MapPackUI
  ///
  /// final class Regions: NSObject, MKMapViewDelegate {
  ///   func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer {
  ///     guard let overlay = overlay as? RegionOverlay<NewEngland> else { return MKOverlayRenderer(overlay: overlay) }
  ///     return RegionOverlayRenderer(overlay, borders: CGColor(gray: 1, alpha: 1)) { _ in
  ///       CGColor(red: 0.2, green: 0.6, blue: 0.3, alpha: 0.5)
  ///     }
  ///   }
  /// }
  /// ```
  public final class RegionOverlayRenderer<Region: MapRegion>: MKOverlayRenderer {
    private let map: RegionMap<Region>
    private let borders: CGColor?
    private let lineWidth: CGFloat
    private let fill: @Sendable (Region) -> CGColor?

    /// A renderer of an overlay.
    /// - Parameters:
    ///   - overlay: the overlay that the map view has.
    ///   - borders: the color of the lines round regions; if nil, none are drawn.
    ///   - lineWidth: the width of these lines, in points.
    ///   - fill: returns the color of a region; nil leaves the region clear. It is called on any thread. What it
    ///     reads and the app changes has to be behind a lock.
    public init(
      _ overlay: RegionOverlay<Region>, borders: CGColor? = nil, lineWidth: CGFloat = 1,
      fill: @escaping @Sendable (Region) -> CGColor?
    ) {
      (map, self.borders, self.lineWidth, self.fill) = (overlay.map, borders, lineWidth, fill)
      super.init(overlay: overlay)
    }

    /// Draws what a rectangle of the map shows. MapKit calls it on several threads.
    public override func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) {
      let point = 1 / Double(zoomScale)
      // Lines at the edge reach over it.
      let part = MapRect(mapRect).insetBy(dx: -2 * Double(lineWidth) * point, dy: -2 * Double(lineWidth) * point)
      let frame = MapFrame(MapRect(mapRect), in: rect(for: mapRect))
      let level = map.level(metersPerPixel: frame.metersPerUnit * point / Double(contentScaleFactor))
      let regions = map.regions(in: part)
      let paths = regions.map { map[$0].cgPath(level: level, in: frame) }
      for (region, path) in zip(regions, paths) {
        if let color = fill(region) { context.fillRegion(path, color, pixel: CGFloat(point)) }
      }
      if let borders { context.strokeBorders(paths, borders, width: lineWidth * CGFloat(point)) }
    }
  }
#endif

#if canImport(MapKit) && canImport(SwiftUI) && !os(watchOS)
  import MapKit
  import MapPack
  import SwiftUI

  /// A region as content of MapKit's `Map` in SwiftUI: one polygon of MapKit for each polygon of the region. In a map
  /// of lines or points, it is empty.
  ///
  /// ```swift
  /// import MapKit
  /// import MapPackUI
  /// import SwiftUI
  ///
  /// @available(macOS 14, iOS 17, *)
  /// struct VermontOnMap: View {
  ///   var map: RegionMap<NewEngland>
  ///
  ///   var body: some View {
  ///     Map { RegionContent(map[.vermont]).foregroundStyle(.orange) }
  ///   }
  /// }
  /// ```
  @available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
  public struct RegionContent: MapContent {
    private let polygons: [MKPolygon]

    /// The content that shows a region.
    /// - Parameters:
    ///   - shape: the region.
    ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
    public init(_ shape: RegionShape, level: Int = 0) { polygons = shape.polygons(level: level).map { MKPolygon($0) } }

    public var body: some MapContent {
      ForEach(polygons.indices, id: \.self) { MapPolygon(polygons[$0]) }
    }
  }

  /// The regions of a whole map as content of MapKit's `Map`, at the level of what it shows.
  ///
  /// ```swift
  /// import MapKit
  /// import MapPackUI
  /// import SwiftUI
  ///
  /// @available(macOS 14, iOS 17, *)
  /// struct StatesOnMap: View {
  ///   var map: RegionMap<NewEngland>
  ///   @State private var visible: MKMapRect?
  ///
  ///   var body: some View {
  ///     Map { RegionsContent(map, visible: visible) { _ in Color.green } }
  ///       .onMapCameraChange { visible = $0.rect }
  ///   }
  /// }
  /// ```
  @available(macOS 14, iOS 17, tvOS 17, visionOS 1, *)
  public struct RegionsContent<Region: MapRegion>: MapContent {
    private let map: RegionMap<Region>
    private let regions: [Region]
    private let level: Int
    private let color: (Region) -> Color

    /// The content that shows what is visible of a map.
    /// - Parameters:
    ///   - map: the map.
    ///   - visible: what the camera shows; all of the map if nil.
    ///   - color: returns the color of a region.
    public init(_ map: RegionMap<Region>, visible: MKMapRect? = nil, color: @escaping (Region) -> Color) {
      let part = visible.map { MapRect($0) } ?? map.mainBounds
      (self.map, self.color) = (map, color)
      regions = visible == nil ? map.regions : map.regions(in: part)
      // About a pixel of a phone.
      level = map.level(metersPerPixel: MapFrame(part, width: 1000, height: 1000).metersPerUnit)
    }

    public var body: some MapContent {
      ForEach(regions, id: \.self) { RegionContent(map[$0], level: level).foregroundStyle(color($0)) }
    }
  }
#endif
