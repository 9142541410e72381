import MapFeatures
import MapGeometry

/// The first thing that is wrong with some polygons in longitude and latitude, judged exactly as `validate` judges a
/// feature.
package struct PublishedDefect: Hashable, Sendable {
  package var rule: Rule
  /// Where it is, to a cell of a grid.
  package var longitude: Double
  package var latitude: Double
}

/// What is wrong with the polygons of one feature; `nil` if they are valid.
///
/// - Parameters:
///   - longitude: in degrees, as `latitude`.
///   - ringStart: offsets into the vertices; rings do not repeat their first vertex.
///   - polygonStart: offsets into the rings, the shell of each polygon first.
/// - Complexity: O(n log n) for n vertices where few edges come near each other.
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
      rule: $0.rule, longitude: grid.longitude(x: $0.place.x), latitude: grid.latitude(y: $0.place.y))
  }
}
