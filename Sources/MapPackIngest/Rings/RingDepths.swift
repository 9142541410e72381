import MapPackFeatures
import MapPackGeometry

/// The rings of one polygon, read by how deep they lie: a ring that an even number of others contain is a shell, and a
/// ring that an odd number contain is a hole of the smallest of them. What the file calls them does not matter, nor does
/// their order. It is how viewers fill a polygon, by the even-odd rule.
///
/// Three things are read otherwise:
/// - Rings that cross form a **cluster**. In a cluster of shells and holes each ring is what the file says. A cluster of
///   shells alone, or of holes alone, is one ring for the depth of others: its rings are all shells, or all holes.
/// - Rings that enclose the same land count once.
/// - If a ring is not on the globe, depth is not looked at closely; its coordinates are a fault later.
///
/// In a Shapefile record the file says it by winding: shells run clockwise, or counter-clockwise if the largest ring
/// does. In all other formats the first ring of a polygon is its shell.
///
/// Most polygons are as the file says, which a quick look tells, with boxes and four vertices of each ring. Where that
/// look finds a difference or a doubt, the rings are divided into faces on the finest noding grid, and areas decide in exact integers:
/// a ring lies in another if all but what rounding moves of it does.
struct RingDepths {
  struct Difference {
    /// The first ring that is something else, or that is left out, by its index among the polygon's rings.
    var ring: Int
    /// How many rings are something else.
    var changed = 0
    /// How many rings are left out because another encloses the same land.
    var copies = 0
    /// What is land, and was none by what the file says, in m² on the ground.
    var becameLand = 0.0
    /// What is no land, and was land by what the file says, in m².
    var becameHole = 0.0
  }

  /// The polygons, each as its shell and then its holes, by their indices among the rings that were given.
  private(set) var polygons: [[Int]] = []
  /// `nil` if all rings are what the file says.
  private(set) var difference: Difference?

  /// - Parameters:
  ///   - geometry: the rings, unwrapped if they pass ±180°, with or without closing vertices.
  ///   - rings: the polygon's rings in the geometry, in the order of the file.
  ///   - isWinding: whether the windings say which rings are shells; else the first one is.
  ///   - mayShift: whether rings may have to be moved by 360° to lie beside each other.
  /// - Complexity: O(v + r log r) for v vertices and r rings if the file is right, else as `PlaneDivision`, plus the
  ///   number of rings round each face.
  init(_ geometry: borrowing FeatureGeometry, _ rings: [Int], isWinding: Bool, mayShift: Bool) {
    let measures = rings.map { geometry.measures(ofRing: $0) }
    var isHole = rings.indices.map { isWinding ? measures[$0].doubledArea > 0 : $0 > 0 }
    // A program that writes shells counter-clockwise does so with all.
    if isWinding, let largest = measures.indices.max(by: { Self.isSmaller(measures[$0], measures[$1]) }),
      isHole[largest]
    {
      isHole = measures.map { $0.doubledArea < 0 }
    }
    let (container, isDoubtful) = Self.containers(geometry, rings, measures, shifts: mayShift ? [0, -360, 360] : [0])
    var deep = Array(repeating: false, count: rings.count)
    // A ring that contains another has a larger area, so it is decided first.
    for ring in rings.indices.sorted(by: { Self.isSmaller(measures[$1], measures[$0]) }) where container[ring] >= 0 {
      deep[ring] = !deep[container[ring]]
    }
    // Unwrapped rings are on the globe.
    let isOnGlobe = mayShift || rings.allSatisfy { geometry.isOnGlobe(ring: $0) }
    if !isOnGlobe || (!isDoubtful && deep == isHole && !Self.hasTwins(measures)) {
      assemble(rings.indices.map { deep[$0] ? container[$0] : -1 })
      return
    }
    let faces = RingFaces(geometry, rings, measures, isHole: isHole)
    assemble(faces.parents)
    difference = faces.difference
  }

  private static func isSmaller(_ a: RingMeasures, _ b: RingMeasures) -> Bool {
    a.doubledArea.magnitude < b.doubledArea.magnitude
  }

