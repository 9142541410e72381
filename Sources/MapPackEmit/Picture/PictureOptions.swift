import MapPackCoverage
import MapPackFeatures

/// The options of a map's picture: what a pipeline file says in `output.preview`.
package struct PictureOptions: Hashable, Sendable {
  /// The name of the attribute whose number is a region's importance; without it the importance is the area or length.
  package var importance: String?
  /// The parts of the map that are drawn in frames of their own, in a row below the rest.
  package var insets: [Inset] = []
  /// What lies beyond a line with a region on one side alone.
  package var outline = Outline.coast
  /// How much wider coasts are than by default, for pictures that are shown small.
  package var coastGrowth = 1.0
  /// The colors of a map whose neighbors differ.
  package var palette = MapPalette.Name.paper
  /// The color of water, as `#rrggbb`; `nil` for the palette's.
  package var water: String?
  /// The color of all land, as `#rrggbb`; `nil` if neighbors have different colors.
  package var land: String?
  /// The number by whose classes regions are colored; `nil` if they are not.
  package var number: NumberLook?
  /// The colors of these classes.
  package var ramp = MapRamp.Name.sea
  /// What stands over the map; `nil` for nothing.
  package var title: String?
  /// The legend of the number.
  package var legend = Legend.ofNumber
  /// Whether regions have their names.
  package var hasNames = true
  /// Whether the colors are those for dark surroundings. Pictures in files have light ones.
  package var isDark = false

  /// The default picture: without insets, with coasts, and with areas or lengths as the importance of regions.
  package init() {}

  /// A part of a map that is drawn apart.
  package enum Inset: Hashable, Sendable {
    /// Regions, by their codes.
    case codes([String])
    /// The polygons that lie in a box.
    case bounds(Bounds)
  }

  /// What a line with a region on one side alone is.
  package enum Outline: String, CaseIterable, Sendable {
    /// A coast: beyond the map is water.
    case coast
    /// A border: beyond the map is land that it does not have.
    case border
  }

  package enum Legend: Hashable, Sendable {
    /// Its title says which number it is.
    case ofNumber
    case titled(String)
    case none
  }

  /// The importance of each region: its attribute, or its area or length. An attribute that is no positive number is 0.
  /// Commas and spaces in it are skipped.
  func weights(of coverage: Coverage) -> [Double] {
    guard let importance else {
      // Round areas to Float, as a pack does, so that the picture of a pack is that of its coverage.
      return coverage.regions.map { Double(Float($0.length ?? $0.area)) }
    }
    return coverage.regions.map { region in
      let text = region.attributes.first { $0.field == importance }?.value ?? ""
      let value = Double(text.filter { $0 != "," && !$0.isWhitespace }) ?? 0
      return value.isFinite ? max(0, value) : 0
    }
  }
}

/// How a number of the regions is shown as colors.
package struct NumberLook: Hashable, Sendable {
  package var name: String
  package var per = Per.nothing
  package var breaks = Breaks.equalCounts
  /// The number of classes, if the breaks do not say it.
  package var classes = 5

  package static let classCounts = 2...7

  package init(_ name: String) { self.name = name }

  /// What the number is divided by.
  package enum Per: Hashable, Sendable {
    case nothing
    case squareKilometer
    /// Another number of the regions.
    case number(String)

    /// What users write for `squareKilometer`.
    package static let squareKilometerKey = "km2"
  }

  /// Where one class ends and the next begins.
  package enum Breaks: Hashable, Sendable {
    /// Classes have about as many regions each.
    case equalCounts
    /// Classes are about as wide.
    case equalSteps
    /// The least value of each class but the first.
    case own([Double])

    /// What users write, but for those of their own.
    package static let words = ["equal-counts", "equal-steps"]

    package init?(word: String) {
      switch word {
      case Self.words[0]: self = .equalCounts
      case Self.words[1]: self = .equalSteps
      default: return nil
      }
    }

    var word: String { self == .equalSteps ? Self.words[1] : Self.words[0] }
  }
}
