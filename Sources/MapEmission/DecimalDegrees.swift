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
    append(from: digits, to: &json) { exact in
      switch plane {
      case .lonlat(let grid):
        let degrees = exact ?? grid.longitude(x: x)
        return (degrees, grid.point(longitude: degrees, latitude: grid.latitude(y: 0)).x == x)
      case .mercator(let grid):
        let degrees = exact ?? WebMercator.longitude(x: grid.x(x))
        return (degrees, Self.isNear(WebMercator.x(longitude: degrees), grid.x(x), cell: grid.cell))
      }
    }
  }

  func appendLatitude(y: Int32, to json: inout JSONText) {
    append(from: digits, to: &json) { exact in
      switch plane {
      case .lonlat(let grid):
        let degrees = exact ?? grid.latitude(y: y)
        return (degrees, grid.point(longitude: grid.longitude(x: 0), latitude: degrees).y == y)
      case .mercator(let grid):
        let degrees = exact ?? WebMercator.latitude(y: grid.y(y))
        return (degrees, Self.isNear(WebMercator.y(latitude: degrees), grid.y(y), cell: grid.cell))
      }
    }
  }

  private static func isNear(_ place: Double, _ wanted: Double, cell: Double) -> Bool {
    (place - wanted).magnitude <= cell / 8
  }

  /// Writes the value with the fewest digits, from this number on, that lead back.
  /// - Parameter degrees: of nil, the value; of a rounded value, whether it leads back.
  private func append(
    from digits: Int, to json: inout JSONText, degrees: (Double?) -> (value: Double, leadsBack: Bool)
  ) {
    let value = degrees(nil).value
    for digits in digits..<Self.powers.count {
      let scaled = (value * Self.powers[digits]).rounded()
      // Correctly rounded, so it is the very Double that a reader makes of the digits.
      if degrees(scaled / Self.powers[digits]).leadsBack || digits == Self.powers.count - 1 {
        json.append(decimal: Int64(scaled), digits: digits)
        return
      }
    }
  }
}