  /// Whether two rings have the same box and the same area, as a ring and its copy have.
  private static func hasTwins(_ measures: [RingMeasures]) -> Bool {
    let keys = measures.lazy.filter { $0.doubledArea != 0 }.map {
      [$0.box.minX, $0.box.minY, $0.box.maxX, $0.box.maxY, $0.doubledArea.magnitude]
    }.sorted { $0.lexicographicallyPrecedes($1) }
    return zip(keys, keys.dropFirst()).contains { $0 == $1 }
  }

  /// The smallest ring that contains each ring and has a larger area, or -1; and whether vertices of a ring disagree on
  /// that, so that the rings may cross, or touch where rounding decides. Four vertices of a ring are asked.
  private static func containers(
    _ geometry: borrowing FeatureGeometry, _ rings: [Int], _ measures: [RingMeasures], shifts: [Double]
  ) -> (container: [Int], isDoubtful: Bool) {
    let boxes = ContiguousArray(measures.map(\.box))
    let sizes = ContiguousArray(measures.map(\.doubledArea.magnitude))
    var enclosing = EnclosingRings(rings.indices, boxes: boxes, areas: sizes)
    var indexedRings = ContiguousArray<IndexedRing?>(repeating: nil, count: rings.count)
    var isDoubtful = false
    var container: [Int] = []
    for inner in rings.indices {
      let vertices = geometry.rings[rings[inner]]
      // A ring without a vertex lies nowhere.
      let shifts = vertices.isEmpty ? [] : shifts
      let found = shifts.compactMap { shift in
        enclosing.smallest(around: boxes[inner], shiftedBy: shift, withMoreThan: sizes[inner]) { outer in
          let indexed = indexedRings[outer] ?? IndexedRing(geometry, ring: rings[outer])
          indexedRings[outer] = indexed
          var (inside, outside) = (0, 0)
          for quarter in 0..<4 {
            let vertex = vertices.lowerBound + quarter * vertices.count / 4
            switch indexed.side(of: geometry.x[vertex] + shift, geometry.y[vertex], in: geometry) {
            case .inside: inside += 1
            case .outside: outside += 1
            case .on: break
            }
          }
          if inside > 0, outside > 0 { isDoubtful = true }
          return inside == outside
            ? indexed.contains(vertices, shiftedBy: shift, in: geometry) : inside > outside
        }
      }
      container.append(found.min { ($0.area, $0.ring) < ($1.area, $1.ring) }?.ring ?? -1)
    }
    return (container, isDoubtful)
  }

  private mutating func assemble(_ parents: [Int?]) {
    var polygonOfShell = Array(repeating: -1, count: parents.count)
    for ring in parents.indices where parents[ring] == -1 {
      polygonOfShell[ring] = polygons.count
      polygons.append([ring])
    }
    for (ring, shell) in parents.enumerated() {
      if let shell, shell >= 0, polygonOfShell[shell] >= 0 { polygons[polygonOfShell[shell]].append(ring) }
    }
  }
}

/// The faces into which the rings of a polygon divide the plane, and what each ring is by them.
private struct RingFaces {
  /// Per ring: the shell from which it is cut; -1 for a shell, `nil` for a ring that is left out.
  private(set) var parents: [Int?]
  private(set) var difference: RingDepths.Difference?

  private let division: PlaneDivision
  private let isHole: [Bool]
  /// Per ring: twice the area round which it winds, in square cells.
  private var area: [Int64]
  /// Per ring: how much rounding may change its doubled area.
  private var slack: [Int64] = []
  /// Per ring: the ring of which it is a copy, or itself.
  private var original: [Int]
  /// Per ring: its cluster, which is itself if it crosses no other ring.
  private var cluster: [Int] = []
  /// Clusters of which the file calls some rings shells and some holes, by their names.
  private var mixed: Set<Int> = []

