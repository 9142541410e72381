/// A box in the drawing plane of Web Mercator, in map points: the world is 2²⁸ wide, y grows to the south. Both ends
/// belong to it. `GridChoice` chooses a map's grid by such a box round the map.
package struct PlaneBox: Hashable, Sendable {
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
}
