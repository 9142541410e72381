/// Rings of regions in cells of the pack grid, from the pack's origin to the east and to the south, for the tools.
///
/// They are laid out and run as in `RingBuffer`, but lie as they are stored: cut at the 180th meridian, and not turned
/// into a window. A ring takes the vertices appended since the ring before, a polygon the rings since the polygon
/// before.
package struct GridRings: Hashable, Sendable {
  /// The x of all vertices.
  package var x: ContiguousArray<Int32> = []
  /// The y of all vertices.
  package var y: ContiguousArray<Int32> = []
  /// The index of each ring's first vertex, and the end of the last ring.
  package var ringStart: ContiguousArray<Int> = [0]
  /// The index of each polygon's outer ring, and the end of the last polygon.
  package var polygonStart: ContiguousArray<Int> = [0]

  /// No rings.
  package init() {}

  package var polygonCount: Int { polygonStart.count - 1 }
  package var ringCount: Int { ringStart.count - 1 }

  /// Appends a vertex to the current ring.
  package mutating func append(x: Int32, y: Int32) {
    self.x.append(x)
    self.y.append(y)
  }

  /// Ends the current ring.
  package mutating func endRing() { ringStart.append(x.count) }
  /// Ends the current polygon.
  package mutating func endPolygon() { polygonStart.append(ringCount) }

  /// Calls a function for the edges of a polygon, ring by ring, with the vertices at which each begins and ends.
  func forEachEdge(ofPolygon polygon: Int, _ body: (_ from: Int, _ to: Int) -> Void) {
    for ring in polygonStart[polygon]..<polygonStart[polygon + 1] {
      var previous = ringStart[ring + 1] - 1
      for vertex in ringStart[ring]..<ringStart[ring + 1] {
        body(previous, vertex)
        previous = vertex
      }
    }
  }

  /// Removes all rings and keeps the memory.
  package mutating func removeAll() {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    ringStart.removeAll(keepingCapacity: true)
    ringStart.append(0)
    polygonStart.removeAll(keepingCapacity: true)
    polygonStart.append(0)
  }
}
