import MapPackFeatures
import MapPackGeometry

/// The findings on how the regions of a table fit together: land that several regions claim, land between regions that
/// none claims, borders that meet elsewhere than in common vertices, and borders that nearly meet. `ShapeFindings` asks
/// for them; `ValidationReport` sorts them.
///
/// The plane is divided into faces as `merge` divides it, so overlaps and gaps are faces. Without a key no finding is
/// worse than a warning, because a feature need not be a region then. Severities are those of `RuleExplanation`, unless
/// one is set here: a narrow gap is a warning. `Sliver` has the width below which a gap is narrow,
/// `ClaimedBorders.reach()` the distance of near misses.
///
/// A finding has the first feature of one of the regions that take part. Meetings and near misses in the box of an
/// overlap or gap of the same regions are not reported.
struct BorderFindings {
  private let table: FeatureTable
  private let labels: FeatureLabels
  private let regions: BorderRegions
  private let grid: NodingGrid
  /// The overlaps and gaps found, each as a box on the grid and the regions that take part.
  private var explained: [(box: GridBox, regions: [Int32])] = []
  /// The gaps found, in the order of their findings.
  private var gaps: [Sliver] = []
  /// The land that a finding is about, by the finding's index.
  private var slivers: [Int: Sliver] = [:]
  private(set) var findings: [Finding] = []

  /// - Parameters:
  ///   - drawing: all features of the table, on one grid.
  ///   - regions: the regions of these features.
  /// - Complexity: O(n log n) for n vertices, if few borders cross.
  init(_ table: FeatureTable, _ drawing: BorderDrawing, _ labels: FeatureLabels, _ regions: BorderRegions, jobs: Int) {
    self.table = table
    self.labels = labels
    self.regions = regions
    grid = drawing.rings.grid
    let borders = ClaimedBorders(drawing, region: regions.region)
    let distance = borders.reach()
    // The search for near misses takes as long as all the rest and does not depend on it, so both run at once.
    let misses = Deferred(jobs: jobs) { borders.nearMisses(table, within: distance, jobs: jobs) }
    let land = borders.land(table, regionCount: regions.feature.count, jobs: jobs)
    for land in land.contested { addOverlap(land) }
    for land in land.gaps { addGap(land) }
    for land in land.beyondShells {
      var finding = Finding.landBeyondShell(squareMeters: land.squareMeters)
      labels.fill(&finding, feature: land.feature, of: table)
      finding.longitude = grid.longitude(x: land.point.x)
      finding.latitude = grid.latitude(y: land.point.y)
      findings.append(finding)
    }
    addMeetings(borders.crossings())
    report(misses.value, searched: distance)
    proposeFilling()
    foldSlivers()
  }

  // MARK: Words

  /// A region's name for a message: its name and code, or its record if it lacks one of them.
  private func words(_ region: Int32) -> String {
    let feature = regions.feature[Int(region)]
    let record = "record \(table.record[feature])"
    switch (labels.name[feature], labels.code[feature]) {
    case (let name?, let code?): return name == code ? code : "\(name) (\(code))"
    case (nil, let code?): return code
    case (let name?, nil): return "\(name) (\(record))"
    case (nil, nil): return record
    }
  }

  private func list(_ regions: [Int32]) -> String {
    regions.prefix(4).map(words).joined(separator: ", ") + (regions.count > 4 ? ", …" : "")
  }

  private func finding(_ rule: Rule, of region: Int32, at point: GridPoint, _ message: String) -> Finding {
    var finding = labels.finding(rule, of: regions.feature[Int(region)], in: table, message)
    if !labels.hasKey { finding.severity = min(finding.severity, .warning) }
    finding.longitude = grid.longitude(x: point.x)
    finding.latitude = grid.latitude(y: point.y)
    return finding
  }

  // MARK: Land

  private mutating func addOverlap(_ land: ContestedLand) {
    let sliver = Sliver(land.boundary, grid: grid)
    var finding = finding(
      .overlap, of: land.claimants[0], at: land.point, "\(list(land.claimants)) claim the same land: \(sliver.words)")
    if sliver.width < sliver.cell {
      finding.severity = min(finding.severity, .warning)
      finding.message += ", within the grid"
    }
    slivers[findings.count] = sliver
    findings.append(finding)
    explained.append((Self.box(of: land.boundary), land.claimants))
  }

  private mutating func addGap(_ land: EnclosedLand) {
    let sliver = Sliver(land.boundary, grid: grid)
    var finding = finding(
      .gap, of: land.neighbors[0], at: sliver.smallestVertex,
      "no region claims the land between \(list(land.neighbors)): \(sliver.words)")
    if sliver.width < Sliver.narrow { finding.severity = .warning }
    slivers[findings.count] = sliver
    findings.append(finding)
    gaps.append(sliver)
    explained.append((Self.box(of: land.boundary), land.neighbors))
  }

  /// The box round a boundary, two cells wider on each side.
  private static func box(of boundary: Paths) -> GridBox {
    var box = GridBox()
    for vertex in 0..<boundary.vertexCount { box.extend(to: boundary.point(vertex)) }
    box.minX -= 2
    box.minY -= 2
    box.maxX += 2
    box.maxY += 2
    return box
  }

