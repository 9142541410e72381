import MapArrangement
import MapGeometry
import MapPack

extension Coverage {
  /// How far a border may stray from the edges that are drawn for it, in metres on the ground: a quarter of the median
  /// distance of a vertex from the line between the two beside it.
  ///
  /// For a smooth line, halving a chord quarters its distance from the line. Two drawings of one border may differ by the
  /// sum of both maps' numbers. It is large where a map was generalized, small where vertices stand in all bends. Lines
  /// between regions alone are measured. 0 where there are too few vertices for a median to say anything: a map of some
  /// straight lines is taken by its word.
  /// - Complexity: O(n log n) for n vertices.
  package var lineDetail: Double {
    var heights: [Double] = []
    for arc in 0..<arcs.count where arcs.left[arc] >= 0 && arcs.right[arc] >= 0 && !arcs.isSeam[arc] {
      for vertex in arcs.vertices(of: arc).dropFirst().dropLast() {
        let here = arcs.point(vertex)
        let cell = metresPerCell(at: here)
        let (before, after) = (arcs.point(vertex - 1), arcs.point(vertex + 1))
        func across(_ a: GridPoint, _ b: GridPoint) -> Double { (Double(b.x) - Double(a.x)) * cell.across }
        func up(_ a: GridPoint, _ b: GridPoint) -> Double { (Double(b.y) - Double(a.y)) * cell.up }
        let base = (across(before, after) * across(before, after) + up(before, after) * up(before, after)).squareRoot()
        let doubledArea = across(before, here) * up(before, after) - up(before, here) * across(before, after)
        if base > 0 { heights.append(doubledArea.magnitude / base) }
      }
    }
    guard heights.count >= Self.fewestForDetail else { return 0 }
    heights.sort()
    return heights[heights.count / 2] / 4
  }

  private static let fewestForDetail = 200

  private func metresPerCell(at point: GridPoint) -> (across: Double, up: Double) {
    switch plane {
    case .lonlat(let grid): return Ground(grid).metresPerCell(y: Double(point.y))
    case .mercator(let grid):
      let metres =
        grid.cell * WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: grid.y(point.y))
      return (metres, metres)
    }
  }
}
