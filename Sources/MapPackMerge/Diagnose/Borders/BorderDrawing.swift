import MapPackFeatures
import MapPackGeometry

/// The borders of some features, cut into arcs, and the meetings of their segments: the input of all rules on shapes.
///
/// It is a fast filter: a feature that is not in `suspects` has none of the defects that `PolygonRules` finds.
/// `ShapeFindings` makes a drawing per source for single features, and one of the whole table for `BorderFindings`.
///
/// Rings are counted as in `RoundedRings`, features as in the table. y grows to the north, and *below* is to the south.
struct BorderDrawing: Sendable {
  let rings: RoundedRings
  /// The lines of the rings, each once, with the rings that draw it. They are also cut at the edges of the plane.
  let arcs: ClaimedPaths
  let index: ChainIndex
  let meetings: Meetings
  /// The features that `PolygonRules` has to judge, ascending.
  private(set) var suspects: [Int] = []

  /// - Parameters:
  ///   - features: the features to draw, at least one.
  ///   - grid: a grid that holds them all.
  /// - Complexity: O(n log n) for n vertices, if few segments meet. The result does not depend on `jobs`.
  init(_ table: FeatureTable, _ features: Range<Int>, grid: NodingGrid, jobs: Int) {
    rings = RoundedRings(table, features, grid: grid, jobs: jobs)
    let cutting = ArcCutting(rings.claims, seams: SeamLines(grid), jobs: jobs)
    arcs = cutting.arcs
    index = ChainIndex(arcs.paths, jobs: jobs)
    meetings = index.meetings(jobs: jobs)
    var suspects = rings.merged.union(rings.collapsed)
    // These rings run along a line there and back.
    for ring in cutting.canceledClaims { suspects.insert(rings.feature(ofRing: Int(ring))) }
    for feature in featuresPassingTwice() { suspects.insert(feature) }
    // Segments that come near each other on the grid may meet in the coordinates as published.
    let pairs = meetings.interactions.lazy.map { ($0.first, $0.second) }
    for (first, second) in pairs { insertCommonFeatures(first, second, into: &suspects) }
    for (first, second) in meetings.near { insertCommonFeatures(first, second, into: &suspects) }
    self.suspects = suspects.union(misplacedFeatures(in: table, features, except: suspects, jobs: jobs)).sorted()
  }

  /// Calls `body` with each ring that draws an arc.
  @inline(__always)
  func forEachRing(ofArc arc: Int, _ body: (_ ring: Int) -> Void) {
    for use in arcs.useStart[arc]..<arcs.useStart[arc + 1] { body(Int(max(arcs.left[use], arcs.right[use]))) }
  }

  /// Calls `body` with each ring that draws a segment of an arc, named by its first vertex.
  @inline(__always)
  func forEachRing(ofSegment segment: Int, _ body: (_ ring: Int) -> Void) {
    forEachRing(ofArc: arcs.paths.path(ofVertex: segment), body)
  }

  /// Adds the features that draw both of two segments.
  private func insertCommonFeatures(_ first: Int, _ second: Int, into features: inout Set<Int>) {
    let other = arcs.paths.path(ofVertex: second)
    forEachRing(ofSegment: first) { one in
      let feature = rings.feature(ofRing: one)
      forEachRing(ofArc: other) { if rings.feature(ofRing: $0) == feature { features.insert(feature) } }
    }
  }

