import MapTopology

/// How a map's picture is drawn.
package struct PictureOptions: Hashable, Sendable {
  /// The field among the regions' attributes whose number says how important a region is; without one its area or length does.
  package var importance: String?
  /// Parts of the map that are drawn in frames of their own, in a row below the rest.
  package var insets: [Inset] = []
  /// What a line with a region on a single side is drawn as.
  package var outline = Outline.coast

  package init() {}

  /// A part of a map that is drawn apart.
  package enum Inset: Hashable, Sendable {
    /// Regions, by their codes.
    case codes([String])
    /// The polygons that lie in a box, in degrees; where west is greater than east, the box crosses the 180th meridian.
    case bounds(west: Double, south: Double, east: Double, north: Double)
  }

  package enum Outline: String, CaseIterable, Sendable {
    /// Beyond the map is water.
    case coast
    /// Beyond the map is land that it does not have.
    case border
  }

  /// How important each region is, from what the options name; the larger the number the more. What is no number is 0.
  func weights(of coverage: Coverage) -> [Double] {
    guard let importance else {
      // Areas as a pack keeps them, so that a pack's picture is its coverage's.
      return coverage.regions.map { Double(Float($0.length ?? $0.area)) }
    }
    return coverage.regions.map { region in
      let text = region.attributes.first { $0.field == importance }?.value ?? ""
      let value = Double(text.filter { $0 != "," && !$0.isWhitespace }) ?? 0
      return value.isFinite ? max(0, value) : 0
    }
  }
}
