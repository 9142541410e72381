/// Tells the shells of a Shapefile record from its holes and assigns each hole to its shell, whatever the order of the
/// rings.
///
/// By the rule of the format, shells run clockwise, holes run counter-clockwise, and a hole belongs to the smallest
/// shell that contains it. A record breaks the rule if one of its counter-clockwise rings lies in no clockwise ring.
/// Its windings are then ignored: a ring that an even number of others contain is a shell, and any other ring is a hole
/// of the smallest ring that contains it. Rings without an area count as shells; later steps decide what happens to
/// them.
///
/// Directions are those with x to the east and y to the north. Coordinates are those of the source, before they are
/// transformed; rings may repeat their first vertex at the end. `ShapeReader` asks for each record. Other formats say
/// which rings are holes.
///
/// Rings that cross the antimeridian are compared as unwrapped rings, and rings round a pole as closed over it.
///
/// Known limit: a hole that runs clockwise is taken for a shell, because the rule says so.
///
/// Source: ESRI Shapefile Technical Description (1998), Polygon.
struct HoleAssignment {
  /// Per ring of the current record: twice its signed area, positive if it runs counter-clockwise. This column and the
  /// next two keep their memory from record to record.
  private var doubledArea: ContiguousArray<Double> = []
  /// Per ring: twice its area without the sign.
  private var size: ContiguousArray<Double> = []
  /// Per ring: its box.
  private var box: ContiguousArray<CoordinateBox> = []
  /// By how many degrees the longitudes of two rings may differ although they mean the same location.
  private var shifts: [Double] = [0]

  /// Fills `ringOrder` and `polygons` of a geometry from its rings. Polygons come in the order of their shells, and the
  /// holes of each in their own order. Vertices and rings stay as they are.
  /// - Returns: whether the windings agree with which ring contains which. If not, they were ignored, and
  ///   `ShapefileReader` adds a finding. True if there is no ring.
  /// - Complexity: O(v + r log r) for v vertices and r rings. Each test of a hole against a shell whose box contains
  ///   that of the hole walks along the edges of the shell at the hole's latitude.
  mutating func organize(_ geometry: inout FeatureGeometry) -> Bool {
    guard geometry.rings.count > 1, var unwrapped = geometry.unwrapped() else {
      shifts = [0]
      return organizePlane(&geometry)
    }
    shifts = [0, -360, 360]
    let agrees = organizePlane(&unwrapped)
    geometry.ringOrder = unwrapped.ringOrder
    geometry.polygons = unwrapped.polygons
    return agrees
  }

  /// Fills `ringOrder` and `polygons` from rings that are compared as they are, without regard to the antimeridian.
  private mutating func organizePlane(_ geometry: inout FeatureGeometry) -> Bool {
    geometry.ringOrder.removeAll(keepingCapacity: true)
    geometry.polygons.removeAll(keepingCapacity: true)
    doubledArea.removeAll(keepingCapacity: true)
    geometry.measureRings()
    doubledArea.append(contentsOf: geometry.measures.lazy.map(\.doubledArea))
    size.removeAll(keepingCapacity: true)
    size.append(contentsOf: doubledArea.lazy.map(\.magnitude))
    if geometry.rings.count == 1 || doubledArea.allSatisfy({ $0 <= 0 }) {
      for ring in geometry.rings.indices {
        geometry.ringOrder.append(ring)
        geometry.polygons.append(ring..<ring + 1)
      }
      return true
    }
    box.removeAll(keepingCapacity: true)
    box.append(contentsOf: geometry.measures.lazy.map(\.box))
    var indexedRings = ContiguousArray<IndexedRing?>(repeating: nil, count: geometry.rings.count)
    if let parent = parents(ofHoles: { $0 > 0 }, geometry, &indexedRings) {
      assemble(&geometry, parent: parent)
      return true
    }
    assemble(&geometry, parent: parentsByDepth(geometry, &indexedRings))
    return false
  }

  /// The shell of each hole, and -1 for shells; `nil` if a hole has no shell.
  private func parents(
    ofHoles isHole: (Double) -> Bool, _ geometry: borrowing FeatureGeometry,
    _ indexedRings: inout ContiguousArray<IndexedRing?>
  ) -> [Int]? {
    var shells = EnclosingRings(
      geometry.rings.indices.filter { !isHole(doubledArea[$0]) }, boxes: box, areas: size)
    var parent = Array(repeating: -1, count: geometry.rings.count)
    for hole in geometry.rings.indices where isHole(doubledArea[hole]) {
      guard let shell = smallest(of: &shells, around: hole, geometry, &indexedRings) else { return nil }
      parent[hole] = shell
    }
    return parent
  }

  /// The shell of each hole, and -1 for shells. A ring is a hole if an odd number of others contain it.
  private func parentsByDepth(
    _ geometry: borrowing FeatureGeometry, _ indexedRings: inout ContiguousArray<IndexedRing?>
  ) -> [Int] {
    var all = EnclosingRings(geometry.rings.indices, boxes: box, areas: size)
    var container = Array(repeating: -1, count: geometry.rings.count)
    for ring in geometry.rings.indices {
      container[ring] = smallest(of: &all, around: ring, geometry, &indexedRings) ?? -1
    }
    // A ring that contains another has a larger area, so it is decided first.
    var isHole = Array(repeating: false, count: geometry.rings.count)
    for ring in geometry.rings.indices.sorted(by: { size[$0] > size[$1] }) where container[ring] >= 0 {
      isHole[ring] = !isHole[container[ring]]
    }
    return geometry.rings.indices.map { isHole[$0] ? container[$0] : -1 }
  }

  /// The smallest of some rings that contains the ring `inner` and has a larger area; of equally large ones the first.
  private func smallest(
    of rings: inout EnclosingRings, around inner: Int, _ geometry: borrowing FeatureGeometry,
    _ indexedRings: inout ContiguousArray<IndexedRing?>
  ) -> Int? {
    var best: (area: Double, ring: Int)?
    for shift in shifts {
      let found = rings.smallest(around: box[inner], shiftedBy: shift, withMoreThan: size[inner]) { outer in
        let indexed = indexedRings[outer] ?? IndexedRing(geometry, ring: outer)
        indexedRings[outer] = indexed
        return indexed.contains(geometry.rings[inner], shiftedBy: shift, in: geometry)
      }
      guard let found else { continue }
      if let current = best, (current.area, current.ring) <= (found.area, found.ring) { continue }
      best = found
    }
    return best?.ring
  }

  /// Fills `ringOrder` and `polygons` from the shells of the rings: each polygon is a shell, then its holes.
  private func assemble(_ geometry: inout FeatureGeometry, parent: [Int]) {
    var holesByShell = [[Int]](repeating: [], count: parent.count)
    for (ring, shell) in parent.enumerated() where shell >= 0 { holesByShell[shell].append(ring) }
    for ring in parent.indices where parent[ring] < 0 {
      let start = geometry.ringOrder.count
      geometry.ringOrder.append(ring)
      geometry.ringOrder.append(contentsOf: holesByShell[ring])
      geometry.polygons.append(start..<geometry.ringOrder.count)
    }
  }
}
