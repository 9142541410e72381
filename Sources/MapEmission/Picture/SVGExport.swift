import Foundation
import MapFeatures
import MapPack
import MapTopology

/// A coverage as a picture in SVG 1.1, pleasant to look at as it is.
///
/// - A filled path per region, neighbours in different colours, with the name as its title; a line in the fill's own
///   colour hides the hairlines that show between neighbours otherwise.
/// - Over them the borders and the coast, each stretch stroked once; what lies on the cut at ±180° is not stroked.
/// - Names where their regions are widest, as large as there is room; left out where they would be too small or lie
///   over the name of a larger region.
/// - Whose data it is, in small print at the bottom.
///
/// North is up, the plane is Web Mercator (for a coverage in longitude and latitude too), the longer side of the map is
/// 1,000 units. A map that lies on both sides of the 180th meridian is drawn in one piece. Text from the data is text
/// and nothing else; there is no script.
/// - Parameters:
///   - level: 0 is the finest; polygons and vertices of coarser levels than this are left out.
/// - Throws: `StageError` where the coverage has no such level.
/// - Complexity: O(n log n) in the vertices
package func svg(_ coverage: Coverage, level: Int = 0) throws(StageError) -> Data {
  try checkLevel(level, of: coverage.levels.count)
  let frame = PictureFrame(coverage)
  let picture = Picture.standalone(frame, title: coverage.map, sources: coverage.sources) { picture in
    picture.append(coverage, level: level)
    picture.append(PictureLabels(coverage, frame: frame, sizes: 750...1_800).placed(in: frame))
  }
  return Data(picture.bytes)
}

/// A feature table as a picture in SVG 1.1: its polygons as they were read, filled by the even-odd rule, with thin
/// outlines and without names; below them whose data it is.
///
/// The frame is that of a coverage's picture; latitudes beyond the end of Web Mercator's square are drawn at its end.
/// - Complexity: O(vertices)
package func svg(_ table: FeatureTable) -> Data {
  let frame = PictureFrame(table)
  let picture = Picture.standalone(frame, title: table.map, sources: table.sources) { picture in
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
  private static let columnsPerMapPoint = 1_048_576.0

  static func column(longitude: Double) -> Double { WebMercator.x(longitude: longitude) * columnsPerMapPoint }

  static func row(latitude: Double) -> Double { WebMercator.y(latitude: latitude) * columnsPerMapPoint }

  fileprivate init(_ table: FeatureTable) {
    var intervals: [ClosedRange<Int64>] = []
    for ring in 0..<table.ringCount {
      let longitudes = table.longitude[table.vertexStart[ring]..<table.vertexStart[ring + 1]]
      guard let west = longitudes.min(), let east = longitudes.max() else { continue }
      intervals.append(
        Int64(Self.column(longitude: west).rounded(.down))...Int64(Self.column(longitude: east).rounded(.up)))
    }
    let north = Self.row(latitude: table.latitude.max() ?? 0)
    let south = Self.row(latitude: table.latitude.min() ?? 0)
    self.init(
      intervals: intervals, rows: north...south, world: Int64(WebMercator.worldSize * Self.columnsPerMapPoint))
  }
}
