/// The colors of a map. Pictures in SVG have the light ones; the page has all of them.
///
/// The properties are keys of JSON, which the scripts of the page read under the same names.
package struct MapPalette: Encodable, Sendable {
  /// What users write.
  package enum Name: String, CaseIterable, Encodable, Sendable {
    /// Calm and pale, so that names stand out.
    case paper
    /// Strong.
    case vivid
    /// Colors that readers with protanopia or deuteranopia tell apart too.
    case clear
    /// Grays that are told apart in print.
    case gray
  }

  package let name: Name
  package let light: Colors
  package let dark: Colors

  /// Colors as `#rrggbb`.
  package struct Colors: Encodable, Sendable {
    /// The fills of land. Text and strokes stand out on them.
    package let land: ColorList
    /// The strokes of lines and the fills of points, strong enough to be seen on `beyond`.
    package let lines: ColorList
    /// The fills of land by the classes of a number, from the least, and of land without the number.
    package let classes: [String]
    package var water: String
    package let coast: String
    /// The shores of lakes, which are on the map as water within its land.
    package let lake: String
    package var border: String
    /// The fill of land that the map does not have.
    package let beyond: String
    /// The stroke of the border with land that the map does not have.
    package let outer: String
    package let text: String
    /// The translucent rim of names.
    package let halo: String
  }

  package static let all = Name.allCases.map(MapPalette.init)

  /// How many classes a number's values are divided into. There is one color more, for no value.
  static let classCount = 5

  package init(_ name: Name) {
    self.name = name
    (light, dark) =
      switch name {
      case .paper: Self.paper
      case .vivid: Self.vivid
      case .clear: Self.clear
      case .gray: Self.gray
      }
  }
}

/// Colors that regions get by the indices that `RegionColors` gives. Beyond the list's end it begins anew, a shade darker
/// each time.
package struct ColorList: Encodable, Sendable, ExpressibleByArrayLiteral {
  package let colors: [String]

  package init(arrayLiteral colors: String...) { self.colors = colors }

  package var count: Int { colors.count }

  package subscript(index: Int) -> String {
    let color = colors[index % count]
    let round = index / count
    guard round > 0, let value = Int(color.dropFirst(), radix: 16) else { return color }
    let channels = [16, 8, 0].map { place in
      (0..<round).reduce((value >> place) & 0xFF) { channel, _ in channel * 95 / 100 }
    }
    return "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private enum CodingKeys: CodingKey { case count, shades }

  /// The page gets two darker shades of each color, more than maps need.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(count, forKey: .count)
    try container.encode((0..<3 * count).map { self[$0] }, forKey: .shades)
  }
}

extension MapPalette {
  private static let paper = (
    light: Colors(
      land: ["#f5e3c5", "#d6e4c9", "#f1d3c8", "#dcd6e6", "#f3ecc0", "#cde3da", "#ead9cb", "#e6d3de"],
      lines: ["#c8553d", "#3d7ea6", "#588157", "#8d6a9f", "#c98a1b", "#2a9d8f", "#a4586e", "#5b6c8f"],
      classes: ["#ffffd4", "#fed98e", "#fe9929", "#d95f0e", "#993404", "#c9ced2"],
      water: "#e3edf3", coast: "#8ba3b3", lake: "#6aa5cf", border: "#ffffff", beyond: "#efede8", outer: "#b3ac9f",
      text: "#39434c", halo: "#ffffff"),
    dark: Colors(
      land: ["#5c4f38", "#46573a", "#61473d", "#4d4760", "#5d5733", "#395549", "#574739", "#583f4d"],
      lines: ["#f08f78", "#7fb8dd", "#97c596", "#c5a5d8", "#e9b456", "#6fd0c0", "#e095aa", "#a3b5da"],
      classes: ["#4a3a20", "#7a5320", "#b06f22", "#dd9335", "#ffc979", "#3f474d"],
      water: "#1b242b", coast: "#6f8797", lake: "#4f93c4", border: "#1b242b", beyond: "#26282a", outer: "#7d776c",
      text: "#e6edf2", halo: "#141b20")
  )

