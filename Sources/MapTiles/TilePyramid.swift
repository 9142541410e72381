import MapFeatures
import MapGeometry
import MapPack
import MapTopology

/// A tile with its bytes.
package struct Tile: Hashable, Sendable {
  package var zoom: Int
  package var x: Int32
  package var y: Int32
  /// A vector tile, not compressed.
  package var bytes: [UInt8]
}

/// Makes the vector tiles of a map.
///
/// At each zoom the map's level is the coarsest that nobody can tell from the finest on tiles of 512 pixels. It is rounded to
/// the zoom's grid, and areas are arranged there as one map, with a vertex wherever a border or a line crosses a side of a
/// tile's box. So the polygons of a tile are valid, and borders and lines of tiles beside each other are the same where they
/// overlap.
/// - Complexity: O(n log n) per zoom, in the vertices and in the tiles that the map is in.
package struct TilePyramid: Sendable {
  /// The zooms at which there can be tiles.
  package static let zooms = TileGrid.zooms

  private let map: TileMap
  private let pack: Pack
  private let jobs: Int

  /// - Parameter coverage: the pack's, on its plane.
  package init(_ pack: Pack, _ coverage: Coverage, on grid: PackGrid, jobs: Int) {
    map = TileMap(pack, coverage, on: grid)
    self.pack = pack
    self.jobs = jobs
  }

  /// The lowest zoom at which the finest level shows everything: beyond it tiles would be the same, only larger.
  package var highestZoom: Int {
    let tolerance = pack.tolerance(level: 0)
    guard tolerance > 0 else { return 14 }
    return Self.zooms.first { metersPerPixel(zoom: $0) <= tolerance } ?? Self.zooms.upperBound
  }

  /// How many tiles the map's bounds may have at a zoom: all of them are in memory at once, with the lines between them.
  package static let mostTiles = 250_000

  /// The tiles of a zoom in which something is, in the order of an archive: along the curve of Hilbert.
  /// - Throws: `StageError` if the map's bounds have too many tiles, or one cannot be encoded.
  package func tiles(zoom: Int) throws(StageError) -> [Tile] {
    let side = WebMercator.worldSize / Double(1 << zoom)
    let count = ((pack.bounds.width / side).rounded(.up) + 1) * ((pack.bounds.height / side).rounded(.up) + 1)
    guard count <= Double(Self.mostTiles) else {
      throw StageError(
        .usage, file: pack.mapName,
        "at zoom \(zoom) the map would have \(Figures.grouped(Int(count))) tiles, more than "
          + "\(Figures.grouped(Self.mostTiles))",
        remedy: "end at a lower zoom, with --zooms; renderers enlarge the highest one")
    }
    let grid = TileGrid(zoom: zoom)
    let level = pack.level(metersPerPixel: metersPerPixel(zoom: zoom))
    switch map.coverage.kind {
    case .areas:
      return try tiles(of: TileRings(map.coverage, on: map.grid, level: level, zoom: grid, jobs: jobs), in: grid)
    case .lines, .points:
      return try tiles(of: TileLines(map.coverage, on: map.grid, level: level, zoom: grid), in: grid)
    }
  }

  private func tiles<Content: TileContent>(of content: Content, in grid: TileGrid) throws(StageError) -> [Tile] {
    let zoom = grid.zoom
    var labels: [TileNumber: [Int]] = [:]
    let present = content.regions
    for (region, member) in map.members.enumerated() where present.contains(Int32(region)) {
      let point = grid.point(of: member.label)
      labels[TileNumber(x: point.x / TileGrid.extent, y: point.y / TileGrid.extent), default: []].append(region)
    }
    var leaves: [(tile: TileNumber, content: Content)] = []
    divide(content, TileNumber(x: 0, y: 0), zoom: 0, in: grid, into: &leaves)
    leaves.sort { hilbertIndex($0.tile.x, $0.tile.y, zoom: zoom) < hilbertIndex($1.tile.x, $1.tile.y, zoom: zoom) }
    let made = concurrentMap(leaves.count, jobs: jobs) { [leaves, labels] index in
      let (tile, content) = leaves[index]
      return Result { () throws(StageError) in
        try map.tile(content, labels: labels[tile] ?? [], x: tile.x, y: tile.y, in: grid)
      }
    }
    var tiles: [Tile] = []
    for (leaf, bytes) in zip(leaves, made) {
      if let bytes = try bytes.get() { tiles.append(Tile(zoom: zoom, x: leaf.tile.x, y: leaf.tile.y, bytes: bytes)) }
    }
    return tiles
  }

  private struct TileNumber: Hashable {
    var x: Int32
    var y: Int32
  }

  /// Divides what a tile has among its four parts, down to the grid's zoom.
  private func divide<Content: TileContent>(
    _ content: Content, _ tile: TileNumber, zoom: Int, in grid: TileGrid,
    into leaves: inout [(tile: TileNumber, content: Content)]
  ) {
    let clipped = content.clipped(to: TileBox(x: tile.x, y: tile.y, zoom: zoom, in: grid))
    guard !clipped.isEmpty else { return }
    guard zoom < grid.zoom else { return leaves.append((tile, clipped)) }
    for part in [(0, 0), (1, 0), (0, 1), (1, 1)] as [(Int32, Int32)] {
      divide(
        clipped, TileNumber(x: 2 * tile.x + part.0, y: 2 * tile.y + part.1), zoom: zoom + 1, in: grid, into: &leaves)
    }
  }

  /// How many meters on the ground a pixel of a tile of 512 pixels shows in the middle of the map.
  private func metersPerPixel(zoom: Int) -> Double {
    let middle = pack.bounds.minY + pack.bounds.height / 2
    let mapPoints = Double(1 << (28 - 9)) / Double(1 << zoom)
    return mapPoints * WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: middle)
  }
}

/// The place of a tile on the curve of Hilbert through the tiles of its zoom.
///
/// Source: D. Hilbert, "Über die stetige Abbildung einer Linie auf ein Flächenstück", Mathematische Annalen 38 (1891), in the
/// orientation of the PMTiles specification 3, section 4.1.
/// - Complexity: O(zoom)
func hilbertIndex(_ tileX: Int32, _ tileY: Int32, zoom: Int) -> UInt64 {
  var (x, y) = (Int64(tileX), Int64(tileY))
  var index: Int64 = 0
  for bit in (0..<zoom).reversed() {
    let side = Int64(1) << Int64(bit)
    let (east, south) = (x & side > 0, y & side > 0)
    index += side * side * ((east ? 3 : 0) ^ (south ? 1 : 0))
    if !south {
      if east { (x, y) = (side - 1 - x, side - 1 - y) }
      (x, y) = (y, x)
    }
  }
  return UInt64(index)
}
