import MapPackFeatures
import MapPackGeometry

/// Merges features of lines or points into the regions of a coverage. `merge` calls it.
///
/// Vertices are rounded once to the noding grid, and the lines of each region are joined end to end (`LineJoining`).
/// Lines are not noded: they may cross each other and themselves, as bridges do. A line that a region has twice, in
/// whichever direction, becomes one line. A line that collapses to a point on the grid is left out. Neither is a
/// finding, but the ledger says what became of every feature and line, and it closes. Lines that end at ±180° on its
/// two sides are not joined.
///
/// Points are lines of one vertex and are not joined. Those of a region are sorted, and each is kept once.
/// - Throws: `StageError`:
///   - `usage` if a template names an unknown field, or an option is set that is for areas only;
///   - `findings` if there is nothing to merge, keys are missing or ambiguous, or a region ends without a shape;
///   - `unreadableData` if the ledger does not have an entry for each feature of the table;
///   - `findings` if the ledger does not close, which is a fault of this program.
///
///   If the table is a part of a map (`MergeOptions.isPart`), it may be empty, a region may lack a shape, and whether
///   the ledger closes is not checked.
/// - Complexity: O(n log n) for n vertices.
func mergeLines(
  _ table: FeatureTable, options: MergeOptions, progress: ProgressHandler?
) throws(StageError) -> Coverage {
  try options.check(for: table.kind)
  progress?(ProgressEvent(activity: "grouping", done: 0, total: table.featureCount, unit: "features"))
  let grouping = try RegionGrouping(table, options)
  guard
    let grid = table.nodingGrid(of: grouping.region, jobs: options.jobs)
      ?? (options.isPart ? NodingGrid(west: 0, south: 0, east: 0, north: 0) : nil)
  else {
    throw StageError(
      .findings, file: table.sources.first?.path, "there is no \(table.kind.part) to merge",
      remedy: "look at what select and drop leave")
  }
  progress?(ProgressEvent(activity: "joining", done: 0, total: table.vertexCount, unit: "vertices"))
  let sections = LineSections(table, grouping.region, regionCount: grouping.regions.count, grid)
  let ground = Ground(grid)
  var coverage = Coverage(plane: .lonlat(grid))
  coverage.kind = table.kind
  coverage.map = table.map
  coverage.sources = table.sources
  coverage.inputs = table.inputs
  coverage.read = table.figures
  coverage.regions = grouping.regions
  for region in grouping.regions.indices {
    let own = sections.ofRegion[region]
    let lines =
      table.kind == .points
      ? own.sorted { $0.lexicographicallyPrecedes($1) } : LineJoining(own) { ground.micrometers(along: $0) }.lines
    var total: Int64 = 0
    for line in lines {
      let length = ground.micrometers(along: line)
      total += length
      coverage.appendLine(line, of: Int32(truncatingIfNeeded: region), length: Double(length) / 1_000_000)
    }
    coverage.polygonStart.append(coverage.polygonCount)
    if table.kind == .lines { coverage.regions[region].length = Double(total) / 1_000_000 }
  }
  coverage.findings = table.findings + grouping.findings
  coverage.ledger = table.ledger
  try coverage.ledger.enter(sections.fates, of: table, grouping)
  if !options.isPart {
    try checkThatNoneIsLost(coverage, table, grouping)
    if let fault = coverage.ledger.fault(regions: coverage.regions.map(\.code)) {
      throw .openLedger(fault, table.sources)
    }
  }
  return coverage
}

extension MergeOptions {
  /// Checks that no option is set that has a meaning for areas only.
  /// - Throws: `usage` if one is.
  fileprivate func check(for kind: GeometryKind) throws(StageError) {
    guard snap == nil, fillGaps == nil, clean == .repair else {
      throw StageError(
        .usage, "`clean.snap`, `clean.fillGaps` and `clean.mode` are for areas, and this map has \(kind.rawValue)",
        remedy: "leave them out")
    }
  }
}

extension Coverage {
  /// Adds a line or a point as the next polygon, with an arc of its own.
  /// - Parameters:
  ///   - line: the vertices; one if it is a point.
  ///   - region: the region that is on the arc's left. The caller ends its polygons in `polygonStart`.
  ///   - length: in meters; 0 for a point, or if it is not known.
  package mutating func appendLine(_ line: some Sequence<GridPoint>, of region: Int32, length: Double) {
    for point in line {
      arcs.x.append(point.x)
      arcs.y.append(point.y)
      arcs.vertexLevel.append(0)
    }
    references.append(ArcReference(arc: arcs.count, reversed: false))
    arcs.start.append(arcs.x.count)
    arcs.left.append(region)
    arcs.right.append(ArcTable.none)
    arcs.isClosed.append(kind == .points)
    arcs.isSeam.append(false)
    referenceStart.append(references.count)
    ringStart.append(referenceStart.count - 1)
    polygonLevel.append(0)
    polygonArea.append(length)
  }
}

/// The lines of a table, rounded to the noding grid, by region.
private struct LineSections {
  /// Per region: its lines, each once.
  private(set) var ofRegion: [[[GridPoint]]]
  /// Per line of the table: why it was left out; `nil` if it is part of its region.
  private(set) var fates: [Ledger.Outcome?]

  init(_ table: FeatureTable, _ regionOfFeature: ContiguousArray<Int32>, regionCount: Int, _ grid: NodingGrid) {
    ofRegion = Array(repeating: [], count: regionCount)
    fates = Array(repeating: nil, count: table.polygonCount)
    var known = Array(repeating: Set<[GridPoint]>(), count: regionCount)
    for feature in 0..<table.featureCount {
      let region = Int(regionOfFeature[feature])
      for line in table.polygons(of: feature) {
        guard region >= 0 else {
          fates[line] = .dropped(rule: .noKey)
          continue
        }
        var points: [GridPoint] = []
        for vertex in table.vertices(ofPolygon: line) {
          let point = grid.point(longitude: table.longitude[vertex], latitude: table.latitude[vertex])
          if points.last != point { points.append(point) }
        }
        let reversed = Array(points.reversed())
        let canonical = reversed.lexicographicallyPrecedes(points) ? reversed : points
        if points.count < table.kind.leastVertices {
          fates[line] = .dropped(rule: .belowGrid)
        } else if !known[region].insert(canonical).inserted {
          fates[line] = .dropped(rule: .duplicateFeature)
        } else {
          ofRegion[region].append(points)
        }
      }
    }
  }
}
