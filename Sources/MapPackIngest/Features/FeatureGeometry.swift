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
  /// How many geometries of other kinds the feature has.
  package var others = 0
  /// Whether a polygon was a closed line, so that no rule for windings holds.
  var hasLineAreas = false
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
    (others, hasLineAreas) = (0, false)
  }

  /// Makes a ring of the last vertices.
  mutating func endRing(from begin: Int) { rings.append(begin..<x.count) }

  /// Makes a line or a point of the last vertices.
  mutating func endLine(from begin: Int) {
    endRing(from: begin)
    appendPolygon(CollectionOfOne(rings.count - 1))
  }

  /// Makes a polygon of the last vertices, which are a line, if it is closed; else removes them.
  /// - Returns: whether it is closed.
  mutating func endArea(from begin: Int) -> Bool {
    guard x.count - begin >= 4, x[begin] == x.last, y[begin] == y.last else {
      x.removeSubrange(begin...)
      y.removeSubrange(begin...)
      return false
    }
    endLine(from: begin)
    hasLineAreas = true
    return true
  }

  /// Adds a polygon of some rings, the shell first.
  mutating func appendPolygon(_ members: some Sequence<Int>) { polygons.append(ringOrder(members)) }

  private mutating func ringOrder(_ members: some Sequence<Int>) -> Range<Int> {
    let begin = ringOrder.count
    ringOrder.append(contentsOf: members)
    return begin..<ringOrder.count
  }

  /// Puts several polygons, of one or more rings, in the place of one. The first of them replaces it, and the others
  /// follow after all polygons, so the index of a polygon is the same as before.
  mutating func replacePolygons(_ pieces: [(polygon: Int, pieces: [[Int]])]) {
    for (polygon, pieces) in pieces { polygons[polygon] = ringOrder(pieces[0]) }
    for piece in pieces.flatMap({ $0.pieces.dropFirst() }) { appendPolygon(piece) }
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
