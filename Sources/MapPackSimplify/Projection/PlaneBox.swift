import MapPack
import MapPackCoverage
import MapPackGeometry

/// A box in the drawing plane of Web Mercator, in map points: the world is 2²⁸ wide, y grows to the south. Both ends
/// belong to it.
package struct PlaneBox: BitwiseCopyable, Hashable, Sendable {
  package var minX: Double
  package var minY: Double
  package var maxX: Double
  package var maxY: Double

  package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// A box that contains no point.
  init() { self.init(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity) }

  mutating func extend(toX x: Double, y: Double) {
    extend(to: PlaneBox(minX: x, minY: y, maxX: x, maxY: y))
  }

  mutating func extend(to point: MapPoint) { extend(toX: point.x, y: point.y) }

  mutating func extend(to box: PlaneBox) {
    (minX, maxX) = (min(minX, box.minX), max(maxX, box.maxX))
    (minY, maxY) = (min(minY, box.minY), max(maxY, box.maxY))
  }

  /// Whether its width and its height are above 0 once it is rounded to a grid.
  func hasArea(on grid: PackGrid) -> Bool {
    let (a, b) = (grid.point(x: minX, y: minY), grid.point(x: maxX, y: maxY))
    return a.x < b.x && a.y < b.y
  }
}
