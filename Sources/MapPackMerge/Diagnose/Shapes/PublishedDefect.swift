import MapPackFeatures
import MapPackGeometry

/// A defect of polygons in longitude and latitude.
package struct PublishedDefect: Hashable, Sendable {
  /// The rule that is broken.
  package var rule: Rule
  /// The location in degrees, to a cell of the finest noding grid of the polygons.
  package var longitude: Double
  package var latitude: Double
}

/// The first defect of the polygons of one feature, by polygon, ring and vertex, judged exactly as `validate` judges a
/// feature; `nil` if they are valid. `export` judges by it what it writes in degrees.
///
/// - Parameters:
///   - longitude: in degrees, one number per vertex.
///   - latitude: in degrees, one number per vertex.
///   - ringStart: offsets into the vertices, one more at the end; rings do not repeat their first vertex.
///   - polygonStart: offsets into the rings, one more at the end; the shell of each polygon comes first.
/// - Complexity: O(n log n) for n vertices, if few segments come near each other.
package func publishedDefect(
  longitude: ContiguousArray<Double>, latitude: ContiguousArray<Double>, ringStart: ContiguousArray<Int>,
  polygonStart: ContiguousArray<Int>
) -> PublishedDefect? {
  guard let west = longitude.min(), let east = longitude.max(), let south = latitude.min(), let north = latitude.max()
  else { return nil }
  let grid = NodingGrid(west: west, south: south, east: east, north: north)
  var polygons = JudgedPolygons<PublishedPoint>()
  for polygon in 0..<polygonStart.count - 1 {
    for ring in polygonStart[polygon]..<polygonStart[polygon + 1] {
      let begin = ringStart[ring]
      polygons.appendRing(count: ringStart[ring + 1] - begin) { index in
        let (x, y) = (longitude[begin + index], latitude[begin + index])
        return (PublishedPoint(x: x, y: y), grid.point(longitude: x, latitude: y))
      }
    }
    polygons.endPolygon()
  }
  return PolygonRules.defects(in: polygons).first.map {
    PublishedDefect(
      rule: $0.rule, longitude: grid.longitude(x: $0.point.x), latitude: grid.latitude(y: $0.point.y))
  }
}
