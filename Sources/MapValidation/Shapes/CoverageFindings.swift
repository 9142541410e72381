import MapFeatures
import MapGeometry
import MapPack
import MapTopology

/// Where a coverage breaks its promises, at any of its levels; the findings that it carries are not among
/// them.
///
/// At each level the rings are put together from their arcs and judged by the same rules as those of a source, region
/// by region; besides, shells must run counter-clockwise and holes clockwise, and arcs meet in nodes only. A level
/// that repeats the finding of a finer one at the same place does not say it again.
/// - Parameter file: the path of the stage file or pack, as the user wrote it.
/// - Complexity: O(n log n) a level for n vertices. The result does not depend on `jobs`.
package func structuralFindings(
  of coverage: Coverage, file: String? = nil, jobs: Int = 1, progress: ProgressHandler? = nil
) -> [Finding] {
  struct Place: Hashable {
    var rule: Rule
    var message: String
    var region: String?
    var longitude: Double?
    var latitude: Double?
  }
  var said: Set<Place> = []
  var all: [Finding] = []
  for level in coverage.levels.indices {
    progress?(ProgressEvent(activity: "validating", done: level, total: coverage.levels.count, unit: "levels"))
    let rings = concurrentMap(coverage.regions.count, jobs: jobs) { region in
      ringFindings(of: region, in: coverage, level: level)
    }
    for var finding in rings.flatMap({ $0 }) + arcFindings(in: coverage, level: level, jobs: jobs) {
      let place = Place(
        rule: finding.rule, message: finding.message, region: finding.code, longitude: finding.longitude,
        latitude: finding.latitude)
      guard said.insert(place).inserted else { continue }
      finding.file = file
      if coverage.levels.count > 1 { finding.message += " at level \(level)" }
      all.append(finding)
    }
  }
  return all
}

// MARK: Rings

private func ringFindings(of region: Int, in coverage: Coverage, level: Int) -> [Finding] {
  var findings: [Finding] = []
  var judged = JudgedPolygons<GridPoint>()
  // Polygons are numbered as the coverage numbers them, whatever the level.
  var numbers: [Int] = []
  let polygons = coverage.polygonStart[region]..<coverage.polygonStart[region + 1]
  for polygon in polygons where Int(coverage.polygonLevel[polygon]) >= level {
    numbers.append(polygon - polygons.lowerBound)
    for ring in coverage.ringStart[polygon]..<coverage.ringStart[polygon + 1] {
      let points = coverage.ringPoints(ring, level: level)
      let isShell = ring == coverage.ringStart[polygon]
      if let gap = points.gap {
        var finding = Finding(
          rule: .brokenRing, severity: Rule.brokenRing.severity,
          message: "an arc of the ring does not begin where the one before it ends")
        finding.place(gap, in: coverage.plane)
        findings.append(finding.located(polygon: numbers.last, ring: ring - coverage.ringStart[polygon]))
      } else if points.points.count >= 3, (doubledArea(points.points) > 0) != isShell, let first = points.points.first {
        var finding = Finding(
          rule: .wrongWinding, severity: Rule.wrongWinding.severity,
          message: isShell ? "the shell does not run counter-clockwise" : "the hole does not run clockwise")
        finding.place(first, in: coverage.plane)
        findings.append(finding.located(polygon: numbers.last, ring: ring - coverage.ringStart[polygon]))
      }
      judged.appendRing(count: points.points.count) { (points.points[$0], points.points[$0]) }
    }
    judged.endPolygon()
  }
  findings += PolygonRules.defects(in: judged).map { defect in
    var finding = defect.finding
    finding.polygon = numbers[defect.polygon]
    finding.place(defect.place, in: coverage.plane)
    return finding
  }
  for index in findings.indices {
    findings[index].code = coverage.regions[region].code
    findings[index].name = coverage.regions[region].name
    findings[index].remedy = Rule.brokenRing.remedy
  }
  return findings
}

/// Twice the area of a ring on its grid.
private func doubledArea(_ ring: [GridPoint]) -> Int64 {
  var sum: Int64 = 0
  for index in ring.indices {
    let a = ring[index]
    let b = ring[index + 1 == ring.count ? 0 : index + 1]
    // Partial sums may wrap; the whole, at most 2⁶¹, comes out right all the same.
    sum &+= Int64(a.x) &* Int64(b.y) &- Int64(b.x) &* Int64(a.y)
  }
  return sum
}

extension Coverage {
  /// The vertices of a ring at a level, its closing vertex not repeated; and where its arcs do not follow each other,
  /// the end that lacks its beginning.
  fileprivate func ringPoints(_ ring: Int, level: Int) -> (points: [GridPoint], gap: GridPoint?) {
    var points: [GridPoint] = []
    var gap: GridPoint?
    var isClosed = false
    for reference in references[referenceStart[ring]..<referenceStart[ring + 1]] {
      let arc = reference.arc
      isClosed = isClosed || arcs.isClosed[arc]
      var line = arcs.vertices(of: arc).filter { arcs.vertexLevel[$0] >= level }.map { arcs.point($0) }
      if reference.isReversed { line.reverse() }
      if let last = points.last {
        if last != line.first { gap = gap ?? last }
        points.removeLast()
      }
      points += line
    }
    if !isClosed, points.count > 1, let last = points.popLast(), last != points.first { gap = gap ?? last }
    return (points, gap)
  }
}

