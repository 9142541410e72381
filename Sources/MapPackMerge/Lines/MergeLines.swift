import MapPackCoverage
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
  let grouping = try RegionGrouping(table, options, progress: progress)
  let grid = try table.nodingGrid(of: grouping, options)
  progress?(ProgressEvent(activity: "joining", done: 0, total: table.vertexCount, unit: "vertices"))
  let sections = LineSections(table, grouping.region, regionCount: grouping.regions.count, grid)
  let ground = Ground(grid)
  var coverage = Coverage(of: table.records, grouping.regions, on: grid)
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
  try RegionSums(grouping, of: table.records, twin: sections.twin).apply(to: &coverage)
  coverage.ledger = table.ledger
  try coverage.ledger.enter(sections.fates, of: table.records, grouping)
  if !options.isPart {
    try checkThatNoneIsLost(coverage, table.records, grouping, key: options.key)
    if let fault = coverage.ledger.fault(regions: coverage.regions.map(\.code)) {
      throw .openLedger(fault, table.sources)
    }
  }
  return coverage
}

extension MergeOptions {
  /// Checks that no option is set that has a meaning for areas only.
  fileprivate func check(for kind: GeometryKind) throws(StageError) {
    guard snap == nil, fillGaps == nil, places.isEmpty, clean == .repair, masks.isEmpty else {
      throw StageError(
        .usage,
        "`clip`, `erase`, `clean.snap`, `clean.fillGaps`, `clean.places` and `clean.mode` are for areas, and this map has "
          + kind.rawValue,
        remedy: "leave them out")
    }
  }
}

private struct LineSections {
  /// Per region: its lines, each once.
  private(set) var ofRegion: [[[GridPoint]]]
  /// Per line of the table: why it was left out; `nil` if it is part of its region.
  private(set) var fates: [Ledger.Outcome?]
  /// Per feature of which all lines are an earlier one's: that feature; −1 for others.
  private(set) var twin: ContiguousArray<Int32>

  init(_ table: FeatureTable, _ regionOfFeature: ContiguousArray<Int32>, regionCount: Int, _ grid: NodingGrid) {
    ofRegion = Array(repeating: [], count: regionCount)
    fates = Array(repeating: nil, count: table.polygonCount)
    twin = ContiguousArray(repeating: -1, count: table.featureCount)
    var known = Array(repeating: [[GridPoint]: Int](), count: regionCount)
    for feature in 0..<table.featureCount {
      var earlier: [Int?] = []
      let region = Int(regionOfFeature[feature])
      for line in table.polygons(of: feature) {
        guard region >= 0 else {
          fates[line] = .dropped(rule: .noKey)
          continue
        }
        var points: [GridPoint] = []
        for vertex in table.vertices(ofPolygon: line) {
          let point = grid.point(
            longitude: table.coordinates.longitude[vertex], latitude: table.coordinates.latitude[vertex])
          if points.last != point { points.append(point) }
        }
        let reversed = Array(points.reversed())
        let canonical = reversed.lexicographicallyPrecedes(points) ? reversed : points
        if points.count < table.kind.leastVertices {
          fates[line] = .dropped(rule: .belowGrid)
        } else if let first = known[region][canonical] {
          fates[line] = .dropped(rule: .duplicateFeature)
          earlier.append(first == feature ? nil : first)
        } else {
          known[region][canonical] = feature
          ofRegion[region].append(points)
          earlier.append(nil)
        }
      }
      if let first = earlier.first ?? nil, !earlier.contains(nil) { twin[feature] = Int32(truncatingIfNeeded: first) }
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

  private typealias Chain = [(section: Int, isReversed: Bool)]

  /// - Parameters:
  ///   - sections: lines of at least two vertices, of which consecutive ones differ. No two sections are the same line,
  ///     in whichever direction.
  ///   - length: the length of a line, in whole units, so that sums do not depend on their order.
  init(_ sections: [[GridPoint]], length: ([GridPoint]) -> Int64) {
    var paths = Paths()
    for section in sections {
      for point in section { paths.append(point) }
      paths.endPath(isClosed: false)
    }
    let joined = BorderLines(paths, HalfEdges(paths), ContiguousArray(repeating: true, count: paths.count))
    let measured = (0..<joined.count).map { line in
      let chain = joined.halves[joined.start[line]..<joined.start[line + 1]].map {
        (section: Int($0) >> 1, isReversed: $0 & 1 == 1)
      }
      let points = joined.isClosed[line] ? Self.loop(chain, sections) : Self.line(chain, sections)
      return (line: points, length: length(points))
    }
    lines = measured.sorted {
      $0.length != $1.length ? $0.length > $1.length : $0.line.lexicographicallyPrecedes($1.line)
    }.map(\.line)
  }

  private static func line(_ chain: Chain, _ sections: [[GridPoint]]) -> [GridPoint] {
    let points = vertices(chain, sections)
    if chain.allSatisfy({ !$0.isReversed }) { return points }
    let reversed = Array(points.reversed())
    if chain.allSatisfy(\.isReversed) { return reversed }
    return points.lexicographicallyPrecedes(reversed) ? points : reversed
  }

  /// The vertices of a closed chain, from its smallest joint on.
  private static func loop(_ chain: Chain, _ sections: [[GridPoint]]) -> [GridPoint] {
    let joints = chain.map {
      $0.isReversed ? sections[$0.section][sections[$0.section].count - 1] : sections[$0.section][0]
    }
    let first = chain.indices.min { joints[$0] < joints[$1] } ?? 0
    return line(Array(chain[first...] + chain[..<first]), sections)
  }

  /// The vertices of a chain, joints once.
  private static func vertices(_ chain: Chain, _ sections: [[GridPoint]]) -> [GridPoint] {
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
        let x = coordinates.longitude[vertex + 1] - coordinates.longitude[vertex]
        let y = coordinates.latitude[vertex + 1] - coordinates.latitude[vertex]
        sum += Int64(((x * x + y * y).squareRoot() * 1_000_000).rounded())
      }
    }
    return Double(sum)
  }
}
