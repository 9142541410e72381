import MapPackFeatures
import MapPackGeometry

/// The rings of consecutive features, rounded to a grid: a closed path per ring, with the ring's index as the claim on
/// its left.
///
/// Features keep the table's indices; rings are counted from `firstRing`. Consecutive vertices that are one grid point
/// are one vertex here. A ring that keeps fewer than three vertices has none. `BorderDrawing` makes them; `merge` has
/// `RingClaims` instead.
struct RoundedRings: Sendable {
  let grid: NodingGrid
  /// The table's index of the first ring here.
  let firstRing: Int
  /// A path for each ring.
  private(set) var claims = ClaimedPaths()
  /// Per ring: the table's index of its feature.
  private(set) var featureOfRing: ContiguousArray<Int32> = []
  /// The features in which consecutive vertices are one grid point.
  private(set) var merged: Set<Int> = []
  /// The features with a ring that keeps no vertex.
  private(set) var collapsed: Set<Int> = []

  /// - Parameters:
  ///   - features: the features to round, at least one.
  ///   - grid: a grid that holds them all.
  /// - Complexity: O(n) for n vertices. The result does not depend on `jobs`.
  init(_ table: FeatureTable, _ features: Range<Int>, grid: NodingGrid, jobs: Int) {
    self.grid = grid
    firstRing = table.ringStart[table.polygonStart[features.lowerBound]]
    for feature in features {
      let count = table.rings(ofFeature: feature).count
      featureOfRing.append(contentsOf: repeatElement(Int32(truncatingIfNeeded: feature), count: count))
    }
    let first = firstRing
    let groups = featureOfRing.indices.chunks(of: 1 << 16) { table.vertices(ofRing: first + $0).count }
    let parts = concurrentMap(groups.count, jobs: jobs) { group in
      var part = Part()
      for ring in groups[group] { part.round(ring, table.vertices(ofRing: first + ring), of: table, grid) }
      return part
    }
    claims.paths.reserveCapacity(parts.reduce(0) { $0 + $1.claims.paths.vertexCount })
    for part in parts {
      claims.append(part.claims)
      for ring in part.merged { merged.insert(feature(ofRing: ring)) }
      for ring in part.collapsed { collapsed.insert(feature(ofRing: ring)) }
    }
  }

  func feature(ofRing ring: Int) -> Int { Int(featureOfRing[ring]) }

  /// The result of one thread for consecutive rings.
  private struct Part: Sendable {
    var claims = ClaimedPaths()
    /// The rings that lost vertices.
    var merged: [Int] = []
    /// The rings that keep no vertex.
    var collapsed: [Int] = []

    mutating func round(_ ring: Int, _ vertices: Range<Int>, of table: FeatureTable, _ grid: NodingGrid) {
      let begin = claims.paths.vertexCount
      var last: GridPoint?
      for vertex in vertices {
        let point = grid.point(longitude: table.longitude[vertex], latitude: table.latitude[vertex])
        guard point != last else { continue }
        claims.paths.append(point)
        last = point
      }
      var end = claims.paths.vertexCount
      while end > begin + 1, claims.paths.point(end - 1) == claims.paths.point(begin) { end -= 1 }
      if end - begin < vertices.count { merged.append(ring) }
      if end - begin < 3 {
        end = begin
        collapsed.append(ring)
      }
      claims.paths.removeVertices(from: end)
      claims.endPath(isClosed: true, left: Int32(truncatingIfNeeded: ring), right: ClaimedPaths.none)
    }
  }
}

extension FeatureTable {
  func rings(ofFeature feature: Int) -> Range<Int> {
    ringStart[polygonStart[feature]]..<ringStart[polygonStart[feature + 1]]
  }

  func vertices(ofRing ring: Int) -> Range<Int> { vertexStart[ring]..<vertexStart[ring + 1] }
}
