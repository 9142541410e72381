/// A length or an area, as it is read and printed everywhere: in pipeline files, flags, findings, reports and on the page.
///
/// A text that is read has a decimal number and a unit, with or without a space between: `30 m`, `0.01 km2`, `10 %`. A
/// length or an area without a unit is refused, because nobody should have to guess. No number has a sign; zero is taken
/// unless it is said otherwise.
package enum Quantity: Hashable, Sendable {
  case length(meters: Double)
  case area(squareMeters: Double)

  // MARK: Reading

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

  // MARK: Printing

  /// For people: up to three digits of a length, hundredths of an area, and a fitting unit: `0.4 mm`, `31.2 cm`, `4.2 km`,
  /// `50,000 m²`, `12.35 km²`. It is the same on every machine.
  package var words: String {
    let (value, unit) = scaled
    if case .area = self, value > 0, value < 0.005 { return "less than 0.01 \(unit)" }
    let text = Self.decimal(value, places: places(of: value))
    // Hundredths of an area are two digits or none.
    let isHundredths = if case .area = self { text.contains(".") && text.suffix(2).first == "." } else { false }
    return (value >= 100 ? Figures.grouped(Int(exactly: value.rounded()) ?? 0) : text + (isHundredths ? "0" : "")) + " "
      + unit
  }

  /// For pipeline files and flags: the number of `words`, or a finer one below 1, as they take it: `50000 m2`.
  package var typed: String {
    let (value, unit) = scaled
    return Self.decimal(value, places: value < 1 ? max(3, places(of: value)) : places(of: value)) + " "
      + unit.replacing("²", with: "2")
  }

  /// The next larger quantity that has two significant digits, at least a hundredth of the smallest unit.
  package var above: Quantity {
    switch self {
    case .length(let meters): .length(meters: Self.nextAbove(meters * 1000, least: 0.01) / 1000)
    case .area(let squareMeters): .area(squareMeters: Self.nextAbove(squareMeters, least: 0.01))
    }
  }

  /// A share of above zero, rounded up to two digits, as pipeline files take it: `7.1 %`.
  package static func typedShare(above share: Double) -> String {
    decimal(nextAbove((share * 100).nextDown, least: 0.01), places: 3) + " %"
  }

  /// The number in the unit that fits.
  private var scaled: (value: Double, unit: String) {
    switch self {
    case .length(0): return (0, "m")
    case .length(let meters):
      for (unit, perMeter, limit) in [("mm", 1000.0, 10.0), ("cm", 100, 100), ("m", 1, 1000)] {
        let value = meters * perMeter
        let scale: Double = value < 9.995 ? 100 : value < 99.95 ? 10 : 1
        if (value * scale).rounded() / scale < limit { return (value, unit) }
      }
      return (meters / 1000, "km")
    case .area(let squareMeters):
      return squareMeters < 1_000_000 ? (max(0, squareMeters), "m²") : (squareMeters / 1_000_000, "km²")
    }
  }

  /// How many decimal places a number has; so many that a small one is not 0.
  private func places(of value: Double) -> Int {
    if case .area = self { return value < 100 ? 2 : 0 }
    guard value < 9.995 else { return value < 99.95 ? 1 : 0 }
    var (places, scaled) = (2, value * 100)
    while scaled > 0, scaled < 0.5, places < 12 { (places, scaled) = (places + 1, scaled * 10) }
    return places > 2 ? places + 1 : places
  }

  private static func decimal(_ value: Double, places: Int) -> String {
    Figures.decimal(value, places: places, trims: true)
  }

  private static func nextAbove(_ value: Double, least: Double) -> Double {
    let value = max(least, value)
    guard value.isFinite else { return value }
    var scale = 1.0
    while value / scale >= 100 { scale *= 10 }
    while value / scale < 10 { scale /= 10 }
    return ((value / scale).rounded(.down) + 1) * scale
  }
}
