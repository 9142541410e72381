/// The edges of a plane on its grid: the cut at ±180°, and the poles or, in Web Mercator, the clips at ±85.05°.
///
/// What runs along them is a **seam**, neither coast nor border: the land goes on at the other side of the plane. Only
/// what lies exactly on an edge counts, without a tolerance.
///
/// Coordinates are cells from the grid's origin. An edge that is far from the map may be beyond 32 bits.
package struct SeamLines: Sendable {
  /// The x of the cut at ±180°, on the western and on the eastern edge of the plane.
  package let west: Int64
  package let east: Int64
  /// The y of the poles, or of the clips.
  private let minY: Int64
  private let maxY: Int64

  /// - Precondition: the cell is at most the world's size.
  package init(_ grid: PackGrid) {
    // Beyond 2⁶² cells the edges are out of reach anyway.
    let world = Int64(1) << Int64(min(28 - grid.cellExponent, 62))
    west = -grid.originX
    east = world - grid.originX
    minY = -grid.originY
    maxY = world - grid.originY
  }

  /// - Precondition: the cell is at most a quarter of the world's width.
  package init(_ grid: NodingGrid) {
    let half = Int64(1) << Int64(grid.exponent - 1)
    west = -half - grid.originX
    east = half - grid.originX
    minY = -half / 2 - grid.originY
    maxY = half / 2 - grid.originY
  }

  /// The number of cells round the world.
  package var world: Int64 { east - west }

  /// Whether a point lies on one of the edges.
  package func contains(_ p: GridPoint) -> Bool {
    Int64(p.x) == west || Int64(p.x) == east || Int64(p.y) == minY || Int64(p.y) == maxY
  }

  /// Whether a segment runs along one of the edges.
  package func contains(_ a: GridPoint, _ b: GridPoint) -> Bool {
    cut(a, b) != nil || (a.y == b.y && (Int64(a.y) == minY || Int64(a.y) == maxY))
  }

  /// The x of the cut along which a segment runs; `nil` if it runs along none.
  package func cut(_ a: GridPoint, _ b: GridPoint) -> Int64? {
    a.x == b.x && (Int64(a.x) == west || Int64(a.x) == east) ? Int64(a.x) : nil
  }
}
