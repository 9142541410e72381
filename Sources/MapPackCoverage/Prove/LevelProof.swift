import MapPack
import MapPackFeatures
import MapPackGeometry

/// The proof of one level of a coverage of areas; see `prove(_:jobs:)`.
struct LevelProof {
  private let coverage: Coverage
  private let level: Int
  /// Per path: its arc. The arcs are those that are present and have enough vertices to be drawn.
  private var arcs: ContiguousArray<Int> = []
  /// Per arc: its path; −1 if it was not drawn.
  private var pathByArc: ContiguousArray<Int>
  /// The drawn arcs, with the vertices that are present.
  private var paths = Paths()
  /// The faults found, each once.
  private(set) var faults: [LevelFault] = []
  private var told: Set<LevelFault> = []

  init(_ coverage: Coverage, level: Int, jobs: Int) {
    self.coverage = coverage
    self.level = level
    let table = coverage.arcs
    var isPresent = ContiguousArray<Bool>(repeating: false, count: table.count)
    for polygon in 0..<coverage.polygonCount where Int(coverage.polygonLevel[polygon]) >= level {
      for reference in coverage.references(ofPolygon: polygon) { isPresent[reference.arc] = true }
    }
    pathByArc = ContiguousArray(repeating: -1, count: table.count)
    for arc in 0..<table.count where isPresent[arc] { draw(arc) }
    // The order matters: each check rests on those before it.
    let index = ChainIndex(paths, jobs: jobs)
    findMeetings(index, jobs: jobs)
    findRepetitions(jobs: jobs)
    let isDrawn = faults.isEmpty
    findAbsentRegions()
    findRingFaults(jobs: jobs)
    if isDrawn { findFaceFaults(index, jobs: jobs) }
  }

  private mutating func add(_ fault: LevelFault) {
    if told.insert(fault).inserted { faults.append(fault) }
  }

  // MARK: Arcs

  /// Draws an arc with the vertices that are present, and checks that it keeps its two ends, or three vertices if it is
  /// closed, and that its two sides differ.
  private mutating func draw(_ arc: Int) {
    let table = coverage.arcs
    let range = table.vertices(of: arc)
    let begin = paths.vertexCount
    for vertex in range where Int(table.vertexLevel[vertex]) >= level { paths.append(table.point(vertex)) }
    let kept = paths.vertexCount - begin
    func fault(_ rule: Rule, _ words: String) -> LevelFault {
      LevelFault(rule: rule, message: words, point: range.first.map { table.point($0) })
    }
    if table.left[arc] == table.right[arc] {
      add(fault(.inconsistentSides, "\(name(table.left[arc])) lies on both sides of a border"))
    }
    if table.isClosed[arc] {
      if kept < 3 { add(fault(.tooFewPoints, "a closed border of \(names(beside: arc)) has \(kept) vertices")) }
    } else if kept < 2 || range.first.map({ table.point($0) }) != paths.point(begin)
      || range.last.map({ table.point($0) }) != paths.point(paths.vertexCount - 1)
    {
      add(fault(.brokenRing, "a border of \(names(beside: arc)) has lost one of its ends"))
    }
    if kept < (table.isClosed[arc] ? 3 : 2) {
      paths.points.removeSubrange(begin...)
      return
    }
    pathByArc[arc] = arcs.count
    arcs.append(arc)
    paths.endPath(isClosed: table.isClosed[arc])
  }

  private func name(_ region: Int32) -> String { region < 0 ? "no region" : coverage.regions[Int(region)].name }

  /// The regions on the two sides of an arc, ascending, without nobody.
  private func regions(beside arc: Int) -> [Int32] {
    let (left, right) = (coverage.arcs.left[arc], coverage.arcs.right[arc])
    return [min(left, right), max(left, right)].filter { $0 >= 0 }
  }

  private func names(beside arc: Int) -> String { regions(beside: arc).map(name).joined(separator: " and ") }

  /// Reports that two arcs, or two parts of one, meet outside their nodes.
  private mutating func addMeeting(of one: Int, _ other: Int, at point: GridPoint) {
    let (one, other) = (arcs[min(one, other)], arcs[max(one, other)])
    if let region = regions(beside: one).first(where: regions(beside: other).contains) {
      add(
        LevelFault(
          rule: .crossingArcs, message: "borders of \(name(region)) meet outside their nodes", point: point,
          region: Int(region)))
    } else {
      add(
        LevelFault(
          rule: .crossingArcs,
          message: "the border of \(names(beside: one)) meets that of \(names(beside: other)) outside their nodes",
          point: point))
    }
  }

  /// Checks that segments meet in end points of arcs only.
  private mutating func findMeetings(_ index: ChainIndex, jobs: Int) {
    for interaction in index.interactions(jobs: jobs) {
      let (one, other) = (paths.path(ofVertex: interaction.first), paths.path(ofVertex: interaction.second))
      let (a, b) = (paths.point(interaction.first), end(ofSegment: interaction.first, of: one))
      let (c, d) = (paths.point(interaction.second), end(ofSegment: interaction.second, of: other))
      let point =
        interaction.relation == .crossing
        ? roundedCrossing(a, b, c, d)
        : [a, b, c, d].first { segment(a, b, contains: $0) && segment(c, d, contains: $0) } ?? a
      addMeeting(of: one, other, at: point)
    }
  }

