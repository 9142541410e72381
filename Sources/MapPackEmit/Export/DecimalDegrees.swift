import MapPack
import MapPackCoverage
import MapPackGeometry

/// Writes the longitudes and latitudes of lattice points, with as few digits as lead back to the lattice point.
///
/// In Web Mercator the digits lead to within an eighth of a cell of the lattice point. So a reader that first rounds
/// them to a lattice of degrees comes back to the same point if the cells of that lattice are at most half as large.
///
/// Cells of less than 2⁻¹⁸ map points (0.6 µm at the equator) are finer than Doubles in degrees. There the digits lead
/// to within a cell or two.
struct DecimalDegrees {
  private let plane: Plane
  /// The number of decimals that tell two neighboring longitudes apart.
  private let digits: Int
  fileprivate static let powers: [Double] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13]

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

  func longitude(x: Int32) -> DecimalNumber {
    switch plane {
    case .lonlat(let grid):
      decimal(of: grid.longitude(x: x)) { grid.point(longitude: $0, latitude: grid.latitude(y: 0)).x == x }
    case .mercator(let grid):
      decimal(of: WebMercator.longitude(x: grid.x(x))) {
        Self.isNear(WebMercator.x(longitude: $0), grid.x(x), cell: grid.cell)
      }
    }
  }

  /// The latitude of a row in degrees, never beyond the end of Web Mercator, where readers cut lines off.
  func latitude(y: Int32) -> DecimalNumber {
    switch plane {
    case .lonlat(let grid):
      decimal(of: grid.latitude(y: y)) { grid.point(longitude: grid.longitude(x: 0), latitude: $0).y == y }
    case .mercator(let grid):
      decimal(of: WebMercator.latitude(y: grid.y(y)), limit: WebMercator.latitudeLimit) {
        Self.isNear(WebMercator.y(latitude: $0), grid.y(y), cell: grid.cell)
      }
    }
  }

  private static func isNear(_ value: Double, _ wanted: Double, cell: Double) -> Bool {
    (value - wanted).magnitude <= cell / 8
  }

  /// The decimal number with the fewest digits, but at least `digits`, that leads back; the longest if none does.
  /// - Parameter limit: the largest magnitude of the result. A number beyond it is rounded toward zero.
  private func decimal(
    of degrees: Double, limit: Double = .infinity, leadsBack: (Double) -> Bool
  ) -> DecimalNumber {
    var decimal = DecimalNumber(scaled: 0, digits: 0)
    for digits in digits..<Self.powers.count {
      let exact = degrees * Self.powers[digits]
      decimal = DecimalNumber(scaled: Int64(exact.rounded()), digits: digits)
      if decimal.value.magnitude > limit { decimal.scaled = Int64(exact.rounded(.towardZero)) }
      if leadsBack(decimal.value) { break }
    }
    return decimal
  }
}

extension DecimalNumber {
  /// The Double that a reader makes of the digits: the one nearest to the decimal number.
  var value: Double { Double(scaled) / DecimalDegrees.powers[digits] }
}

/// Appends a decimal number, given in units of its last digit, as ASCII, without zeros at the end of the fraction. A
/// number below 1 has a zero before the point, and a whole number has no point.
func appendDecimal(_ decimal: Int64, digits: Int, to bytes: inout ContiguousArray<UInt8>) {
  if decimal < 0 { bytes.append(UInt8(ascii: "-")) }
  var rest = decimal.magnitude
  var fraction = digits
  while fraction > 0 && rest % 10 == 0 {
    rest /= 10
    fraction -= 1
  }
  let start = bytes.count
  var written = 0
  repeat {
    if written == fraction && fraction > 0 { bytes.append(UInt8(ascii: ".")) }
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
    rest /= 10
    written += 1
  } while rest > 0 || written <= fraction && fraction > 0
  bytes[start...].reverse()
}
