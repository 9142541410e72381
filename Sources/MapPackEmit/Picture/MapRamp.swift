/// The colors of land by the classes of a number. More is darker in light surroundings, and lighter in dark ones.
///
/// The properties are keys of JSON, which the scripts of the page read under the same names.
package struct MapRamp: Encodable, Sendable {
  /// What users write.
  package enum Name: String, CaseIterable, Encodable, Sendable {
    case sea, ember, heather, moss

    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  package let name: Name
  package let title: String
  package let light: Colors
  package let dark: Colors

  /// Colors as `#rrggbb`.
  package struct Colors: Encodable, Sendable {
    /// Those of five classes, from the least.
    package let classes: [String]
    /// The fill of regions without the number.
    package let none: String
    /// Whether these are for dark surroundings.
    private let isDark: Bool

    private enum CodingKeys: CodingKey { case classes, none }

    fileprivate init(isDark: Bool, _ classes: String...) {
      (self.classes, self.isDark) = (classes, isDark)
      none = isDark ? "#4a4f4d" : "#e6e6e2"
    }
  }

  package static let all = Name.allCases.map(MapRamp.init)

  package init(_ name: Name) {
    (self.name, title) = (name, name.title)
    (light, dark) =
      switch name {
      case .sea:
        (
          Colors(isDark: false, "#f5f2cf", "#bfe2ba", "#68bbb9", "#2a7ba0", "#1d4687"),
          Colors(isDark: true, "#4a678a", "#2f7791", "#55ab9e", "#a3d19a", "#f1eeb0")
        )
      case .ember:
        (
          Colors(isDark: false, "#fde7d3", "#f9bf9b", "#ee8a69", "#c94a48", "#8e1f3f"),
          Colors(isDark: true, "#985460", "#b5534f", "#e58a68", "#f5bd97", "#fdeadb")
        )
      case .heather:
        (
          Colors(isDark: false, "#efe6f4", "#cfb9e0", "#a688c6", "#7b56a6", "#4f2a7d"),
          Colors(isDark: true, "#6b5a94", "#8369b0", "#ab93cf", "#cdbbe3", "#efe6f4")
        )
      case .moss:
        (
          Colors(isDark: false, "#eef3ea", "#c9dcbf", "#94bb8c", "#4a7f55", "#2b6142"),
          Colors(isDark: true, "#4c7458", "#557f5b", "#93b98b", "#bcd6b2", "#e9f2e4")
        )
      }
  }
}

/// What land and its names are drawn with by the classes of a number.
package struct ClassColors: Encodable, Sendable {
  /// Of each class, from the least; then of regions without the number.
  package let fills: [String]
  /// The color of names on each of them.
  package let inks: [String]
  /// What borders are drawn with: all but those of dark fills, and those. A border of two fills has the later one.
  package let borders: [MapStroke]
  /// The index in `borders` for each fill.
  package let borderOfFill: [Int]
}

extension MapRamp.Colors {
  /// The colors of a number of classes, which lie between those of five.
  package func colors(ofClasses count: Int) -> ClassColors {
    let colors = (0..<count).map { index in
      let place = count > 1 ? Double(index) * Double(classes.count - 1) / Double(count - 1) : 2
      let low = min(Int(place), classes.count - 2)
      return place == Double(low)
        ? classes[low]
        : HexColor.between(classes[low], classes[low + 1], share: place - Double(low))
    }
    let fills = colors + [none]
    let inks = fills.map(HexColor.ink)
    let borders =
      isDark
      ? [MapStroke(color: "#080e12", opacity: 0.7)]
      : [MapStroke(color: "#22303b", opacity: 0.38), MapStroke(color: HexColor.white, opacity: 0.5)]
    return ClassColors(
      fills: fills, inks: inks, borders: borders,
      borderOfFill: inks.map { !isDark && $0 == HexColor.white ? 1 : 0 })
  }
}
