/// Lengths, areas and shares with two significant digits, as a pipeline file takes them: `1.2 m`, `0.057 mm`, `35 km2`.
/// The remedies of `FloorShare` and the messages about the pack grid have them. `Quantity` in `MapPackTool` reads them.
enum RoundQuantity {
  /// A length, rounded to the nearest.
  ///
  /// - Parameter meters: the length in meters.
  /// - Precondition: it is positive and finite.
  static func length(_ meters: Double) -> String {
    let (scale, unit) =
      meters >= 1000 ? (1000, "km") : meters >= 1 ? (1, "m") : meters >= 0.01 ? (0.01, "cm") : (0.001, "mm")
    let (digits, exponent) = parts(of: meters / scale)
    return "\(decimal(Int(digits.rounded()), exponent)) \(unit)"
  }

  /// The next larger area, and at least 0.01 m².
  ///
  /// - Parameter squareMeters: an area in m², which the result exceeds.
  /// - Precondition: it is finite.
  static func area(above squareMeters: Double) -> String {
    let squareMeters = max(0.01, squareMeters)
    let (scale, unit) = squareMeters >= 10_000 ? (1_000_000.0, "km2") : (1, "m2")
    let (digits, exponent) = parts(of: squareMeters / scale)
    return "\(decimal(Int(digits.rounded(.down)) + 1, exponent)) \(unit)"
  }

  /// A share, rounded up: `7.1 %`.
  ///
  /// - Parameter share: the share, from 0 to 1.
  /// - Precondition: it is positive and finite.
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

  /// A whole number times a power of ten, in decimals without trailing zeros.
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
