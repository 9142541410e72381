import MapFeatures
import MapPack
import MapTopology

/// Reads the quantities that a pipeline file and the commands' flags are written in.
///
/// A quantity is a decimal number and a unit, with or without a space between: `30 m`, `0.01 km2`, `10 %`. A
/// length or an area without a unit is refused: nobody should have to guess.
package enum Quantity {
  private static let metresByUnit: [(unit: String, metres: Double)] = [
    ("mm", 0.001), ("cm", 0.01), ("m", 1), ("km", 1_000),
  ]
  private static let squareMetresByUnit: [(unit: String, squareMetres: Double)] = [
    ("cm2", 0.0001), ("m2", 1), ("ha", 10_000), ("km2", 1_000_000),
  ]

  private static let bytesByUnit: [(unit: String, bytes: Double)] = [
    ("", 1), ("B", 1), ("KB", 1_000), ("kB", 1_000), ("MB", 1_000_000),
  ]

  /// A length in metres: `30 m`, `1.5km`, `20 cm`, `5 mm`. `nil` where the text is no length.
  package static func length(_ text: String) -> Double? {
    scaled(text, by: metresByUnit.map { ($0.unit, $0.metres) })
  }

  /// An area in square metres: `500 m2`, `0.01 km²`, `1 ha`. `nil` where the text is no area.
  package static func area(_ text: String) -> Double? {
    scaled(
      text.replacing("²", with: "2").replacing("^2", with: "2"),
      by: squareMetresByUnit.map { ($0.unit, $0.squareMetres) })
  }

  /// An area or a length, above zero: up to which size gaps are filled. `nil` where the text is neither.
  package static func gapLimit(_ text: String) -> MergeOptions.GapLimit? {
    if let area = area(text) { return area > 0 ? .area(area) : nil }
    return length(text).flatMap { $0 > 0 ? .width($0) : nil }
  }

  /// A share from 0 to 1: `10 %`, `0.1`. `nil` where the text is no share.
  package static func share(_ text: String) -> Double? {
    guard let (number, unit) = parts(of: text) else { return nil }
    let share: Double
    switch unit {
    case "": share = number
    case "%": share = number / 100
    default: return nil
    }
    return (0...1).contains(share) ? share : nil
  }

  /// A number of bytes: `64 KB`, `1.5MB`, `65536`, of a thousand bytes a KB. `nil` where the text is none, or is not
  /// a whole number of bytes above zero.
  package static func bytes(_ text: String) -> Int? {
    guard let (number, unit) = parts(of: text), let found = bytesByUnit.first(where: { $0.unit == unit }) else {
      return nil
    }
    guard let bytes = Int(exactly: number * found.bytes), bytes > 0 else { return nil }
    return bytes
  }

  /// The exponent g of the cell 2ᵍ map points whose width at the equator is nearest to a length, by ratio.
  /// - Precondition: `metres` is positive and finite.
  package static func cellExponent(nearestTo metres: Double) -> Int {
    let cells = metres / WebMercator.metersPerMapPointAtEquator
    // significand in 1 ..< 2: half-way between two powers of two, by ratio, is √2.
    return Int(cells.exponent) + (cells.significand * cells.significand >= 2 ? 1 : 0)
  }

  private static func scaled(_ text: String, by units: [(unit: String, factor: Double)]) -> Double? {
    guard let (number, unit) = parts(of: text), let found = units.first(where: { $0.unit == unit }) else { return nil }
    let value = number * found.factor
    return value.isFinite ? value : nil
  }

  /// The number and the unit of a quantity; only digits, at most one point, not negative.
  private static func parts(of text: String) -> (number: Double, unit: String)? {
    let trimmed = text.trimmingWhitespace
    let digits = trimmed.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard digits.contains(where: \.isNumber), let number = Double(digits), number.isFinite else { return nil }
    let unit = String(trimmed[digits.endIndex...]).trimmingWhitespace
    return (number, unit)
  }
}
