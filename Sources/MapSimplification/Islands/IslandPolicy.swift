import MapFeatures
import MapGeometry
import MapTopology

/// Which polygons of a map in longitude and latitude are left out because they are islands too small or too many.
struct IslandPolicy {
  /// Per polygon: whether it takes part in the map.
  private(set) var isPresent: ContiguousArray<Bool>
  /// Per polygon: whether it was asked for by its region's code or by a place, and stays at every level.
  let isKept: ContiguousArray<Bool>
  /// The polygons that are left out by each rule.
  private(set) var belowMinimum: [Int] = []
  private(set) var beyondMaximum: [Int] = []

  /// - Throws: `.usage` where no region has a code that is named, or no polygon lies at a place that is named.
  /// - Complexity: O(polygons × log polygons), plus O(vertices) for each place.
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

  // MARK: What is asked to stay

  private static func kept(
    _ coverage: Coverage, _ grid: NodingGrid, _ options: SimplifyOptions
  ) throws(StageError) -> ContiguousArray<Bool> {
    var isKept = ContiguousArray<Bool>(repeating: false, count: coverage.polygonCount)
    for code in options.keptIslands.codes {
      let region = try coverage.region(withCode: code, namedIn: "the islands to keep")
      for polygon in coverage.polygonStart[region]..<coverage.polygonStart[region + 1] { isKept[polygon] = true }
    }
    for place in options.keptIslands.places {
      guard let polygon = polygon(at: place, coverage, grid) else {
        throw StageError(
          .usage, "the islands to keep name the place \(place.longitude), \(place.latitude), where no polygon lies",
          remedy: "give longitude, then latitude, of a place on the island")
      }
      isKept[polygon] = true
    }
    return isKept
  }

  /// The polygon that has a place inside or on its edge.
  private static func polygon(at place: SimplifyOptions.Place, _ coverage: Coverage, _ grid: NodingGrid) -> Int? {
    let arcs = coverage.arcs
    var box = GridBox()
    for vertex in 0..<arcs.vertexCount { box.extend(to: arcs.point(vertex)) }
    // Beyond the map's extent its grid has no cell for the place.
    guard arcs.vertexCount > 0,
      (grid.longitude(x: box.minX)...grid.longitude(x: box.maxX)).contains(place.longitude),
      (grid.latitude(y: box.minY)...grid.latitude(y: box.maxY)).contains(place.latitude)
    else { return nil }
    let point = grid.point(longitude: place.longitude, latitude: place.latitude)
    return (0..<coverage.polygonCount).first { polygon in
      let rings = coverage.ringStart[polygon]..<coverage.ringStart[polygon + 1]
      var isInside = false
      for index in coverage.referenceStart[rings.lowerBound]..<coverage.referenceStart[rings.upperBound] {
        let arc = coverage.references[index].arc
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

  private static func isOn(_ point: GridPoint, _ a: GridPoint, _ b: GridPoint) -> Bool {
    orientation(a, b, point) == 0 && min(a.x, b.x) <= point.x && point.x <= max(a.x, b.x)
      && min(a.y, b.y) <= point.y && point.y <= max(a.y, b.y)
  }

  /// Whether the ray from a point to larger x crosses a segment on which it does not lie.
  private static func crossesEastward(_ point: GridPoint, _ a: GridPoint, _ b: GridPoint) -> Bool {
    guard (a.y > point.y) != (b.y > point.y) else { return false }
    return b.y > a.y ? orientation(a, b, point) > 0 : orientation(a, b, point) < 0
  }
}

extension Coverage {
  /// The region with a code.
  ///
  /// - Parameter place: where the code was named, for the message.
  /// - Throws: `.usage` where there is none.
  func region(withCode code: String, namedIn place: String) throws(StageError) -> Int {
    if let region = regions.firstIndex(where: { $0.code == code }) { return region }
    let nearest = nearestWord(to: code, in: regions.map(\.code)).map { "did you mean \($0)?" }
    throw StageError(
      .usage, "\(place) name the code \(code), which no region has",
      remedy: nearest ?? "write the code as the key gives it, in quotes where it begins with a zero")
  }
}
