import MapPack
import MapPackGeometry

/// A length as findings show it, with at most three digits and a fitting unit: `0.4 mm`, `12 cm`, `3.45 km`.
///
/// It is the same on every machine.
/// - Precondition: `meters` is finite, not negative, and below 10⁹.
package func inWords(meters: Double) -> String {
  // The unit, how many of it make a meter, and below how many it is used.
  for (unit, perMeter, limit) in [("mm", 1000.0, 10.0), ("cm", 100, 100), ("m", 1, 1000)] {
    let value = meters * perMeter
    if threeDigits(value).whole < limit { return threeDigits(value).text + " " + unit }
  }
  return threeDigits(meters / 1000).text + " km"
}

extension PackGrid {
  /// The width of a cell of 2ᵍ map points on the ground at the equator, in words: `1.19 m`. `PackWriter` says by it
  /// which cells a pack can have.
  /// - Parameter exponent: g.
  package static func width(ofExponent exponent: Int) -> String {
    inWords(
      meters: 2 * .pi * 6_378_137 * PackGrid(cellExponent: exponent, originX: 0, originY: 0).cell
        / WebMercator.worldSize)
  }
}

/// A number rounded to three digits, with at most two of them after the decimal point and no zeros at the end.
/// - Returns: the digits, and the rounded number.
private func threeDigits(_ value: Double) -> (text: String, whole: Double) {
  let scale: Double = value < 9.995 ? 100 : value < 99.95 ? 10 : 1
  let scaled = (value * scale).rounded()
  let hundredths = Int(scaled * (100 / scale))
  let rest = hundredths % 100
  let fraction = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
  return ("\(hundredths / 100)" + fraction, scaled / scale)
}
