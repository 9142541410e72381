import MapPackGeometry

// The meetings of borders that `BorderFindings` reports as `unmatched-edge`.
extension ClaimedBorders {
  /// A point in which the borders of two regions meet outside of a common vertex.
  struct Crossing {
    /// The regions, the smaller index first.
    var a: Int32
    var b: Int32
    /// The arc of the first of the two segments.
    var arc: Int
    /// The first of the two segments, named by its first vertex.
    var segment: Int
    /// The point on the drawing's grid.
    var point: GridPoint
  }

  /// The meetings of the borders of two regions. A meeting of more than two is reported for the first two of them.
  /// Features without a region do not count. They are in the order of their segments.
  func crossings() -> [Crossing] {
    drawing.meetings.interactions.compactMap { interaction in
      var pair: (Int32, Int32)?
      drawing.forEachRing(ofSegment: interaction.first) { one in
        drawing.forEachRing(ofSegment: interaction.second) { other in
          let (a, b) = (regionOfRing[one], regionOfRing[other])
          if a >= 0, b >= 0, a != b, pair == nil { pair = (min(a, b), max(a, b)) }
        }
      }
      return pair.map { a, b in
        Crossing(
          a: a, b: b, arc: drawing.arcs.paths.path(ofVertex: interaction.first), segment: interaction.first,
          point: point(of: interaction))
      }
    }
  }

  /// The grid point nearest to the crossing of two segments, or the smallest vertex of one that lies inside the other.
  private func point(of interaction: Interaction) -> GridPoint {
    let paths = drawing.arcs.paths
    let (a, b) = (paths.point(interaction.first), paths.point(paths.end(ofSegment: interaction.first)))
    let (c, d) = (paths.point(interaction.second), paths.point(paths.end(ofSegment: interaction.second)))
    if interaction.relation == .crossing { return roundedCrossing(a, b, c, d) }
    let inside =
      [a, b].filter { segment(c, d, contains: $0) && $0 != c && $0 != d }
      + [c, d].filter { segment(a, b, contains: $0) && $0 != a && $0 != b }
    return inside.min() ?? a
  }
}

extension Paths {
  /// The index of the vertex in which a segment ends.
  /// - Complexity: O(log paths)
  func end(ofSegment segment: Int) -> Int {
    let range = vertices(of: path(ofVertex: segment))
    return segment + 1 == range.upperBound ? range.lowerBound : segment + 1
  }
}
