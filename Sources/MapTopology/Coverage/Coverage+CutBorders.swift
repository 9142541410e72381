import MapGeometry
import MapPack

extension Coverage {
  /// The borders between different regions that meet along the cut at ±180°, by the regions' indices.
  ///
  /// There the plane ends, so each of the two regions has an arc of its own, which is a seam; the border is what both
  /// have in common.
  /// - Complexity: O(arcs, plus n log n for n vertices of seams)
  package var cutBorders: [CutStretches.Meeting] {
    let seams = SeamLines(plane)
    var stretches = CutStretches()
    for arc in 0..<arcs.count where arcs.isSeam[arc] {
      // Beyond the plane there is nobody's land.
      let region = Int(max(arcs.left[arc], arcs.right[arc]))
      for vertex in arcs.vertices(of: arc).dropLast() {
        let (a, b) = (arcs.point(vertex), arcs.point(vertex + 1))
        guard let cut = seams.cut(a, b) else { continue }
        stretches.add(region, between: a.y, b.y, isAtWest: cut == seams.west)
      }
    }
    return stretches.meetings().borders
  }

  /// The pairs of regions that are neighbours: those with a border of positive length in common, also along the cut at
  /// ±180°. Each pair once, the smaller index first, sorted.
  /// - Complexity: O(n log n) for n arcs and vertices of seams
  package var neighbours: [(Int32, Int32)] {
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
