import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// A coverage in the drawing plane, in full detail: projected, rounded to a pack grid and noded again.
struct ProjectedCoverage {
  /// The coverage, with one level. Its findings are those of the source and of the projection.
  private(set) var coverage: Coverage
  private(set) var grid = PackGrid(cellExponent: GridChoice.defaultExponent, originX: 0, originY: 0)
  /// Per vertex: whether it must stay, because it lies on the edge of the plane or is a junction of lines.
  private(set) var isPinned: ContiguousArray<Bool> = []
  /// Per polygon: whether the options name it, so that it stays however small it is.
  private(set) var isKept: ContiguousArray<Bool> = []
  /// The box of the map in the plane; `nil` if nothing of the map lies in it.
  private(set) var extent: PlaneBox?

  /// Projects a coverage in longitude and latitude, rounds it to a pack grid and nodes it again. Takes a finer grid as
  /// long as a region's largest polygon would collapse.
  init(
    _ source: Coverage, on nodingGrid: NodingGrid, islands: IslandPolicy, options: SimplifyOptions
  ) throws(StageError) {
    let isPresent = islands.isPresent
    let lines = ProjectedLines(
      source.arcs, grid: nodingGrid, isKept: Self.arcs(of: isPresent, source), jobs: options.jobs)
    coverage = Coverage(plane: .mercator(grid))
    copyDescription(of: source)
    drop(islands.belowMinimum, rule: .minimumIsland, "are islands below the minimum and were dropped")
    drop(
      islands.beyondMaximum, rule: .maximumParts,
      "are islands beyond the largest parts of their region and were dropped")
    extent = lines.extent
    guard let extent else {
      coverage.polygonStart = ContiguousArray(repeating: 0, count: source.regions.count + 1)
      return
    }
    try clip(source, isPresent, lines)

    let finest = GridChoice.finestExponent(for: extent)
    let first = try GridChoice.exponent(for: extent, options: options)
    var exponent = first
    let largest = Self.largestPolygons(source, isPresent, lines)
    let sides = source.polygonSides { isPresent[$0] }
    while true {
      grid = GridChoice.grid(exponent, for: extent)
      // A shell that is no cell wide or high is lost. This is known without noding, which costs more.
      var lost = largest.filter { !$0.box.hasArea(on: grid) }.map(\.region)
      if lost.isEmpty {
        let division = PlaneDivision(
          lines.rounded(to: grid, sides, jobs: options.jobs), jobs: options.jobs)
        // Rounding may have pushed one border over another, so regions may overlap.
        var owners = FaceOwners(division, regionCount: source.regions.count, on: nil) { claims in
          source.regions(of: claims)
        }
        let arrangement = Arrangement(
          division, &owners, regionCount: source.regions.count, seams: SeamLines(grid), on: nil, fills: nil,
          jobs: options.jobs)
        coverage.plane = .mercator(grid)
        coverage.take(arrangement.arcs, arrangement.rings)
        let match = PolygonMatch(source, islands, division, owners.owner, arrangement)
        lost = largest.filter { !match.survives[$0.polygon] }.map(\.region)
        if lost.isEmpty {
          coverage.polygonArea = match.area
          isKept = match.isKept
          reportGrid(from: first, to: exponent, options)
          reportRounding(source, isPresent, lines, match, arrangement)
          break
        }
      }
      guard exponent > finest else { throw Self.noShape(lost, source) }
      exponent -= 1
    }
    let seams = SeamLines(grid)
    let arcs = coverage.arcs
    isPinned = ContiguousArray((0..<arcs.vertexCount).chunks(of: 1 << 16), jobs: options.jobs) {
      seams.contains(arcs.point($0))
    }
  }

  init(_ coverage: Coverage, on grid: PackGrid, isPinned: ContiguousArray<Bool> = [], extent: PlaneBox? = nil) {
    self.coverage = coverage
    self.grid = grid
    self.isPinned = isPinned
    self.extent = extent
    isKept = ContiguousArray(repeating: false, count: coverage.polygonCount)
  }

  /// Per arc: whether a polygon that is present refers to it.
  private static func arcs(of isPresent: ContiguousArray<Bool>, _ source: Coverage) -> ContiguousArray<Bool> {
    var isKept = ContiguousArray<Bool>(repeating: false, count: source.arcs.count)
    for polygon in 0..<source.polygonCount where isPresent[polygon] {
      for reference in source.references(ofPolygon: polygon) { isKept[reference.arc] = true }
    }
    return isKept
  }

  private mutating func copyDescription(of source: Coverage) {
    coverage.map = source.map
    coverage.sources = source.sources
    coverage.regions = source.regions
    coverage.ledger = source.ledger
    coverage.findings = source.findings
  }
}

// MARK: - Losses and findings

extension ProjectedCoverage {
  private mutating func clip(
    _ source: Coverage, _ isPresent: ContiguousArray<Bool>, _ lines: ProjectedLines
  ) throws(StageError) {
    for region in source.regions.indices {
      var isBeyond = false
      var isWithin = false
      for polygon in source.polygons(of: region) where isPresent[polygon] {
        let side = Self.side(of: polygon, source, lines)
        isBeyond = isBeyond || side.isBeyond
        isWithin = isWithin || side.isWithin
      }
      guard isBeyond else { continue }
      guard isWithin else { throw .beyondThePlane(source.regions[region]) }
      coverage.findings.append(.clipped(source.regions[region]))
    }
  }

