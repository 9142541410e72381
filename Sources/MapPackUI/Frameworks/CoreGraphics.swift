#if canImport(CoreGraphics)
  import CoreGraphics
  import MapPack

  /// Shapes are drawn straight into Core Graphics' path. All of this is available wherever the package is.
  extension CGMutablePath: PathSink {
    public func move(toX x: Double, y: Double) { move(to: CGPoint(x: x, y: y)) }
    public func addLine(toX x: Double, y: Double) { addLine(to: CGPoint(x: x, y: y)) }
  }

  extension RegionShape {
    /// The region's path in the frame's screen coordinates: y grows downwards, in the unit in which the frame was
    /// given. The even-odd rule and the non-zero rule fill alike.
    /// - Parameters:
    ///   - level: 0 is the finest; levels outside `0 ..< pack.levelCount` are taken as the nearest.
    ///   - frame: where the map lies.
    public func cgPath(level: Int = 0, in frame: MapFrame) -> CGPath {
      var path = CGMutablePath()
      draw(level: level, in: frame, to: &path)
      return path
    }
  }

  extension LineBuffer {
    /// The path of the lines in the frame's screen coordinates, as `RegionShape.cgPath(level:in:)` has them.
    public func cgPath(in frame: MapFrame) -> CGPath {
      var path = CGMutablePath()
      draw(in: frame, to: &path)
      return path
    }
  }

  extension RegionMap {
    /// A picture of the map, for a widget or a thumbnail.
    ///
    /// It is drawn region by region. So it takes four bytes of memory per pixel, and at most the path of the largest
    /// region or of all borders. Lines and points are not drawn: the picture of a map of lines or points is clear.
    /// - Parameters:
    ///   - width: the width of the picture, in pixels.
    ///   - height: the height of the picture, in pixels.
    ///   - part: the rectangle of the map that the picture shows, in map points; it is scaled to fill the picture. The
    ///     whole map if nil.
    ///   - borders: the color of the borders between regions; if nil, none are drawn.
    ///   - coast: the color of the borders between regions and what belongs to none; if nil, none are drawn.
    ///   - lineWidth: the width of borders and coast, in pixels.
    ///   - fill: returns the color of a region; nil leaves the region clear.
    /// - Returns: nil if the system makes no picture of this size.
    public func image(
      width: Int, height: Int, part: MapRect? = nil, borders: CGColor? = nil, coast: CGColor? = nil,
      lineWidth: CGFloat = 1, fill: (Region) -> CGColor?
    ) -> CGImage? {
      guard let context = CGContext.forMap(width: width, height: height) else { return nil }
      let screen = CGRect(x: 0, y: 0, width: width, height: height)
      let frame = MapFrame(part ?? bounds, in: screen.insetBy(dx: lineWidth / 2, dy: lineWidth / 2))
      let level = level(metersPerPixel: frame.metersPerUnit)
      for region in regions(in: frame.mapRect(screen)) {
        guard let color = fill(region) else { continue }
        context.fillRegion(self[region].cgPath(level: level, in: frame), color)
      }
      if let borders {
        context.strokeBorders([innerBorders(level: level).cgPath(in: frame)], borders, width: lineWidth)
      }
      if let coast, pack.kind == .areas {
        context.strokeBorders([self.coast(level: level).cgPath(in: frame)], coast, width: lineWidth)
      }
      return context.makeImage()
    }
  }

  extension CGContext {
    /// A context for a clear picture whose y grows downwards; nil if the system makes none of this size.
    static func forMap(width: Int, height: Int) -> CGContext? {
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
      // The y of Core Graphics grows upwards.
      context?.translateBy(x: 0, y: CGFloat(height))
      context?.scaleBy(x: 1, y: -1)
      return context
    }

    /// Fills a region half a pixel larger on all sides, so that the background does not shine through between
    /// neighbors. One that is not opaque is filled as it is. `MapPicture` does the same for a `RegionMapView`.
    /// - Parameter pixel: the size of a pixel in the context's unit.
    func fillRegion(_ path: CGPath, _ color: CGColor, pixel: CGFloat = 1) {
      addPath(path)
      setFillColor(color)
      setStrokeColor(color)
      setLineWidth(pixel)
      drawPath(using: color.alpha < 1 ? .eoFill : .eoFillStroke)
    }

    /// Strokes borders with round caps and joins.
    func strokeBorders(_ paths: [CGPath], _ color: CGColor, width: CGFloat) {
      for path in paths { addPath(path) }
      setStrokeColor(color)
      setLineWidth(width)
      setLineCap(.round)
      setLineJoin(.round)
      strokePath()
    }
  }
#endif

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
#endif
