import MapPack
import MapPackFeatures
import MapPackGeometry

/// Which pack grid a map gets.
///
/// A cell is 2ᵍ map points wide. If the options do not say g, it is chosen:
/// - g = 3 (1.2 m at the equator) at most;
/// - so fine that a cell is at most a sixteenth of the finest tolerance (converted at the equator, where a map point is
///   largest on the ground), and at most 1/65,536 of the larger side of the extent;
/// - if nothing is to be removed, the finest g for which the extent stays below 2³⁰ cells;
/// - for points, g = −4 (9 mm).
///
/// In every case, the extent has to stay below 2³⁰ cells.
///
/// A cell that was chosen when the map was made before (the name lock records it) is kept if it still suits, so that
/// what has not changed on the map keeps its coordinates. It suits if the extent fits and the cell is at most four
/// times as wide as the one that would be chosen now, and at least a quarter of it. A cell that the options ask for is
/// taken or refused.
package enum GridChoice {
  /// The largest exponent that is chosen: cells of 1.2 m at the equator.
  package static let defaultExponent = 3
  /// The exponent for points: finer than anybody measures the location of a station.
  private static let exponentForPoints = -4
  /// The bounds of g. Degrees in a Double could not tell cells below 2⁻¹⁸ map points (0.6 µm) apart; with cells above
  /// 2²⁰ map points, the world would be less than 256 cells wide. A pack can hold all of them
  /// (`PackFormat.cellExponents`).
  package static let exponents = -18...20

  /// By how much the exponent of a cell that was chosen before may differ from the one that would be chosen now.
  private static let slack = 2

  /// The exponent to begin with; a finer one may be needed so that each region keeps a shape.
  /// - Throws: `.usage` if the map cannot have the cell that the options ask for.
  package static func exponent(
    for extent: PlaneBox, of kind: GeometryKind = .areas, options: SimplifyOptions
  ) throws(StageError) -> Int {
    let finest = finestExponent(for: extent)
    if let wished = options.cellExponent {
      guard exponents.contains(wished), wished >= finest else {
        throw StageError(
          .usage,
          "the map cannot have a pack grid with cells of \(PackGrid.width(ofExponent: wished).words): its cells are from \(PackGrid.width(ofExponent: finest).words) to "
            + "\(PackGrid.width(ofExponent: exponents.upperBound).words) wide at the equator",
          remedy: "write a length in between, \(.grid), or leave it out and have it chosen")
      }
      return wished
    }
    let chosen =
      kind == .points ? max(finest, exponentForPoints) : chosenExponent(for: extent, finest: finest, options)
    if let former = options.formerCellExponent, former >= finest, abs(former - chosen) <= slack { return former }
    return chosen
  }

  /// Whether two options begin with the same cell and lead to the same findings about it, so that a projection can be
  /// reused. They always do if the map has no extent in the plane.
  /// - Throws: `.usage` if the map cannot have the cell that the options `b` ask for.
  static func isSame(
    _ a: SimplifyOptions, _ b: SimplifyOptions, for extent: PlaneBox?, of kind: GeometryKind
  ) throws(StageError) -> Bool {
    guard let extent else { return true }
    let exponent = try exponent(for: extent, of: kind, options: b)
    return try self.exponent(for: extent, of: kind, options: a) == exponent
      && (a.cellExponent == nil) == (b.cellExponent == nil)
      && defeats(exponent, a) == defeats(exponent, b)
  }

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

  /// The finest tolerance of the options, in map points at the equator; `nil` if they have none.
  private static func tolerance(_ options: SimplifyOptions) -> Double? {
    switch options.amount {
    case .none, .keep: return nil
    case .tolerance(let meters):
      return options.regionTolerances.values.reduce(meters, min) / WebMercator.metersPerMapPointAtEquator
    case .zoom(let zoom): return SimplifyOptions.Amount.mapPoints(atZoom: zoom)
    }
  }

  /// Whether cells are wider than the finest tolerance of the options, so that rounding may move a vertex farther than
  /// simplification may. A tolerance of 0 does not count: it only asks that nothing is removed.
  static func defeats(_ exponent: Int, _ options: SimplifyOptions) -> Bool {
    guard let tolerance = tolerance(options), tolerance > 0 else { return false }
    return Double(sign: .plus, exponent: exponent, significand: 1) > tolerance
  }

  /// The exponent g of the cell that is 2ᵍ map points wide, so that its width at the equator is nearest to a length, by
  /// ratio; of two that are equally near, the larger one. The exponent is negative for lengths below about 0.1 m.
  /// - Precondition: `meters` is positive and finite.
  package static func exponent(nearestTo meters: Double) -> Int {
    let mapPoints = meters / WebMercator.metersPerMapPointAtEquator
    // The significand is in 1..<2. By ratio, √2 is halfway between the two powers of two.
    return Int(mapPoints.exponent) + (mapPoints.significand * mapPoints.significand >= 2 ? 1 : 0)
  }

  /// The finest exponent of `exponents` for which the extent stays below 2³⁰ cells in width and in height.
  package static func finestExponent(for extent: PlaneBox) -> Int {
    exponents.first { exponent in
      let grid = PackGrid(cellExponent: exponent, originX: 0, originY: 0)
      let width = (extent.maxX / grid.cell).rounded() - (extent.minX / grid.cell).rounded()
      let height = (extent.maxY / grid.cell).rounded() - (extent.minY / grid.cell).rounded()
      return max(width, height) < Double(GridPoint.coordinateLimit)
    } ?? exponents.upperBound
  }

  /// The grid with these cells whose origin is the extent's corner of smallest x and y.
  package static func grid(_ exponent: Int, for extent: PlaneBox) -> PackGrid {
    let cell = PackGrid(cellExponent: exponent, originX: 0, originY: 0).cell
    return PackGrid(
      cellExponent: exponent, originX: Int64((extent.minX / cell).rounded()),
      originY: Int64((extent.minY / cell).rounded()))
  }
}
