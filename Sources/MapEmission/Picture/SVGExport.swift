import Foundation
import MapFeatures
import MapPack
import MapTopology

/// A coverage as a picture in SVG 1.1, pleasant to look at as it is.
///
/// - A filled path per region, neighbours in different colours, with the name as its title; a line in the fill's own
///   colour hides the hairlines that show between neighbours otherwise.
/// - Over them the borders and the coast, each stretch stroked once; what lies on the cut at ±180° is not stroked.
/// - Names where their regions are widest, the larger the more important their region is, by its area or a field; left
///   out if they lie over the name of a more important region, or, if the area counts, have no room in their own.
/// - Insets, each in a box below the rest.
/// - Whose data it is, in small print at the bottom.
///
/// Lines are stroked, a path per region, each with its name at the middle of the longest.
///
/// North is up, the plane is Web Mercator (for a coverage in longitude and latitude too), the longer side of the map is
/// 1,000 units. A map that lies on both sides of the 180th meridian is drawn in one piece. Text from the data is text
/// and nothing else; there is no script.
/// - Parameters:
///   - level: 0 is the finest; polygons and vertices of coarser levels than this are left out.
/// - Throws: `StageError` if the coverage has no such level, or lacks what the options name.
/// - Complexity: O(n log n) in the vertices, times the number of insets
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
    background: options.outline == .coast && coverage.kind == .areas ? MapColours.sea : MapColours.beyond,
    title: coverage.map,
    sources: coverage.sources
  ) { picture in
    picture.append(coverage, level: level, in: layout, outline: options.outline)
    picture.append(labels.placed())
  }
  return Data(picture.bytes)
}

/// A feature table as a picture in SVG 1.1: its polygons as they were read, filled by the even-odd rule, with thin
/// outlines and without names; below them whose data it is.
///
/// The frame is that of a coverage's picture; latitudes beyond the end of Web Mercator's square are drawn at its end.
/// - Complexity: O(vertices)
package func svg(_ table: FeatureTable) -> Data {
  let frame = PictureFrame(PictureExtent(table))
  let picture = Picture.standalone(
    width: frame.width, mapHeight: frame.height, background: MapColours.sea, title: table.map, sources: table.sources
  ) { picture in
    picture.append(table) { vertex in
      frame.place(
        column: PictureFrame.column(longitude: table.longitude[vertex]),
        row: PictureFrame.row(latitude: table.latitude[vertex]))
    }
  }
  return Data(picture.bytes)
}

extension PictureFrame {
  /// Map points are divided, so that a map of some metres has columns enough.
  fileprivate static let columnsPerMapPoint = 1_048_576.0

  static func column(longitude: Double) -> Double { WebMercator.x(longitude: longitude) * columnsPerMapPoint }

  static func row(latitude: Double) -> Double { WebMercator.y(latitude: latitude) * columnsPerMapPoint }

}

extension PictureExtent {
  fileprivate init(_ table: FeatureTable) {
    var intervals: [ClosedRange<Int64>] = []
    for ring in 0..<table.ringCount {
      let longitudes = table.longitude[table.vertexStart[ring]..<table.vertexStart[ring + 1]]
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
