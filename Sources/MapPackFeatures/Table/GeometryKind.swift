/// What the regions of a map are made of. All regions of a map are of one kind.
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

  /// Where something is in the geometry of a feature, in words, such as `polygon 0`, `ring 1`, `vertex 57`, as far as it
  /// is known.
  ///
  /// A line or a point is kept as its only ring, so its ring is not told.
  package func steps(part: Int?, ring: Int?, vertex: Int?) -> [String] {
    [
      part.map { "\(self.part) \($0)" }, self == .areas ? ring.map { "ring \($0)" } : nil,
      vertex.map { "vertex \($0)" },
    ].compactMap(\.self)
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
