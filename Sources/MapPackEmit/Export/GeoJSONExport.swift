import Foundation
import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// Writes a coverage as GeoJSON (RFC 7946): a feature per region with its `RegionColumns`, in the order of the
/// codes, and the `bbox` of all.
///
/// Rings are closed and start at their vertex with the smallest (x, y). Shells run counter-clockwise and holes
/// clockwise. Both are meant in the numbers written. In degrees, segments along the northern and southern end of Web
/// Mercator have further points (`ClipEdges`). Lines and points keep their order and direction. A region without a
/// polygon at the level has the geometry null.
/// - Parameters:
///   - fields: the attributes of the map; `nil` if they are those of its regions.
///   - level: 0 is the finest. Polygons and vertices that are not present at this level are left out.
///   - coordinates: degrees, or cells of the coverage's grid.
/// - Throws: `usage` if the coverage does not have the level.
/// - Complexity: O(vertices)
package func geoJSON(
  _ coverage: Coverage, fields: [String]? = nil, level: Int = 0, coordinates: ExportCoordinates = .lonlat
) throws(StageError) -> Data {
  try checkLevel(level, of: coverage.levels.count)
  let plane = ExportPlane(coverage, coordinates)
  let columns = RegionColumns(coverage.regions, fields: fields)
  var bounds = ExportBounds()
  return geoJSON(coverage.regions.indices) { json, region in
    json += #","properties":"#
    columns.append(region, to: &json)
    let cells = coverage.gridRings(of: region, level: level)
    bounds.formUnion(cells)
    let rings = cells.filled(by: plane.clip)
    json.append(
      coverage.kind, polygonStart: rings.polygonStart, ringStart: rings.ringStart, turns: plane.turnsRings,
      // If y grows to the south, the smallest latitude is the largest y.
      isBefore: { a, b in
        rings.x[a] != rings.x[b]
          ? rings.x[a] < rings.x[b] : plane.turnsRings ? rings.y[a] > rings.y[b] : rings.y[a] < rings.y[b]
      },
      position: { json, vertex in json.append(plane.position(of: rings.point(vertex))) })
  } end: {
    bounds.append(on: plane, to: &$0)
  }
}

/// Writes a pack as GeoJSON, as `geoJSON(_:fields:level:coordinates:)` writes the coverage that it was made from.
///
/// - Precondition: the pack has been verified.
/// - Throws: `usage` if the pack does not have the level.
/// - Complexity: O(vertices × levels)
package func geoJSON(
  _ pack: Pack, level: Int = 0, coordinates: ExportCoordinates = .lonlat
) throws(StageError) -> Data {
  try geoJSON(Coverage(pack), fields: pack.textKinds, level: level, coordinates: coordinates)
}

/// Writes a feature table as GeoJSON: the features in the table's order, with their ids and attributes.
///
/// Coordinates have the digits from which a reader gets the same Doubles. Rings keep their direction, and start at
/// their vertex with the smallest (longitude, latitude). There is no `bbox`.
/// - Complexity: O(vertices)
package func geoJSON(_ table: FeatureTable) -> Data {
  geoJSON(0..<table.featureCount) { json, feature in
    if let identifier = table.identifier[feature] { json += #","id":\#(identifier)"# }
    json += #","properties":{"#
    for (field, name) in table.fields.enumerated() {
      if field > 0 { json += "," }
      json += "\(name):\(table.values[field][feature])"
    }
    json += "}"
    let polygons = table.polygonStart[feature]...table.polygonStart[feature + 1]
    let firstRing = table.ringStart[polygons.lowerBound]
    json.append(
      table.kind, polygonStart: ContiguousArray(table.ringStart[polygons].map { $0 - firstRing }),
      ringStart: ContiguousArray(table.vertexStart[firstRing...table.ringStart[polygons.upperBound]]), turns: false,
      isBefore: {
        (table.coordinates.longitude[$0], table.coordinates.latitude[$0]) < (
          table.coordinates.longitude[$1], table.coordinates.latitude[$1]
        )
      },
      position: { $0 += "[\(table.coordinates.longitude[$1]),\(table.coordinates.latitude[$1])]" })
  }
}

/// A FeatureCollection (RFC 7946), one feature a line.
/// - Parameters:
///   - feature: appends the members of a feature that follow its type, each after a comma.
///   - end: appends further members of the collection, each after a comma.
private func geoJSON(
  _ features: Range<Int>, feature: (inout JSONText, Int) -> Void, end: (inout JSONText) -> Void = { _ in }
) -> Data {
  var json: JSONText = #"{"type":"FeatureCollection","features":"#
  json.append(list: features, separator: ",\n") { json, index in
    json += #"{"type":"Feature""#
    feature(&json, index)
    json += "}"
  }
  end(&json)
  json += "}\n"
  return json.data
}

extension JSONText {
  /// Appends the geometry of a feature: null, a Polygon or a MultiPolygon, according to the number of polygons. Lines
  /// are a LineString or a MultiLineString with the vertices from end to end, points a Point or a MultiPoint.
  /// - Parameters:
  ///   - polygonStart: offsets into the rings, one more at the end.
  ///   - ringStart: offsets into the vertices, one more at the end; rings do not repeat their first vertex.
  ///   - turns: whether rings are written backward. Lines never are.
  ///   - isBefore: compares vertices by the numbers that are written. Each ring starts at the first.
  ///   - position: appends the position of a vertex.
  fileprivate mutating func append(
    _ kind: GeometryKind, polygonStart: ContiguousArray<Int>, ringStart: ContiguousArray<Int>, turns: Bool,
    isBefore: (Int, Int) -> Bool, position: (inout JSONText, Int) -> Void
  ) {
    self += #","geometry":"#
    guard polygonStart.count > 1 else {
      self += "null"
      return
    }
    switch kind {
    case .points: append(kind, "coordinates", ringStart[0]..<ringStart[ringStart.count - 1], position)
    case .lines:
      append(kind, "coordinates", 0..<ringStart.count - 1) { json, line in
        json.append(list: ringStart[line]..<ringStart[line + 1], position)
      }
    case .areas:
      append(kind, "coordinates", 0..<polygonStart.count - 1) { json, polygon in
        json.append(list: polygonStart[polygon]..<polygonStart[polygon + 1]) { json, ring in
          let vertices = ringStart[ring]..<ringStart[ring + 1]
          let first = (vertices.min(by: isBefore) ?? vertices.lowerBound) - vertices.lowerBound
          // The last step writes the first vertex again, which closes the ring.
          json.append(list: 0..<(vertices.isEmpty ? 0 : vertices.count + 1)) { json, step in
            let offset = first + (turns ? vertices.count - step : step)
            position(&json, vertices.lowerBound + offset % vertices.count)
          }
        }
      }
    }
    self += "}"
  }
}