  private static let vivid = (
    light: Colors(
      land: ["#edd381", "#8bd19a", "#f9a590", "#bcaaf4", "#cee292", "#5dd2d8", "#fabc80", "#f8a8ce"],
      lines: ["#c0482a", "#006ac0", "#1c882d", "#7945ab", "#c07700", "#00968f", "#b43c6b", "#2e40a3"],
      classes: ["#ffffd4", "#fed98e", "#fe9929", "#d95f0e", "#993404", "#c9ced2"],
      water: "#cfe8f8", coast: "#4d7f9e", lake: "#1f86c9", border: "#ffffff", beyond: "#ece8df", outer: "#94897a",
      text: "#26303a", halo: "#ffffff"),
    dark: Colors(
      land: ["#6c5918", "#255a33", "#743a2c", "#4b3d70", "#5d6a2f", "#005a5f", "#77491e", "#723b56"],
      lines: ["#fa8467", "#52a9fe", "#6eca73", "#bb8aef", "#f0bb3b", "#00d5cd", "#f57fa7", "#98b7ff"],
      classes: ["#4a3a20", "#7a5320", "#b06f22", "#dd9335", "#ffc979", "#3f474d"],
      water: "#0f2535", coast: "#6ea3c4", lake: "#3fa3e6", border: "#0f1d28", beyond: "#232527", outer: "#8f8576",
      text: "#f0f5f9", halo: "#0f1920")
  )

  // Any two fills, and any two lines, are at least 0.1 apart in OKLab, also as readers with protanopia or deuteranopia
  // see them.
  private static let clear = (
    light: Colors(
      land: ["#ffe38c", "#97a9e4", "#dfc7a8", "#c9cdfd", "#d5a34b", "#bea6a0"],
      lines: ["#505baf", "#b09500", "#5c1a03", "#9095bb", "#8b553d", "#2f236d"],
      classes: ["#ffffd4", "#fed98e", "#fe9929", "#d95f0e", "#993404", "#c9ced2"],
      water: "#eaf1f6", coast: "#5d7a8c", lake: "#2b79b5", border: "#ffffff", beyond: "#efede8", outer: "#8d8678",
      text: "#262e36", halo: "#ffffff"),
    dark: Colors(
      land: ["#586cb5", "#5d7933", "#353f87", "#495b62", "#3c4600", "#303143"],
      lines: ["#b6a3ff", "#709500", "#c7f486", "#a0bb96", "#8483a0", "#dcdbff"],
      classes: ["#4a3a20", "#7a5320", "#b06f22", "#dd9335", "#ffc979", "#3f474d"],
      water: "#10171c", coast: "#8aa2b1", lake: "#58b0ee", border: "#0d1318", beyond: "#26282a", outer: "#9b9485",
      text: "#f8fbfd", halo: "#10161b")
  )

  private static let gray = (
    light: Colors(
      land: ["#f0f0f0", "#b8b8b8", "#dcdcdc", "#a4a4a4", "#cacaca"],
      lines: ["#1f1f1f", "#8a8a8a", "#4a4a4a", "#a6a6a6", "#6a6a6a"],
      classes: ["#f0f0f0", "#cccccc", "#a6a6a6", "#7d7d7d", "#555555", "#ffffff"],
      water: "#ffffff", coast: "#262626", lake: "#7a7a7a", border: "#5c5c5c", beyond: "#fafafa", outer: "#3a3a3a",
      text: "#111111", halo: "#ffffff"),
    dark: Colors(
      land: ["#2e2e2e", "#6a6a6a", "#3e3e3e", "#5a5a5a", "#4c4c4c"],
      lines: ["#f2f2f2", "#8a8a8a", "#c8c8c8", "#707070", "#a8a8a8"],
      classes: ["#343434", "#565656", "#7a7a7a", "#a2a2a2", "#cecece", "#202020"],
      water: "#141414", coast: "#d0d0d0", lake: "#8c8c8c", border: "#9a9a9a", beyond: "#1e1e1e", outer: "#b8b8b8",
      text: "#f4f4f4", halo: "#141414")
  )
}
