import MapPackFeatures
import MapPackGeometry

/// A breach of a rule by the polygons of a feature, as `PolygonRules` finds it. Indices count from 0. Ring 0 is the
/// shell.
struct Defect: Hashable, Sendable {
  var rule: Rule
  /// The index of the polygon in the feature.
  var polygon: Int
  /// The index of the ring in the polygon.
  var ring: Int
  /// The index of the vertex in the ring as it was given, repeated vertices included.
  var vertex: Int
  /// The location of the defect on the grid of `JudgedPolygons`.
  var point: GridPoint
  /// The polygon and ring that take part besides; `nil` if the ring meets itself.
  var otherPolygon: Int?
  var otherRing: Int?
  /// Whether the rings have a line in common, not only a point.
  var isAlongLine = false
  /// The number of pairs of segments, or of further visits of the point, that the defect stands for.
  var count = 1
  /// Whether the feature may have more defects, which were not searched for. Only the last one of a feature has it.
  var isLastOfMany = false
}

extension Defect: Comparable {
  /// By polygon, ring, vertex and rule, then by the rest, so that the order of the defects of a feature is unique.
  static func < (a: Defect, b: Defect) -> Bool {
    if (a.polygon, a.ring, a.vertex) != (b.polygon, b.ring, b.vertex) {
      return (a.polygon, a.ring, a.vertex) < (b.polygon, b.ring, b.vertex)
    }
    if a.rule != b.rule { return a.rule.rawValue < b.rule.rawValue }
    if a.point != b.point { return a.point < b.point }
    if a.isAlongLine != b.isAlongLine { return b.isAlongLine }
    return (a.otherPolygon ?? -1, a.otherRing ?? -1, a.count) < (b.otherPolygon ?? -1, b.otherRing ?? -1, b.count)
  }
}
