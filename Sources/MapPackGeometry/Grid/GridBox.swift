/// An axis-parallel box of grid points, its edges included. Boxes that touch intersect. A new box is empty: it contains
/// no point and intersects no other box.
@usableFromInline
package struct GridBox: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package var minX: Int32 = .max
  @usableFromInline package var minY: Int32 = .max
  @usableFromInline package var maxX: Int32 = .min
  @usableFromInline package var maxY: Int32 = .min

  @inlinable
  package init() {}

  /// The smallest box that contains two points.
  @inlinable
  package init(_ a: GridPoint, _ b: GridPoint) {
    minX = min(a.x, b.x)
    minY = min(a.y, b.y)
    maxX = max(a.x, b.x)
    maxY = max(a.y, b.y)
  }

  /// The smallest box that contains all of some points.
  @inlinable
  package init(of points: some Sequence<GridPoint>) {
    for point in points { extend(to: point) }
  }

  @inlinable
  package var isEmpty: Bool { minX > maxX }

  @inlinable
  package mutating func extend(to point: GridPoint) {
    minX = min(minX, point.x)
    minY = min(minY, point.y)
    maxX = max(maxX, point.x)
    maxY = max(maxY, point.y)
  }

  @inlinable
  package mutating func extend(to box: GridBox) {
    minX = min(minX, box.minX)
    minY = min(minY, box.minY)
    maxX = max(maxX, box.maxX)
    maxY = max(maxY, box.maxY)
  }

  /// The box with a number of cells added on each side.
  /// - Precondition: the coordinates of the result fit 32 bits.
  package func widened(by cells: Int32) -> GridBox {
    var box = self
    box.minX -= cells
    box.minY -= cells
    box.maxX += cells
    box.maxY += cells
    return box
  }

  @inlinable
  package func intersects(_ other: GridBox) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  @inlinable
  package func contains(_ point: GridPoint) -> Bool {
    minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
  }
}
