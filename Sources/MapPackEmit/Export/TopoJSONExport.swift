import Foundation
import MapPackFeatures
import MapPackGeometry
import MapPackMerge

/// Writes a coverage as TopoJSON (specification 1.0): its arcs as they are stored, each once, and a geometry per region
/// that refers to them.
///
/// - The topology has the `bbox` of all and one object, named after the map, or `regions` if the map's name is not
///   known. It is a GeometryCollection of a Polygon or a MultiPolygon per region, in the order of the codes. Each has
///   the code as its `id`, and its `RegionProperties`.
/// - Shells run counter-clockwise, holes clockwise, in the numbers written. A ring starts at the start of an arc. So it
///   has the same vertices as in the GeoJSON export, but may start at another one.
/// - Lines are a LineString or a MultiLineString per region, with an arc per line. Points are a Point or a MultiPoint
///   with coordinates, without arcs.
/// - An arc without a node is closed: its first position is repeated at its end. Arcs that the level does not have are
///   left out. Neighbors that share a border refer to the same arc.
/// - With `lonlat`, positions are in degrees, with the digits that lead back to the grid point. Segments along the
///   northern and southern end of Web Mercator have further positions (`ClipEdges`). There is no transform: the rows of
///   Web Mercator are not evenly spaced in latitude.
/// - With `grid`, positions are integers, each written as the difference from the one before it. The transform is the
///   identity.
/// - With `lonlat` and `quantization`, positions are rounded to integers under a transform to degrees (`Quantization`).
/// - Parameters:
///   - level: 0 is the finest. Polygons and vertices that are not present at this level are left out.
///   - quantization: the number of values in each direction, from 2 to 2³⁰; `nil` if positions are not rounded.
/// - Throws: `usage` if the coverage lacks the level, or if `quantization` is out of range or without `lonlat`.
/// - Complexity: O(vertices)
package func topoJSON(
  _ coverage: Coverage, level: Int = 0, coordinates: ExportCoordinates = .lonlat, quantization: Int? = nil
) throws(StageError) -> Data {
  try checkLevel(level, of: coverage.levels.count)
  if let quantization, !Quantization.allowed.contains(quantization) || coordinates != .lonlat {
    throw StageError(
      .usage, "positions cannot be rounded to \(quantization) values",
      remedy:
        "write a number from \(Quantization.allowed.lowerBound) to \(Quantization.allowed.upperBound), with longitude and latitude"
    )
  }
  var writer = TopoJSONWriter(coverage, level: level, coordinates: coordinates, steps: quantization)
  return writer.written()
}

private struct TopoJSONWriter {
  private let coverage: Coverage
  private let level: Int
  private let coordinates: ExportCoordinates
  private let degrees: DecimalDegrees
  private let clip: ClipEdges?
  private var json = JSONText()
  private let turns: Bool
  /// Per arc of the coverage: its index in the file; `nil` if the level does not have it.
  private var numberOfArc: ContiguousArray<Int?> = []
  private let isWithoutArcs: Bool
  private let properties: RegionProperties
  private var bounds = ExportBounds()
  private var quantization: Quantization?

  init(_ coverage: Coverage, level: Int, coordinates: ExportCoordinates, steps: Int?) {
    self.coverage = coverage
    self.level = level
    self.coordinates = coordinates
    degrees = DecimalDegrees(coverage.plane)
    clip = coordinates == .lonlat && coverage.kind == .areas ? ClipEdges(coverage.plane) : nil
    turns = coordinates == .lonlat && degrees.turnsRings
    var count = 0
    for isPresent in coverage.presentArcs(level: level, where: { _ in true }) {
      numberOfArc.append(isPresent ? count : nil)
      if isPresent { count += 1 }
    }
    isWithoutArcs = coverage.kind == .points
    properties = RegionProperties(coverage.regions)
    var longitudes: ClosedRange<Double>?
    var latitudes: ClosedRange<Double>?
    for arc in 0..<coverage.arcs.count where numberOfArc[arc] != nil {
      let vertices = coverage.arcs.vertices(of: arc).filter { Int(coverage.arcs.vertexLevel[$0]) >= level }
      bounds.formUnion(vertices.lazy.map { (x: coverage.arcs.x[$0], y: coverage.arcs.y[$0]) })
      guard steps != nil else { continue }
      for vertex in vertices {
        longitudes.widen(to: coverage.plane.longitude(x: coverage.arcs.x[vertex]))
        latitudes.widen(to: coverage.plane.latitude(y: coverage.arcs.y[vertex]))
      }
    }
    quantization = steps.flatMap { Quantization(steps: $0, longitudes: longitudes, latitudes: latitudes) }
  }