  /// Whether a point lies in the box of an overlap or gap in which both regions take part.
  private func isExplained(_ point: GridPoint, between a: Int32, _ b: Int32) -> Bool {
    explained.contains { land in
      land.box.contains(point) && land.regions.contains(a) && land.regions.contains(b)
    }
  }

  /// Gives the narrow gaps the remedy `--fill-gaps AREA`, if an area fills all of them and no other gap.
  ///
  /// The area is the smallest power of ten, in square meters, that is larger than the largest narrow gap.
  private mutating func proposeFilling() {
    let narrow = gaps.filter { $0.width < Sliver.narrow }
    guard let largest = narrow.map(\.area).max() else { return }
    let others = gaps.filter { $0.width >= Sliver.narrow }.map(\.area)
    var area = 1.0
    while area <= largest { area *= 10 }
    guard others.allSatisfy({ $0 > area }) else { return }
    for index in findings.indices
    where findings[index].rule == .gap && findings[index].severity == .warning {
      findings[index].remedy =
        "mend the border in the source, or let merge give it to a neighbor with --fill-gaps \"\(Int(area)) m2\""
    }
  }

  /// Up to this number, the slivers of one rule, severity and layer are reported one by one.
  private static let listedSlivers = 3

  /// Unites many slivers that no map shows into one finding per rule, severity and layer: the widest, with a count.
  private mutating func foldSlivers() {
    struct Kind: Hashable {
      var rule: Rule
      var severity: Finding.Severity
      var file: String?
      var layer: String?
    }
    var indicesByKind: [Kind: [Int]] = [:]
    for (index, sliver) in slivers where sliver.isInvisible {
      let finding = findings[index]
      let kind = Kind(rule: finding.rule, severity: finding.severity, file: finding.file, layer: finding.layer)
      indicesByKind[kind, default: []].append(index)
    }
    var folded: Set<Int> = []
    for indices in indicesByKind.values where indices.count > Self.listedSlivers {
      // Of equally wide slivers the first counts, so that the order of a dictionary decides nothing.
      let ordered = indices.sorted()
      guard
        let widest = ordered.max(by: { a, b in
          (slivers[a]?.width ?? 0, -a) < (slivers[b]?.width ?? 0, -b)
        })
      else { continue }
      findings[widest].message.insert(
        contentsOf: "slivers, the widest of them: ", at: findings[widest].message.startIndex)
      findings[widest].count = indices.count
      folded.formUnion(indices)
      folded.remove(widest)
    }
    findings = findings.indices.filter { !folded.contains($0) }.map { findings[$0] }
  }

  // MARK: Lines

  /// Adds the meetings that no overlap or gap explains.
  ///
  /// Meetings of the same two regions along one arc, at most 16 segments apart, are one finding, at the first of them.
  private mutating func addMeetings(_ crossings: [ClaimedBorders.Crossing]) {
    func key(_ crossing: ClaimedBorders.Crossing) -> (Int32, Int32, Int, Int) {
      (crossing.a, crossing.b, crossing.arc, crossing.segment)
    }
    let unexplained = crossings.filter { !isExplained($0.point, between: $0.a, $0.b) }.sorted { key($0) < key($1) }
    var last: (Int32, Int32, Int, Int)?
    var reported: Set<GridPoint> = []
    for crossing in unexplained {
      // More than two regions may meet in one point.
      guard reported.insert(crossing.point).inserted else { continue }
      let here = key(crossing)
      if let last, (last.0, last.1, last.2) == (here.0, here.1, here.2), here.3 - last.3 <= 16 {
        findings[findings.count - 1].count += 1
      } else {
        findings.append(
          finding(
            .unmatchedEdge, of: crossing.a, at: crossing.point,
            "the borders of \(words(crossing.a)) and \(words(crossing.b)) meet at a point that is not a vertex of both"
          ))
      }
      last = here
    }
  }

  /// Adds the near misses that no overlap or gap explains. A miss that is wider than the proposed distance to snap is a
  /// note, and so are all if none is proposed.
  /// - Parameter searched: the distance, in meters, up to which near misses were searched for.
  private mutating func report(_ misses: [NearMiss], searched: Double) {
    let snap = proposedSnap(misses, searched: searched)
    for miss in misses where !isExplained(miss.point, between: miss.a, miss.b) {
      let other = miss.a == miss.region ? miss.b : miss.a
      let width = Sliver.meters(miss.width)
      let length = miss.length > 0 ? " over \(Sliver.meters(miss.length))" : ""
      let sentence =
        miss.a == miss.b
        ? "the border of \(words(miss.region)) is \(width) from ±180°\(length), beyond which it goes on"
        : "the borders of \(words(miss.region)) and \(words(other)) are \(width) apart\(length) and do not meet"
      var finding = finding(.nearMiss, of: miss.region, at: miss.point, sentence)
      if let snap, miss.width <= snap {
        finding.remedy = "move the borders together, or let merge do it with --snap \"\(Sliver.meters(snap))\""
      } else {
        finding.severity = .note
        finding.remedy = "unless that is a strait, move the borders together"
      }
      findings.append(finding)
    }
  }
}