  private func end(ofSegment segment: Int, of path: Int) -> GridPoint {
    paths.point(segment + 1 == paths.start[path + 1] ? paths.start[path] : segment + 1)
  }

  /// Checks that no point is a vertex twice, except as an end of arcs.
  ///
  /// Level 0 is enough, because coarser levels have no other vertices.
  private mutating func findRepetitions(jobs: Int) {
    guard level == 0 else { return }
    var isInner = ContiguousArray<Bool>(repeating: true, count: paths.vertexCount)
    for path in 0..<paths.count where !paths.isClosed[path] {
      isInner[paths.start[path]] = false
      isInner[paths.start[path + 1] - 1] = false
    }
    var repeated: Set<UInt64> = []
    for (vertex, first) in paths.firstVertices(jobs: jobs).enumerated() where first != vertex {
      if isInner[vertex] || isInner[Int(first)] { repeated.insert(paths.point(vertex).key) }
    }
    guard !repeated.isEmpty else { return }
    var pathsByPoint: [GridPoint: [Int]] = [:]
    for path in 0..<paths.count {
      for vertex in paths.vertices(of: path) where repeated.contains(paths.point(vertex).key) {
        pathsByPoint[paths.point(vertex), default: []].append(path)
      }
    }
    for (point, paths) in pathsByPoint.sorted(by: { $0.key < $1.key }) {
      for (one, other) in zip(paths, paths.dropFirst()) { addMeeting(of: one, other, at: point) }
    }
  }

  // MARK: Rings

  private mutating func findAbsentRegions() {
    for region in coverage.regions.indices {
      let polygons = coverage.polygons(of: region)
      if !polygons.contains(where: { Int(coverage.polygonLevel[$0]) >= level }) {
        add(LevelFault(rule: .noShape, message: "\(name(Int32(region))) has no polygon", region: region))
      }
    }
  }

  /// A ring of a polygon that is present.
  private struct Ring {
    var region: Int
    var polygon: Int
    var ring: Int
  }

  private var rings: [Ring] {
    coverage.regions.indices.flatMap { region in
      coverage.polygons(of: region)
        .filter { Int(coverage.polygonLevel[$0]) >= level }
        .flatMap { polygon in
          coverage.rings(of: polygon)
            .map { Ring(region: region, polygon: polygon, ring: $0) }
        }
    }
  }

  private func references(of ring: Ring) -> ArraySlice<ArcReference> {
    coverage.references(of: ring.ring)
  }

  private mutating func add(_ rule: Rule, _ words: String, of ring: Ring, at point: GridPoint?) {
    add(
      LevelFault(
        rule: rule, message: words, point: point, region: ring.region,
        polygon: ring.polygon - coverage.polygons(of: ring.region).lowerBound,
        ring: ring.ring - coverage.shell(of: ring.polygon)))
  }

  /// Checks that rings are closed and simple, have at least three vertices, and run in the right direction.
  private mutating func findRingFaults(jobs: Int) {
    let areas = paths.doubledAreas(jobs: jobs)
    for ring in rings {
      let references = references(of: ring)
      // An arc that cannot be drawn has been reported already.
      guard let last = references.last, references.allSatisfy({ pathByArc[$0.arc] >= 0 }) else { continue }
      var area: Int64 = 0
      var vertices = 0
      var begins: [GridPoint] = []
      var end = self.end(of: last)
      var gap: GridPoint?
      for reference in references {
        let begin = begin(of: reference)
        if end != begin { gap = gap ?? end }
        end = self.end(of: reference)
        begins.append(begin)
        let path = pathByArc[reference.arc]
        // Partial sums may wrap; the total does not, because a ring lies in a square of 2³⁰ cells.
        area = reference.isReversed ? area &- areas[path] : area &+ areas[path]
        vertices += paths.vertices(of: path).count - (paths.isClosed[path] ? 0 : 1)
      }
      if let gap {
        add(.brokenRing, "an arc of the ring does not begin where the one before it ends", of: ring, at: gap)
        continue
      }
      let first = begins.first
      begins.sort()
      for (one, other) in zip(begins, begins.dropFirst()) where one == other {
        add(.ringSelfIntersection, "the ring passes through a node twice", of: ring, at: one)
      }
      if vertices < 3 {
        add(.tooFewPoints, "the ring has \(vertices) vertices", of: ring, at: first)
        continue
      }
      let isShell = ring.ring == coverage.shell(of: ring.polygon)
      if isShell ? area <= 0 : area >= 0 {
        let words = isShell ? "the shell does not run counter-clockwise" : "the hole does not run clockwise"
        add(.wrongWinding, words, of: ring, at: first)
      }
    }
  }

