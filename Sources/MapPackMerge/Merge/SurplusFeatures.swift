import MapPackFeatures
import MapPackGeometry

/// Areas that add nothing to a map, found before anything is noded: those that draw what an earlier feature draws, and
/// those without land on the grid.
package struct SurplusFeatures {
  /// Per feature: the first earlier one that draws the same rings, whatever its fields say; −1 if none does.
  package private(set) var twin: ContiguousArray<Int32>
  /// Per feature: whether it has polygons, and none of them has an area on the noding grid.
  package private(set) var isSpeck: ContiguousArray<Bool>

  /// What features that draw the same have in common; others seldom have.
  private struct Outline: Hashable {
    var corners: [GridPoint]
    var doubledArea: Int64
    var vertexCount: Int
  }

  /// - Precondition: the table has areas, and has its coordinates.
  /// - Complexity: O(n log n) for n vertices.
  package init(_ table: FeatureTable, jobs: Int = 1) {
    let count = table.featureCount
    twin = ContiguousArray(repeating: -1, count: count)
    isSpeck = ContiguousArray(repeating: false, count: count)
    guard table.kind == .areas,
      let grid = table.nodingGrid(of: ContiguousArray(repeating: 0, count: count), jobs: jobs)
    else { return }
    var firsts: [Outline: [(feature: Int, points: [GridPoint])]] = [:]
    for feature in 0..<count where !table.polygons(of: feature).isEmpty {
      var points: [GridPoint] = []
      var doubledArea: Int64 = 0
      for ring in table.rings(ofAll: table.polygons(of: feature)) {
        let own = table.vertices(ofRing: ring).map {
          grid.point(longitude: table.longitude[$0], latitude: table.latitude[$0])
        }
        doubledArea &+= Self.doubledArea(own)
        points += own
      }
      points.sort()
      isSpeck[feature] = doubledArea == 0
      guard let first = points.first, let last = points.last else { continue }
      let outline = Outline(corners: [first, last], doubledArea: doubledArea, vertexCount: points.count)
      if let earlier = firsts[outline, default: []].first(where: { $0.points == points }) {
        twin[feature] = Int32(truncatingIfNeeded: earlier.feature)
      } else {
        firsts[outline, default: []].append((feature, points))
      }
    }
  }

  /// Some features without specks, and without those that draw what an earlier one of them draws.
  package func removed(from features: [Int]) -> [Int] {
    var drawn: Set<Int> = []
    return features.filter { feature in
      !isSpeck[feature] && drawn.insert(twin[feature] < 0 ? feature : Int(twin[feature])).inserted
    }
  }

  /// Twice the area of a ring in square cells, whatever its direction. A ring beyond 2⁶² square cells would wrap; no
  /// ring on the grid is as large.
  private static func doubledArea(_ ring: [GridPoint]) -> Int64 {
    guard let origin = ring.first else { return 0 }
    var sum: Int64 = 0
    for (a, b) in zip(ring, ring.dropFirst() + [origin]) {
      let (ax, ay) = (Int64(a.x) &- Int64(origin.x), Int64(a.y) &- Int64(origin.y))
      let (bx, by) = (Int64(b.x) &- Int64(origin.x), Int64(b.y) &- Int64(origin.y))
      sum = sum &+ (ax &* by &- bx &* ay)
    }
    return sum < 0 ? 0 &- sum : sum
  }
}
