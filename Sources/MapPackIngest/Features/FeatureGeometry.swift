import MapPackFeatures

/// The polygons, lines or points of one feature as a reader found them, with closing vertices, repeats and windings
/// unchanged.
///
/// A line is a polygon of one ring that does not close. A point is a polygon of one ring that has one vertex. Rings may
/// be empty, and coordinates may be out of range or not finite.
///
/// Whoever changes coordinates or rings removes `measures`.
package struct FeatureGeometry {
  /// The first coordinate of each vertex: longitude in degrees, or easting in the unit of the source.
  package var x: ContiguousArray<Double> = []
  /// The second coordinate of each vertex: latitude in degrees, or northing in the unit of the source.
  package var y: ContiguousArray<Double> = []
  /// Per ring, in the order of the source: the range of its vertices in `x` and `y`.
  package var rings: ContiguousArray<Range<Int>> = []
  /// The indices of rings, polygon by polygon, the shell of each first. A ring that is in no polygon is not kept.
  package var ringOrder: ContiguousArray<Int> = []
  /// Per polygon: its range in `ringOrder`.
  package var polygons: ContiguousArray<Range<Int>> = []
  /// Per ring: its measures, if they have been taken (see `measureRings()`); else empty.
  var measures: ContiguousArray<RingMeasures> = []

  /// Creates an empty geometry.
  package init() {}

  /// Removes everything and keeps the memory.
  package mutating func removeAll() {
    x.removeAll(keepingCapacity: true)
    y.removeAll(keepingCapacity: true)
    rings.removeAll(keepingCapacity: true)
    ringOrder.removeAll(keepingCapacity: true)
    polygons.removeAll(keepingCapacity: true)
    measures.removeAll(keepingCapacity: true)
  }

  /// - Precondition: there is no polygon yet.
  mutating func takeRingsAsLines() {
    for ring in rings.indices {
      ringOrder.append(ring)
      polygons.append(ring..<ring + 1)
    }
  }

  /// - Precondition: there is no polygon yet.
  mutating func takeRingsAsPolygon() {
    ringOrder.append(contentsOf: rings.indices)
    polygons.append(0..<rings.count)
  }

  /// - Precondition: there is no polygon yet.
  mutating func takeVerticesAsPoints() {
    rings.removeAll(keepingCapacity: true)
    for vertex in x.indices { rings.append(vertex..<vertex + 1) }
    takeRingsAsLines()
  }

  /// The polygon of a vertex, the index of its ring in that polygon, and its index in the ring; nothing if its ring is
  /// in no polygon.
  func location(ofVertex vertex: Int) -> Location {
    for (polygon, members) in polygons.enumerated() {
      for (ring, member) in members.enumerated() where rings[ringOrder[member]].contains(vertex) {
        return Location(polygon: polygon, ring: ring, vertex: vertex - rings[ringOrder[member]].lowerBound)
      }
    }
    return Location()
  }
}
