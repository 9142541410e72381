import MapPack
import MapPackFeatures
import MapPackMerge

/// The quantities of pipeline files and of flags.
///
/// A quantity is a decimal number and a unit, with or without a space between: `30 m`, `0.01 km2`, `10 %`. A length or
/// an area without a unit is refused, because nobody should have to guess. No number has a sign; zero is taken unless
/// it is said otherwise.
package enum Quantity {
  private static let metersByUnit = ["mm": 0.001, "cm": 0.01, "m": 1, "km": 1_000]
  private static let squareMetersByUnit = ["cm2": 0.0001, "m2": 1, "ha": 10_000, "km2": 1_000_000]
  private static let bytesByUnit = ["": 1, "B": 1, "KB": 1_000, "kB": 1_000, "MB": 1_000_000.0]

  /// A length in meters: `30 m`, `1.5km`, `20 cm`, `5 mm`. `nil` if the text is no length.
  package static func length(_ text: String) -> Double? {
    scaled(text, by: metersByUnit)
  }

  /// An area in square meters: `500 m2`, `0.01 km²`, `1 ha`. `nil` if the text is no area.
  package static func area(_ text: String) -> Double? {
    scaled(text.replacing("²", with: "2").replacing("^2", with: "2"), by: squareMetersByUnit)
  }

  /// The size up to which gaps are filled: an area or a length above zero. `nil` if the text is neither.
  package static func gapLimit(_ text: String) -> MergeOptions.GapLimit? {
    if let area = area(text) { return area > 0 ? .area(area) : nil }
    return length(text).flatMap { $0 > 0 ? .width($0) : nil }
  }

  /// A share from 0 to 1: `10 %`, `0.1`. `nil` if the text is no share.
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

  /// A whole number of bytes above zero, else `nil`: `64 KB`, `1.5MB`, `65536`. A KB has 1,000 bytes.
  package static func bytes(_ text: String) -> Int? {
    scaled(text, by: bytesByUnit).flatMap(Int.init(exactly:)).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The exponent g of the cell that is 2ᵍ map points wide, so that its width at the equator is nearest to a length, by
  /// ratio; of two that are equally near, the larger one. The exponent is negative for lengths below about 0.1 m.
  /// - Precondition: `meters` is positive and finite.
  package static func cellExponent(nearestTo meters: Double) -> Int {
    let mapPoints = meters / WebMercator.metersPerMapPointAtEquator
    // The significand is in 1..<2. By ratio, √2 is halfway between the two powers of two.
    return Int(mapPoints.exponent) + (mapPoints.significand * mapPoints.significand >= 2 ? 1 : 0)
  }

  private static func scaled(_ text: String, by units: [String: Double]) -> Double? {
    guard let (number, unit) = parts(of: text), let factor = units[unit] else { return nil }
    let value = number * factor
    return value.isFinite ? value : nil
  }

  /// The number has digits and at most one point, and no sign.
  private static func parts(of text: String) -> (number: Double, unit: String)? {
    let trimmed = text.trimmingWhitespace
    let digits = trimmed.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard digits.contains(where: \.isNumber), let number = Double(digits), number.isFinite else { return nil }
    let unit = String(trimmed[digits.endIndex...]).trimmingWhitespace
    return (number, unit)
  }
}
