/// A tile of a tiled map: the world at a zoom is 2ᶻ tiles wide and high.
///
/// x grows to the east from 180° W and y to the south, as in the addresses of tile servers.
public struct MapTile: Hashable, Sendable {
  /// The zoom; at 0 one tile shows the whole world.
  public let zoom: Int
  /// The column, from the west.
  public let x: Int
  /// The row, from the north.
  public let y: Int

  /// A tile by its address; nil if there is no such tile.
  ///
  /// Zooms go from 0 to 28. At 28, a tile is a map point wide.
  public init?(zoom: Int, x: Int, y: Int) {
    guard (0...28).contains(zoom), (0..<1 << zoom).contains(x), (0..<1 << zoom).contains(y) else { return nil }
    (self.zoom, self.x, self.y) = (zoom, x, y)
  }

  /// The square of the world that the tile shows, in map points.
  public var bounds: MapRect {
    let side = WebMercator.worldSize / Double(1 << zoom)
    return MapRect(minX: Double(x) * side, minY: Double(y) * side, width: side, height: side)
  }
}

extension MapFrame {
  /// The frame of a tile's picture, whose north-western corner lies at (0, 0).
  ///
  /// - Parameters:
  ///   - tile: the tile.
  ///   - size: the width and height of the picture, in pixels or another unit; above 0.
  ///   - buffer: how much more the frame shows on each side, in the same unit as `size`, for lines that are cut at the
  ///     picture's edge.
  public init(_ tile: MapTile, size: Double = 256, buffer: Double = 0) {
    let margin = tile.bounds.width * buffer / size
    let bounds = MapRect(
      minX: tile.bounds.minX - margin, minY: tile.bounds.minY - margin, width: tile.bounds.width + 2 * margin,
      height: tile.bounds.height + 2 * margin)
    self.init(bounds, x: -buffer, y: -buffer, width: size + 2 * buffer, height: size + 2 * buffer)
  }
}

/// The part of a map that falls into a tile, ready to be drawn.
public struct TileContent<Region: MapRegion>: Sendable {
  /// Where the map lies in the tile's picture.
  public let frame: MapFrame
  /// The level of detail: the coarsest whose tolerance is at most a pixel; see `Pack.level(metersPerPixel:)`.
  public let level: Int
  /// The regions that the tile shows, by raw value, each with its rings in map points, clipped to the frame. None in a
  /// map of lines or points.
  ///
  /// Fill them by either rule. Where a ring leaves the frame, it goes on along the frame's edge, outside the picture.
  public let regions: [(region: Region, rings: RingBuffer)]
}

extension RingBuffer {
  /// The rings, clipped to a rectangle and to the same rectangle one world to the west and to the east.
  fileprivate func clipped(round rect: MapRect) -> RingBuffer {
    let world = WebMercator.worldSize
    guard rect.width < world else {
      // The rectangle shows everything from west to east, and some of it twice.
      return clipped(to: MapRect(minX: -world, minY: rect.minY, width: 4 * world, height: rect.height))
    }
    var rings = RingBuffer()
    for turn in [-1.0, 0, 1] {
      rings.append(
        clipped(to: MapRect(minX: rect.minX + turn * world, minY: rect.minY, width: rect.width, height: rect.height)))
    }
    return rings
  }

  private mutating func append(_ other: RingBuffer) {
    let (pointBase, ringBase) = (points.count, ringCount)
    points.append(contentsOf: other.points)
    ringStart.append(contentsOf: other.ringStart.dropFirst().lazy.map { $0 + pointBase })
    polygonStart.append(contentsOf: other.polygonStart.dropFirst().lazy.map { $0 + ringBase })
  }
}

extension RegionMap {
  /// The part of the map that falls into a tile.
  ///
  /// Nothing has to be kept between tiles. Every zoom works: at a deeper zoom than the map was made for, tiles have the
  /// finest level.
  /// - Parameters:
  ///   - tile: the tile.
  ///   - size: the width and height of the tile's picture, in pixels; above 0.
  ///   - buffer: how far the rings reach beyond each side, in pixels; at least the width of the lines.
  /// - Complexity: as `regions(in:)`, and O(vertices) of the regions that the tile shows.
  public func content(of tile: MapTile, size: Double = 512, buffer: Double = 4) -> TileContent<Region> {
    let frame = MapFrame(tile, size: size, buffer: buffer)
    let level = level(metersPerPixel: frame.metersPerUnit)
    var whole = RingBuffer()
    let shown = regions(in: frame.bounds).compactMap { region -> (region: Region, rings: RingBuffer)? in
      whole.removeAll()
      self[region].appendRings(level: level, to: &whole)
      let rings = whole.clipped(round: frame.bounds)
      return rings.ringCount > 0 ? (region, rings) : nil
    }
    return TileContent(frame: frame, level: level, regions: shown)
  }
}
