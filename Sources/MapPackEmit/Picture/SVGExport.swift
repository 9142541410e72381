import Foundation
import MapPack
import MapPackFeatures
import MapPackMerge

/// Draws a coverage as a picture in SVG 1.1, pleasant to look at as it is. `mappack export` calls it, and a run whose
/// `output.preview` ends in `.svg`.
///
/// - Each region is a filled path with its name as the title. Neighbors have different colors. A line in the color of
///   the fill hides the hairlines that would show between neighbors.
/// - Over the regions lie the borders and the coast, each stretch stroked once. The cut at ±180° is not stroked, except
///   for borders on it.
/// - Each name lies where its region is widest. It is the larger, the more important the region is, by its area or an
///   attribute. If no region has the attribute, all are equally important. A name is left out if it would lie over that
///   of a more important region, or, if areas count, if its region has no room for it.
/// - Insets have a box each, below the rest.
/// - The attribution is in small print at the bottom.
///
/// Lines are a stroked path per region, with the name at the middle of the longest line. Points are dots.
///
/// North is up, and the plane is Web Mercator, also for a coverage in longitude and latitude. The longer side of the
/// map is 1,000 units. A map on both sides of the 180th meridian is drawn in one piece. Text from the data is only
/// text, and there is no script.
/// - Parameters:
///   - level: 0 is the finest. Polygons and vertices that are not present at this level are left out.
/// - Throws: `StageError` (usage) if the coverage does not have the level, if an inset names a code that no region has
///   or a box without polygons, or if the insets take the whole map.
/// - Complexity: O(n log n) for n vertices, times the number of insets
package func svg(
  _ coverage: Coverage, level: Int = 0, options: PictureOptions = PictureOptions()
) throws(StageError) -> Data {
  try checkLevel(level, of: coverage.levels.count)
  let layout = try PictureLayout(coverage, insets: options.insets)
  let labels = PictureLabels(
    coverage, layout: layout, weights: options.weights(of: coverage),
    isPlacedAnywhere: options.importance != nil || coverage.kind != .areas)
  let picture = Picture.standalone(
    width: layout.width, mapHeight: layout.height,
    background: options.outline == .coast && coverage.kind == .areas ? MapColors.sea : MapColors.beyond,
    title: coverage.map,
    sources: coverage.sources
  ) { picture in
    picture.append(coverage, level: level, in: layout, outline: options.outline)
    picture.append(labels.placed())
  }
  return Data(picture.bytes)
}

/// Draws a feature table as a picture in SVG 1.1: its polygons as they were read, filled by the even-odd rule, with
/// thin strokes and without names, and below them the attribution. `mappack export` calls it.
///
/// The frame is like that of a coverage's picture. Latitudes beyond the end of Web Mercator's square are drawn at its
/// end.
/// - Complexity: O(vertices)
package func svg(_ table: FeatureTable) -> Data {
  let frame = PictureFrame(PictureExtent(table))
  let picture = Picture.standalone(
    width: frame.width, mapHeight: frame.height, background: MapColors.sea, title: table.map, sources: table.sources
  ) { picture in
    picture.append(table) { vertex in
      frame.point(
        column: PictureFrame.column(longitude: table.longitude[vertex]),
        row: PictureFrame.row(latitude: table.latitude[vertex]))
    }
  }
  return Data(picture.bytes)
}

extension PictureFrame {
  /// The number of columns in a map point, large enough for a map of a few meters.
  fileprivate static let columnsPerMapPoint = 1_048_576.0

  /// The column of a longitude in degrees.
  static func column(longitude: Double) -> Double { WebMercator.x(longitude: longitude) * columnsPerMapPoint }

  /// The row of a latitude in degrees.
  static func row(latitude: Double) -> Double { WebMercator.y(latitude: latitude) * columnsPerMapPoint }
}

extension PictureExtent {
  /// The extent of a feature table.
  fileprivate init(_ table: FeatureTable) {
    var intervals: [ClosedRange<Int64>] = []
    for ring in 0..<table.ringCount {
      let longitudes = table.longitude[table.vertices(ofRing: ring)]
      guard let west = longitudes.min(), let east = longitudes.max() else { continue }
      let (first, last) = (PictureFrame.column(longitude: west), PictureFrame.column(longitude: east))
      intervals.append(Int64(first.rounded(.down))...Int64(last.rounded(.up)))
    }
    let north = PictureFrame.row(latitude: table.latitude.max() ?? 0)
    let south = PictureFrame.row(latitude: table.latitude.min() ?? 0)
    self.init(
      intervals: intervals, rows: north...south, world: Int64(WebMercator.worldSize * PictureFrame.columnsPerMapPoint))
  }
}
