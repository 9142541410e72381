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

  /// The width of a cell at the equator, as a pipeline file has it: `1.2 m`.
  package static func length(_ exponent: Int) -> String {
    RoundQuantity.length(
      Double(sign: .plus, exponent: exponent, significand: 1) * WebMercator.metersPerMapPointAtEquator)
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

/// Lengths, areas and shares with two significant digits, as a pipeline file takes them: `1.2 m`, `0.057 mm`, `35 km2`.
enum RoundQuantity {
  /// A length in meters, positive and finite, rounded to the nearest.
  static func length(_ meters: Double) -> String {
    let (scale, unit) =
      meters >= 1000 ? (1000, "km") : meters >= 1 ? (1, "m") : meters >= 0.01 ? (0.01, "cm") : (0.001, "mm")
    let (digits, exponent) = parts(of: meters / scale)
    return "\(decimal(Int(digits.rounded()), exponent)) \(unit)"
  }

  /// The next larger area above a finite one in m², and at least 0.01 m².
  static func area(above squareMeters: Double) -> String {
    let squareMeters = max(0.01, squareMeters)
    let (scale, unit) = squareMeters >= 10_000 ? (1_000_000.0, "km2") : (1, "m2")
    let (digits, exponent) = parts(of: squareMeters / scale)
    return "\(decimal(Int(digits.rounded(.down)) + 1, exponent)) \(unit)"
  }

  /// A positive and finite share, rounded up: `7.1 %`.
  static func share(above share: Double) -> String {
    let (digits, exponent) = parts(of: share * 100)
    return "\(decimal(Int(digits.rounded(.up)), exponent)) %"
  }

  /// A number as `digits`, from 10 to below 100, times ten to the power of `exponent`.
  private static func parts(of value: Double) -> (digits: Double, exponent: Int) {
    var (digits, exponent) = (value, 0)
    while digits >= 100 {
      digits /= 10
      exponent += 1
    }
    while digits < 10 {
      digits *= 10
      exponent -= 1
    }
    return (digits, exponent)
  }

  private static func decimal(_ number: Int, _ exponent: Int) -> String {
    guard exponent < 0 else { return String(number) + String(repeating: "0", count: exponent) }
    var text = String(number)
    text = String(repeating: "0", count: max(0, 1 - exponent - text.count)) + text
    let whole = text.dropLast(-exponent)
    var fraction = text.suffix(-exponent)
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
  }
}
