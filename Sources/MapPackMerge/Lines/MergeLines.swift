import MapPackFeatures
import MapPackGeometry

/// Merges features of lines or points into the regions of a coverage.
///
/// Vertices are rounded once to the noding grid, and the lines of each region are joined end to end (`LineJoining`).
/// Lines are not noded: they may cross each other and themselves, as bridges do. A line that a region has twice, in
/// whichever direction, becomes one line. A line that collapses to a point on the grid is left out. Neither is a
/// finding, but the ledger says what became of every feature and line, and it closes. Lines that end at ±180° on its
/// two sides are not joined.
///
/// Points are lines of one vertex and are not joined. Those of a region are sorted, and each is kept once.
///
/// If the table is a part of a map (`MergeOptions.isPart`), it may be empty, a region may lack a shape, and whether the
/// ledger closes is not checked.
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
  ///   - region: the region that is on the arc's left. Its polygons are not ended in `polygonStart`.
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

/// The sections of one region's lines, joined end to end, in cells of the noding grid.
///
/// If exactly two ends meet in a point, and they belong to different sections, the sections become one line. If three
/// or more meet, the lines end there, so branches stay separate. A joined line runs in the direction of its sections if
/// they all run the same way, else in the direction in which its vertices compare as the lexicographically smaller. A
/// closed line begins at the smallest of its joints; a section that is closed by itself keeps its first vertex. So the
/// result does not depend on the order of the sections, and sections that run in different directions can be joined.
struct LineJoining {
  /// The joined lines, the longest first; equally long ones by their vertices, lexicographically. A closed line repeats
  /// its first vertex at its end.
  private(set) var lines: [[GridPoint]] = []

  private struct End: Hashable {
    var section: Int
    var isLast: Bool
  }

  /// - Parameters:
  ///   - sections: lines of at least two vertices, of which consecutive ones differ. No two sections are the same line,
  ///     in whichever direction.
  ///   - length: the length of a line, in whole units, so that sums do not depend on their order.
  init(_ sections: [[GridPoint]], length: ([GridPoint]) -> Int64) {
    // The walk must not depend on the order in which sections come.
    let sections = sections.sorted { $0.lexicographicallyPrecedes($1) }
    var ends: [GridPoint: [End]] = [:]
    for (index, section) in sections.enumerated() {
      guard let first = section.first, let last = section.last else { continue }
      ends[first, default: []].append(End(section: index, isLast: false))
      ends[last, default: []].append(End(section: index, isLast: true))
    }
    /// The end of another section with which an end is joined; `nil` if it is joined with none.
    func partner(_ end: End) -> End? {
      guard let point = end.isLast ? sections[end.section].last : sections[end.section].first,
        let meeting = ends[point], meeting.count == 2
      else { return nil }
      let other = meeting[0] == end ? meeting[1] : meeting[0]
      return other.section == end.section ? nil : other
    }
    var isTaken = [Bool](repeating: false, count: sections.count)
    /// The sections of a line in the order of a walk that enters at an end, and whether each is walked backwards.
    func chain(from start: End) -> [(section: Int, isReversed: Bool)] {
      var chain: [(section: Int, isReversed: Bool)] = []
      var entry: End? = start
      while let end = entry, !isTaken[end.section] {
        isTaken[end.section] = true
        chain.append((end.section, end.isLast))
        entry = partner(End(section: end.section, isLast: !end.isLast))
      }
      return chain
    }
    var joined: [[GridPoint]] = []
    for section in sections.indices {
      for isLast in [false, true] where !isTaken[section] {
        let end = End(section: section, isLast: isLast)
        if partner(end) == nil { joined.append(Self.line(chain(from: end), sections)) }
      }
    }
    // The sections that are left form loops.
    for section in sections.indices where !isTaken[section] {
      joined.append(Self.loop(chain(from: End(section: section, isLast: false)), sections))
    }
    let measured = joined.map { (line: $0, length: length($0)) }
    lines = measured.sorted {
      $0.length != $1.length ? $0.length > $1.length : $0.line.lexicographicallyPrecedes($1.line)
    }.map(\.line)
  }

  private static func line(
    _ chain: [(section: Int, isReversed: Bool)], _ sections: [[GridPoint]]
  ) -> [GridPoint] {
    let points = vertices(chain, sections)
    if chain.allSatisfy({ !$0.isReversed }) { return points }
    let reversed = Array(points.reversed())
    if chain.allSatisfy(\.isReversed) { return reversed }
    return points.lexicographicallyPrecedes(reversed) ? points : reversed
  }

  /// The vertices of a closed chain, from its smallest joint on.
  private static func loop(
    _ chain: [(section: Int, isReversed: Bool)], _ sections: [[GridPoint]]
  ) -> [GridPoint] {
    var chain = chain
    func joint(_ index: Int) -> GridPoint? {
      chain[index].isReversed ? sections[chain[index].section].last : sections[chain[index].section].first
    }
    let first =
      chain.indices.min { a, b in
        guard let a = joint(a), let b = joint(b) else { return false }
        return a < b
      } ?? 0
    chain = Array(chain[first...] + chain[..<first])
    return line(chain, sections)
  }

  /// The vertices of a chain, joints once.
  private static func vertices(
    _ chain: [(section: Int, isReversed: Bool)], _ sections: [[GridPoint]]
  ) -> [GridPoint] {
    var points: [GridPoint] = []
    for (section, isReversed) in chain {
      // The first vertex repeats the last one of the section before.
      let section = isReversed ? Array(sections[section].reversed()) : sections[section]
      points.append(contentsOf: points.isEmpty ? section[...] : section.dropFirst())
    }
    return points
  }
}

// The published lengths of lines.
extension Ground {
  /// The length of a line on the ellipsoid in whole micrometers, so that sums do not depend on their order.
  ///
  /// Edges are straight in longitude and latitude. An edge is measured in stretches of at most a tenth of a degree,
  /// each at its middle latitude. The relative error is less than 10⁻⁷.
  /// - Complexity: O(n + d) for n vertices and d degrees of length.
  func micrometers(along line: some Collection<GridPoint>) -> Int64 {
    let cellsPerStretch = 0.1 / grid.unit
    var sum: Int64 = 0
    for (a, b) in zip(line, line.dropFirst()) {
      let (x, y) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
      let stretches = max(1, (max(x.magnitude, y.magnitude) / cellsPerStretch).rounded(.up))
      var length = 0.0
      var stretch = 0.5
      while stretch < stretches {
        let cell = metersPerCell(y: Double(a.y) + y * (stretch / stretches))
        let (across, up) = (x / stretches * cell.across, y / stretches * cell.up)
        length += (across * across + up * up).squareRoot()
        stretch += 1
      }
      sum += Int64((length * 1_000_000).rounded())
    }
    return sum
  }
}

extension FeatureTable {
  func pointCount(of feature: Int) -> Double { Double(polygons(of: feature).count) }

  /// The length of a feature's lines in millionths of a degree.
  ///
  /// It is only good for comparing. Lengths of edges are whole numbers, so neither the direction of a line nor the
  /// order of a sum makes a difference.
  /// - Precondition: the table has lines.
  func planarLength(of feature: Int) -> Double {
    var sum: Int64 = 0
    for line in polygons(of: feature) {
      for vertex in vertices(ofPolygon: line).dropLast() {
        let x = longitude[vertex + 1] - longitude[vertex]
        let y = latitude[vertex + 1] - latitude[vertex]
        sum += Int64(((x * x + y * y).squareRoot() * 1_000_000).rounded())
      }
    }
    return Double(sum)
  }
}
