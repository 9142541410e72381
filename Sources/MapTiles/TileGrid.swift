import MapGeometry
import MapPack

/// The integer grid on which a zoom's tiles are drawn. At zoom z, the world is 2ᶻ tiles wide and high; a tile is 4,096
/// units wide and high. `TilePyramid` makes a grid for each zoom.
///
/// x grows to the east from 180° W, y to the south from the northern end of Web Mercator's square.
/// Source: Mapbox Vector Tile Specification 2.1, sections 4.1 and 4.3.3; 4,096 is what renderers expect.
struct TileGrid {
  let zoom: Int

  /// The width of a tile in units.
  static let extent: Int32 = 4_096
  /// How far a tile's shapes reach beyond its edges, in units, so that no line along the edge is seen: 8 of 512 pixels.
  static let buffer: Int32 = 64
  /// The possible zooms of a grid. At a higher one, a unit would be finer than a map point.
  static let zooms = 0...16

  /// The width of a unit in map points; a power of two.
  private var unitWidth: Double { Double(1 << (16 - zoom)) }

  /// The grid point nearest to a vertex of a pack; halves are rounded to the south-east. Unlike `point(of:)`, it moves
  /// nothing round the world.
  ///
  /// - Parameters:
  ///   - cell: the vertex in cells of the pack grid.
  ///   - grid: the pack grid.
  func point(_ cell: GridPoint, of grid: PackGrid) -> GridPoint {
    func unit(_ mapPoints: Double) -> Int32 {
      // Nothing is drawn far outside the world, and integers must not overflow there.
      Int32(min(max((mapPoints / unitWidth + 0.5).rounded(.down), -0x1p29), 0x1p29))
    }
    return GridPoint(x: unit(grid.x(cell.x)), y: unit(grid.y(cell.y)))
  }

  /// The square unit that a map point lies in, by its north-western corner. A point past the world's eastern edge is
  /// moved round the world; one north or south of the world, to its edge.
  func point(of mapPoint: MapPoint) -> GridPoint {
    let turns = (mapPoint.x / WebMercator.worldSize).rounded(.down)
    return GridPoint(x: unit(mapPoint.x - turns * WebMercator.worldSize), y: unit(mapPoint.y))
  }

  private func unit(_ mapPoint: Double) -> Int32 {
    let units = (mapPoint / unitWidth).rounded(.down)
    return Int32(min(max(units, 0), Double((Int64(Self.extent) << Int64(zoom)) - 1)))
  }
}

/// A square of the tile grid, in its units; its sides belong to it.
struct TileBox {
  var west: Int32
  var north: Int32
  var east: Int32
  var south: Int32
  /// The width of the world.
  private let world: Int32

  /// The box of a tile with its buffer, which is `TileGrid.buffer` units of the grid wide, whatever the tile's zoom. So
  /// the boxes of a tile's quarters lie within its own.
  ///
  /// - Parameters:
  ///   - x: the tile's column at its zoom.
  ///   - y: the tile's row at its zoom.
  ///   - zoom: the tile's zoom, at most the grid's.
  ///   - grid: the grid in whose units the box is.
  init(x: Int32, y: Int32, zoom: Int, in grid: TileGrid) {
    world = TileGrid.extent << Int32(grid.zoom)
    let side = TileGrid.extent << Int32(grid.zoom - zoom)
    (west, north) = (x * side - TileGrid.buffer, y * side - TileGrid.buffer)
    (east, south) = ((x + 1) * side + TileGrid.buffer, (y + 1) * side + TileGrid.buffer)
  }

  func contains(_ point: GridPoint) -> Bool {
    west <= point.x && point.x <= east && north <= point.y && point.y <= south
  }

  /// The nearest point of the box if that is the point itself or a corner; else `nil`.
  func nearest(to point: GridPoint) -> GridPoint? {
    let nearest = GridPoint(x: min(max(point.x, west), east), y: min(max(point.y, north), south))
    let isCorner = (nearest.x == west || nearest.x == east) && (nearest.y == north || nearest.y == south)
    return nearest == point || isCorner ? nearest : nil
  }

  /// Whether a segment runs along one of the box's sides, or along the end of the world. There clipping, or the cut at
  /// ±180°, has made it, so `TileRings` draws no border.
  func hasOnSide(_ a: GridPoint, _ b: GridPoint) -> Bool {
    a.x == b.x && [west, east, 0, world].contains(a.x) || a.y == b.y && [north, south, 0, world].contains(a.y)
  }
}
