import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// Draws a coverage as a picture in SVG, pleasant to look at as it is, whose layers and regions have names.
///
/// - Each region is a group with its code and name, and holds a filled path. Neighbors have different colors. A line in
///   the color of the fill hides the hairlines that would show between neighbors.
/// - Over the regions lie the borders, the coasts and the shores of lakes, each stretch stroked once. The cut at ±180°
///   is not stroked, except for borders on it.
/// - Each name lies where its region is widest. It is the larger, the more important the region is, by its area or an
///   attribute. If no region has the attribute, all are equally important. A name is left out if it would lie over that
///   of a more important region, or, if areas count, if its region has no room for it.
/// - Insets have a box each, below the rest.
/// - The attribution is in small print at the bottom.
///
/// Lines are a stroked path per region, with the name beside the middle of the longest line, or beside another place of
/// it where it covers no line. Points are dots.
///
/// North is up, and the plane is Web Mercator, also for a coverage in longitude and latitude. The longer side of the
/// map is 1,000 units. A map on both sides of the 180th meridian is drawn in one piece. Text from the data is only
/// text, and there is no script.
/// - Parameters:
///   - level: 0 is the finest. Polygons and vertices that are not present at this level are left out.
/// - Throws: `usage` if the level or an inset's code or polygons are not there, or if the insets take the whole map.
/// - Complexity: O(n log n) for n vertices, times the number of insets
package func svg(
  _ coverage: Coverage, level: Int = 0, options: PictureOptions = PictureOptions()
) throws(StageError) -> Data {
  try checkLevel(level, of: coverage.levels.count)
  let layout = try PictureLayout(coverage, insets: options.insets)
  let labels = PictureLabels(
    coverage, layout: layout, weights: options.weights(of: coverage),
    isPlacedAnywhere: options.importance != nil || coverage.kind != .areas)
  return Picture.standalone(
    width: layout.width, mapHeight: layout.height, colors: options.colors,
    hasWater: options.outline == .coast && coverage.kind == .areas, title: coverage.map, sources: coverage.sources
  ) { picture in
    picture.append(coverage, level: level, in: layout, options)
    picture.append(labels.placed())
  }
}

/// Draws a feature table as a picture in SVG: its polygons as they were read, filled by the even-odd rule, with
/// thin strokes and without names, and below them the attribution.
///
/// The frame is like that of a coverage's picture. Latitudes beyond the end of Web Mercator's square are drawn at its
/// end.
/// - Complexity: O(vertices)
package func svg(_ table: FeatureTable, palette: MapPalette.Name = .paper) -> Data {
  let frame = PictureFrame(PictureExtent(table))
  return Picture.standalone(
    width: frame.width, mapHeight: frame.height, colors: MapPalette(palette).light, hasWater: true, title: table.map,
    sources: table.sources
  ) { picture in
    picture.append(table) { vertex in
      frame.point(
        column: PictureFrame.column(longitude: table.coordinates.longitude[vertex]),
        row: PictureFrame.row(latitude: table.coordinates.latitude[vertex]))
    }
  }
}

extension PictureFrame {
  /// Large enough for a map of a few meters.
  fileprivate static let columnsPerMapPoint = 1_048_576.0

  static func column(longitude: Double) -> Double { WebMercator.x(longitude: longitude) * columnsPerMapPoint }

  static func row(latitude: Double) -> Double { WebMercator.y(latitude: latitude) * columnsPerMapPoint }
}

extension PictureExtent {
  fileprivate init(_ table: FeatureTable) {
    var intervals: [ClosedRange<Int64>] = []
    for ring in 0..<table.ringCount {
      let longitudes = table.coordinates.longitude[table.vertices(ofRing: ring)]
      guard let west = longitudes.min(), let east = longitudes.max() else { continue }
      let (first, last) = (PictureFrame.column(longitude: west), PictureFrame.column(longitude: east))
      intervals.append(Int64(first.rounded(.down))...Int64(last.rounded(.up)))
    }
    let north = PictureFrame.row(latitude: table.coordinates.latitude.max() ?? 0)
    let south = PictureFrame.row(latitude: table.coordinates.latitude.min() ?? 0)
    self.init(
      intervals: intervals, rows: north...south, world: Int64(WebMercator.worldSize * PictureFrame.columnsPerMapPoint))
  }
}

/// The options of a map's picture: what a pipeline file says in `output.preview`.
package struct PictureOptions: Hashable, Sendable {
  /// The name of the attribute whose number is a region's importance; without it the importance is the area or length.
  package var importance: String?
  /// The parts of the map that are drawn in frames of their own, in a row below the rest.
  package var insets: [Inset] = []
  /// What lies beyond a line with a region on one side alone.
  package var outline = Outline.coast
  package var palette = MapPalette.Name.paper
  /// The color of water, as `#rrggbb`; `nil` for the palette's.
  package var water: String?
  /// The color of all land, as `#rrggbb`; `nil` if neighbors have different colors.
  package var land: String?

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

  /// Those of the palette for light surroundings, with the color of water that was chosen. Borders in land of one color
  /// are as strong as coasts, because that color may be that of the palette's borders.
  var colors: MapPalette.Colors {
    var colors = MapPalette(palette).light
    if let water { colors.water = water }
    if land != nil { colors.border = colors.coast }
    return colors
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
