import MapFeatures
import MapGeometry
import MapPack
import MapTopology

/// A tile with its bytes.
package struct Tile: Hashable, Sendable {
  package var zoom: Int
  /// The column, from the west.
  package var x: Int32
  /// The row, from the north.
  package var y: Int32
  /// A vector tile, not compressed.
  package var bytes: [UInt8]
}

/// Makes the vector tiles of a map, for `mappack tiles`.
///
/// Each zoom shows the coarsest level that looks like the finest one on tiles of 512 pixels. The level is rounded to
/// the zoom's grid. Areas are arranged there as one map. Borders and lines have a vertex wherever they cross a side of
/// a tile's box. So the polygons of a tile are valid, and neighboring tiles have the same borders and lines where they
/// overlap.
/// - Complexity: O(n log n) per zoom, for the sum n of the vertices and the tiles that the map is in.
package struct TilePyramid: Sendable {
  /// The possible zooms.
  package static let zooms = TileGrid.zooms

  private let map: TileMap
  private let pack: Pack
  private let jobs: Int

  /// - Parameters:
  ///   - pack: the map.
  ///   - coverage: the pack's coverage, on the pack grid.
  ///   - grid: the pack grid.
  ///   - jobs: the number of threads.
  package init(_ pack: Pack, _ coverage: Coverage, on grid: PackGrid, jobs: Int) {
    map = TileMap(pack, coverage, on: grid)
    self.pack = pack
    self.jobs = jobs
  }

  /// The layers that the map's tiles may have, with the keys and the types of their fields, for the archive's metadata.
  package var layers: [(name: String, fields: [(key: String, type: String)])] { map.layers }

  /// The lowest zoom that shows all details of the finest level. Tiles of a higher zoom would show the same, enlarged.
  /// It is 14 if the finest level has no tolerance, because then nothing says how fine the details are.
  /// `mappack tiles` makes the zooms from 0 to this one, unless `--zooms` says others.
  package var highestZoom: Int {
    let tolerance = pack.tolerance(level: 0)
    guard tolerance > 0 else { return 14 }
    return Self.zooms.first { metersPerPixel(zoom: $0) <= tolerance } ?? Self.zooms.upperBound
  }

  /// The most tiles that the map's bounds may have at a zoom. All of them are in memory at once, with the lines between
  /// them.
  package static let mostTiles = 250_000

  /// The tiles of a zoom that are not empty, in the order of an archive: along the Hilbert curve.
  ///
  /// The name of a region is in one tile, the one that its label lies in. It is left out if the region is too small for
  /// the zoom's grid, or if nothing else of the map is in that tile.
  ///
  /// - Precondition: the zoom is one of `zooms`.
  /// - Throws: `usage` if the map's bounds have too many tiles; `internalFault` if a tile cannot be encoded.
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

  /// Divides the content of a tile among its four tiles of the next zoom, and so on down to the grid's zoom.
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

  /// The size of a pixel of a tile of 512 pixels in the middle of the map, in meters on the ground.
  private func metersPerPixel(zoom: Int) -> Double {
    let middle = pack.bounds.minY + pack.bounds.height / 2
    let mapPoints = Double(1 << (28 - 9)) / Double(1 << zoom)
    return mapPoints * WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: middle)
  }
}

/// The index of a tile on the Hilbert curve through the tiles of its zoom, from 0.
///
/// Source: D. Hilbert, "Über die stetige Abbildung einer Linie auf ein Flächenstück", Mathematische Annalen 38 (1891),
/// in the orientation of the PMTiles specification 3, section 4.1.
/// - Precondition: column and row are tiles of the zoom: 0 ..< 2ᶻ.
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
