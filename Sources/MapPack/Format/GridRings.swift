/// Rings of regions in cells of the pack's lattice, for the tools: laid out as in `RingBuffer`.
package struct GridRings: Hashable, Sendable {
  package var x: ContiguousArray<Int32> = []
  package var y: ContiguousArray<Int32> = []
  package var ringStart: ContiguousArray<Int> = [0]
  package var polygonStart: ContiguousArray<Int> = [0]

  package init() {}

  package var polygonCount: Int { polygonStart.count - 1 }
  package var ringCount: Int { ringStart.count - 1 }

  package mutating func append(x: Int32, y: Int32) {
    self.x.append(x)
    self.y.append(y)
  }

  package mutating func endRing() { ringStart.append(x.count) }
  package mutating func endPolygon() { polygonStart.append(ringCount) }

  package mutating func removeAll() {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    ringStart.removeAll(keepingCapacity: true)
    ringStart.append(0)
    polygonStart.removeAll(keepingCapacity: true)
    polygonStart.append(0)
  }
}
