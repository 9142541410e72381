import MapPack
import MapPackGeometry

extension Coverage {
  /// How far a border may stray from the edges that are drawn for it, in meters on the ground.
  ///
  /// It is a quarter of the median distance of a vertex from the line through its two neighbors: on a smooth line,
  /// halving a chord quarters its distance from the line. Generalized maps have a large value, detailed ones a small
  /// one. Two drawings of one border may differ by the sum of both maps' values; comparisons of editions take that as
  /// noise (`Comparison`, `LandCheck`).
  ///
  /// Only lines between two regions are measured, with all vertices of level 0. The value is 0 if they have too few
  /// vertices for a median to mean anything: a map of a few straight lines is taken as exact.
  /// - Complexity: O(n log n) for n vertices.
  package var lineDetail: Double {
    var heights: [Double] = []
    for arc in 0..<arcs.count where arcs.left[arc] >= 0 && arcs.right[arc] >= 0 && !arcs.isSeam[arc] {
      for vertex in arcs.vertices(of: arc).dropFirst().dropLast() {
        let here = arcs.point(vertex)
        let cell = metersPerCell(at: here)
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

  /// How many vertices the median needs.
  private static let fewestForDetail = 200

  /// The width and the height of a cell at a point, in meters on the ground.
  private func metersPerCell(at point: GridPoint) -> (across: Double, up: Double) {
    switch plane {
    case .lonlat(let grid): return Ground(grid).metersPerCell(y: Double(point.y))
    case .mercator(let grid):
      let meters =
        grid.cell * WebMercator.metersPerMapPointAtEquator * WebMercator.cosineOfLatitude(y: grid.y(point.y))
      return (meters, meters)
    }
  }
}
