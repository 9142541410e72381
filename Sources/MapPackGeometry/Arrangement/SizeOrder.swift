/// The order of a polygon's holes, and of a region's polygons: by area on the grid, the largest first, then by smallest
/// vertex, then by the first of the arcs.
///
/// Several polygons may have one area and meet in their smallest vertex. No two have the same side of an arc, and the
/// order of arcs does not depend on that of the input. So no two are equal.
package struct SizeOrder: Comparable, Sendable {
  private let doubledArea: UInt64
  private let smallest: GridPoint
  private let firstSide: Int

  /// - Parameters:
  ///   - doubledArea: twice the area, in square cells; its sign does not count.
  ///   - smallest: the smallest vertex of the hole, or of the polygon's shell.
  ///   - references: the arcs of that ring, by their numbers in the final order.
  package init(doubledArea: Int64, smallest: GridPoint, references: [ArcReference]) {
    self.doubledArea = doubledArea.magnitude
    self.smallest = smallest
    firstSide = references.lazy.map { 2 * $0.arc + ($0.isReversed ? 1 : 0) }.min() ?? 0
  }

  package static func < (a: SizeOrder, b: SizeOrder) -> Bool {
    a.doubledArea != b.doubledArea
      ? a.doubledArea > b.doubledArea : (a.smallest, a.firstSide) < (b.smallest, b.firstSide)
  }
}
