import MapFeatures
import MapGeometry
import MapPack

/// Which pack grid a map gets.
///
/// The cell is 2ᵍ map points. Without a wish: g = 3 (1.2 m at the equator), finer where a sixteenth of the finest
/// tolerance, taken at the equator (where a map point is largest on the ground), or 1/65,536 of the larger side of
/// the extent is less; and where nothing is to be removed, the finest for which the extent stays below 2³⁰ cells.
package enum GridChoice {
  package static let defaultExponent = 3
  /// Bounds of g. Of finer cells than 2⁻¹⁸ (0.6 µm) degrees in a Double could not tell one from the next; coarser ones
  /// than 2²⁰ would leave the world 256 cells.
  package static let exponents = -18...20

  /// The exponent to begin with.
  package static func exponent(
    for extent: PlaneBox, options: SimplifyOptions
  ) throws(StageError) -> Int {
    let finest = finestExponent(for: extent)
    if let wished = options.cellExponent {
      guard exponents.contains(wished), wished >= finest else {
        throw StageError(
          .usage, "the pack grid with cells of 2^\(wished) map points does not suit this map",
          remedy: "choose an exponent from \(finest) to \(exponents.upperBound), or none")
      }
      return wished
    }
    var limit = Double(sign: .plus, exponent: defaultExponent, significand: 1)
    switch options.amount {
    case .none: return finest
    case .tolerance(let tolerance):
      let metres = options.regionTolerances.values.reduce(tolerance, min)
      if metres == 0 { return finest }
      limit = min(limit, metres / 16 / WebMercator.metresPerMapPointAtEquator)
    case .zoom(let zoom): limit = min(limit, SimplifyOptions.Amount.mapPoints(atZoom: zoom) / 16)
    case .keep: break
    }
    limit = min(limit, max(extent.maxX - extent.minX, extent.maxY - extent.minY) / 65_536)
    var exponent = defaultExponent
    while exponent > finest && Double(sign: .plus, exponent: exponent, significand: 1) > limit { exponent -= 1 }
    return exponent
  }

  /// The finest exponent for which the extent stays below 2³⁰ cells both ways.
  package static func finestExponent(for extent: PlaneBox) -> Int {
    exponents.first { exponent in
      let grid = PackGrid(cellExponent: exponent, originX: 0, originY: 0)
      let width = (extent.maxX / grid.cell).rounded() - (extent.minX / grid.cell).rounded()
      let height = (extent.maxY / grid.cell).rounded() - (extent.minY / grid.cell).rounded()
      return max(width, height) < Double(GridPoint.coordinateLimit)
    } ?? exponents.upperBound
  }

  /// The lattice with this cell, counted from the extent's smallest corner.
  package static func grid(_ exponent: Int, for extent: PlaneBox) -> PackGrid {
    let cell = PackGrid(cellExponent: exponent, originX: 0, originY: 0).cell
    return PackGrid(
      cellExponent: exponent, originX: Int64((extent.minX / cell).rounded()),
      originY: Int64((extent.minY / cell).rounded()))
  }
}
