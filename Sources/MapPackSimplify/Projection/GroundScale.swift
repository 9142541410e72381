import MapPack
import MapPackGeometry

/// The size of the pack grid's cells on the ground, by their y.
///
/// It is tabulated over the extent of the map and interpolated. The relative error is below 10⁻⁶ for a map of the whole
/// world. Only + − × ÷ are used per vertex, so that each machine finds the same weights.
package struct GroundScale: Sendable {
  private static let steps = 4096

  private let minY: Double
  private let stepsPerCell: Double
  /// Per step: m² on the ground per doubled cell², which is the unit of a doubled area.
  private let table: ContiguousArray<Double>

  /// Tabulates the scale for a range of y, in cells, where `minY` ≤ `maxY`.
  package init(_ grid: PackGrid, minY: Int32, maxY: Int32) {
    self.minY = Double(minY)
    let span = max(1, Double(maxY) - Double(minY))
    stepsPerCell = Double(Self.steps) / span
    let meters = grid.cell * WebMercator.metersPerMapPointAtEquator
    table = ContiguousArray(
      (0...Self.steps + 1).map { step in
        let y = (Double(grid.originY) + Double(minY) + Double(step) / Double(Self.steps) * span) * grid.cell
        let cosine = WebMercator.cosineOfLatitude(y: y)
        return (meters * cosine) * (meters * cosine) / 2
      })
  }

  /// The scale of the equator everywhere, for lengths that are meant in the plane.
  package init(equatorOf grid: PackGrid) {
    minY = 0
    stepsPerCell = 0
    let meters = grid.cell * WebMercator.metersPerMapPointAtEquator
    table = [meters * meters / 2, meters * meters / 2]
  }

  /// The m² on the ground per doubled cell²: the factor from twice an area in cells² to an area in m².
  /// - Precondition: y, in cells, lies in the range that was tabulated; beyond it, this may trap. The scale of the
  ///   equator takes any y.
  package func squareMetersPerDoubledCell(y: Int32) -> Double {
    let position = (Double(y) - minY) * stepsPerCell
    let step = Int(position)
    let fraction = position - Double(step)
    return table[step] * (1 - fraction) + table[step + 1] * fraction
  }
}
