import Foundation
import MapPack
import MapPackFeatures

/// Writes a GeoJSON FeatureCollection (RFC 7946), one feature a line.
///
/// It knows neither coordinates nor digits: the callers in `GeoJSONExport` write the numbers, as degrees or as cells of
/// the grid, and choose the direction of rings. It never fails.
struct GeoJSONWriter {
  var json = JSONText()
  private var features = 0
  private let kind: GeometryKind

  init(_ kind: GeometryKind) {
    self.kind = kind
    json.append("{\"type\":\"FeatureCollection\",\"features\":[")
  }

  /// Begins a feature. The caller appends its id and properties, and then calls `endFeature`.
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
  ///   - isBefore: whether one vertex comes before another, compared by the numbers that are written. Each ring starts
  ///     and ends at the first of its vertices.
  ///   - position: writes the two numbers of a vertex.
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

  /// Ends the collection.
  /// - Parameter members: appends further members of the collection, each after a comma.
  mutating func finish(_ members: (inout JSONText) -> Void = { _ in }) -> Data {
    json.append("\n]")
    members(&json)
    json.append("}\n")
    return json.data
  }
}
