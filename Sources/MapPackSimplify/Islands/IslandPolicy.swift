import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

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
    let regions = Dictionary(coverage.regions.indices.map { (coverage.regions[$0].code, $0) }) { first, _ in first }
    for code in options.keptIslands.codes {
      guard let region = regions[code] else {
        _ = try coverage.region(withCode: code, namedIn: "the islands to keep")
        continue
      }
      for polygon in coverage.polygons(of: region) { isKept[polygon] = true }
    }
    let locations = options.keptIslands.locations
    for (location, polygon) in zip(locations, coverage.polygons(at: locations, on: grid)) {
      guard let polygon else {
        throw StageError(
          .usage,
          "the islands to keep name the location \(location.longitude), \(location.latitude), at which no polygon lies",
          remedy: "give longitude, then latitude, of a point on the island")
      }
      isKept[polygon] = true
    }
    return isKept
  }
}

extension Coverage {
  /// - Parameter option: what names the code, in words, for the message.
  func region(withCode code: String, namedIn option: String) throws(StageError) -> Int {
    if let region = regions.firstIndex(where: { $0.code == code }) { return region }
    let nearest = nearestWord(to: code, in: regions.map(\.code)).map { "did you mean \($0)?" as Remedy }
    throw StageError(
      .usage, "\(option) name the code \(code), which no region has",
      remedy: nearest ?? "write the code as the key gives it, in quotes if it begins with a zero")
  }
}
