/// What the regions of a map are made of. All regions of a map are of one kind. A pipeline
/// says it as `geometry`.
package enum GeometryKind: String, CaseIterable, Codable, Hashable, Sendable {
  /// Polygons: municipalities, countries, rooms.
  case areas
  /// Lines: railways, rivers, recorded routes.
  case lines
  /// Points: stations, entrances, summits.
  case points

  /// The noun for a piece of a region of this kind.
  package var part: String {
    switch self {
    case .areas: "polygon"
    case .lines: "line"
    case .points: "point"
    }
  }

  /// How many vertices a ring of a feature table has at least; the first one is not repeated at the end of a ring.
  package var leastVertices: Int {
    switch self {
    case .areas: 3
    case .lines: 2
    case .points: 1
    }
  }
}