  init(_ geometry: borrowing FeatureGeometry, _ rings: [Int], _ measures: [RingMeasures], isHole: [Bool]) {
    let count = rings.count
    self.isHole = isHole
    parents = Array(repeating: -1, count: count)
    area = Array(repeating: 0, count: count)
    original = Array(0..<count)

    let shifts = Self.shifts(measures)
    var box = CoordinateBox()
    for (ring, shift) in shifts.enumerated() { box.formUnion(measures[ring].box, shiftedBy: shift) }
    let grid = NodingGrid(west: box.minX, south: box.minY, east: box.maxX, north: box.maxY)
    var lines = ClaimedPaths()
    for (claim, ring) in rings.enumerated() {
      let begin = lines.paths.vertexCount
      var length: Int64 = 0
      for vertex in geometry.rings[ring] {
        let point = grid.point(longitude: geometry.x[vertex] + shifts[claim], latitude: geometry.y[vertex])
        if lines.paths.vertexCount > begin {
          let last = lines.paths.point(lines.paths.vertexCount - 1)
          guard last != point else { continue }
          length += abs(Int64(last.x) - Int64(point.x)) + abs(Int64(last.y) - Int64(point.y))
        }
        lines.paths.append(point)
      }
      lines.paths.removeRepeatedEnd(from: begin)
      let isRing = lines.paths.vertexCount - begin >= 3
      if !isRing { lines.paths.removeVertices(from: begin) }
      // Rounding moves a ring once, and noding may move it again.
      slack.append(4 * (length + Int64(geometry.rings[ring].count)))
      guard isRing else { continue }
      lines.endPath(isClosed: true, left: Int32(truncatingIfNeeded: claim), right: ClaimedPaths.none)
    }
    division = PlaneDivision(lines, jobs: 1)
    compare()
    decide(on: Ground(grid))
  }

  /// By how many degrees each ring has to be moved to lie beside the largest one.
  private static func shifts(_ measures: [RingMeasures]) -> [Double] {
    func middle(_ box: CoordinateBox) -> Double { (box.minX + box.maxX) / 2 }
    let largest = measures.max { $0.doubledArea.magnitude < $1.doubledArea.magnitude }
    let center = largest.map { middle($0.box) } ?? 0
    return measures.map { measure in
      [0, -360, 360].min { abs(middle(measure.box) + $0 - center) < abs(middle(measure.box) + $1 - center) } ?? 0
    }
  }

  /// Calls `body` with each bounded face and the rings round it, smaller rings first.
  private func forEachFace(_ body: (_ face: Int, _ rings: [Int]) -> Void) {
    division.forEachLabel { face, label in
      guard face > 0, !label.isEmpty else { return }
      body(face, label.map { Int($0.claim) }.sorted { (area[$0], $0) < (area[$1], $1) })
    }
  }

  private mutating func compare() {
    var area = area
    division.forEachLabel { face, label in
      for claim in label where face > 0 { area[Int(claim.claim)] += division.doubledArea[face] }
    }
    self.area = area

    // How much of each ring lies in each of the rings that are the next larger ones somewhere in it.
    var inNext = Array(repeating: [Int: Int64](), count: area.count)
    forEachFace { face, rings in
      for (index, ring) in rings.enumerated() {
        inNext[ring][index + 1 < rings.count ? rings[index + 1] : -1, default: 0] += division.doubledArea[face]
      }
    }
    var isSplit = Array(repeating: false, count: area.count)
    for ring in area.indices.sorted(by: { (area[$0], $0) < (area[$1], $1) }) {
      guard let most = inNext[ring].max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { continue }
      if area[ring] - most.value > slack[ring] {
        isSplit[ring] = true
      } else if most.key >= 0, area[most.key] - area[ring] <= min(slack[ring], slack[most.key]) {
        // The chain of copies ends at the largest one.
        original[ring] = most.key
      }
    }
    // Of copies the file's first shell stays, else the first ring.
    for ring in area.indices.sorted(by: { (area[$0], $0) > (area[$1], $1) }) {
      original[ring] = original[original[ring]]
    }
    var kept: [Int: Int] = [:]
    for ring in area.indices {
      let known = kept[original[ring]]
      if known == nil || (isHole[known ?? ring] && !isHole[ring]) { kept[original[ring]] = ring }
    }
    original = original.map { kept[$0] ?? $0 }

    // How much split rings share with each other ring, larger or smaller.
    var common = Array(repeating: [Int: Int64](), count: area.count)
    var clusters = DisjointSets(count: area.count)
    forEachFace { face, rings in
      for ring in rings where isSplit[ring] {
        for other in rings where other != ring { common[ring][other, default: 0] += division.doubledArea[face] }
      }
    }
    for (ring, others) in common.enumerated() {
      for (other, shared) in others where original[ring] != original[other] {
        guard shared > slack[ring], shared < area[ring] - slack[ring], shared < area[other] - slack[other] else {
          continue
        }
        clusters.unite(original[ring], original[other])
      }
    }
    cluster = area.indices.map { clusters.find(original[$0]) }
    var holes: Set<Int> = []
    var shells: Set<Int> = []
    for ring in area.indices where original[ring] == ring {
      if isHole[ring] { holes.insert(cluster[ring]) } else { shells.insert(cluster[ring]) }
    }
    mixed = holes.intersection(shells)
  }