  /// Whether a part of a polygon's shell lies within the plane, and whether a part lies beyond.
  private static func side(
    of polygon: Int, _ source: Coverage, _ lines: ProjectedLines
  ) -> (isWithin: Bool, isBeyond: Bool) {
    let ring = source.shell(of: polygon)
    var result = (isWithin: false, isBeyond: false)
    for reference in source.references(of: ring) {
      guard let line = lines[reference.arc] else { continue }
      result.isWithin = result.isWithin || line.isWithin
      result.isBeyond = result.isBeyond || line.isBeyond
    }
    return result
  }

  /// The largest polygon within the plane of each region that has one, and the box of its shell.
  private static func largestPolygons(
    _ source: Coverage, _ isPresent: ContiguousArray<Bool>, _ lines: ProjectedLines
  ) -> [(region: Int, polygon: Int, box: PlaneBox)] {
    source.regions.indices.compactMap { region in
      let largest = IslandRule.largestPolygon(of: region, source) {
        isPresent[$0] && side(of: $0, source, lines).isWithin
      }
      guard let largest else { return nil }
      var box = PlaneBox()
      for reference in source.references(of: source.shell(of: largest)) {
        if let line = lines[reference.arc] { box.extend(to: line.box) }
      }
      return (region, largest, box)
    }
  }

  static func noShape(_ lost: [Int], _ source: Coverage) -> StageError {
    StageError(
      .findings, at: Location(name: lost.first.map { source.regions[$0].title }),
      lost.count == 1
        ? "the region is too small for the finest grid on which the map fits"
        : "\(Figures.grouped(lost.count)) regions are too small for the finest grid on which the map fits, this one first",
      remedy: "leave the region out, or make maps of smaller extent")
  }

  /// Reports a grid that is coarser than the tolerance, and one that is finer than the grid to begin with.
  mutating func reportGrid(from first: Int, to exponent: Int, _ options: SimplifyOptions) {
    if options.cellExponent != nil, GridChoice.defeats(exponent, options) {
      coverage.findings.append(
        Finding(
          .gridCoarse, severity: .warning,
          "the cells of the pack grid are wider than the tolerance: \(PackGrid.width(ofExponent: exponent).words) at the equator",
          remedy: "write a finer grid, or leave it out and have it chosen with \(.grid)"))
    }
    guard exponent < first else { return }
    coverage.findings.append(
      Finding(
        .gridHalved, severity: .note,
        "the pack grid has cells of \(PackGrid.width(ofExponent: exponent).words) at the equator instead of "
          + "\(PackGrid.width(ofExponent: first).words), so that the largest polygon of each region survives",
        count: first - exponent))
  }

  private mutating func reportRounding(
    _ source: Coverage, _ isPresent: ContiguousArray<Bool>, _ lines: ProjectedLines, _ match: PolygonMatch,
    _ arrangement: Arrangement
  ) {
    var collapsed: [Int] = []
    var beyond: [Int] = []
    for polygon in 0..<source.polygonCount where isPresent[polygon] && !match.survives[polygon] {
      if Self.side(of: polygon, source, lines).isWithin { collapsed.append(polygon) } else { beyond.append(polygon) }
    }
    drop(collapsed, rule: .belowGrid, "are smaller than the pack grid can show and were dropped")
    drop(beyond, rule: .clipped, "lie beyond the Mercator plane and were dropped")
    let mended = arrangement.noding.crossings.count + arrangement.noding.touches.count
    if mended > 0 {
      coverage.findings.append(
        Finding(
          .gridNoded, severity: .note,
          "rounding to the pack grid made lines meet at \(mended) \(mended == 1 ? "point" : "points"), "
            + "which became shared vertices",
          count: mended))
    }
    reportAdjacency(source)
  }

  /// Counts polygons as dropped by a rule, and reports them.
  private mutating func drop(_ polygons: [Int], rule: Rule, _ what: String) {
    guard !polygons.isEmpty else { return }
    let count = polygons.count
    coverage.ledger.droppedPolygons[rule, default: 0] += count
    coverage.findings.append(
      Finding(
        rule, severity: .note, count == 1 ? "1 polygon: \(what)" : "\(Figures.grouped(count)) polygons \(what)",
        count: count))
  }

  private mutating func reportAdjacency(_ source: Coverage) {
    let before = source.neighbors.map { [$0.0, $0.1] }
    let after = coverage.neighbors.map { [$0.0, $0.1] }
    guard before != after else { return }
    let kept = Set(before)
    let made = Set(after)
    let changes =
      before.filter { !made.contains($0) }.map { ($0, false) } + after.filter { !kept.contains($0) }.map { ($0, true) }
    for (pair, isNew) in changes {
      let (a, b) = (source.regions[Int(pair[0])], source.regions[Int(pair[1])])
      coverage.findings.append(
        Finding(
          .adjacencyChanged, severity: .note, at: a.location,
          "by rounding to the pack grid, \(b.title) "
            + (isNew ? "has become a neighbor" : "is no longer a neighbor")))
    }
  }
}

extension StageError {
  static func beyondThePlane(_ region: Region) -> StageError {
    StageError(
      .findings, at: Location(name: region.title),
      "the whole region lies beyond latitude ±85.0511°, where the Mercator plane ends",
      remedy: "leave the region out with \(.drop)")
  }
}

extension Finding {
  static func clipped(_ region: Region) -> Finding {
    Finding(
      .clipped, severity: .note, at: region.location,
      "what lies beyond latitude ±85.0511°, where the Mercator plane ends, was cut off")
  }
}
