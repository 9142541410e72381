import MapGeometry
import MapPack

/// How large a triangle of the pack grid is on the ground, by its latitude.
///
/// Tabulated over the extent of the map and interpolated: the relative error is below 10⁻⁶ for a map of the whole
/// world, and only + − × ÷ are used per vertex, so that each machine finds the same weights.
package struct GroundScale: Sendable {
  private static let steps = 4096

  private let minY: Double
  private let stepsPerCell: Double
  /// m² on the ground per doubled cell².
  private let table: ContiguousArray<Double>

  /// - Precondition: `minY` ≤ `maxY`.
  package init(_ grid: PackGrid, minY: Int32, maxY: Int32) {
    self.minY = Double(minY)
    let span = max(1, Double(maxY) - Double(minY))
    stepsPerCell = Double(Self.steps) / span
    let metres = grid.cell * WebMercator.metersPerMapPointAtEquator
    table = ContiguousArray(
      (0...Self.steps + 1).map { step in
        let y = (Double(grid.originY) + Double(minY) + Double(step) / Double(Self.steps) * span) * grid.cell
        let cosine = WebMercator.cosineOfLatitude(y: y)
        return (metres * cosine) * (metres * cosine) / 2
      })
  }

  /// The same scale wherever on the plane: that of the equator. For lengths that are meant in the plane.
  package init(equatorOf grid: PackGrid) {
    minY = 0
    stepsPerCell = 0
    let metres = grid.cell * WebMercator.metersPerMapPointAtEquator
    table = [metres * metres / 2, metres * metres / 2]
  }

  /// m² on the ground per doubled cell² at a y within the extent.
  package func squareMetresPerDoubledCell(y: Int32) -> Double {
    let position = (Double(y) - minY) * stepsPerCell
    let step = Int(position)
    let fraction = position - Double(step)
    return table[step] * (1 - fraction) + table[step + 1] * fraction
  }
}
