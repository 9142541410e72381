import MapPackMerge

/// The options of a map's picture: what a pipeline file says in `output.preview`. `mappack export` takes the default.
package struct PictureOptions: Hashable, Sendable {
  /// The name of the attribute whose number is a region's importance; without it the importance is the area or length.
  package var importance: String?
  /// The parts of the map that are drawn in frames of their own, in a row below the rest.
  package var insets: [Inset] = []
  /// What lies beyond a line with a region on one side alone.
  package var outline = Outline.coast

  /// The default picture: without insets, with coasts, and with areas or lengths as the importance of regions.
  package init() {}

  /// A part of a map that is drawn apart.
  package enum Inset: Hashable, Sendable {
    /// Regions, by their codes.
    case codes([String])
    /// The polygons that lie in a box, in degrees. If west is greater than east, the box crosses the 180th meridian.
    case bounds(west: Double, south: Double, east: Double, north: Double)
  }

  /// What a line with a region on one side alone is.
  package enum Outline: String, CaseIterable, Sendable {
    /// A coast: beyond the map is water.
    case coast
    /// A border: beyond the map is land that it does not have.
    case border
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
