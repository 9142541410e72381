import MapPackFeatures
import MapPackGeometry

/// Judges the polygons of a feature by the rules of OGC simple features as JTS reads them. `FeatureVerdicts` asks for
/// `validate`, and `publishedDefect` for `export`.
///
/// The inside of a polygon is connected, rings do not touch themselves, and rings of a feature meet in single points
/// only. Repeated points are no defect, nor is the direction of a ring.
///
/// It finds all defects, not only the first: one for each point in which segments cross, for each run of segments that
/// lie on one another, for each point that a ring visits more than once, for each misplaced ring, and for each touch
/// that cuts the inside of a polygon in two. It does not judge which of two rings contains the other if they cross or
/// run along each other. A ring that is the same as an earlier one has no other defect.
///
/// Exact for the points passed in, which are those of a grid or the coordinates as published; there is no tolerance.
///
/// If very many segments meet, not all meetings are found. Then containment and connectedness are not judged, and the
/// last defect says so (`isLastOfMany`).
///
/// A new rule gets a method `find…` here or in an extension (`+Meetings`: crossings, overlaps, touches; `+Containment`:
/// misplaced rings and cut insides), which `defects(in:)` calls; after `findMeetings`, it may ask for touches and
/// entangled rings. It adds defects with `report` only, and says nothing about copies. Its words go into
/// `Defect+Finding.swift`, its severity into `Rule`; the page Architecture lists the other files.
///
/// Source: OGC, "Simple feature access, part 1" (06-103r4), 6.1.11.
/// - Complexity: O(n log n) for n vertices; O(k n) for k rings that lie deep in each other, or that have all their
///   vertices on other rings.
struct PolygonRules<Point: JudgedPoint> {
  let polygons: JudgedPolygons<Point>
  /// The segments on the grid. It finds those that may meet, within `Point.margin`.
  let index: ChainIndex
  let ringOfVertex: ContiguousArray<Int32>
  let polygonOfRing: ContiguousArray<Int32>
  let boxOfRing: ContiguousArray<GridBox>

  private(set) var defects: [Defect] = []
  private var reported: Set<Report> = []
  /// Pairs of rings that cross or have a line in common.
  private(set) var entangled: Set<IndexPair> = []
  /// Whether all meetings of segments are known.
  var areMeetingsComplete = true
  /// Per ring: the first ring of the feature that is the same; nearly always itself.
  private var original: ContiguousArray<Int>
  /// The points in which rings meet, each with each of its rings once. Touches in one point follow each other.
  private(set) var touches: [Touch] = []
  /// Holes outside of their shells or inside of other holes.
  var misplaced: Set<Int> = []
  /// Per vertex: whether another ring passes through it, or its own ring a second time.
  var isShared: ContiguousArray<Bool>

  /// Two rings or two segments, in any order.
  struct IndexPair: Hashable {
    let a: Int
    let b: Int

    init(_ a: Int, _ b: Int) {
      self.a = min(a, b)
      self.b = max(a, b)
    }
  }

  /// A key that is equal for rings that are the same.
  private struct RingKey: Hashable {
    var count: Int
    var smallest: Point
    var sumX: Int64
    var sumY: Int64
  }

  /// Defects with an equal key are one: a spike crosses another line twice in one grid point.
  private struct Report: Hashable {
    var rule: Rule
    var rings: IndexPair
    var point: GridPoint
  }

  /// A ring of a polygon at a point in which rings meet.
  struct Touch {
    var polygon: Int32
    var point: Point
    var gridPoint: GridPoint
    var ring: Int
    /// The ring's vertex at the point, or the first vertex of the segment on which the point lies.
    var vertex: Int
  }

  /// The defects of the polygons of a feature, sorted.
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

  // MARK: Rings and vertices

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

  /// The grid point to which a vertex is rounded.
  func gridPoint(_ vertex: Int) -> GridPoint { polygons.rings.point(vertex) }

  /// Adds a defect, unless the same rule was reported for the same rings at the same grid point.
  /// - Parameters:
  ///   - ring: the ring that has the defect.
  ///   - vertex: the ring's vertex at the defect; without it the first vertex as it was given.
  ///   - other: the other ring that takes part.
  mutating func report(
    _ rule: Rule, ring: Int, vertex: Int? = nil, at point: GridPoint, other: Int? = nil,
    isAlongLine: Bool = false, count: Int = 1
  ) {
    let rings = IndexPair(ring, other ?? ring)
    guard reported.insert(Report(rule: rule, rings: rings, point: point)).inserted else { return }
    func indices(of ring: Int) -> (polygon: Int, ring: Int) {
      let polygon = Int(polygonOfRing[ring])
      return (polygon, ring - polygons.ringStart[polygon])
    }
    let here = indices(of: ring)
    let there = other.flatMap { $0 == ring ? nil : indices(of: $0) }
    defects.append(
      Defect(
        rule: rule, polygon: here.polygon, ring: here.ring,
        vertex: vertex.map { Int(polygons.givenVertex[$0]) } ?? 0, point: point, otherPolygon: there?.polygon,
        otherRing: there?.ring, isAlongLine: isAlongLine, count: count))
  }

  /// Notes that two rings cross or have a line in common.
  mutating func entangle(_ a: Int, _ b: Int) { entangled.insert(IndexPair(a, b)) }

  /// Whether two rings cross, have a line in common, or are the same.
  func areEntangled(_ a: Int, _ b: Int) -> Bool {
    original[a] == original[b] || entangled.contains(IndexPair(original[a], original[b]))
  }

  /// Per ring: the other rings that it crosses or has a line in common with.
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

  // MARK: Single rings

  private mutating func findCollapsedRings() {
    for ring in 0..<polygons.ringCount where vertices(of: ring).isEmpty {
      report(.tooFewPoints, ring: ring, at: polygons.firstPoint[ring])
    }
  }

  /// Finds rings of a feature that have the same vertices in the same order, from any vertex on and in either
  /// direction.
  private mutating func findDuplicateRings() {
    guard polygons.ringCount > 1 else { return }
    var ringsByKey: [RingKey: [Int]] = [:]
    for ring in 0..<polygons.ringCount {
      guard let smallest = smallestVertex(of: ring) else { continue }
      var sumX: Int64 = 0
      var sumY: Int64 = 0
      for vertex in vertices(of: ring) {
        sumX &+= Int64(gridPoint(vertex).x)
        sumY &+= Int64(gridPoint(vertex).y)
      }
      let key = RingKey(
        count: vertices(of: ring).count, smallest: point(smallest), sumX: sumX,
        sumY: sumY)
      let earlier = ringsByKey[key, default: []]
      if let twin = earlier.first(where: { isSame($0, ring) }) {
        report(.duplicateRings, ring: ring, vertex: smallest, at: gridPoint(smallest), other: twin)
        original[ring] = twin
      } else {
        ringsByKey[key, default: []].append(ring)
      }
    }
  }

  /// The index of the ring's vertex with the smallest point; `nil` if the ring is empty.
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
