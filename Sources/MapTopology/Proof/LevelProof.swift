import MapArrangement
import MapGeometry

/// The proof of one level; see `prove(_:jobs:)`.
struct LevelProof {
  private let coverage: Coverage
  private let level: Int
  /// The arcs that are present; path p is arc `arcs[p]`.
  private let arcs: ContiguousArray<Int>
  private let pathByArc: ContiguousArray<Int>
  private let paths: Paths

  init(_ coverage: Coverage, level: Int) {
    self.coverage = coverage
    self.level = level
    let table = coverage.arcs
    var isPresent = ContiguousArray<Bool>(repeating: false, count: table.count)
    for polygon in 0..<coverage.polygonCount where Int(coverage.polygonLevel[polygon]) >= level {
      let rings = coverage.ringStart[polygon]..<coverage.ringStart[polygon + 1]
      for index in coverage.referenceStart[rings.lowerBound]..<coverage.referenceStart[rings.upperBound] {
        isPresent[coverage.references[index].arc] = true
      }
    }
    arcs = ContiguousArray((0..<table.count).lazy.filter { isPresent[$0] })
    var pathByArc = ContiguousArray<Int>(repeating: -1, count: table.count)
    var paths = Paths()
    for (path, arc) in arcs.enumerated() {
      pathByArc[arc] = path
      for vertex in table.vertices(of: arc) where Int(table.vertexLevel[vertex]) >= level {
        paths.append(table.point(vertex))
      }
      paths.endPath(isClosed: table.isClosed[arc])
    }
    self.pathByArc = pathByArc
    self.paths = paths
  }

  /// What is wrong, in words; `nil` where nothing is.
  func firstFault(jobs: Int) -> String? {
    // In this order, since each rests on those before it.
    arcFault() ?? crossingFault(jobs: jobs) ?? repetitionFault() ?? regionFault() ?? ringFault() ?? faceFault()
  }

  /// Each arc keeps its ends, or three vertices where it is closed; it divides two different owners.
  private func arcFault() -> String? {
    let table = coverage.arcs
    for (path, arc) in arcs.enumerated() {
      let range = table.vertices(of: arc)
      let kept = paths.start[path + 1] - paths.start[path]
      if table.left[arc] == table.right[arc] { return "the same region lies on both sides of arc \(arc)" }
      if table.isClosed[arc] {
        if kept < 3 { return "the closed arc \(arc) has \(kept) vertices" }
      } else if kept < 2 || paths.point(paths.start[path]) != table.point(range.lowerBound)
        || paths.point(paths.start[path + 1] - 1) != table.point(range.upperBound - 1)
      {
        return "arc \(arc) has lost one of its ends"
      }
    }
    return nil
  }

  private func crossingFault(jobs: Int) -> String? {
    interactions(of: paths, jobs: jobs).first.map {
      "lines meet near \(paths.point($0.first)) and \(paths.point($0.second))"
    }
  }

  /// No point is a vertex twice, but as the end of arcs.
  ///
  /// At level 0 only: coarser levels have no other vertices.
  private func repetitionFault() -> String? {
    guard level == 0 else { return nil }
    var words = ContiguousArray<UInt64>()
    words.reserveCapacity(paths.vertexCount)
    for path in 0..<paths.count {
      let range = paths.start[path]..<paths.start[path + 1]
      for vertex in paths.isClosed[path] ? range : range.dropFirst().dropLast() {
        words.append(paths.point(vertex).key)
      }
    }
    var inner = PointTable(capacity: words.count)
    for word in words where !inner.insert(word) { return "\(GridPoint(key: word)) is a vertex twice" }
    for path in 0..<paths.count where !paths.isClosed[path] {
      for vertex in [paths.start[path], paths.start[path + 1] - 1] where inner.contains(paths.point(vertex).key) {
        return "\(paths.point(vertex)) is the end of one arc and a vertex inside another"
      }
    }
    return nil
  }

  private func regionFault() -> String? {
    for region in coverage.regions.indices {
      let polygons = coverage.polygonStart[region]..<coverage.polygonStart[region + 1]
      if !polygons.contains(where: { Int(coverage.polygonLevel[$0]) >= level }) {
        return "region \(coverage.regions[region].code) has no polygon"
      }
    }
    return nil
  }