  private func half(of reference: ArcReference) -> Int {
    2 * pathByArc[reference.arc] + (reference.isReversed ? 1 : 0)
  }

  private func begin(of reference: ArcReference) -> GridPoint { HalfEdges.firstPoint(of: half(of: reference), paths) }

  private func end(of reference: ArcReference) -> GridPoint { begin(of: reference.opposite) }

  // MARK: Faces

  /// Checks that each side of an arc belongs to one ring, that each face of the drawing belongs to one polygon or to
  /// nobody, and that each polygon is one face.
  private mutating func findFaceFaults(_ index: ChainIndex, jobs: Int) {
    var polygonByHalf = ContiguousArray<Int>(repeating: -1, count: 2 * paths.count)
    for ring in rings {
      for reference in references(of: ring) {
        let half = half(of: reference)
        let point = paths.point(paths.start[half >> 1])
        if polygonByHalf[half] >= 0 {
          add(.inconsistentSides, "another ring has the same side of a border", of: ring, at: point)
        }
        polygonByHalf[half] = ring.polygon
        let owner = owner(ofHalf: half)
        if Int(owner) != ring.region {
          let words = "a border of \(name(Int32(ring.region))) has \(name(owner)) on its inner side"
          add(.inconsistentSides, words, of: ring, at: point)
        }
      }
    }
    for half in polygonByHalf.indices where polygonByHalf[half] < 0 && owner(ofHalf: half) >= 0 {
      let owner = owner(ofHalf: half)
      add(
        LevelFault(
          rule: .inconsistentSides, message: "a side of a border of \(name(owner)) belongs to no ring",
          point: paths.point(paths.start[half >> 1]), region: Int(owner)))
    }

    let halves = HalfEdges(paths)
    for half in 0..<halves.count {
      let next = Int(halves.next[half])
      addDisagreement(polygonByHalf[half], polygonByHalf[next], at: HalfEdges.firstPoint(of: next, paths))
    }
    findNestingFaults(halves, polygonByHalf, index, jobs: jobs)
  }

  private func owner(ofHalf half: Int) -> Int32 {
    let arc = arcs[half >> 1]
    return half & 1 == 0 ? coverage.arcs.left[arc] : coverage.arcs.right[arc]
  }

  /// Checks that islands and holes lie in the right faces, and that no polygon has several faces.
  ///
  /// A counter-clockwise boundary surrounds its face. A clockwise boundary is the outside of a connected part of the
  /// drawing, which lies in the face that a ray from the boundary's smallest point meets.
  private mutating func findNestingFaults(
    _ halves: HalfEdges, _ polygonByHalf: ContiguousArray<Int>, _ index: ChainIndex, jobs: Int
  ) {
    let boundaries = halves.boundaries(paths.doubledAreas(jobs: jobs))
    var isBounded = ContiguousArray<Bool>(repeating: false, count: coverage.polygonCount)
    let clockwise = (0..<boundaries.count).filter { boundaries.doubledArea[$0] <= 0 }
    let smallest = clockwise.map { halves.smallestPoint(of: $0, boundaries, paths) }
    for (position, below) in index.firstSegments(below: smallest, jobs: jobs).enumerated() {
      var around = -1
      if let below {
        around = polygonByHalf[2 * paths.path(ofVertex: below.segment) + (below.runsTowardsGrowingX ? 0 : 1)]
      }
      addDisagreement(polygonByHalf[Int(boundaries.first[clockwise[position]])], around, at: smallest[position])
    }
    for boundary in 0..<boundaries.count where boundaries.doubledArea[boundary] > 0 {
      let half = Int(boundaries.first[boundary])
      let polygon = polygonByHalf[half]
      guard polygon >= 0 else { continue }
      if isBounded[polygon] {
        let region = region(ofPolygon: polygon)
        add(
          LevelFault(
            rule: .disconnectedInterior, message: "the inside of the polygon falls in two",
            point: HalfEdges.firstPoint(of: half, paths), region: region,
            polygon: polygon - coverage.polygons(of: region).lowerBound))
      }
      isBounded[polygon] = true
    }
  }

  /// Checks that the same polygon, or nobody (−1), lies beside two borders of one face.
  private mutating func addDisagreement(_ one: Int, _ other: Int, at point: GridPoint) {
    guard one != other else { return }
    // Polygons are numbered region by region, so the regions are in order too.
    let (one, other) = (min(one, other), max(one, other))
    let (first, second) = (one < 0 ? -1 : region(ofPolygon: one), region(ofPolygon: other))
    var words = (name(Int32(first)), name(Int32(second)))
    if first == second {
      words.0 = "polygon \(one - coverage.polygons(of: first).lowerBound) of " + words.0
      words.1 = "polygon \(other - coverage.polygons(of: second).lowerBound) of " + words.1
    }
    add(
      LevelFault(
        rule: .inconsistentSides, message: "one border has \(words.0) here, the next has \(words.1)", point: point))
  }

  private func region(ofPolygon polygon: Int) -> Int { coverage.polygonStart.owner(of: polygon) }
}
