import MapGeometry
import MapPack
import MapTopology

/// Writes the longitudes and latitudes of a lattice with no more digits than lead back to the lattice point.
///
/// In Web Mercator they lead to within an eighth of a cell of it: whoever reads them and rounds them to a lattice of
/// degrees first, as `merge` does, comes to the same lattice point as long as the cells of that are at most half as large.
///
/// Cells of less than 2⁻¹⁸ map points (0.6 µm at the equator) are finer than degrees in Doubles: there the digits
/// lead to within a cell or two.
struct DecimalDegrees {
  private let plane: Plane
  /// Digits behind the point that tell two neighbouring longitudes apart.
  private let digits: Int
  private static let powers: [Double] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13]

  init(_ plane: Plane) {
    self.plane = plane
    let unit =
      switch plane {
      case .lonlat(let grid): grid.unit
      case .mercator(let grid): 360 * grid.cell / WebMercator.worldSize
      }
    // At most 2⁴⁸ cells go round the world, so 13 digits are enough.
    digits = Self.powers.firstIndex { unit * $0 > 1 } ?? Self.powers.count - 1
  }

  /// Whether y grows to the north in the numbers written but to the south in the lattice's.
  var turnsRings: Bool {
    if case .mercator = plane { true } else { false }
  }

  func appendLongitude(x: Int32, to json: inout JSONText) {
    let decimal = longitude(x: x)
    json.append(decimal: decimal.scaled, digits: decimal.digits)
  }

  func appendLatitude(y: Int32, to json: inout JSONText) {
    let decimal = latitude(y: y)
    json.append(decimal: decimal.scaled, digits: decimal.digits)
  }

  /// A number as it is written: in units of its last digit.
  struct Decimal {
    var scaled: Int64
    var digits: Int

    /// Correctly rounded, so it is the very Double that a reader makes of the digits.
    var value: Double { Double(scaled) / DecimalDegrees.powers[digits] }
  }

  func longitude(x: Int32) -> Decimal {
    switch plane {
    case .lonlat(let grid):
      decimal(of: grid.longitude(x: x)) { grid.point(longitude: $0, latitude: grid.latitude(y: 0)).x == x }
    case .mercator(let grid):
      decimal(of: WebMercator.longitude(x: grid.x(x))) {
        Self.isNear(WebMercator.x(longitude: $0), grid.x(x), cell: grid.cell)
      }
    }
  }

  /// Never beyond the end of Web Mercator, where readers cut lines off.
  func latitude(y: Int32) -> Decimal {
    switch plane {
    case .lonlat(let grid):
      decimal(of: grid.latitude(y: y)) { grid.point(longitude: grid.longitude(x: 0), latitude: $0).y == y }
    case .mercator(let grid):
      decimal(of: WebMercator.latitude(y: grid.y(y)), limit: WebMercator.latitudeLimit) {
        Self.isNear(WebMercator.y(latitude: $0), grid.y(y), cell: grid.cell)
      }
    }
  }

  private static func isNear(_ place: Double, _ wanted: Double, cell: Double) -> Bool {
    (place - wanted).magnitude <= cell / 8
  }

  /// The decimal with the fewest digits, from `digits` on, that leads back; the longest if none does.
  private func decimal(
    of degrees: Double, limit: Double = .infinity, leadsBack: (Double) -> Bool
  ) -> Decimal {
    var decimal = Decimal(scaled: 0, digits: 0)
    for digits in digits..<Self.powers.count {
      let exact = degrees * Self.powers[digits]
      decimal = Decimal(scaled: Int64(exact.rounded()), digits: digits)
      if decimal.value.magnitude > limit { decimal.scaled = Int64(exact.rounded(.towardZero)) }
      if leadsBack(decimal.value) { break }
    }
    return decimal
  }
}
