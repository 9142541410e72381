import Foundation

/// Colors as `#rrggbb`: their contrast, and what lies between two of them.
enum HexColor {
  /// The contrast of two colors as WCAG 2 has it, from 1 to 21.
  static func contrast(_ one: String, _ other: String) -> Double {
    let light = [one, other].map { color in
      zip([0.2126, 0.7152, 0.0722], linear(color)).reduce(0.05) { $0 + $1.0 * $1.1 }
    }
    return max(light[0], light[1]) / min(light[0], light[1])
  }

  /// The ink for names on any fill: a dark one or white, whichever has more contrast.
  static func ink(on fill: String) -> String {
    [darkInk, white].max { contrast($0, fill) < contrast($1, fill) } ?? white
  }

  private static let darkInk = "#12202a"
  static let white = "#ffffff"

  /// A color between two others in OKLab, whose distances are about as large as what readers see. Source: B. Ottosson, A
  /// perceptual color space for image processing, 2020.
  /// - Parameter share: 0 for the first, 1 for the other.
  static func between(_ one: String, _ other: String, share: Double) -> String {
    let (a, b) = (lab(linear(one)), lab(linear(other)))
    return text(linear(lab: zip(a, b).map { $0 + ($1 - $0) * share }))
  }

  /// Red, green and blue as shares of the most light.
  private static func linear(_ color: String) -> [Double] {
    let value = Int(color.dropFirst(), radix: 16) ?? 0
    return [16, 8, 0].map { place in
      let share = Double((value >> place) & 0xFF) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
  }

  private static func text(_ linear: [Double]) -> String {
    linear.reduce("#") { text, light in
      let share = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
      let channel = Int((min(1, max(0, share)) * 255).rounded())
      return text + (channel < 16 ? "0" : "") + String(channel, radix: 16)
    }
  }

  private static func lab(_ linear: [Double]) -> [Double] {
    let cubes = product(
      [
        [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ], linear)
    return product(
      [
        [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
      ], cubes.map(cbrt))
  }

  private static func linear(lab: [Double]) -> [Double] {
    let roots = product(
      [[1, 0.3963377774, 0.2158037573], [1, -0.1055613458, -0.0638541728], [1, -0.0894841775, -1.2914855480]], lab)
    return product(
      [
        [4.0767416621, -3.3077115913, 0.2309699292], [-1.2684380046, 2.6097574011, -0.3413193965],
        [-0.0041960863, -0.7034186147, 1.7076147010],
      ], roots.map { $0 * $0 * $0 })
  }

  private static func product(_ rows: [[Double]], _ column: [Double]) -> [Double] {
    rows.map { row in zip(row, column).reduce(0) { $0 + $1.0 * $1.1 } }
  }
}
