import MapArrangement
import MapFeatures
import MapGeometry
import MapTopology

extension ClaimedBorders {
  /// A place where borders of two regions meet outside of a common vertex.
  struct Crossing {
    /// The regions, the smaller one first.
    var a: Int32
    var b: Int32
    var interaction: Interaction
    var place: GridPoint
  }

  /// Meetings of borders of two regions; of more than two in one place, the first two.
  func crossings() -> [Crossing] {
    drawing.meetings.interactions.compactMap { interaction in
      var pair: (Int32, Int32)?
      drawing.edges.forEachUse(of: interaction.first) { one in
        drawing.edges.forEachUse(of: interaction.second) { other in
          let (a, b) = (region(ofVertex: one), region(ofVertex: other))
          if a >= 0, b >= 0, a != b, pair == nil { pair = (min(a, b), max(a, b)) }
        }
      }
      return pair.map { Crossing(a: $0.0, b: $0.1, interaction: interaction, place: place(of: interaction)) }
    }
  }

  /// Whether a ring of a region meets itself outside of its vertices. It has its land now on one side and now on the other
  /// then, whichever way it runs.
  var ringsCrossThemselves: Bool {
    let rings = drawing.rings
    return drawing.meetings.interactions.contains { interaction in
      var doesMeet = false
      drawing.edges.forEachUse(of: interaction.first) { one in
        drawing.edges.forEachUse(of: interaction.second) { other in
          doesMeet = doesMeet || rings.ringOfVertex[one] == rings.ringOfVertex[other] && region(ofVertex: one) >= 0
        }
      }
      return doesMeet
    }
  }

  private func place(of interaction: Interaction) -> GridPoint {
    let rings = drawing.rings
    let (a, b) = (rings.point(interaction.first), rings.point(rings.next(interaction.first)))
    let (c, d) = (rings.point(interaction.second), rings.point(rings.next(interaction.second)))
    if interaction.relation == .crossing { return roundedCrossing(a, b, c, d) }
    let inside =
      [a, b].filter { segment(c, d, contains: $0) && $0 != c && $0 != d }
      + [c, d].filter { segment(a, b, contains: $0) && $0 != a && $0 != b }
    return inside.min() ?? a
  }

  /// Divides the plane: all land that is claimed twice, and all that is enclosed by several regions and claimed by
  /// nobody.
  ///
  /// As `merge` has it: a polygon claims what lies in its shell and in none of its holes.
  func division(
    _ table: FeatureTable, regionCount: Int, jobs: Int
  ) -> (contested: [ContestedLand], gaps: [EnclosedLand]) {
    let rings = drawing.rings
    var polygonOfRing = ContiguousArray<Int32>()
    for polygon in 0..<table.polygonCount {
      let count = table.ringStart[polygon + 1] - table.ringStart[polygon]
      polygonOfRing.append(contentsOf: repeatElement(Int32(truncatingIfNeeded: polygon), count: count))
    }
    func isShell(_ ring: Int) -> Bool { table.ringStart[Int(polygonOfRing[ring])] == ring }
    var claims = ClaimedPaths()
    for ring in 0..<rings.ringCount where region[Int(rings.featureOfRing[ring])] >= 0 {
      let vertices = rings.vertices(ofRing: ring)
      guard !vertices.isEmpty else { continue }
      for vertex in vertices { claims.paths.append(rings.point(vertex)) }
      claims.endPath(isClosed: true, left: Int32(truncatingIfNeeded: ring), right: ClaimedPaths.none)
    }
    let ground = Ground(rings.grid)
    let arrangement = arrange(claims, regionCount: regionCount, jobs: jobs, on: ground) { label in
      let holes = Set(label.map { Int($0.claim) }.filter { !isShell($0) }.map { polygonOfRing[$0] })
      let shells = label.map { Int($0.claim) }.filter { isShell($0) && !holes.contains(polygonOfRing[$0]) }
      return Set(shells.map { region[Int(rings.featureOfRing[$0])] }).sorted()
    }
    let gaps = arrangement.gaps(on: ground).filter { $0.neighbours.count > 1 }.map { gap in
      EnclosedLand(outline: gap.outline, neighbours: gap.neighbours.map(\.region).sorted())
    }
    return (arrangement.contested, gaps)
  }
}
