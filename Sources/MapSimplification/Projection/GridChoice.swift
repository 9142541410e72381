import MapFeatures
import MapGeometry
import MapPack

/// Which pack grid a map gets.
///
/// The cell is 2ᵍ map points. Without a wish: g = 3 (1.2 m at the equator), finer where a sixteenth of the finest
/// tolerance, taken at the equator (where a map point is largest on the ground), or 1/65,536 of the larger side of
/// the extent is less; for points g = −4 (9 mm); and where nothing is to be removed, the finest for which the extent stays below 2³⁰ cells.
///
/// A cell that was chosen when the map was made before is kept where it still suits, so that what has not changed on the
/// map keeps its coordinates: where the extent fits, and the cell is neither more than four times as wide as the one that
/// would be chosen now nor less than a quarter of it. A cell that somebody asked for is taken or refused.
package enum GridChoice {
  package static let defaultExponent = 3
  /// For points: finer than anybody measures where a station is.
  private static let exponentForPoints = -4
  /// Bounds of g. Of finer cells than 2⁻¹⁸ (0.6 µm) degrees in a Double could not tell one from the next; coarser ones
  /// than 2²⁰ would leave the world 256 cells.
  package static let exponents = -18...20

  /// By how much a cell that was chosen before may differ from the one that would be chosen now, as a power of two.
  private static let slack = 2

  /// The exponent to begin with.
  ///
  /// - Throws: `.usage` where the cell that is asked for is none that the map can have; the message has lengths, as they
  ///   are written in `simplify.grid`.
  package static func exponent(
    for extent: PlaneBox, of kind: GeometryKind = .areas, options: SimplifyOptions
  ) throws(StageError) -> Int {
    let finest = finestExponent(for: extent)
    if let wished = options.cellExponent {
      guard exponents.contains(wished), wished >= finest else {
        throw StageError(
          .usage,
          "the map cannot have a pack grid with cells of \(length(wished)): its cells are from \(length(finest)) to "
            + "\(length(exponents.upperBound)) wide at the equator",
          remedy: "write a length in between (`simplify.grid`, --grid), or leave it out and have it chosen")
      }
      return wished
    }
    let chosen =
      kind == .points ? max(finest, exponentForPoints) : chosenExponent(for: extent, finest: finest, options)
    if let former = options.formerCellExponent, former >= finest, abs(former - chosen) <= slack { return former }
    return chosen
  }

  /// Whether two options begin with the same cell and say the same of it.
  ///
  /// - Throws: as `exponent(for:options:)`, for the second options.
  static func isSame(
    _ a: SimplifyOptions, _ b: SimplifyOptions, for extent: PlaneBox?, of kind: GeometryKind
  ) throws(StageError) -> Bool {
    guard let extent else { return true }
    let exponent = try exponent(for: extent, of: kind, options: b)
    return try self.exponent(for: extent, of: kind, options: a) == exponent
      && (a.cellExponent == nil) == (b.cellExponent == nil)
      && defeats(exponent, a) == defeats(exponent, b)
  }

  /// The exponent that is chosen where nobody asks for one and the map is new.
  private static func chosenExponent(for extent: PlaneBox, finest: Int, _ options: SimplifyOptions) -> Int {
    var limit = Double(sign: .plus, exponent: defaultExponent, significand: 1)
    if options.amount == .none { return finest }
    if let tolerance = tolerance(options) {
      if tolerance == 0 { return finest }
      limit = min(limit, tolerance / 16)
    }
    limit = min(limit, max(extent.maxX - extent.minX, extent.maxY - extent.minY) / 65_536)
    var exponent = defaultExponent
    while exponent > finest && Double(sign: .plus, exponent: exponent, significand: 1) > limit { exponent -= 1 }
    return exponent
  }

  /// The finest tolerance that is asked for, in map points at the equator; `nil` where none is.
  private static func tolerance(_ options: SimplifyOptions) -> Double? {
    switch options.amount {
    case .none, .keep: return nil
    case .tolerance(let metres):
      return options.regionTolerances.values.reduce(metres, min) / WebMercator.metersPerMapPointAtEquator
    case .zoom(let zoom): return SimplifyOptions.Amount.mapPoints(atZoom: zoom)
    }
  }

  /// Whether cells are wider than the finest tolerance that is asked for, so that rounding moves a vertex farther than
  /// simplification may. A tolerance of 0 asks for no more than that nothing is removed.
  static func defeats(_ exponent: Int, _ options: SimplifyOptions) -> Bool {
    guard let tolerance = tolerance(options), tolerance > 0 else { return false }
    return Double(sign: .plus, exponent: exponent, significand: 1) > tolerance
  }

  /// The width of a cell at the equator, as it is written in a pipeline file.
  package static func length(_ exponent: Int) -> String {
    RoundQuantity.length(
      Double(sign: .plus, exponent: exponent, significand: 1) * WebMercator.metersPerMapPointAtEquator)
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