  /// The features that draw an arc twice, or pass twice through a node.
  ///
  /// A point that a feature passes twice is a node, unless both visits run along one arc. Each visit of a node ends one
  /// arc and begins another, so a third end of an arc in a node means a second visit.
  /// - Complexity: O(u log u) for u uses of arcs.
  private func featuresPassingTwice() -> Set<Int> {
    var found: Set<Int> = []
    var ends: [NodeVisit] = []
    var features: [Int32] = []
    for arc in 0..<arcs.count {
      features.removeAll(keepingCapacity: true)
      forEachRing(ofArc: arc) { features.append(rings.featureOfRing[$0]) }
      if features.count > 1, Set(features).count < features.count {
        var seen: Set<Int32> = []
        for feature in features where !seen.insert(feature).inserted { found.insert(Int(feature)) }
      }
      guard !arcs.paths.isClosed[arc] else { continue }
      let vertices = arcs.paths.vertices(of: arc)
      for end in [vertices.lowerBound, vertices.upperBound - 1] {
        let key = arcs.paths.point(end).key
        for feature in features { ends.append(NodeVisit(key: key, feature: feature)) }
      }
    }
    ends.sort()
    for index in ends.indices.dropFirst(2) where ends[index] == ends[index - 2] {
      found.insert(Int(ends[index].feature))
    }
    return found
  }

  private struct NodeVisit: Comparable {
    var key: UInt64
    var feature: Int32

    static func < (a: NodeVisit, b: NodeVisit) -> Bool { (a.key, a.feature) < (b.key, b.feature) }
  }

  // MARK: Containment

  /// The features with a shell inside another ring, or with a hole that lies elsewhere than in its shell alone.
  ///
  /// An island in a hole of its feature counts too; `PolygonRules` clears it.
  /// - Parameter suspects: features to leave out; the rings of all others must not touch.
  private func misplacedFeatures(
    in table: FeatureTable, _ features: Range<Int>, except suspects: Set<Int>, jobs: Int
  ) -> [Int] {
    let several = features.filter { table.rings(ofFeature: $0).count > 1 && !suspects.contains($0) }
    let chunks = several.indices.chunks(of: 64) { table.rings(ofFeature: several[$0]).count }
    return concurrentMap(chunks.count, jobs: jobs) { chunk in
      chunks[chunk].map { several[$0] }.filter { hasMisplacedRing($0, in: table) }
    }.flatMap { $0 }
  }

  /// The rings of a feature with more rings than this are nested in one pass, not ring by ring.
  private static let fewRings = 16

  private func hasMisplacedRing(_ feature: Int, in table: FeatureTable) -> Bool {
    let all = table.rings(ofFeature: feature)
    let members = all.lowerBound - rings.firstRing..<all.upperBound - rings.firstRing
    var nest = all.count > Self.fewRings ? nest(of: members) : nil
    // If more chains than this may lie below a ring, it is faster to nest the feature's rings by themselves.
    let start = rings.claims.paths.start
    let limit = 256 + 4 * (start[members.upperBound] - start[members.lowerBound])
    for polygon in table.polygons(of: feature) {
      let shell = table.shell(of: polygon)
      for ring in table.rings(of: polygon) {
        if nest == nil {
          if let around = ringsAround(ring - rings.firstRing, of: feature, limit: limit) {
            if around != (ring == shell ? [] : [shell - rings.firstRing]) { return true }
            continue
          }
          nest = self.nest(of: members)
        }
        let container = nest?.container[ring - all.lowerBound]
        if container != (ring == shell ? -1 : shell - all.lowerBound) { return true }
      }
    }
    return false
  }

  private func nest(of members: Range<Int>) -> RingNest {
    var drawn = Paths()
    drawn.append(members, of: rings.claims.paths)
    return RingNest(drawn)
  }

  /// The other rings of a feature that contain a ring, ascending; `nil` if more than `limit` chains may lie below it.
  private func ringsAround(_ ring: Int, of feature: Int, limit: Int) -> [Int]? {
    var met: [Int] = []
    let paths = rings.claims.paths
    let isAll = index.forEachSegment(below: paths.point(paths.start[ring]), limit: limit) { segment in
      forEachRing(ofSegment: segment) { other in
        if other != ring && rings.feature(ofRing: other) == feature { met.append(other) }
      }
    }
    guard isAll else { return nil }
    guard met.count > 1 else { return met }
    met.sort()
    var around: [Int] = []
    for other in met {
      // A ring that the ray meets an even number of times does not contain its origin.
      if around.last == other { around.removeLast() } else { around.append(other) }
    }
    return around
  }
}
