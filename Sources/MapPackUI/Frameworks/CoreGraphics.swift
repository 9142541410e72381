#if canImport(CoreGraphics)
  import CoreGraphics
  import MapPack

  /// Shapes are drawn straight into Core Graphics' path.
  extension CGMutablePath: PathSink {
    public func move(toX x: Double, y: Double) { move(to: CGPoint(x: x, y: y)) }
    public func addLine(toX x: Double, y: Double) { addLine(to: CGPoint(x: x, y: y)) }
  }

  extension RegionShape {
    /// The region as a path, where it lies in a frame. Both rules of filling give the same picture.
    /// - Parameter level: 0 is the finest.
    public func cgPath(level: Int = 0, in frame: MapFrame) -> CGPath {
      var path = CGMutablePath()
      draw(level: level, in: frame, to: &path)
      return path
    }
  }

  extension LineBuffer {
    /// The lines as a path, where they lie in a frame.
    public func cgPath(in frame: MapFrame) -> CGPath {
      var path = CGMutablePath()
      draw(in: frame, to: &path)
      return path
    }
  }

  extension RegionMap {
    /// A picture of the map, for a widget or a thumbnail: drawn region by region, so that it takes four bytes a pixel, and
    /// beside them no more than the path of the largest region or of all borders.
    ///
    /// - Parameters:
    ///   - width: in pixels.
    ///   - height: in pixels.
    ///   - part: what of the map it shows, as large as it fits; the whole map if nil.
    ///   - borders: the color of the borders between regions; none are drawn if it is nil.
    ///   - fill: the color of a region; nil leaves it clear.
    /// - Returns: nil if the system makes no picture of this size.
    public func image(
      width: Int, height: Int, part: MapRect? = nil, borders: CGColor? = nil, lineWidth: CGFloat = 1,
      fill: (Region) -> CGColor?
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
      return context.makeImage()
    }
  }

  extension CGContext {
    /// A clear picture whose y grows downwards; nil if the system makes none of this size.
    static func forMap(width: Int, height: Int) -> CGContext? {
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
      // Core Graphics counts from the bottom.
      context?.translateBy(x: 0, y: CGFloat(height))
      context?.scaleBy(x: 1, y: -1)
      return context
    }

    /// Fills a region a trifle larger than it is, so that no background shines through between neighbors.
    func fillRegion(_ path: CGPath, _ color: CGColor) {
      addPath(path)
      setFillColor(color)
      setStrokeColor(color)
      setLineWidth(1)
      drawPath(using: .eoFillStroke)
    }

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
