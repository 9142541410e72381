import MapFeatures
import MapGeometry

/// Judges the polygons of a feature by the rules of OGC simple features in JTS's meaning.
///
/// All defects are found, not the first: one for each place where edges cross, for each run of edges that lie on one
/// another, for each point that a ring visits twice, for each ring that is in a wrong place, for each touch
/// that cuts an inside in two. Rings that cross or run along each other are not asked which contains which, and of a
/// ring that comes twice nothing else is said.
/// Exact, on the points as they are given: the integers of a grid, or the numbers as published.
///
/// - Complexity: O(n log n) for n vertices, except that for k rings deep in each other, or passing through a point with all
///   their vertices on other rings, it is O(k n).
struct PolygonRules<Point: JudgedPoint> {
  let polygons: JudgedPolygons<Point>
  let index: ChainIndex
  let ringOfVertex: ContiguousArray<Int32>
  let polygonOfRing: ContiguousArray<Int32>
  let boxOfRing: ContiguousArray<GridBox>

  private(set) var defects: [Defect] = []
  private var told: Set<Told> = []
  /// Pairs of rings that cross or have a line in common.
  private(set) var entangled: Set<IndexPair> = []
  /// Whether all places are known in which edges meet.
  var areMeetingsComplete = true
  /// Per ring: the first ring of the feature that is the same; nearly always itself.
  private var original: ContiguousArray<Int>
  /// Points that a ring has in common with others, each ring once; those of one point follow each other.
  private(set) var touches: [Touch] = []
  /// Holes outside their shells or inside other holes.
  var misplaced: Set<Int> = []
  /// Per vertex: whether another ring, or its own once more, passes through it.
  var isShared: ContiguousArray<Bool>

  /// Two rings or two edges, whichever comes first.
  struct IndexPair: Hashable {
    let a: Int
    let b: Int

    init(_ a: Int, _ b: Int) {
      self.a = min(a, b)
      self.b = max(a, b)
    }
  }

  /// What rings that are the same have in common.
  private struct RingKey: Hashable {
    var count: Int
    var smallest: Point
    var sumX: Int64
    var sumY: Int64
  }

  /// What makes two defects one: a spike crosses another line twice in one place.
  private struct Told: Hashable {
    var rule: Rule
    var rings: IndexPair
    var place: GridPoint
  }

  struct Touch {
    var polygon: Int32
    var place: Point
    var cell: GridPoint
    var ring: Int
    /// The ring's vertex at the place, or the first vertex of the edge that it lies on.
    var vertex: Int
  }

  /// The defects of some polygons, sorted.
  static func defects(in polygons: JudgedPolygons<Point>) -> [Defect] {
    var rules = PolygonRules(polygons)
    rules.findCollapsedRings()
    rules.findDuplicateRings()
    rules.findMeetings()
    if rules.areMeetingsComplete {
      rules.findMisplacedRings()
      rules.findDisconnectedInteriors()
    }
    var defects = rules.defects.sorted()
    if !rules.areMeetingsComplete, let last = defects.indices.last { defects[last].isLastOfMany = true }
    return defects
  }

  private init(_ polygons: JudgedPolygons<Point>) {
    self.polygons = polygons
    index = ChainIndex(polygons.rings)
    var ringOfVertex = ContiguousArray<Int32>()
    var boxOfRing = ContiguousArray<GridBox>()
    ringOfVertex.reserveCapacity(polygons.rings.vertexCount)
    for ring in 0..<polygons.ringCount {
      var box = GridBox()
      for vertex in polygons.rings.start[ring]..<polygons.rings.start[ring + 1] {
        ringOfVertex.append(Int32(ring))
        box.extend(to: polygons.rings.point(vertex))
      }
      boxOfRing.append(box)
    }
    self.ringOfVertex = ringOfVertex
    self.boxOfRing = boxOfRing
    var polygonOfRing = ContiguousArray<Int32>()
    for polygon in 0..<polygons.polygonCount {
      for _ in polygons.ringStart[polygon]..<polygons.ringStart[polygon + 1] { polygonOfRing.append(Int32(polygon)) }
    }
    self.polygonOfRing = polygonOfRing
    original = ContiguousArray(0..<polygons.ringCount)
    isShared = ContiguousArray(repeating: false, count: polygons.rings.vertexCount)
  }

  // MARK: Places

  func ring(of vertex: Int) -> Int { Int(ringOfVertex[vertex]) }

  func vertices(of ring: Int) -> Range<Int> { polygons.rings.start[ring]..<polygons.rings.start[ring + 1] }

