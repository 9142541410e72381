import MapFeatures
import MapGeometry

/// The borders of some features drawn once, and where they meet: what all rules on shapes start from.
///
/// Where it finds nothing, no more has to be asked: a feature that is no suspect has none of the defects that
/// `PolygonRules` knows.
struct BorderDrawing: Sendable {
  let rings: SharedRings
  let features: Range<Int>
  /// Every edge once; a path's segment is the edge's canonical one, `vertex` says which.
  let paths: Paths
  let vertex: ContiguousArray<Int32>
  let index: ChainIndex
  let meetings: Meetings
  /// Features to be judged in full, ascending.
  private(set) var suspects: [Int] = []
  /// Features whose verdict may be another one in the coordinates as published, ascending.
  private(set) var close: [Int] = []

  /// - Complexity: O(n log n) for n vertices where few edges meet. The result does not depend on `jobs`.
  init(_ table: FeatureTable, _ features: Range<Int>, grid: NodingGrid, jobs: Int) {
    self.features = features
    rings = SharedRings(table, features, grid: grid, jobs: jobs)
    (paths, vertex) = rings.drawing(features)
    index = ChainIndex(paths)
    meetings = index.meetings(jobs: jobs)
    var suspects = rings.touched
    for interaction in meetings.interactions {
      forEachCommonFeature(interaction.first, interaction.second) { suspects.insert($0) }
    }
    var close = rings.merged.union(suspects)
    for pair in meetings.near { forEachCommonFeature(pair.first, pair.second) { close.insert($0) } }
    let misplaced = misplacedFeatures(except: suspects, jobs: jobs)
    self.suspects = suspects.union(misplaced).sorted()
    self.close = close.sorted()
  }

  /// Calls `body` with each feature that draws both of two segments of the paths.
  private func forEachCommonFeature(_ first: Int, _ second: Int, _ body: (Int) -> Void) {
    rings.forEachUse(of: Int(vertex[first])) { one in
      let feature = rings.feature(of: one)
      rings.forEachUse(of: Int(vertex[second])) { other in
        if rings.feature(of: other) == feature { body(feature) }
      }
    }
  }

  // MARK: Containment

  /// Features of several rings, none of which touch, whose shells are not all outside of each other, or a hole of which is
  /// not in its shell alone.
  private func misplacedFeatures(except suspects: Set<Int>, jobs: Int) -> [Int] {
    let table = rings.table
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
      chunks[chunk].map { several[$0] }.filter(hasMisplacedRing)
    }.flatMap { $0 }
  }

  private func hasMisplacedRing(_ feature: Int) -> Bool {
    let table = rings.table
    for polygon in table.polygonStart[feature]..<table.polygonStart[feature + 1] {
      let shell = table.ringStart[polygon]
      for ring in shell..<table.ringStart[polygon + 1] {
        let around = ringsAround(ring, of: feature)
        if around != (ring == shell ? [] : [shell]) { return true }
      }
    }
    return false
  }

  /// The other rings of a feature that contain a ring, ascending.
  private func ringsAround(_ ring: Int, of feature: Int) -> [Int] {
    var met: [Int] = []
    index.forEachSegment(below: rings.point(rings.table.vertexStart[ring])) { segment in
      rings.forEachUse(of: Int(vertex[segment])) { use in
        let other = Int(rings.ringOfVertex[use])
        if other != ring, Int(rings.featureOfRing[other]) == feature { met.append(other) }
      }
    }
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
