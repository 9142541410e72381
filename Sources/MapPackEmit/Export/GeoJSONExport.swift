import Foundation
import MapPack
import MapPackFeatures
import MapPackGeometry
import MapPackMerge

/// Writes a coverage as GeoJSON (RFC 7946): a feature per region with its `RegionProperties`, in the order of the
/// codes, and the `bbox` of all.
///
/// Rings are closed and start at their vertex with the smallest (x, y). Shells run counter-clockwise and holes
/// clockwise. Both are meant in the numbers written. In degrees, segments along the northern and southern end of Web
/// Mercator have further points (`ClipEdges`). Lines and points keep their order and direction. A region without a
/// polygon at the level has the geometry null.
/// - Parameters:
///   - level: 0 is the finest. Polygons and vertices that are not present at this level are left out.
///   - coordinates: degrees, or cells of the coverage's grid.
/// - Throws: `usage` if the coverage does not have the level.
/// - Complexity: O(vertices)
package func geoJSON(
  _ coverage: Coverage, level: Int = 0, coordinates: ExportCoordinates = .lonlat
) throws(StageError) -> Data {
  try checkLevel(level, of: coverage.levels.count)
  var writer = GeoJSONWriter(coverage.kind)
  var rings = GridRings()
  let degrees = DecimalDegrees(coverage.plane)
  let properties = RegionProperties(coverage.regions)
  let clip = coordinates == .lonlat && coverage.kind == .areas ? ClipEdges(coverage.plane) : nil
  var bounds = ExportBounds()
  for (index, region) in coverage.regions.enumerated() {
    rings.removeAll()
    coverage.appendRings(of: index, level: level, to: &rings)
    bounds.formUnion(rings)
    if let clip { rings = rings.filled(by: clip) }
    writer.append(region, properties, rings: rings, degrees: degrees, coordinates: coordinates)
  }
  return writer.finish { bounds.append(on: coverage.plane, coordinates, degrees, to: &$0) }
}

/// Writes a pack as GeoJSON, as `geoJSON(_:level:coordinates:)` writes the coverage that it was made from.
///
/// - Precondition: a pack of lines or points has been verified.
/// - Throws: `usage` if the pack does not have the level.
/// - Complexity: O(vertices)
package func geoJSON(
  _ pack: Pack, level: Int = 0, coordinates: ExportCoordinates = .lonlat
) throws(StageError) -> Data {
  if pack.kind != .areas { return try geoJSON(Coverage(pack), level: level, coordinates: coordinates) }
  try checkLevel(level, of: pack.levelCount)
  var writer = GeoJSONWriter(.areas)
  var rings = GridRings()
  let degrees = DecimalDegrees(.mercator(pack.grid))
  let properties = RegionProperties(fields: pack.textKinds, hasGroups: !pack.groups.isEmpty)
  let clip = coordinates == .lonlat ? ClipEdges(.mercator(pack.grid)) : nil
  var bounds = ExportBounds()
  for shape in pack.shapes {
    rings.removeAll()
    shape.appendGridRings(level: level, to: &rings)
    bounds.formUnion(rings)
    if let clip { rings = rings.filled(by: clip) }
    writer.append(Region(shape), properties, rings: rings, degrees: degrees, coordinates: coordinates)
  }
  return writer.finish { bounds.append(on: .mercator(pack.grid), coordinates, degrees, to: &$0) }
}

/// Writes a feature table as GeoJSON: the features in the table's order, with their ids and attributes.
///
/// Coordinates have the digits from which a reader gets the same Doubles. Rings keep their direction, and start at
/// their vertex with the smallest (longitude, latitude). There is no `bbox`.
/// - Complexity: O(vertices)
package func geoJSON(_ table: FeatureTable) -> Data {
  var writer = GeoJSONWriter(table.kind)
  for feature in 0..<table.featureCount {
    writer.beginFeature()
    if let identifier = table.identifier[feature] {
      writer.json.append(",\"id\":")
      writer.json.append(string: identifier)
    }
    writer.json.append(",\"properties\":{")
    for (field, name) in table.fields.enumerated() {
      if field > 0 { writer.json.append(",") }
      writer.json.append(string: name)
      writer.json.append(":")
      writer.json.append(table.values[field][feature])
    }
    writer.json.append("}")
    let polygons = table.polygonStart[feature]...table.polygonStart[feature + 1]
    let firstRing = table.ringStart[polygons.lowerBound]
    writer.endFeature(
      polygonStart: ContiguousArray(table.ringStart[polygons].map { $0 - firstRing }),
      ringStart: ContiguousArray(table.vertexStart[firstRing...table.ringStart[polygons.upperBound]]),
      turns: false,
      isBefore: { (table.longitude[$0], table.latitude[$0]) < (table.longitude[$1], table.latitude[$1]) },
      position: { vertex, json in
        json.append(real: table.longitude[vertex])
        json.append(",")
        json.append(real: table.latitude[vertex])
      })
  }
  return writer.finish()
}

extension Pack {
  /// The lattice on which the vertices lie.
  package var grid: PackGrid { PackGrid(cellExponent: cellExponent, originX: originX, originY: originY) }
}

extension GeoJSONWriter {
  fileprivate mutating func append(
    _ region: Region, _ properties: RegionProperties, rings: GridRings, degrees: DecimalDegrees,
    coordinates: ExportCoordinates
  ) {
    beginFeature()
    json.append(",\"properties\":")
    properties.append(region, to: &json)
    let turns = coordinates == .lonlat && degrees.turnsRings
    endFeature(
      polygonStart: rings.polygonStart, ringStart: rings.ringStart, turns: turns,
      // If y grows to the south, the smallest latitude is the largest y.
      isBefore: { a, b in
        rings.x[a] != rings.x[b]
          ? rings.x[a] < rings.x[b] : turns ? rings.y[a] > rings.y[b] : rings.y[a] < rings.y[b]
      },
      position: { vertex, json in
        switch coordinates {
        case .lonlat:
          degrees.appendLongitude(x: rings.x[vertex], to: &json)
          json.append(",")
          degrees.appendLatitude(y: rings.y[vertex], to: &json)
        case .grid:
          json.append(integer: rings.x[vertex])
          json.append(",")
          json.append(integer: rings.y[vertex])
        }
      })
  }
}

