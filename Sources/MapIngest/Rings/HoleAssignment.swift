/// Tells the shells and the holes of a Shapefile record apart and gives each hole its shell, whatever the order
/// of the rings.
///
/// By the format's rule shells run clockwise and holes counter-clockwise, and a hole belongs to the smallest
/// shell that contains it. Where a counter-clockwise ring lies in no clockwise one the file breaks the rule; then
/// winding says nothing about the record, and a ring is a shell where an even number of others contain it, else
/// a hole of the smallest of them. Rings without an area are shells: what becomes of them is not decided here.
///
/// Rings that cross the antimeridian are looked at in one piece, and round a pole as closed over it.
///
/// Known limit: a hole wound clockwise like its shell is taken for a shell, as the rule says.
struct HoleAssignment {
  /// Boxes, areas and sizes of the rings, in their order; kept for the next record. The size is the area without its
  /// sign.
  private var doubledArea: ContiguousArray<Double> = []
  private var size: ContiguousArray<Double> = []
  private var box: ContiguousArray<CoordinateBox> = []
  /// By how much the longitudes of two rings may differ for the same place.
  private var shifts: [Double] = [0]

  /// Fills `ringOrder` and `polygons`. The answer is whether winding and containment agree.
  ///
  /// - Complexity: O(vertices + rings × log(rings)), and per hole and shell whose box contains it a walk along the parts
  ///   of the shell at the hole's latitude.
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

  private mutating func organizePlane(_ geometry: inout FeatureGeometry) -> Bool {
    geometry.ringOrder.removeAll(keepingCapacity: true)
    geometry.polygons.removeAll(keepingCapacity: true)
    doubledArea.removeAll(keepingCapacity: true)
    for ring in geometry.rings.indices { doubledArea.append(geometry.doubledArea(ofRing: ring)) }
    size.removeAll(keepingCapacity: true)
    size.append(contentsOf: doubledArea.lazy.map(\.magnitude))
    if geometry.rings.count == 1 || doubledArea.allSatisfy({ $0 <= 0 }) {
      for ring in geometry.rings.indices {
        geometry.ringOrder.append(ring)
        geometry.polygons.append(ring..<ring + 1)
      }
      return true
    }
    measureBoxes(of: geometry)
    var outlines = ContiguousArray<IndexedRing?>(repeating: nil, count: geometry.rings.count)
    if let parent = parents(ofHoles: { $0 > 0 }, geometry, &outlines) {
      assemble(&geometry, parent: parent)
      return true
    }
    assemble(&geometry, parent: parentsByDepth(geometry, &outlines))
    return false
  }

  private mutating func measureBoxes(of geometry: borrowing FeatureGeometry) {
    box.removeAll(keepingCapacity: true)
    for range in geometry.rings {
      var bounds = CoordinateBox()
      for vertex in range {
        bounds.minX = min(bounds.minX, geometry.x[vertex])
        bounds.maxX = max(bounds.maxX, geometry.x[vertex])
        bounds.minY = min(bounds.minY, geometry.y[vertex])
        bounds.maxY = max(bounds.maxY, geometry.y[vertex])
      }
      box.append(bounds)
    }
  }

  /// The shell of each hole (-1 for shells) where every hole has one, else `nil`.
  private func parents(
    ofHoles isHole: (Double) -> Bool, _ geometry: borrowing FeatureGeometry,
    _ outlines: inout ContiguousArray<IndexedRing?>
  ) -> [Int]? {
    var shells = EnclosingRings(
      geometry.rings.indices.filter { !isHole(doubledArea[$0]) }, boxes: box, areas: size)
    var parent = Array(repeating: -1, count: geometry.rings.count)
    for hole in geometry.rings.indices where isHole(doubledArea[hole]) {
      guard let shell = smallest(of: &shells, around: hole, geometry, &outlines) else { return nil }
      parent[hole] = shell
    }
    return parent
  }

  /// The shell of each hole (-1 for shells), where a ring is a hole if an odd number of others contain it.
  private func parentsByDepth(
    _ geometry: borrowing FeatureGeometry, _ outlines: inout ContiguousArray<IndexedRing?>
  ) -> [Int] {
    var all = EnclosingRings(geometry.rings.indices, boxes: box, areas: size)
    var container = Array(repeating: -1, count: geometry.rings.count)
    for ring in geometry.rings.indices {
      container[ring] = smallest(of: &all, around: ring, geometry, &outlines) ?? -1
    }
    // Who contains another has more area, so that it is decided on first.
    var isHole = Array(repeating: false, count: geometry.rings.count)
    for ring in geometry.rings.indices.sorted(by: { size[$0] > size[$1] }) where container[ring] >= 0 {
      isHole[ring] = !isHole[container[ring]]
    }
    return geometry.rings.indices.map { isHole[$0] ? container[$0] : -1 }
  }

  /// The smallest of some rings that contains a ring and has more area.
  private func smallest(
    of rings: inout EnclosingRings, around inner: Int, _ geometry: borrowing FeatureGeometry,
    _ outlines: inout ContiguousArray<IndexedRing?>
  ) -> Int? {
    var best: (area: Double, ring: Int)?
    for shift in shifts {
      let found = rings.smallest(around: box[inner], shiftedBy: shift, withMoreThan: size[inner]) { outer in
        let outline = outlines[outer] ?? IndexedRing(geometry, ring: outer)
        outlines[outer] = outline
        return outline.contains(geometry.rings[inner], shiftedBy: shift, in: geometry)
      }
      guard let found else { continue }
      if let current = best, (current.area, current.ring) <= (found.area, found.ring) { continue }
      best = found
    }
    return best?.ring
  }

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