  /// The vertex after this one in its ring.
  func next(_ vertex: Int) -> Int {
    let vertices = vertices(of: ring(of: vertex))
    return vertex + 1 == vertices.upperBound ? vertices.lowerBound : vertex + 1
  }

  /// The vertex before this one in its ring.
  func previous(_ vertex: Int) -> Int {
    let vertices = vertices(of: ring(of: vertex))
    return vertex == vertices.lowerBound ? vertices.upperBound - 1 : vertex - 1
  }

  func point(_ vertex: Int) -> Point { polygons.points[vertex] }

  /// The place of a vertex on the grid.
  func cell(_ vertex: Int) -> GridPoint { polygons.rings.point(vertex) }

  /// A defect of a ring; at a vertex of it, or at its first one. Of the same rings in the same place it is told once.
  mutating func report(
    _ rule: Rule, ring: Int, vertex: Int? = nil, at place: GridPoint, other: Int? = nil,
    isAlongLine: Bool = false, count: Int = 1
  ) {
    let rings = IndexPair(ring, other ?? ring)
    guard told.insert(Told(rule: rule, rings: rings, place: place)).inserted else { return }
    func position(of ring: Int) -> (polygon: Int, ring: Int) {
      let polygon = Int(polygonOfRing[ring])
      return (polygon, ring - polygons.ringStart[polygon])
    }
    let here = position(of: ring)
    let there = other.flatMap { $0 == ring ? nil : position(of: $0) }
    defects.append(
      Defect(
        rule: rule, polygon: here.polygon, ring: here.ring,
        vertex: vertex.map { Int(polygons.givenVertex[$0]) } ?? 0, place: place, otherPolygon: there?.polygon,
        otherRing: there?.ring, isAlongLine: isAlongLine, count: count))
  }

  mutating func entangle(_ a: Int, _ b: Int) { entangled.insert(IndexPair(a, b)) }

  /// Whether two rings cross, have a line in common, or are the same.
  func areEntangled(_ a: Int, _ b: Int) -> Bool {
    original[a] == original[b] || entangled.contains(IndexPair(original[a], original[b]))
  }

  /// Per ring: those that it crosses or has a line in common with.
  var entangledRings: [Int: [Int]] {
    var rings: [Int: [Int]] = [:]
    for pair in entangled where pair.a != pair.b {
      rings[pair.a, default: []].append(pair.b)
      rings[pair.b, default: []].append(pair.a)
    }
    return rings
  }

  /// Whether a ring is the same as an earlier one of the feature.
  func isCopy(_ ring: Int) -> Bool { original[ring] != ring }

  mutating func addTouch(_ touch: Touch) { touches.append(touch) }

  // MARK: Rings for themselves

  private mutating func findCollapsedRings() {
    for ring in 0..<polygons.ringCount where vertices(of: ring).isEmpty {
      report(.tooFewPoints, ring: ring, at: polygons.firstPoint[ring])
    }
  }

  /// Rings of a feature with the same vertices in the same order, from any vertex and in either direction.
  private mutating func findDuplicateRings() {
    guard polygons.ringCount > 1 else { return }
    var ringsByKey: [RingKey: [Int]] = [:]
    for ring in 0..<polygons.ringCount {
      guard let smallest = smallestVertex(of: ring) else { continue }
      var sumX: Int64 = 0
      var sumY: Int64 = 0
      for vertex in vertices(of: ring) {
        sumX &+= Int64(cell(vertex).x)
        sumY &+= Int64(cell(vertex).y)
      }
      let key = RingKey(
        count: vertices(of: ring).count, smallest: point(smallest), sumX: sumX,
        sumY: sumY)
      let earlier = ringsByKey[key, default: []]
      if let twin = earlier.first(where: { isSame($0, ring) }) {
        report(.duplicateRings, ring: ring, vertex: smallest, at: cell(smallest), other: twin)
        original[ring] = twin
      } else {
        ringsByKey[key, default: []].append(ring)
      }
    }
  }

  func smallestVertex(of ring: Int) -> Int? {
    vertices(of: ring).min { point($0) < point($1) }
  }

  private func isSame(_ a: Int, _ b: Int) -> Bool {
    guard let first = smallestVertex(of: a) else { return false }
    return vertices(of: b).contains { second in
      guard point(second) == point(first) else { return false }
      return isSame(from: first, from: second, forwards: true) || isSame(from: first, from: second, forwards: false)
    }
  }

  private func isSame(from first: Int, from second: Int, forwards: Bool) -> Bool {
    var a = first
    var b = second
    repeat {
      guard point(a) == point(b) else { return false }
      a = next(a)
      b = forwards ? next(b) : previous(b)
    } while a != first
    return true
  }
}
