/// Lengths and areas in the words that a pipeline file takes, in two digits: `1.2 m`, `0.057 mm`, `35 km2`.
enum RoundQuantity {
  /// A length in metres, rounded to the nearest.
  /// - Precondition: it is positive and finite.
  static func length(_ metres: Double) -> String {
    let (scale, unit) =
      metres >= 1000 ? (1000, "km") : metres >= 1 ? (1, "m") : metres >= 0.01 ? (0.01, "cm") : (0.001, "mm")
    let (digits, exponent) = parts(of: metres / scale)
    return "\(decimal(Int(digits.rounded()), exponent)) \(unit)"
  }

  /// The next area above so many square metres, 0.01 m² at least.
  /// - Precondition: it is finite.
  static func area(above squareMetres: Double) -> String {
    let squareMetres = max(0.01, squareMetres)
    let (scale, unit) = squareMetres >= 10_000 ? (1_000_000.0, "km2") : (1, "m2")
    let (digits, exponent) = parts(of: squareMetres / scale)
    return "\(decimal(Int(digits.rounded(.down)) + 1, exponent)) \(unit)"
  }

  /// A share, rounded up: `7.1 %`.
  /// - Precondition: it is positive and finite.
  static func share(above share: Double) -> String {
    let (digits, exponent) = parts(of: share * 100)
    return "\(decimal(Int(digits.rounded(.up)), exponent)) %"
  }

  /// A number as one of 10 to 100 and a power of ten.
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

  /// A whole number times a power of ten, without zeros at the end of a fraction.
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
