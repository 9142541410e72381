/// The colors of a map whose neighbors differ. Pictures in SVG have the light ones if nobody asks for the dark ones; the
/// page has all of them.
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
    /// Grays for land, which are told apart in print.
    case gray

    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  package let name: Name
  package let title: String
  package let light: Colors
  package let dark: Colors

  /// Colors as `#rrggbb`.
  package struct Colors: Encodable, Sendable {
    /// The fills of land.
    package let land: ColorList
    /// The strokes of lines and the fills of points, strong enough to be seen on `beyond`.
    package let lines: ColorList
    package let water: String
    package let coast: String
    /// The borders between regions.
    package let border: MapStroke
    /// The fill of land that the map does not have.
    package let beyond: String
    /// The stroke of the border with land that the map does not have.
    package let outer: String
    /// The color of names on land, water and `beyond`.
    package let ink: String
    package let halo: Halo

    fileprivate init(isDark: Bool, land: ColorList, lines: ColorList) {
      (self.land, self.lines) = (land, lines)
      (water, coast) = isDark ? ("#0d161d", "#7d8f9c") : ("#bad1e0", "#3f627c")
      border = isDark ? MapStroke(color: "#0d161d", opacity: 0.8) : MapStroke(color: "#3a5062", opacity: 0.42)
      (beyond, outer) = isDark ? ("#22292d", "#8f8a80") : ("#efede8", "#857c6d")
      ink = isDark ? "#f5f8fa" : "#22303b"
      halo = isDark ? Halo(color: "#0d161d", opacity: 0.55, width: 2.5) : .ofFill
    }
  }

  /// The rim of names.
  package struct Halo: Encodable, Sendable {
    /// `nil` for the fill of the region.
    package let color: String?
    package let opacity: Double
    /// In pixels.
    package let width: Double

    static let ofFill = Halo(color: nil, opacity: 1, width: 3)
  }

  package static let all = Name.allCases.map(MapPalette.init)

  package init(_ name: Name) {
    (self.name, title) = (name, name.title)
    (light, dark) =
      switch name {
      case .paper: Self.paper
      case .vivid: Self.vivid
      case .clear: Self.clear
      case .gray: Self.gray
      }
  }
}

/// A color that lines have, and how much of it covers what lies below.
package struct MapStroke: Encodable, Hashable, Sendable {
  package let color: String
  package let opacity: Double
}

/// Colors that regions get by the indices that `RegionColors` gives. Beyond the list's end it begins anew, a shade darker
/// each time.
package struct ColorList: Encodable, Sendable, ExpressibleByArrayLiteral {
  package let colors: [String]

  package init(arrayLiteral colors: String...) { self.colors = colors }

  /// How many colors each list has.
  package static let count = 6

  package subscript(index: Int) -> String {
    let color = colors[index % colors.count]
    let round = index / colors.count
    guard round > 0, let value = Int(color.dropFirst(), radix: 16) else { return color }
    let channels = [16, 8, 0].map { place in
      (0..<round).reduce((value >> place) & 0xFF) { channel, _ in channel * 92 / 100 }
    }
    return "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private enum CodingKeys: CodingKey { case count, shades }

  /// The page gets two darker shades of each color, more than maps need.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(colors.count, forKey: .count)
    try container.encode((0..<3 * colors.count).map { self[$0] }, forKey: .shades)
  }
}

extension MapPalette {
  private static let paper = (
    light: Colors(
      isDark: false, land: ["#f4e8cc", "#dcebc8", "#f6dccb", "#e4deef", "#d0e6dc", "#f6ecb9"],
      lines: ["#c8553d", "#3d7ea6", "#588157", "#8d6a9f", "#b87a10", "#1f8a7d"]),
    dark: Colors(
      isDark: true, land: ["#7b6b4a", "#5a714d", "#84604f", "#676088", "#47716b", "#746f3a"],
      lines: ["#f08f78", "#7fb8dd", "#97c596", "#c5a5d8", "#e9b456", "#6fd0c0"])
  )

  private static let vivid = (
    light: Colors(
      isDark: false, land: ["#edc05a", "#93c07f", "#ea9178", "#aea0d6", "#79bdbd", "#dcd457"],
      lines: ["#c0482a", "#006ac0", "#1c882d", "#7945ab", "#b06c00", "#b43c6b"]),
    dark: Colors(
      isDark: true, land: ["#8a6a1e", "#4b7a3a", "#a35440", "#6f5fae", "#2f7a7c", "#76711c"],
      lines: ["#fa8467", "#52a9fe", "#6eca73", "#bb8aef", "#f0bb3b", "#f57fa7"])
  )

  // Any two lines are at least 0.1 apart in OKLab, also as readers with protanopia or deuteranopia see them.
  private static let clear = (
    light: Colors(
      isDark: false, land: ["#ffe39a", "#e3cdae", "#d0d4fb", "#a9b8ea", "#cbb8b0", "#e0b465"],
      lines: ["#505baf", "#b09500", "#5c1a03", "#9095bb", "#8b553d", "#2f236d"]),
    dark: Colors(
      isDark: true, land: ["#84702f", "#7d6a4e", "#696da6", "#5468a8", "#7a6a62", "#8c6425"],
      lines: ["#b6a3ff", "#709500", "#c7f486", "#a0bb96", "#8483a0", "#dcdbff"])
  )

  private static let gray = (
    light: Colors(
      isDark: false, land: ["#f3f3f1", "#e7e7e4", "#dcdcd8", "#d1d1cd", "#ececea", "#e1e1dd"],
      lines: ["#101010", "#606060", "#2e2e2e", "#787878", "#484848", "#909090"]),
    dark: Colors(
      isDark: true, land: ["#5e656a", "#666d72", "#697075", "#5d6469", "#62696e", "#6b7277"],
      lines: ["#f4f4f4", "#a8a8a8", "#dcdcdc", "#8e8e8e", "#c2c2c2", "#747474"])
  )
}
