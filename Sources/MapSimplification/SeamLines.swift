import MapGeometry
import MapPack

/// The edges of the drawing plane on a pack grid: the cut at ±180° and the clips at ±85.05°.
struct SeamLines: Sendable {
  private let west: Int64
  private let east: Int64
  private let north: Int64
  private let south: Int64

  /// - Precondition: the cell is at most the world's size.
  init(_ grid: PackGrid) {
    let world = Int64(WebMercator.worldSize / grid.cell)
    west = -grid.originX
    east = world - grid.originX
    north = -grid.originY
    south = world - grid.originY
  }

  /// Whether a point lies on one of the edges.
  func contains(_ p: GridPoint) -> Bool {
    Int64(p.x) == west || Int64(p.x) == east || Int64(p.y) == north || Int64(p.y) == south
  }

  /// Whether a segment runs along one of the edges.
  func contains(_ a: GridPoint, _ b: GridPoint) -> Bool {
    (a.x == b.x && (Int64(a.x) == west || Int64(a.x) == east))
      || (a.y == b.y && (Int64(a.y) == north || Int64(a.y) == south))
  }
}