  /// Rings are closed and simple, and wound as they should be.
  private func ringFault() -> String? {
    let areas = paths.doubledAreas
    for (region, polygon, ring) in rings {
      let references = coverage.references[coverage.referenceStart[ring]..<coverage.referenceStart[ring + 1]]
      let place = "ring \(ring - coverage.ringStart[polygon]) of a polygon of region \(coverage.regions[region].code)"
      var area: Int64 = 0
      var vertices = 0
      var begins: [UInt64] = []
      var end = references.last.map { self.end(of: $0) }
      for reference in references {
        if end != begin(of: reference) { return "\(place) is not closed" }
        end = self.end(of: reference)
        begins.append(begin(of: reference).key)
        let path = pathByArc[reference.arc]
        // Single sums may wrap, the whole cannot: a ring lies in a square of 2³⁰ cells.
        area = reference.isReversed ? area &- areas[path] : area &+ areas[path]
        vertices += paths.start[path + 1] - paths.start[path] - (paths.isClosed[path] ? 0 : 1)
      }
      begins.sort()
      if zip(begins, begins.dropFirst()).contains(where: { $0 == $1 }) { return "\(place) passes a node twice" }
      if vertices < 3 { return "\(place) has \(vertices) vertices" }
      let isShell = ring == coverage.ringStart[polygon]
      if isShell ? area <= 0 : area >= 0 { return "\(place) runs the wrong way round" }
    }
    return nil
  }

  /// The rings of the polygons that are present.
  private var rings: [(region: Int, polygon: Int, ring: Int)] {
    coverage.regions.indices.flatMap { region in
      (coverage.polygonStart[region]..<coverage.polygonStart[region + 1])
        .filter { Int(coverage.polygonLevel[$0]) >= level }
        .flatMap { polygon in
          (coverage.ringStart[polygon]..<coverage.ringStart[polygon + 1]).map { (region, polygon, $0) }
        }
    }
  }

  private func begin(of reference: ArcReference) -> GridPoint {
    let path = pathByArc[reference.arc]
    if paths.isClosed[path] || !reference.isReversed { return paths.point(paths.start[path]) }
    return paths.point(paths.start[path + 1] - 1)
  }

  private func end(of reference: ArcReference) -> GridPoint { begin(of: reference.opposite) }

  /// Each face of the drawing is one polygon or nobody's, and each polygon one face.
  private func faceFault() -> String? {
    var polygonByHalf = ContiguousArray<Int>(repeating: -1, count: 2 * paths.count)
    for (region, polygon, ring) in rings {
      for reference in coverage.references[coverage.referenceStart[ring]..<coverage.referenceStart[ring + 1]] {
        let half = 2 * pathByArc[reference.arc] + (reference.isReversed ? 1 : 0)
        if polygonByHalf[half] >= 0 { return "two rings use the same side of arc \(reference.arc)" }
        polygonByHalf[half] = polygon
        if owner(ofHalf: half) != region {
          return
            "a ring of region \(coverage.regions[region].code) uses a side of arc \(reference.arc) that is not its own"
        }
      }
    }
    for half in polygonByHalf.indices where polygonByHalf[half] < 0 && owner(ofHalf: half) >= 0 {
      return "a side of arc \(arcs[half >> 1]) belongs to no ring"
    }

    let halves = HalfEdges(paths)
    let boundaries = halves.boundaries(paths.doubledAreas)
    var polygonByCycle = ContiguousArray<Int>(repeating: -1, count: boundaries.count)
    for boundary in 0..<boundaries.count { polygonByCycle[boundary] = polygonByHalf[Int(boundaries.first[boundary])] }
    for half in 0..<halves.count where polygonByHalf[half] != polygonByCycle[Int(boundaries.boundary[half])] {
      return "two polygons share a face at arc \(arcs[half >> 1])"
    }
    return nestingFault(halves, boundaries, polygonByCycle)
  }

  private func owner(ofHalf half: Int) -> Int {
    let arc = arcs[half >> 1]
    return Int(half & 1 == 0 ? coverage.arcs.left[arc] : coverage.arcs.right[arc])
  }

  /// A counter-clockwise boundary bounds a face from outside; a clockwise one is the outside of a connected part, and
  /// lies in the face that a ray from its smallest point meets.
  private func nestingFault(_ halves: HalfEdges, _ boundaries: FaceBoundaries, _ polygonByCycle: ContiguousArray<Int>)
    -> String?
  {
    var isBounded = ContiguousArray<Bool>(repeating: false, count: coverage.polygonCount)
    let clockwise = (0..<boundaries.count).filter { boundaries.doubledArea[$0] <= 0 }
    let smallest = clockwise.map { halves.smallestPoint(of: $0, boundaries, paths) }
    let found = ChainIndex(paths).firstSegments(below: smallest)
    var next = 0
    for boundary in 0..<boundaries.count {
      let polygon = polygonByCycle[boundary]
      if boundaries.doubledArea[boundary] > 0 {
        guard polygon >= 0 else { continue }
        if isBounded[polygon] { return "polygon \(polygon) is two faces" }
        isBounded[polygon] = true
        continue
      }
      var around = -1
      if let below = found[next] {
        let half = 2 * paths.path(ofVertex: below.segment) + (below.runsTowardsGrowingX ? 0 : 1)
        around = polygonByCycle[Int(boundaries.boundary[half])]
      }
      if around != polygon { return "what lies at \(smallest[next]) lies in another polygon than it should" }
      next += 1
    }
    return nil
  }
}
