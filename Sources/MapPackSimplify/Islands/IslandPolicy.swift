import MapPackFeatures
import MapPackGeometry
import MapPackMerge

/// Which polygons of a map in longitude and latitude are left out, because they are islands below the minimum or beyond
/// the maximum number of parts.
struct IslandPolicy {
  /// Per polygon: whether it takes part in the map.
  private(set) var isPresent: ContiguousArray<Bool>
  /// Per polygon: whether the options name it, by its region's code or by a location in it, so that it stays.
  let isKept: ContiguousArray<Bool>
  private(set) var belowMinimum: [Int] = []
  private(set) var beyondMaximum: [Int] = []

  /// Applies the options about islands. Islands below the minimum are left out first; the rest count as parts.
  init(_ coverage: Coverage, on grid: NodingGrid, options: SimplifyOptions) throws(StageError) {
    isPresent = ContiguousArray(repeating: true, count: coverage.polygonCount)
    isKept = try Self.kept(coverage, grid, options)
    guard options.minimumIsland != nil || options.maximumParts != nil else { return }
    let rule = IslandRule(coverage, isKept: isKept)
    for region in coverage.regions.indices {
      if let minimum = options.minimumIsland {
        for polygon in rule.droppable(of: region, below: minimum) {
          isPresent[polygon] = false
          belowMinimum.append(polygon)
        }
      }
      if let maximum = options.maximumParts {
        for polygon in rule.droppable(of: region, beyond: maximum, where: { isPresent[$0] }) {
          isPresent[polygon] = false
          beyondMaximum.append(polygon)
        }
      }
    }
  }

  // MARK: Islands that are named

  private static func kept(
    _ coverage: Coverage, _ grid: NodingGrid, _ options: SimplifyOptions
  ) throws(StageError) -> ContiguousArray<Bool> {
    var isKept = ContiguousArray<Bool>(repeating: false, count: coverage.polygonCount)
    for code in options.keptIslands.codes {
      let region = try coverage.region(withCode: code, namedIn: "the islands to keep")
      for polygon in coverage.polygons(of: region) { isKept[polygon] = true }
    }
    for location in options.keptIslands.locations {
      guard let polygon = polygon(at: location, coverage, grid) else {
        throw StageError(
          .usage,
          "the islands to keep name the location \(location.longitude), \(location.latitude), at which no polygon lies",
          remedy: "give longitude, then latitude, of a point on the island")
      }
      isKept[polygon] = true
    }
    return isKept
  }

  /// The first polygon that has a location inside or on its edge; `nil` if there is none. Longitudes are not wrapped.
  private static func polygon(
    at location: SimplifyOptions.Location, _ coverage: Coverage, _ grid: NodingGrid
  ) -> Int? {
    let arcs = coverage.arcs
    var box = GridBox()
    for vertex in 0..<arcs.vertexCount { box.extend(to: arcs.point(vertex)) }
    // The grid may have no point for a location beyond the map's extent.
    guard arcs.vertexCount > 0,
      (grid.longitude(x: box.minX)...grid.longitude(x: box.maxX)).contains(location.longitude),
      (grid.latitude(y: box.minY)...grid.latitude(y: box.maxY)).contains(location.latitude)
    else { return nil }
    let point = grid.point(longitude: location.longitude, latitude: location.latitude)
    return (0..<coverage.polygonCount).first { polygon in
      var isInside = false
      for reference in coverage.references(ofPolygon: polygon) {
        let arc = reference.arc
        var previous: GridPoint? = arcs.isClosed[arc] ? arcs.point(arcs.start[arc + 1] - 1) : nil
        for vertex in arcs.vertices(of: arc) {
          let next = arcs.point(vertex)
          if let previous {
            if isOn(point, previous, next) { return true }
            if crossesEastward(point, previous, next) { isInside.toggle() }
          }
          previous = next
        }
      }
      return isInside
    }
  }

  /// Whether a point lies on the segment ab. Exact.
  private static func isOn(_ point: GridPoint, _ a: GridPoint, _ b: GridPoint) -> Bool {
    orientation(a, b, point) == 0 && min(a.x, b.x) <= point.x && point.x <= max(a.x, b.x)
      && min(a.y, b.y) <= point.y && point.y <= max(a.y, b.y)
  }

  /// Whether the ray to larger x from a point that is not on a segment crosses it. Exact.
  private static func crossesEastward(_ point: GridPoint, _ a: GridPoint, _ b: GridPoint) -> Bool {
    guard (a.y > point.y) != (b.y > point.y) else { return false }
    return b.y > a.y ? orientation(a, b, point) > 0 : orientation(a, b, point) < 0
  }
}

extension Coverage {
  /// - Parameter option: what names the code, in words, for the message.
  func region(withCode code: String, namedIn option: String) throws(StageError) -> Int {
    if let region = regions.firstIndex(where: { $0.code == code }) { return region }
    let nearest = nearestWord(to: code, in: regions.map(\.code)).map { "did you mean \($0)?" }
    throw StageError(
      .usage, "\(option) name the code \(code), which no region has",
      remedy: nearest ?? "write the code as the key gives it, in quotes if it begins with a zero")
  }
}
