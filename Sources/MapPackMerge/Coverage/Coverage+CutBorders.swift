import MapPack
import MapPackGeometry

// Which regions border each other, also across ±180°. Pictures draw and color by it; `simplify` compares neighbors
// before and after rounding. A pack finds its own by `PackStorage.cutBorders(level:)`.
extension Coverage {
  /// The borders between different regions that meet along the cut at ±180°; regions are named by their indices.
  ///
  /// The plane ends at the cut, so each of two such regions has an arc of its own there, which is a seam. The border is
  /// the stretch that both seams have in common, from one y to another in cells of the plane. Borders are sorted by y;
  /// there are none if the map does not reach both ends of the plane. Lines and points have none.
  /// - Complexity: O(a + n log n) for a arcs and n vertices of seams.
  package var cutBorders: [CutStretches.Meeting] {
    let seams = SeamLines(plane)
    var stretches = CutStretches()
    for arc in 0..<arcs.count where arcs.isSeam[arc] {
      // Nobody owns what lies beyond the plane, so one side is −1.
      let region = Int(max(arcs.left[arc], arcs.right[arc]))
      for vertex in arcs.vertices(of: arc).dropLast() {
        let (a, b) = (arcs.point(vertex), arcs.point(vertex + 1))
        guard let cut = seams.cut(a, b) else { continue }
        stretches.add(region, between: a.y, b.y, isAtWest: cut == seams.west)
      }
    }
    return stretches.meetings().borders
  }

  /// The pairs of neighboring regions: those that share a border of positive length, also along the cut at ±180°.
  ///
  /// Each pair comes once, the smaller index first. The pairs are sorted. Regions that only touch in points are no
  /// neighbors. Lines and points have none.
  /// - Complexity: O(n log n) for n arcs and vertices of seams.
  package var neighbors: [(Int32, Int32)] {
    var pairs: [(Int32, Int32)] = []
    func add(_ a: Int32, _ b: Int32) { pairs.append((min(a, b), max(a, b))) }
    for arc in 0..<arcs.count where arcs.left[arc] >= 0 && arcs.right[arc] >= 0 {
      add(arcs.left[arc], arcs.right[arc])
    }
    for border in cutBorders {
      add(Int32(truncatingIfNeeded: border.atWest), Int32(truncatingIfNeeded: border.atEast))
    }
    pairs.sort { $0 < $1 }
    var unique: [(Int32, Int32)] = []
    for pair in pairs where unique.last.map({ $0 != pair }) ?? true { unique.append(pair) }
    return unique
  }
}
