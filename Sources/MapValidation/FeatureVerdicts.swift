import MapFeatures
import MapGeometry

/// What is wrong with some features: in the coordinates as published, exactly, and what only rounding to the noding grid
/// would make of them.
struct FeatureVerdicts {
  struct Verdict {
    /// Its feature is counted among those that were asked for.
    var defect: Defect
    /// The coordinates as published do not have the defect.
    var isOfGridAlone: Bool
  }

  private var verdicts: [[Verdict]]

  /// Every feature is judged by itself: features that share cells of the grid are no candidates for each other.
  /// - Complexity: O(n log n) for n vertices of a feature of which few come within two cells of each other.
  init(_ table: FeatureTable, _ features: [Int], _ grid: NodingGrid) {
    verdicts = features.map { feature in
      let published = PolygonRules.defects(
        in: PolygonBatch(table, [feature], grid) { PublishedPoint(x: $0, y: $1) })
      let rounded = PolygonRules.defects(
        in: PolygonBatch(table, [feature], grid) { grid.point(longitude: $0, latitude: $1) })
      let ofGridAlone = rounded.filter { defect in !published.contains { Self.isSaid(defect, by: $0) } }
      let all =
        published.map { Verdict(defect: $0, isOfGridAlone: false) }
        + ofGridAlone.map { Verdict(defect: $0, isOfGridAlone: true) }
      return all.sorted { $0.defect < $1.defect }
    }
  }

  /// The verdicts on a feature, sorted.
  subscript(feature: Int) -> [Verdict] { verdicts[feature] }

  /// Whether a defect on the grid is what became of one of the published coordinates: it is as good as in the same place,
  /// or the same thing is wrong with the same ring.
  private static func isSaid(_ defect: Defect, by published: Defect) -> Bool {
    let dx = (Int64(defect.place.x) - Int64(published.place.x)).magnitude
    let dy = (Int64(defect.place.y) - Int64(published.place.y)).magnitude
    if dx <= 3 && dy <= 3 { return true }
    guard (defect.polygon, defect.ring) == (published.polygon, published.ring) else { return false }
    switch defect.rule {
    case .selfIntersection, .ringSelfIntersection:
      // A line in common is told once, where it begins.
      return (defect.vertex - published.vertex).magnitude <= 2 + (published.isAlongLine ? published.count : 0)
    default: return defect.rule == published.rule
    }
  }
}

extension PolygonBatch {
  /// Features of a table, with their points from longitude and latitude.
  fileprivate init(_ table: FeatureTable, _ features: [Int], _ grid: NodingGrid, _ point: (Double, Double) -> Point) {
    self.init()
    for feature in features {
      for polygon in table.polygonStart[feature]..<table.polygonStart[feature + 1] {
        for ring in table.ringStart[polygon]..<table.ringStart[polygon + 1] {
          let begin = table.vertexStart[ring]
          appendRing(count: table.vertexStart[ring + 1] - begin) { index in
            let (longitude, latitude) = (table.longitude[begin + index], table.latitude[begin + index])
            return (point(longitude, latitude), grid.point(longitude: longitude, latitude: latitude))
          }
        }
        endPolygon()
      }
      endFeature()
    }
  }
}

extension FeatureTable {
  /// Whether two of some pairs of edges, given by their first vertices, meet elsewhere than in end points of both, in the
  /// coordinates as published.
  func hasMeeting(among pairs: [(first: Int, second: Int)]) -> Bool {
    pairs.contains { pair in
      let (a, b) = edge(from: pair.first)
      let (c, d) = edge(from: pair.second)
      return PublishedPoint.relation(a, b, c, d) != .clean
    }
  }

  private func edge(from vertex: Int) -> (PublishedPoint, PublishedPoint) {
    // The ring is the last that begins at the vertex or before.
    var (low, high) = (0, ringCount)
    while high - low > 1 {
      let middle = (low + high) / 2
      if vertexStart[middle] <= vertex { low = middle } else { high = middle }
    }
    let next = vertex + 1 == vertexStart[low + 1] ? vertexStart[low] : vertex + 1
    return (
      PublishedPoint(x: longitude[vertex], y: latitude[vertex]), PublishedPoint(x: longitude[next], y: latitude[next])
    )
  }
}
