import Foundation
import MapFeatures
import MapTopology

/// A coverage as TopoJSON (specification 1.0): its arcs as they are stored, each once, and a geometry per region that
/// refers to them.
///
/// - The one object is named after the map (`regions` where its name is not known): a GeometryCollection of a Polygon
///   or a MultiPolygon per region, in the order of the codes, with the code as its `id` and the properties `code` and
///   `name`.
/// - Outer rings run counter-clockwise, holes clockwise, in the numbers of this export. A ring starts where an arc
///   does, so it is that of the GeoJSON export but may start at another of its vertices.
/// - An arc without a node is closed: its first position is repeated at its end. Arcs that the level does not have are
///   left out; neighbours that share a border refer to the same arc.
/// - `lonlat` has positions in degrees, with the digits that lead back to the grid point, and no transform: the rows of
///   Web Mercator are not evenly spaced in latitude, so no transform could give them. `grid` has the integers, each
///   position as the difference from the one before it, under a transform that changes nothing.
/// - Parameters:
///   - level: 0 is the finest; polygons and vertices of coarser levels than this are left out.
/// - Throws: `StageError` where the coverage has no such level.
/// - Complexity: O(vertices)
package func topoJSON(
  _ coverage: Coverage, level: Int = 0, coordinates: ExportCoordinates = .lonlat
) throws(StageError) -> Data {
  try checkLevel(level, of: coverage.levels.count)
  var writer = TopoJSONWriter(coverage, level: level, coordinates: coordinates)
  return writer.written()
}

private struct TopoJSONWriter {
  private let coverage: Coverage
  private let level: Int
  private let coordinates: ExportCoordinates
  private let degrees: DecimalDegrees
  private var json = JSONText()
  /// Whether rings are walked backwards.
  private let turns: Bool
  /// Per arc of the coverage: its number in the file.
  private var numberOfArc: ContiguousArray<Int?> = []

  init(_ coverage: Coverage, level: Int, coordinates: ExportCoordinates) {
    self.coverage = coverage
    self.level = level
    self.coordinates = coordinates
    degrees = DecimalDegrees(coverage.plane)
    turns = coordinates == .lonlat && degrees.turnsRings
    var count = 0
    for isPresent in coverage.presentArcs(level: level) {
      numberOfArc.append(isPresent ? count : nil)
      if isPresent { count += 1 }
    }
  }

  mutating func written() -> Data {
    json.append("{\"type\":\"Topology\",")
    if coordinates == .grid { json.append("\"transform\":{\"scale\":[1,1],\"translate\":[0,0]},") }
    json.append("\"objects\":{")
    json.append(string: coverage.map ?? "regions")
    json.append(":{\"type\":\"GeometryCollection\",\"geometries\":[")
    for region in coverage.regions.indices {
      json.append(region > 0 ? ",\n" : "\n")
      append(region: region)
    }
    json.append("\n]}},\"arcs\":[")
    var isFirst = true
    for arc in 0..<coverage.arcs.count where numberOfArc[arc] != nil {
      json.append(isFirst ? "\n" : ",\n")
      append(arc: arc)
      isFirst = false
    }
    json.append("\n]}\n")
    return json.data
  }

  private mutating func append(region: Int) {
    let polygons = (coverage.polygonStart[region]..<coverage.polygonStart[region + 1]).filter {
      Int(coverage.polygonLevel[$0]) >= level
    }
    switch polygons.count {
    case 0: json.append("{\"type\":null")
    case 1: json.append("{\"type\":\"Polygon\",\"arcs\":")
    default: json.append("{\"type\":\"MultiPolygon\",\"arcs\":[")
    }
    for (place, polygon) in polygons.enumerated() {
      if place > 0 { json.append(",") }
      append(polygon: polygon)
    }
    if polygons.count > 1 { json.append("]") }
    json.append(",\"id\":")
    json.append(string: coverage.regions[region].code)
    json.append(",\"properties\":{\"code\":")
    json.append(string: coverage.regions[region].code)
    json.append(",\"name\":")
    json.append(string: coverage.regions[region].name)
    json.append("}}")
  }

  private mutating func append(polygon: Int) {
    for ring in coverage.ringStart[polygon]..<coverage.ringStart[polygon + 1] {
      json.append(ring == coverage.ringStart[polygon] ? "[[" : ",[")
      let places = coverage.referenceStart[ring]..<coverage.referenceStart[ring + 1]
      for step in 0..<places.count {
        let place = turns ? places.upperBound - 1 - step : places.lowerBound + step
        let reference = turns ? coverage.references[place].opposite : coverage.references[place]
        // Every arc of a polygon that is present has a number.
        let number = numberOfArc[reference.arc] ?? 0
        if step > 0 { json.append(",") }
        json.append(integer: reference.isReversed ? ~number : number)
      }
      json.append("]")
    }
    json.append("]")
  }

  private mutating func append(arc: Int) {
    let arcs = coverage.arcs
    var vertices = arcs.vertices(of: arc).filter { Int(arcs.vertexLevel[$0]) >= level }
    if arcs.isClosed[arc], let first = vertices.first { vertices.append(first) }
    var previous: (x: Int32, y: Int32) = (0, 0)
    for (place, vertex) in vertices.enumerated() {
      json.append(place == 0 ? "[[" : ",[")
      switch coordinates {
      case .lonlat:
        degrees.appendLongitude(x: arcs.x[vertex], to: &json)
        json.append(",")
        degrees.appendLatitude(y: arcs.y[vertex], to: &json)
      case .grid:
        json.append(integer: arcs.x[vertex] - previous.x)
        json.append(",")
        json.append(integer: arcs.y[vertex] - previous.y)
        previous = (arcs.x[vertex], arcs.y[vertex])
      }
      json.append("]")
    }
    json.append("]")
  }
}
