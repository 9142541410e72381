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
  /// Give the map view an `MKTileOverlayRenderer` for the overlay. If colors change, make a new overlay.
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
    ///   - fill: returns the color of a region; nil leaves the region clear. It is called on any thread.
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
    public override func loadTile(at path: MKTileOverlayPath, result: @escaping (Data?, (any Error)?) -> Void) {
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
