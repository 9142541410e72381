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

#if canImport(CoreGraphics)
  import CoreGraphics
  import MapPack

  extension RegionMap {
    /// A picture of a tile of the map. It is clear where no region is; in a map of lines or points, it is clear
    /// everywhere.
    ///
    /// Regions and lines are drawn a little beyond the tile's edges, so that neighboring pictures fit together.
    ///
    /// - Parameters:
    ///   - tile: the tile.
    ///   - pixels: the width and height of the picture, in pixels.
    ///   - borders: the color of the lines round regions; if nil, none are drawn.
    ///   - lineWidth: the width of these lines, in pixels.
    ///   - fill: returns the color of a region; nil leaves the region clear.
    /// - Returns: nil if the system makes no picture of this size.
    public func image(
      of tile: MapTile, pixels: Int = 512, borders: CGColor? = nil, lineWidth: CGFloat = 1,
      fill: (Region) -> CGColor?
    ) -> CGImage? {
      guard let context = CGContext.forMap(width: pixels, height: pixels) else { return nil }
      let content = content(of: tile, size: Double(pixels), buffer: 2 * Double(lineWidth) + 2)
      let paths = content.regions.map { region, rings in
        var path = CGMutablePath()
        rings.draw(in: content.frame, to: &path)
        return (region: region, path: path)
      }
      for (region, path) in paths {
        if let color = fill(region) { context.fillRegion(path, color) }
      }
      if let borders { context.strokeBorders(paths.map(\.path), borders, width: lineWidth) }
      return context.makeImage()
    }
  }
#endif

#if canImport(MapKit) && canImport(ImageIO) && !os(watchOS)
  import ImageIO
  import MapKit

  /// The regions of a map as an overlay of tiles over a map view, at any zoom.
  ///
  /// Each tile is drawn from the pack when it is asked for. Nothing is downloaded, and nothing is cached.
  ///
  /// Give the map view an `MKTileOverlayRenderer` for the overlay. If colors change, call the renderer's `reloadData()`:
  /// then each tile that is visible is drawn again, with the colors that `fill` returns by now.
  public final class RegionTileOverlay<Region: MapRegion>: MKTileOverlay {
    private let map: RegionMap<Region>
    private let borders: CGColor?
    private let lineWidth: CGFloat
    private let fill: @Sendable (Region) -> CGColor?

    /// An overlay that shows the regions of a map.
    /// - Parameters:
    ///   - map: the map that the tiles show.
    ///   - borders: the color of the lines round regions; if nil, none are drawn.
    ///   - lineWidth: the width of these lines, in points.
    ///   - fill: returns the color of a region; nil leaves the region clear. It is called on any thread. What it
    ///     reads and the app changes has to be behind a lock.
    public init(
      _ map: RegionMap<Region>, borders: CGColor? = nil, lineWidth: CGFloat = 1,
      fill: @escaping @Sendable (Region) -> CGColor?
    ) {
      (self.map, self.borders, self.lineWidth, self.fill) = (map, borders, lineWidth, fill)
      super.init(urlTemplate: nil)
    }

    /// Draws the picture of a tile.
    /// - Parameters:
    ///   - path: the address of the tile.
    ///   - result: gets the picture as a PNG, or an error if the system makes none.
    public override func loadTile(
      at path: MKTileOverlayPath, result: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
      let scale = path.contentScaleFactor
      guard let tile = MapTile(zoom: path.z, x: path.x, y: path.y),
        let image = map.image(
          of: tile, pixels: Int(tileSize.width * scale), borders: borders, lineWidth: lineWidth * scale, fill: fill),
        let data = Self.png(image)
      else { return result(nil, CocoaError(.fileReadUnknown)) }
      result(data, nil)
    }

    private static func png(_ image: CGImage) -> Data? {
      let data = NSMutableData()
      let type = NSString(string: "public.png") as CFString
      guard let destination = CGImageDestinationCreateWithData(data as CFMutableData, type, 1, nil) else { return nil }
      CGImageDestinationAddImage(destination, image, nil)
      return CGImageDestinationFinalize(destination) ? data as Data : nil
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
      ForEach(polygons, id: \.self) { MapPolygon($0) }
    }
  }
#endif
