import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// Writes a coverage as TopoJSON (specification 1.0): its arcs as they are stored, each once, and a geometry per region
/// that refers to them.
///
/// - The topology has the `bbox` of all and one object, named after the map, or `regions` if the map's name is not
///   known. It is a GeometryCollection of a Polygon or a MultiPolygon per region, in the order of the codes. Each has
///   the code as its `id`, and its `RegionColumns`.
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
  return TopoJSONWriter(coverage, level: level, coordinates: coordinates, steps: quantization).written()
}

private struct TopoJSONWriter {
  private let coverage: Coverage
  private let level: Int
  private let plane: ExportPlane
  /// Per arc of the coverage: its index in the file; `nil` if the level does not have it.
  private var numberOfArc: ContiguousArray<Int?> = []
  private var bounds = ExportBounds()
  private let quantization: Quantization?

  init(_ coverage: Coverage, level: Int, coordinates: ExportCoordinates, steps: Int?) {
    self.coverage = coverage
    self.level = level
    plane = ExportPlane(coverage, coordinates)
    var lines: [[GridPoint]] = []
    for (arc, isPresent) in coverage.presentArcs(level: level, where: { _ in true }).enumerated() {
      numberOfArc.append(isPresent ? lines.count : nil)
      if isPresent { lines.append(coverage.points(ofArc: arc, level: level)) }
    }
    for line in lines { bounds.formUnion(line) }
    quantization = steps.flatMap { Quantization(steps: $0, lines.joined().lazy.map(coverage.plane.degrees)) }
  }

  func written() -> Data {
    var json: JSONText = #"{"type":"Topology","#
    if plane.coordinates == .grid { json += #""transform":{"scale":[1,1],"translate":[0,0]},"# }
    if let quantization { json += quantization.json }
    json += #""objects":{\#(coverage.map ?? "regions"):{"type":"GeometryCollection","geometries":"#
    let columns = RegionColumns(coverage.regions, fields: nil)
    json.append(list: coverage.regions.indices, separator: ",\n") { json, region in
      append(region: region, to: &json)
      json += #","id":\#(coverage.regions[region].code),"properties":"#
      columns.append(region, to: &json)
      json += "}"
    }
    json += #"}},"arcs":"#
    let arcs = coverage.kind == .points ? [] : numberOfArc.indices.filter { numberOfArc[$0] != nil }
    json.append(list: arcs, separator: ",\n") { append(arc: $1, to: &$0) }
    bounds.append(on: plane, to: &json)
    json += "}\n"
    return json.data
  }

  /// Appends the geometry of a region.
  private func append(region: Int, to json: inout JSONText) {
    let polygons = coverage.polygons(of: region).filter { Int(coverage.polygonLevel[$0]) >= level }
    json.append(coverage.kind, coverage.kind == .points ? "coordinates" : "arcs", polygons) { json, polygon in
      switch coverage.kind {
      case .areas:
        json.append(list: coverage.rings(of: polygon)) { json, ring in
          let references = coverage.references(of: ring)
          json.append(list: plane.turnsRings ? references.reversed().map(\.opposite) : Array(references)) {
            let number = number(ofArc: $1.arc)
            $0 += "\(DecimalNumber($1.isReversed ? ~number : number))"
          }
        }
      case .lines: json += "[\(DecimalNumber(number(ofArc: coverage.arc(ofLine: polygon))))]"
      case .points:
        let point = coverage.arcs.point(coverage.arcs.start[coverage.arc(ofLine: polygon)])
        json.append(quantized(point).map { (DecimalNumber($0.x), DecimalNumber($0.y)) } ?? plane.position(of: point))
      }
    }
  }

  /// Every arc of a polygon that is present has a number.
  private func number(ofArc arc: Int) -> Int { numberOfArc[arc] ?? 0 }

  /// The position of a point in whole steps or cells; `nil` if it is written in degrees.
  private func quantized(_ point: GridPoint) -> (x: Int, y: Int)? {
    if plane.coordinates == .grid { return (Int(point.x), Int(point.y)) }
    return quantization?.steps(coverage.plane.degrees(of: point))
  }

  /// Appends an arc. Whole steps are written as differences, and a run of equal positions once, but an arc keeps at
  /// least two positions.
  private func append(arc: Int, to json: inout JSONText) {
    let isClosed = coverage.arcs.isClosed[arc]
    var points = coverage.points(ofArc: arc, level: level)
    if let clip = plane.clip { points = clip.filled(points, isClosed: isClosed) }
    if isClosed, let first = points.first { points.append(first) }
    var kept: [(x: Int, y: Int)] = []
    for position in points.lazy.compactMap(quantized) where kept.last.map({ $0 != position }) ?? true {
      kept.append(position)
    }
    guard let first = kept.first else { return json.append(list: points) { $0.append(plane.position(of: $1)) } }
    if kept.count == 1 { kept.append(first) }
    json.append(list: zip(kept, [(x: 0, y: 0)] + kept)) { json, step in
      json.append((DecimalNumber(step.0.x - step.1.x), DecimalNumber(step.0.y - step.1.y)))
    }
  }
}

extension Coverage {
  /// The vertices of an arc that are present at a level.
  fileprivate func points(ofArc arc: Int, level: Int) -> [GridPoint] {
    arcs.vertices(of: arc).filter { Int(arcs.vertexLevel[$0]) >= level }.map(arcs.point)
  }
}