  /// - Parameter rings: the rings round it, smaller ones first.
  private func isLand(_ rings: some Sequence<Int>) -> Bool {
    var isLand = false
    var seen: Set<Int> = []
    var (hasShell, hasHole) = (false, false)
    var inner: Int?
    for ring in rings {
      let cluster = cluster[ring]
      if let inner {
        // What lies round a mixed cluster does not matter to what its rings say.
        guard cluster == inner else { continue }
      } else if mixed.contains(cluster) {
        inner = cluster
      } else {
        if seen.insert(cluster).inserted { isLand.toggle() }
        continue
      }
      if isHole[original[ring]] { hasHole = true } else { hasShell = true }
    }
    return inner == nil ? isLand : isLand != (hasShell && !hasHole)
  }

  /// Finds what each ring is, and what differs from what the file says.
  private mutating func decide(on ground: Ground) {
    // Each ring is judged at the largest face in it.
    var faceOfRing = Array(repeating: 0, count: area.count)
    var becameLand: Set<Int32> = []
    var becameHole: Set<Int32> = []
    forEachFace { face, rings in
      for ring in rings
      where faceOfRing[ring] == 0 || division.doubledArea[face] > division.doubledArea[faceOfRing[ring]] {
        faceOfRing[ring] = face
      }
      let wasLand = rings.contains { !isHole[$0] } && !rings.contains { isHole[$0] }
      let isLand = isLand(rings)
      if isLand, !wasLand { becameLand.insert(Int32(truncatingIfNeeded: face)) }
      if !isLand, wasLand { becameHole.insert(Int32(truncatingIfNeeded: face)) }
    }
    let shells = area.indices.filter { original[$0] == $0 && !isHole[$0] }.sorted { (area[$1], $0) < (area[$0], $1) }
    let largestShell = Dictionary(shells.map { (cluster[$0], $0) }, uniquingKeysWith: { first, _ in first })
    // A hole without an area takes nothing away.
    var parents: [Int?] = area.indices.map { ring in
      original[ring] != ring ? nil : area[ring] == 0 && isHole[ring] ? shells.first ?? -1 : -1
    }
    forEachFace { face, rings in
      for (index, ring) in rings.enumerated() where faceOfRing[ring] == face && parents[ring] != nil {
        let around = rings[index...].dropFirst().filter { original[$0] == $0 && cluster[$0] != cluster[ring] }
        if mixed.contains(cluster[ring]) {
          guard isHole[ring] else { continue }
          let around = rings.first { cluster[$0] == cluster[ring] && original[$0] == $0 && !isHole[$0] }
          parents[ring] = around ?? largestShell[cluster[ring]]
        } else if isLand(around) {
          parents[ring] = around.first { !mixed.contains(cluster[$0]) || !isHole[$0] }
        }
      }
    }
    self.parents = parents

    let changed = parents.indices.filter { ring in parents[ring].map { ($0 >= 0) != isHole[ring] } ?? false }
    let copies = parents.indices.filter { parents[$0] == nil }
    guard let first = (changed + copies).min() else { return }
    let areas = division.squareCentimeters(of: becameLand.union(becameHole), on: ground)
    // Rings that go round the globe several times can enclose more than an integer of cm² holds.
    func squareMeters(_ faces: Set<Int32>) -> Double {
      faces.sorted().reduce(0) { $0 + Double(areas[Int($1)]) } / 10_000
    }
    difference = RingDepths.Difference(
      ring: first, changed: changed.count, copies: copies.count, becameLand: squareMeters(becameLand),
      becameHole: squareMeters(becameHole))
  }
}
