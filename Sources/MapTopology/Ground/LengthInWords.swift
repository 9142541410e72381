import MapGeometry
import MapPack

/// A length as findings give it: three digits at most and the unit that suits, `0.4 mm`, `12 cm`, `3.45 km`; the same on
/// every machine.
/// - Precondition: finite, not negative, below 10⁹ m.
package func inWords(metres: Double) -> String {
  // In tenths of a millimetre, in centimetres' tenths, …: the unit and how many of the counted parts make one.
  for (unit, perMetre, limit) in [("mm", 1000.0, 10.0), ("cm", 100, 100), ("m", 1, 1000)] {
    let value = metres * perMetre
    if threeDigits(value).whole < limit { return threeDigits(value).text + " " + unit }
  }
  return threeDigits(metres / 1000).text + " km"
}

extension PackGrid {
  /// How wide a cell of 2ᵍ map points is at the equator: `1.19 m`.
  package static func width(ofExponent exponent: Int) -> String {
    inWords(
      metres: 2 * .pi * 6_378_137 * PackGrid(cellExponent: exponent, originX: 0, originY: 0).cell
        / WebMercator.worldSize)
  }
}

/// A number to three digits, at most two of them after the point, without zeros at the end.
private func threeDigits(_ value: Double) -> (text: String, whole: Double) {
  let scale: Double = value < 9.995 ? 100 : value < 99.95 ? 10 : 1
  let scaled = (value * scale).rounded()
  let hundredths = Int(scaled * (100 / scale))
  let rest = hundredths % 100
  let fraction = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
  return ("\(hundredths / 100)" + fraction, scaled / scale)
}
