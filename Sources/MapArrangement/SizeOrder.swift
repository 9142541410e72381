import MapGeometry

/// The order of a polygon's holes, and of a region's polygons: by area on the grid, the largest first, then by smallest
/// vertex. `RingAssembly` and MapSimplification's `Draft` sort by it, as `Coverage` promises.
package struct SizeOrder: Comparable, Sendable {
  private let doubledArea: UInt64
  private let smallest: GridPoint

  /// - Parameters:
  ///   - doubledArea: twice the area, in square cells; its sign does not count.
  ///   - smallest: the smallest vertex of the hole, or of the polygon's shell.
  package init(doubledArea: Int64, smallest: GridPoint) {
    self.doubledArea = doubledArea.magnitude
    self.smallest = smallest
  }

  package static func < (a: SizeOrder, b: SizeOrder) -> Bool {
    a.doubledArea != b.doubledArea ? a.doubledArea > b.doubledArea : a.smallest < b.smallest
  }
}
