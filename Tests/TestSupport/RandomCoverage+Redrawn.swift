extension RandomCoverage {
  /// The map with each region's boundary drawn anew, as by publishers who do not know of each other.
  ///
  /// Every vertex moves by at most `distance`, in degrees, and some edges get another vertex near them. Features of one
  /// region still agree.
  package func redrawn(within distance: Double, using random: inout SplitMix64) -> RandomCoverage {
    struct Edge: Hashable {
      var a: Position
      var b: Position
    }
    var copy = self
    for code in codes {
      var moved: [Position: Position] = [:]
      var added: [Edge: Position?] = [:]
      func near(_ position: Position) -> Position {
        // A point of the disk, by rejection sampling.
        while true {
          let dx = Double.random(in: -1...1, using: &random)
          let dy = Double.random(in: -1...1, using: &random)
          if dx * dx + dy * dy <= 1 { return Position(x: position.x + distance * dx, y: position.y + distance * dy) }
        }
      }
      func redraw(_ ring: [Position]) -> [Position] {
        var result: [Position] = []
        for (k, a) in ring.enumerated() {
          let b = ring[(k + 1) % ring.count]
          let target = moved[a] ?? near(a)
          moved[a] = target
          result.append(target)
          let edge = (a.x, a.y) < (b.x, b.y) ? Edge(a: a, b: b) : Edge(a: b, b: a)
          let share = Double.random(in: 0.2...0.8, using: &random)
          let between = Position(
            x: edge.a.x + share * (edge.b.x - edge.a.x), y: edge.a.y + share * (edge.b.y - edge.a.y))
          let more = added[edge] ?? (Int.random(in: 0..<3, using: &random) == 0 ? near(between) : nil)
          added[edge] = .some(more)
          if let more { result.append(more) }
        }
        return result
      }
      for f in copy.features.indices where copy.features[f].code == code {
        copy.features[f].polygons = copy.features[f].polygons.map { $0.map(redraw) }
      }
    }
    return copy
  }
}
