import MapPack

/// Lengths, areas and widths on the ground of what is drawn on a noding grid. The ground is the WGS 84 ellipsoid; lines
/// are straight in longitude and latitude. Points are those of the grid, in cells, with y to the north.
///
/// It uses + − × ÷ √ alone, so results are the same on every machine.
package struct Ground: Hashable, Sendable {
  package let grid: NodingGrid

  package init(_ grid: NodingGrid) { self.grid = grid }

  /// The equatorial radius of WGS 84 in meters, and the square of its first eccentricity.
  private static let equatorialRadius = 6_378_137.0
  private static let squaredEccentricity = 0x1.b6b90f1fe94f1p-8

  /// The width and the height of a cell at a y, in meters. The y is in cells from the grid's origin and may lie between
  /// two.
  package func metersPerCell(y: Double) -> (across: Double, up: Double) {
    Self.meters(perDegrees: grid.unit, latitude: (Double(grid.originY) + y) * grid.unit)
  }

  /// How long a step of some degrees is along the parallel and along the meridian, in meters.
  /// - Parameter latitude: in degrees.
  package static func meters(perDegrees step: Double, latitude: Double) -> (across: Double, up: Double) {
    let latitude = Series.radians(degrees: latitude)
    let sine = Series.sine(latitude)
    let q = 1 - squaredEccentricity * (sine * sine)
    let radius = equatorialRadius / q.squareRoot()
    let unit = Series.radians(degrees: step)
    // The radii of curvature across the meridian and along it.
    return (
      unit * radius * max(0, Series.cosine(latitude)), unit * radius * ((1 - squaredEccentricity) / q)
    )
  }

  /// The length of a segment in whole micrometers, measured at its middle latitude. Sums of whole numbers do not depend
  /// on their order.
  package func micrometers(from a: GridPoint, to b: GridPoint) -> Int64 {
    let cell = metersPerCell(y: (Double(a.y) + Double(b.y)) / 2)
    let x = (Double(b.x) - Double(a.x)) * cell.across
    let y = (Double(b.y) - Double(a.y)) * cell.up
    return Int64(((x * x + y * y).squareRoot() * 1_000_000).rounded())
  }

  /// The area that lines enclose, in m²; each line has the area on its left. It is negative if they have it on their
  /// right.
  package func squareMeters(within boundary: Paths) -> Double {
    (0..<boundary.count).reduce(0) { $0 + boundary.area(under: $1, grid) }
  }

  /// The length of lines, in meters.
  package func meters(along lines: Paths) -> Double {
    Double((0..<lines.count).reduce(0) { $0 + length(of: $1, lines, on: self) }) / 1_000_000
  }

  /// Whether a circle of a diameter in meters fits into land, by its area and the length of its edge; `nil` if they do
  /// not tell.
  /// - Parameter error: how far the area may be off, in m².
  package func fits(_ diameter: Double, intoArea area: Double, error: Double = 0, edge: Double) -> Bool? {
    // A circle has more area than the land. The factor is π/4.
    if area + error < 0x1.921fb54442d18p-1 * diameter * diameter { return false }
    // No point of the land is farther from its edge than the radius of the largest circle. So its area is at most that
    // radius times the length of the edge.
    return 2 * (area - error) >= diameter * edge ? true : nil
  }

  /// Twice the radius of the largest circle within lines that enclose an area, in meters, to 1 %; 0 if there are no
  /// lines. Everywhere a cell counts as it is at the middle latitude of the lines.
  /// - Complexity: that of `PoleSearch` for n vertices, about O(n log n).
  package func width(of boundary: Paths) -> Double {
    let box = GridBox(of: boundary.points)
    guard !box.isEmpty else { return 0 }
    let cell = metersPerCell(y: (Double(box.minY) + Double(box.maxY)) / 2)
    let extent = max(
      (Double(box.maxX) - Double(box.minX)) * cell.across, (Double(box.maxY) - Double(box.minY)) * cell.up)
    guard extent > 0 else { return 0 }
    // The same shape on a plane of its own, whose cells are squares on the ground.
    let cellsPerMeter = 0x1p28 / extent
    var local = Paths()
    for path in 0..<boundary.count {
      let begin = local.vertexCount
      for vertex in boundary.start[path]..<boundary.start[path + 1] {
        let x = (Double(boundary.point(vertex).x) - Double(box.minX)) * cell.across * cellsPerMeter
        let y = (Double(boundary.point(vertex).y) - Double(box.minY)) * cell.up * cellsPerMeter
        let point = GridPoint(x: Int32(x.rounded()), y: Int32(y.rounded()))
        if local.vertexCount == begin || local.point(local.vertexCount - 1) != point { local.append(point) }
      }
      local.endPath(isClosed: boundary.isClosed[path])
    }
    return 2 * poleOfInaccessibility(of: local).radius / cellsPerMeter
  }
}

/// The length of a path: in micrometers on the ground, or in millionths of a cell if there is no ground.
package func length(of path: Int, _ paths: Paths, on ground: Ground?) -> Int64 {
  func length(_ a: GridPoint, _ b: GridPoint) -> Int64 {
    if let ground { return ground.micrometers(from: a, to: b) }
    let x = Double(b.x) - Double(a.x)
    let y = Double(b.y) - Double(a.y)
    return Int64(((x * x + y * y).squareRoot() * 1_000_000).rounded())
  }
  var sum: Int64 = 0
  paths.forEachSegment(of: path) { sum += length(paths.point($0), paths.point($1)) }
  return sum
}

extension Paths {
  /// Adds a path of another set, forwards or backwards.
  package mutating func append(_ path: Int, of other: Paths, reversed: Bool) {
    let range = other.start[path]..<other.start[path + 1]
    if reversed {
      for vertex in range.reversed() { append(other.point(vertex)) }
    } else {
      for vertex in range { append(other.point(vertex)) }
    }
    endPath(isClosed: other.isClosed[path])
  }

  /// The area between a path and the equator, in m². It is positive where the path runs to the west in the northern
  /// hemisphere, so that the sum along a counter-clockwise ring is its area.
  /// - Precondition: the path has a vertex.
  package func area(under path: Int, _ grid: NodingGrid) -> Double {
    let ellipsoid = EllipsoidalArea()
    var area = 0.0
    func location(_ point: GridPoint) -> (longitude: Double, latitude: Double) {
      (grid.longitude(x: point.x), grid.latitude(y: point.y))
    }
    var from = location(point(start[path]))
    forEachSegment(of: path) { _, last in
      let to = location(point(last))
      area += ellipsoid.underEdge(
        fromLongitude: from.longitude, latitude: from.latitude, toLongitude: to.longitude, latitude: to.latitude)
      from = to
    }
    return area
  }
}