extension ExportBounds {
  fileprivate mutating func formUnion(_ rings: GridRings) {
    for ring in 0..<rings.ringCount {
      let vertices = rings.ringStart[ring]..<rings.ringStart[ring + 1]
      formUnion(vertices.lazy.map { (x: rings.x[$0], y: rings.y[$0]) })
    }
  }
}

extension JSONText {
  fileprivate mutating func append(_ value: AttributeValue) {
    switch value {
    case .null: append("null")
    case .text(let text): append(string: text)
    case .integer(let integer): append(integer: integer)
    case .real(let real): append(real: real)
    case .boolean(let boolean): append(boolean ? "true" : "false")
    }
  }
}

/// Writes a GeoJSON FeatureCollection (RFC 7946), one feature a line. It knows neither coordinates nor digits.
struct GeoJSONWriter {
  var json = JSONText()
  private var features = 0
  private let kind: GeometryKind

  init(_ kind: GeometryKind) {
    self.kind = kind
    json.append("{\"type\":\"FeatureCollection\",\"features\":[")
  }

  /// Begins a feature. Its id and properties are to be appended before `endFeature`.
  mutating func beginFeature() {
    if features > 0 { json.append(",") }
    features += 1
    json.append("\n{\"type\":\"Feature\"")
  }

  /// Writes the geometry and ends the feature.
  ///
  /// The geometry is null, a Polygon or a MultiPolygon, according to the number of polygons. Lines are a LineString or
  /// a MultiLineString with the vertices from end to end, points a Point or a MultiPoint.
  /// - Parameters:
  ///   - polygonStart: offsets into the rings, one more at the end.
  ///   - ringStart: offsets into the vertices, one more at the end; rings do not repeat their first vertex.
  ///   - turns: whether rings are written backward. Lines never are.
  ///   - isBefore: compares vertices by the numbers that are written. Each ring starts at the first.
  mutating func endFeature(
    polygonStart: ContiguousArray<Int>, ringStart: ContiguousArray<Int>, turns: Bool, isBefore: (Int, Int) -> Bool,
    position: (Int, inout JSONText) -> Void
  ) {
    defer { json.append("}") }
    switch kind {
    case .areas: break
    case .lines: return appendLines(ringStart, position)
    case .points: return appendPoints((ringStart.first ?? 0)..<(ringStart.last ?? 0), position)
    }
    let polygons = polygonStart.count - 1
    guard polygons > 0 else { return json.append(",\"geometry\":null") }
    json.append(",\"geometry\":{\"type\":")
    if polygons == 1 {
      json.append("\"Polygon\",\"coordinates\":")
    } else {
      json.append("\"MultiPolygon\",\"coordinates\":[")
    }
    for polygon in 0..<polygons {
      json.append(polygon == 0 ? "[" : ",[")
      for ring in polygonStart[polygon]..<polygonStart[polygon + 1] {
        json.append(ring == polygonStart[polygon] ? "[" : ",[")
        let vertices = ringStart[ring]..<ringStart[ring + 1]
        let first = vertices.min(by: isBefore) ?? vertices.lowerBound
        // The last step writes the first vertex again, which closes the ring.
        for step in 0...vertices.count where !vertices.isEmpty {
          let ahead = turns ? vertices.count - step : step
          let offset = first - vertices.lowerBound + ahead
          if step > 0 { json.append(",") }
          json.append("[")
          position(vertices.lowerBound + offset % vertices.count, &json)
          json.append("]")
        }
        json.append("]")
      }
      json.append("]")
    }
    if polygons > 1 { json.append("]") }
    json.append("}")
  }

  private mutating func appendLines(_ lineStart: ContiguousArray<Int>, _ position: (Int, inout JSONText) -> Void) {
    let lines = lineStart.count - 1
    guard lines > 0 else { return json.append(",\"geometry\":null") }
    json.append(",\"geometry\":{\"type\":")
    json.append(lines == 1 ? "\"LineString\",\"coordinates\":" : "\"MultiLineString\",\"coordinates\":[")
    for line in 0..<lines {
      json.append(line == 0 ? "[" : ",[")
      for vertex in lineStart[line]..<lineStart[line + 1] {
        json.append(vertex == lineStart[line] ? "[" : ",[")
        position(vertex, &json)
        json.append("]")
      }
      json.append("]")
    }
    json.append(lines > 1 ? "]}" : "}")
  }

  private mutating func appendPoints(_ points: Range<Int>, _ position: (Int, inout JSONText) -> Void) {
    guard !points.isEmpty else { return json.append(",\"geometry\":null") }
    json.append(",\"geometry\":{\"type\":")
    json.append(points.count == 1 ? "\"Point\",\"coordinates\":" : "\"MultiPoint\",\"coordinates\":[")
    for point in points {
      json.append(point == points.lowerBound ? "[" : ",[")
      position(point, &json)
      json.append("]")
    }
    json.append(points.count > 1 ? "]}" : "}")
  }

  /// - Parameter members: appends further members of the collection, each after a comma.
  mutating func finish(_ members: (inout JSONText) -> Void = { _ in }) -> Data {
    json.append("\n]")
    members(&json)
    json.append("}\n")
    return json.data
  }
}
