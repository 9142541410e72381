import MapFeatures
import MapGeometry

/// Where a rule is broken, in the numbers of `JudgedPolygons`.
struct Defect: Hashable, Sendable {
  var rule: Rule
  /// Polygon of the feature, ring of the polygon, vertex of the ring as it was given.
  var polygon: Int
  var ring: Int
  var vertex: Int
  var place: GridPoint
  /// The other ring that takes part, where it is another.
  var otherPolygon: Int?
  var otherRing: Int?
  /// Whether the rings have a line in common there, not a single point.
  var isAlongLine = false
  /// How many pairs of edges, or further visits of the place, it stands for.
  var count = 1
  /// Whether the feature has more that were not looked for.
  var isLastOfMany = false
}

extension Defect: Comparable {
  static func < (a: Defect, b: Defect) -> Bool {
    if (a.polygon, a.ring, a.vertex) != (b.polygon, b.ring, b.vertex) {
      return (a.polygon, a.ring, a.vertex) < (b.polygon, b.ring, b.vertex)
    }
    if a.rule != b.rule { return a.rule.rawValue < b.rule.rawValue }
    if a.place != b.place { return a.place < b.place }
    if a.isAlongLine != b.isAlongLine { return b.isAlongLine }
    return (a.otherPolygon ?? -1, a.otherRing ?? -1, a.count) < (b.otherPolygon ?? -1, b.otherRing ?? -1, b.count)
  }
}
