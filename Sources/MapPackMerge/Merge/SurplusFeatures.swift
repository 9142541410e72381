import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// Areas that add nothing to a map, found before anything is noded: those that draw what an earlier feature draws, and
/// those without land on the grid.
package struct SurplusFeatures {
  /// Per feature: the first earlier one that draws the same rings, whatever its fields say; −1 if none does.
  package private(set) var twin: ContiguousArray<Int32>
  /// Per feature: whether it has polygons, and each of their rings lies on one line of the noding grid. A ring that
  /// crosses itself has land, though its signed areas may cancel.
  package private(set) var isSpeck: ContiguousArray<Bool>

  /// An edge, whatever its direction.
  private struct Edge: Hashable, Comparable {
    var low: GridPoint
    var high: GridPoint

    init(_ a: GridPoint, _ b: GridPoint) { (low, high) = a < b ? (a, b) : (b, a) }

    static func < (a: Edge, b: Edge) -> Bool { (a.low, a.high) < (b.low, b.high) }
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
    var firstByEdges: [[Edge]: Int] = [:]
    for feature in 0..<count where !table.polygons(of: feature).isEmpty {
      var edges: [Edge] = []
      var isFlat = true
      for ring in table.rings(ofAll: table.polygons(of: feature)) {
        let points = table.vertices(ofRing: ring).map {
          grid.point(longitude: table.coordinates.longitude[$0], latitude: table.coordinates.latitude[$0])
        }
        isFlat = isFlat && Self.areOnOneLine(points)
        for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) where a != b { edges.append(Edge(a, b)) }
      }
      edges.sort()
      isSpeck[feature] = isFlat
      // Of what is less than a cell, nothing tells whether it is the same.
      guard !isFlat else { continue }
      if let first = firstByEdges[edges] {
        twin[feature] = Int32(truncatingIfNeeded: first)
      } else {
        firstByEdges[edges] = feature
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

  private static func areOnOneLine(_ ring: [GridPoint]) -> Bool {
    guard let first = ring.first, let second = ring.first(where: { $0 != first }) else { return true }
    return ring.allSatisfy { orientation(first, second, $0) == 0 }
  }
}
