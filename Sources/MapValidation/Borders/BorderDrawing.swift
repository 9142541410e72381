import MapFeatures
import MapGeometry

/// The borders of some features drawn once, and where they meet: what all rules on shapes start from.
///
/// Where it finds nothing, no more has to be asked: a feature that is no suspect has none of the defects that
/// `PolygonRules` knows.
struct BorderDrawing: Sendable {
  let rings: RoundedRings
  let points: SharedPoints
  let edges: SharedEdges
  /// Of the rings, every edge once, at its canonical segment.
  let index: ChainIndex
  let meetings: Meetings
  /// Features to be judged in full, ascending.
  private(set) var suspects: [Int] = []
  /// Per feature that is no suspect and whose verdict may be another one in the coordinates as published: its pairs of segments that come
  /// within two cells of each other without a common end, by the table's vertices, the smaller one first, sorted.
  private(set) var close: [Int: [(first: Int, second: Int)]] = [:]

  /// - Complexity: O(n log n) for n vertices where few edges meet. The result does not depend on `jobs`.
  init(_ table: FeatureTable, _ features: Range<Int>, grid: NodingGrid, jobs: Int) {
    rings = RoundedRings(table, features, grid: grid, jobs: jobs)
    points = SharedPoints(rings, jobs: jobs)
    edges = SharedEdges(rings, points, jobs: jobs)
    index = ChainIndex(rings.paths, edges: edges.canonical, jobs: jobs)
    meetings = index.meetings(jobs: jobs)
    var suspects = points.touched.union(rings.collapsed)
    for interaction in meetings.interactions {
      forEachCommonFeature(interaction.first, interaction.second) { feature, _, _ in suspects.insert(feature) }
    }
    // Gathered beside the drawing: a member would be copied for each pair, as the drawing is at hand meanwhile.
    var close: [Int: [(first: Int, second: Int)]] = [:]
    for pair in meetings.near {
      forEachCommonFeature(pair.first, pair.second) { feature, one, other in
        guard !suspects.contains(feature) else { return }
        let (a, b) = (rings.firstVertex + one, rings.firstVertex + other)
        close[feature, default: []].append((min(a, b), max(a, b)))
      }
    }
    self.close = close.mapValues { pairs in pairs.sorted { ($0.first, $0.second) < ($1.first, $1.second) } }
    self.suspects = suspects.union(misplacedFeatures(in: table, features, except: suspects, jobs: jobs)).sorted()
  }

  /// Calls `body` with each feature that draws both of two canonical segments, and with the segments that do so.
  private func forEachCommonFeature(_ first: Int, _ second: Int, _ body: (Int, Int, Int) -> Void) {
    edges.forEachUse(of: first) { one in
      let feature = rings.feature(of: one)
      edges.forEachUse(of: second) { other in
        if rings.feature(of: other) == feature { body(feature, one, other) }
      }
    }
  }

  // MARK: Containment

  /// Features of several rings, none of which touch, whose shells are not all outside of each other, or a hole of which
  /// is not in its shell alone.
  private func misplacedFeatures(
    in table: FeatureTable, _ features: Range<Int>, except suspects: Set<Int>, jobs: Int
  ) -> [Int] {
    let several = features.filter { feature in
      let polygons = table.polygonStart[feature]..<table.polygonStart[feature + 1]
      return table.ringStart[polygons.upperBound] - table.ringStart[polygons.lowerBound] > 1
        && !suspects.contains(feature)
    }
    let chunks = (0..<several.count).chunks(of: 64) { place in
      let feature = several[place]
      return table.ringStart[table.polygonStart[feature + 1]] - table.ringStart[table.polygonStart[feature]]
    }
    return concurrentMap(chunks.count, jobs: jobs) { chunk in
      chunks[chunk].map { several[$0] }.filter { hasMisplacedRing($0, in: table) }
    }.flatMap { $0 }
  }

  /// Features of more rings than this are asked in one pass, not ring by ring.
  private static let fewRings = 16

  private func hasMisplacedRing(_ feature: Int, in table: FeatureTable) -> Bool {
    let polygons = table.polygonStart[feature]..<table.polygonStart[feature + 1]
    let all = table.ringStart[polygons.lowerBound]..<table.ringStart[polygons.upperBound]
    let members = all.lowerBound - rings.firstRing..<all.upperBound - rings.firstRing
    var nest = all.count > Self.fewRings ? nest(of: members) : nil
    // Where so much lies below a ring that the feature by itself is sooner drawn, that is done.
    let vertices = rings.paths.start[members.upperBound] - rings.paths.start[members.lowerBound]
    let limit = 256 + 4 * vertices
    for polygon in polygons {
      let shell = table.ringStart[polygon]
      for ring in shell..<table.ringStart[polygon + 1] {
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
    for ring in members {
      for vertex in rings.vertices(ofRing: ring) { drawn.append(rings.point(vertex)) }
      drawn.endPath(isClosed: true)
    }
    return RingNest(drawn)
  }

  /// The other rings of a feature that contain a ring, ascending; `nil` where more than so many chains may lie below it.
  private func ringsAround(_ ring: Int, of feature: Int, limit: Int) -> [Int]? {
    var met: [Int] = []
    let isAll = index.forEachSegment(below: rings.point(rings.paths.start[ring]), limit: limit) { segment in
      edges.forEachUse(of: segment) { use in
        let other = Int(rings.ringOfVertex[use])
        if other != ring, Int(rings.featureOfRing[other]) == feature { met.append(other) }
      }
    }
    guard isAll else { return nil }
    guard met.count > 1 else { return met }
    met.sort()
    var around: [Int] = []
    for other in met {
      // An even number of meetings cancels out.
      if around.last == other { around.removeLast() } else { around.append(other) }
    }
    return around
  }
}
