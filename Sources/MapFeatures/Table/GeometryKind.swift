/// What the regions of a map are: all of one map are of one kind.
package enum GeometryKind: String, CaseIterable, Codable, Hashable, Sendable {
  /// Polygons: municipalities, countries, rooms.
  case areas
  /// Lines: railways, rivers, recorded routes.
  case lines
  /// Points: stations, entrances, summits.
  case points

  /// What a region of the kind is made of, in words.
  package var part: String {
    switch self {
    case .areas: "polygon"
    case .lines: "line"
    case .points: "point"
    }
  }

  /// How many vertices a ring of a table has at least.
  package var leastVertices: Int {
    switch self {
    case .areas: 3
    case .lines: 2
    case .points: 1
    }
  }
}