  mutating func written() -> Data {
    json.append("{\"type\":\"Topology\",")
    if coordinates == .grid { json.append("\"transform\":{\"scale\":[1,1],\"translate\":[0,0]},") }
    quantization?.append(to: &json)
    json.append("\"objects\":{")
    json.append(string: coverage.map ?? "regions")
    json.append(":{\"type\":\"GeometryCollection\",\"geometries\":[")
    for region in coverage.regions.indices {
      json.append(region > 0 ? ",\n" : "\n")
      append(region: region)
    }
    json.append("\n]}},\"arcs\":[")
    var isFirst = true
    for arc in 0..<coverage.arcs.count where numberOfArc[arc] != nil && !isWithoutArcs {
      json.append(isFirst ? "\n" : ",\n")
      append(arc: arc)
      isFirst = false
    }
    json.append("\n]")
    bounds.append(on: coverage.plane, coordinates, degrees, to: &json)
    json.append("}\n")
    return json.data
  }

  private mutating func append(region: Int) {
    let polygons = coverage.polygons(of: region).filter {
      Int(coverage.polygonLevel[$0]) >= level
    }
    switch polygons.count {
    case 0: json.append("{\"type\":null")
    default:
      json.append("{\"type\":")
      json.append(string: polygons.count == 1 ? singleType : "Multi" + singleType)
      json.append(isWithoutArcs ? ",\"coordinates\":" : ",\"arcs\":")
      if polygons.count > 1 { json.append("[") }
    }
    for (index, polygon) in polygons.enumerated() {
      if index > 0 { json.append(",") }
      switch coverage.kind {
      case .areas: append(polygon: polygon)
      case .lines: append(line: polygon)
      case .points: append(point: polygon)
      }
    }
    if polygons.count > 1 { json.append("]") }
    json.append(",\"id\":")
    json.append(string: coverage.regions[region].code)
    json.append(",\"properties\":")
    properties.append(coverage.regions[region], to: &json)
    json.append("}")
  }

  private var singleType: String {
    switch coverage.kind {
    case .areas: "Polygon"
    case .lines: "LineString"
    case .points: "Point"
    }
  }

  private mutating func append(point: Int) {
    let arc = coverage.arc(ofLine: point)
    let gridPoint = coverage.arcs.point(coverage.arcs.start[arc])
    let plane = coverage.plane
    json.append("[")
    if let quantization {
      let steps = quantization.steps(
        longitude: plane.longitude(x: gridPoint.x), latitude: plane.latitude(y: gridPoint.y))
      json.append(integer: steps.x)
      json.append(",")
      json.append(integer: steps.y)
    } else if coordinates == .lonlat {
      degrees.appendLongitude(x: gridPoint.x, to: &json)
      json.append(",")
      degrees.appendLatitude(y: gridPoint.y, to: &json)
    } else {
      json.append(integer: gridPoint.x)
      json.append(",")
      json.append(integer: gridPoint.y)
    }
    json.append("]")
  }

  private mutating func append(line: Int) {
    let arc = coverage.arc(ofLine: line)
    json.append("[")
    // Every arc of a line that is present has a number.
    json.append(integer: numberOfArc[arc] ?? 0)
    json.append("]")
  }

  private mutating func append(polygon: Int) {
    for ring in coverage.rings(of: polygon) {
      json.append(ring == coverage.shell(of: polygon) ? "[[" : ",[")
      let references = coverage.references(of: ring)
      let indices = references.indices
      for step in 0..<indices.count {
        let index = turns ? indices.upperBound - 1 - step : indices.lowerBound + step
        let reference = turns ? references[index].opposite : references[index]
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
    var points = arcs.vertices(of: arc).filter { Int(arcs.vertexLevel[$0]) >= level }.map(arcs.point)
    if let clip { points = clip.filled(points, isClosed: arcs.isClosed[arc]) }
    if arcs.isClosed[arc], let first = points.first { points.append(first) }
    if let quantization {
      append(
        points.map {
          quantization.steps(longitude: coverage.plane.longitude(x: $0.x), latitude: coverage.plane.latitude(y: $0.y))
        })
      return
    }
    var previous = GridPoint(x: 0, y: 0)
    for (index, point) in points.enumerated() {
      json.append(index == 0 ? "[[" : ",[")
      switch coordinates {
      case .lonlat:
        degrees.appendLongitude(x: point.x, to: &json)
        json.append(",")
        degrees.appendLatitude(y: point.y, to: &json)
      case .grid:
        json.append(integer: point.x - previous.x)
        json.append(",")
        json.append(integer: point.y - previous.y)
        previous = point
      }
      json.append("]")
    }
    json.append("]")
  }

  /// Appends an arc as differences. A run of equal positions is written once, but an arc keeps at least two positions.
  private mutating func append(_ positions: [(x: Int, y: Int)]) {
    var kept: [(x: Int, y: Int)] = []
    for position in positions where kept.last.map({ $0 != position }) ?? true { kept.append(position) }
    if kept.count == 1, let only = kept.first { kept.append(only) }
    var previous = (x: 0, y: 0)
    for (index, position) in kept.enumerated() {
      json.append(index == 0 ? "[[" : ",[")
      json.append(integer: position.x - previous.x)
      json.append(",")
      json.append(integer: position.y - previous.y)
      json.append("]")
      previous = position
    }
    json.append("]")
  }
}

extension ClosedRange<Double>? {
  fileprivate mutating func widen(to value: Double) {
    self = map { Swift.min($0.lowerBound, value)...Swift.max($0.upperBound, value) } ?? value...value
  }
}
