import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// Draws a coverage as a picture in SVG, pleasant to look at as it is, whose layers and regions have names.
///
/// - Each region is a group with its code and name, and holds a filled path. Neighbors have different colors. A line in
///   the color of the fill hides the hairlines that would show between neighbors.
/// - Over the regions lie the borders, then the coasts, each stretch stroked once. The cut at ±180° is not stroked, except
///   for borders on it.
/// - Each name lies where the page has it, as `RegionNames` and `NameSizes` say, at the size at which a unit is a pixel.
///   It is the larger, the larger the region is, or the larger its attribute is, if that is asked for. A name is left out
///   if it would lie over that of a more important region, or, if areas count, if its region has no room for it.
/// - Insets have a box each, below the rest.
/// - The legend of a number lies where it hides no land. The title stands above the map.
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
///   - pack: the pack of the map, whose label points are taken; without it they are found.
/// - Throws: `usage` if the level, the number or an inset's code or polygons are not there, or if the insets take the
///   whole map.
/// - Complexity: O(n log n) for n vertices, times the number of insets
package func svg(
  _ coverage: Coverage, level: Int = 0, options: PictureOptions = PictureOptions(), pack: Pack? = nil, jobs: Int = 1
) throws(StageError) -> Data {
  try checkLevel(level, of: coverage.levels.count)
  let colors = try PictureColors(coverage, options)
  let sheet = try PictureSheet(coverage, level: level, colors, options)
  let layout = sheet.layout
  return Picture.standalone(
    width: layout.width, mapHeight: layout.height, background: (colors.background, colors.isWater), ink: colors.ink,
    title: options.title ?? coverage.map, sources: coverage.sources
  ) { picture in
    picture.append(
      coverage, level: level, in: layout, colors, isCoast: options.outline == .coast,
      coastGrowth: options.coastGrowth)
    if options.hasNames {
      let labels = PictureLabels(
        coverage, layout: layout, names: RegionNames(coverage, pack: pack, jobs: jobs),
        weights: options.weights(of: coverage), isRanked: options.importance != nil)
      picture.append(labels.placed(outside: sheet.taken), colors, ofAreas: coverage.kind == .areas)
    }
    picture.append(sheet, ink: colors.ink)
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
  let colors = MapPalette(palette).light
  return Picture.standalone(
    width: frame.width, mapHeight: frame.height, background: (colors.water, true), ink: colors.ink, title: table.map,
    sources: table.sources
  ) { picture in
    picture.append(table, fill: colors.land[0], stroke: colors.coast) { vertex in
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
