/// The polygons, lines or points of one feature as a reader found them, with closing vertices, repeats and windings
/// unchanged.
///
/// A line is a polygon of one ring that does not close. A point is a polygon of one ring that has one vertex. Rings may
/// be empty, and coordinates may be out of range or not finite.
///
/// Readers fill the same value again for each feature, so its memory is that of the largest feature. Whoever changes
/// coordinates or rings removes `measures`.
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

  /// The polygon of a vertex, the index of its ring in that polygon, and its index in the ring; `nil` if its ring is in
  /// no polygon.
  func position(ofVertex vertex: Int) -> (polygon: Int, ring: Int, vertex: Int)? {
    for (polygon, members) in polygons.enumerated() {
      for (ring, member) in members.enumerated() where rings[ringOrder[member]].contains(vertex) {
        return (polygon, ring, vertex - rings[ringOrder[member]].lowerBound)
      }
    }
    return nil
  }
}

/// The geometries of several features in shared columns, in the order in which they were appended.
struct FeatureGeometries {
  /// The columns of all geometries. Indices in rings and polygons count from the start of their own geometry.
  private var columns = FeatureGeometry()
  /// Where each geometry ends in the columns; the first entry is the start of the first geometry.
  private var ends: [(vertices: Int, rings: Int, members: Int, polygons: Int, measures: Int)] = [(0, 0, 0, 0, 0)]

  var count: Int { ends.count - 1 }

  mutating func removeAll() {
    columns.removeAll()
    ends.removeSubrange(1...)
  }

  mutating func append(_ geometry: borrowing FeatureGeometry) {
    columns.x.append(contentsOf: geometry.x)
    columns.y.append(contentsOf: geometry.y)
    columns.rings.append(contentsOf: geometry.rings)
    columns.ringOrder.append(contentsOf: geometry.ringOrder)
    columns.polygons.append(contentsOf: geometry.polygons)
    columns.measures.append(contentsOf: geometry.measures)
    ends.append(
      (
        columns.x.count, columns.rings.count, columns.ringOrder.count, columns.polygons.count, columns.measures.count
      ))
  }

  func copy(_ index: Int, to geometry: inout FeatureGeometry) {
    let (start, end) = (ends[index], ends[index + 1])
    geometry.removeAll()
    geometry.x.append(contentsOf: columns.x[start.vertices..<end.vertices])
    geometry.y.append(contentsOf: columns.y[start.vertices..<end.vertices])
    geometry.rings.append(contentsOf: columns.rings[start.rings..<end.rings])
    geometry.ringOrder.append(contentsOf: columns.ringOrder[start.members..<end.members])
    geometry.polygons.append(contentsOf: columns.polygons[start.polygons..<end.polygons])
    geometry.measures.append(contentsOf: columns.measures[start.measures..<end.measures])
  }
}