// MARK: Arcs

/// Arcs that have no region in common and meet elsewhere than in nodes; those that have one are told by its rings.
private func arcFindings(in coverage: Coverage, level: Int, jobs: Int) -> [Finding] {
  var paths = Paths()
  var arcOfVertex = ContiguousArray<Int32>()
  let arcs = coverage.arcs
  for arc in 0..<arcs.count {
    for vertex in arcs.vertices(of: arc) where arcs.vertexLevel[vertex] >= level {
      paths.append(arcs.point(vertex))
      arcOfVertex.append(Int32(truncatingIfNeeded: arc))
    }
    paths.endPath(isClosed: arcs.isClosed[arc])
  }
  func end(of segment: Int) -> GridPoint {
    let arc = Int(arcOfVertex[segment])
    return paths.point(segment + 1 == paths.start[arc + 1] ? paths.start[arc] : segment + 1)
  }
  func regions(beside arc: Int) -> Set<Int32> { Set([arcs.left[arc], arcs.right[arc]].filter { $0 >= 0 }) }

  let meetings = interactions(of: paths, jobs: jobs)
  // Sides are compared where arcs meet in nodes only.
  if meetings.isEmpty { return sideFindings(in: coverage, at: paths) }
  return meetings.compactMap { interaction in
    let one = Int(arcOfVertex[interaction.first])
    let other = Int(arcOfVertex[interaction.second])
    guard regions(beside: one).isDisjoint(with: regions(beside: other)) else { return nil }
    let (a, b) = (paths.point(interaction.first), end(of: interaction.first))
    let (c, d) = (paths.point(interaction.second), end(of: interaction.second))
    func names(_ arc: Int) -> String {
      regions(beside: arc).sorted().map { coverage.regions[Int($0)].name }.joined(separator: " and ")
    }
    var finding = Finding(
      rule: .crossingArcs, severity: Rule.crossingArcs.severity,
      message: "the border of \(names(one)) meets that of \(names(other)) outside their nodes")
    let meeting =
      interaction.relation == .crossing
      ? roundedCrossing(a, b, c, d)
      : [a, b, c, d].first { segment(a, b, contains: $0) && segment(c, d, contains: $0) } ?? a
    finding.place(meeting, in: coverage.plane)
    finding.remedy = Rule.crossingArcs.remedy
    return finding
  }
}

/// Where arcs do not agree on what lies between them, or a ring has not its region on its left.
private func sideFindings(in coverage: Coverage, at paths: Paths) -> [Finding] {
  func name(_ region: Int32) -> String { region < 0 ? "no region" : coverage.regions[Int(region)].name }
  func finding(_ message: String, at place: GridPoint) -> Finding {
    var finding = Finding(
      rule: .inconsistentSides, severity: Rule.inconsistentSides.severity, message: message)
    finding.place(place, in: coverage.plane)
    finding.remedy = Rule.inconsistentSides.remedy
    return finding
  }
  var findings = SideFindings(coverage.arcs, at: paths).disagreements.map {
    finding("one border has \(name($0.one)) here, the next has \(name($0.other))", at: $0.place)
  }
  for region in coverage.regions.indices {
    for polygon in coverage.polygonStart[region]..<coverage.polygonStart[region + 1] {
      let references =
        coverage.referenceStart[
          coverage.ringStart[polygon]]..<coverage.referenceStart[
          coverage.ringStart[polygon + 1]]
      for reference in coverage.references[references] {
        let arc = reference.arc
        let left = reference.isReversed ? coverage.arcs.right[arc] : coverage.arcs.left[arc]
        guard Int(left) != region, paths.start[arc] < paths.start[arc + 1] else { continue }
        findings.append(
          finding(
            "a border of \(coverage.regions[region].name) has \(name(left)) on its inner side",
            at: paths.point(paths.start[arc])))
      }
    }
  }
  return findings
}

extension Finding {
  fileprivate mutating func place(_ point: GridPoint, in plane: Plane) {
    switch plane {
    case .lonlat(let grid):
      longitude = grid.longitude(x: point.x)
      latitude = grid.latitude(y: point.y)
    case .mercator(let grid):
      longitude = WebMercator.longitude(x: grid.x(point.x))
      latitude = WebMercator.latitude(y: grid.y(point.y))
    }
  }

  fileprivate func located(polygon: Int?, ring: Int) -> Finding {
    var copy = self
    copy.polygon = polygon
    copy.ring = ring
    return copy
  }
}

extension ValidationReport.Checked {
  /// All of a coverage: its regions, its polygons, and the vertices of its arcs, each once.
  package init(_ coverage: Coverage) {
    self.init(
      features: coverage.regions.count, polygons: coverage.polygonCount, vertices: coverage.arcs.vertexCount)
  }
}
