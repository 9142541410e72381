import MapPackFeatures

/// The features that have the same segments as an earlier one, in whatever order their polygons are and wherever their
/// rings start. With a key, only features of one code are compared.
///
/// Coordinates are compared as published, without a tolerance. A ring that runs in the other direction differs.
/// `ShapeFindings` reports the pairs. Without a key, `BorderRegions` leaves the later features out. `merge` has its own
/// test, by faces (`LandAccounts.twin`).
struct DuplicateFeatures {
  /// Pairs of features, the earlier one first, sorted by the later one. Of several that are the same, each later one is
  /// paired with the first.
  private(set) var pairs: [(earlier: Int, later: Int)] = []

  /// - Parameter boxes: the box of each feature; `nil` if it has no shape. Such features are not compared.
  /// - Complexity: O(features), and O(n log n) for the n vertices of features that share their box and their number of
  ///   vertices with another.
  init(_ table: FeatureTable, _ labels: FeatureLabels, boxes: [DegreeBox?]) {
    struct Key: Hashable {
      var code: String?
      var box: DegreeBox
      var vertices: Int
    }
    var byKey: [Key: [Int]] = [:]
    for (feature, box) in boxes.enumerated() {
      guard let box else { continue }
      let key = Key(
        code: labels.hasKey ? labels.code[feature] : nil, box: box,
        vertices: table.vertices(ofFeature: feature).count)
      byKey[key, default: []].append(feature)
    }
    for features in byKey.values where features.count > 1 {
      var first: [[Edge]: Int] = [:]
      for feature in features {
        let edges = Self.edges(of: feature, in: table)
        if let earlier = first[edges] { pairs.append((earlier, feature)) } else { first[edges] = feature }
      }
    }
    pairs.sort { $0.later < $1.later }
  }

  private struct Edge: Hashable, Comparable {
    var a: SIMD2<Double>
    var b: SIMD2<Double>

    static func < (one: Edge, other: Edge) -> Bool {
      (one.a.x, one.a.y, one.b.x, one.b.y) < (other.a.x, other.a.y, other.b.x, other.b.y)
    }
  }

  private static func edges(of feature: Int, in table: FeatureTable) -> [Edge] {
    var edges: [Edge] = []
    for ring in table.rings(ofAll: table.polygons(of: feature)) {
      let vertices = table.vertices(ofRing: ring)
      for vertex in vertices {
        let next = vertex + 1 == vertices.upperBound ? vertices.lowerBound : vertex + 1
        edges.append(
          Edge(
            a: SIMD2(table.longitude[vertex], table.latitude[vertex]),
            b: SIMD2(table.longitude[next], table.latitude[next])))
      }
    }
    return edges.sorted()
  }
}
