/// The polygons of one feature as a reader found them, or its lines, each a polygon of one ring that does not close, or its
/// points, each a polygon of one ring of one vertex: closing vertices, repeats and windings untouched.
///
/// Readers keep one and fill it again for each feature, so that its memory is that of the largest.
package struct FeatureGeometry {
  package var x: ContiguousArray<Double> = []
  package var y: ContiguousArray<Double> = []
  /// Ring r, in the order of the source, owns the vertices `rings[r]`.
  package var rings: ContiguousArray<Range<Int>> = []
  /// Polygon p has the rings `ringOrder[polygons[p]]`, its shell first.
  package var ringOrder: ContiguousArray<Int> = []
  package var polygons: ContiguousArray<Range<Int>> = []

  package init() {}

  package mutating func removeAll() {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    rings.removeAll(keepingCapacity: true)
    ringOrder.removeAll(keepingCapacity: true)
    polygons.removeAll(keepingCapacity: true)
  }

  /// Has each ring be a polygon of its own, as lines are.
  mutating func takeRingsAsLines() {
    for ring in rings.indices {
      ringOrder.append(ring)
      polygons.append(ring..<ring + 1)
    }
  }

  /// Has each vertex be a point of its own.
  mutating func takeVerticesAsPoints() {
    rings.removeAll(keepingCapacity: true)
    for vertex in x.indices { rings.append(vertex..<vertex + 1) }
    takeRingsAsLines()
  }

  /// Where a vertex stands: its polygon, the place of its ring there, and its place in the ring; `nil` where its ring is
  /// of no polygon.
  ///
  /// - Complexity: O(rings).
  func place(ofVertex vertex: Int) -> (polygon: Int, ring: Int, vertex: Int)? {
    for (polygon, members) in polygons.enumerated() {
      for (place, member) in members.enumerated() where rings[ringOrder[member]].contains(vertex) {
        return (polygon, place, vertex - rings[ringOrder[member]].lowerBound)
      }
    }
    return nil
  }

  /// Twice the area of a ring, positive where it runs counter-clockwise; taken from the first vertex, so that
  /// far from the origin no digits are lost. Closed or not, the answer is the same.
  func doubledArea(ofRing ring: Int) -> Double {
    let range = rings[ring]
    guard let first = range.first else { return 0 }
    let x = x.span
    let y = y.span
    let originX = x[first]
    let originY = y[first]
    var previousX = 0.0
    var previousY = 0.0
    var sum = 0.0
    for vertex in range {
      let nextX = x[vertex] - originX
      let nextY = y[vertex] - originY
      sum += previousX * nextY - nextX * previousY
      previousX = nextX
      previousY = nextY
    }
    return sum
  }
}
