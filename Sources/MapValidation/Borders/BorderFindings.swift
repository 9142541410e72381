import MapArrangement
import MapFeatures
import MapGeometry
import MapTopology

/// Where the regions of a table do not fit beside each other: land claimed twice, land between them that nobody claims,
/// borders that meet outside of common vertices. Without a key all findings are warnings at most.
///
/// The plane is divided into faces, as `merge` does it; what several regions claim, and what is enclosed and nobody's, are
/// faces.
struct BorderFindings {
  private let table: FeatureTable
  private let labels: FeatureLabels
  private let regions: BorderRegions
  private let grid: NodingGrid
  /// Land that several claim, or nobody, and the regions beside it.
  private var explained: [(box: GridBox, regions: [Int32])] = []
  /// The gaps found, by area.
  private var gaps: [Sliver] = []
  /// The land of findings, by their number.
  private var slivers: [Int: Sliver] = [:]
  private(set) var findings: [Finding] = []

  init(_ table: FeatureTable, _ drawing: BorderDrawing, _ labels: FeatureLabels, _ regions: BorderRegions, jobs: Int) {
    self.table = table
    self.labels = labels
    self.regions = regions
    grid = drawing.rings.grid
    let borders = ClaimedBorders(drawing, region: regions.region)
    let distance = borders.reach()
    // Near misses take as long as the rest, and are another matter.
    let misses = Deferred(jobs: jobs) { borders.nearMisses(table, within: distance, jobs: jobs) }
    let land = borders.land(table, regionCount: regions.feature.count, jobs: jobs)
    for land in land.contested { addOverlap(land) }
    for land in land.gaps { addGap(land) }
    addMeetings(borders.crossings())
    report(misses.value, searched: distance)
    proposeFilling()
    foldSlivers()
  }

  // MARK: Words

  /// What a region is called in a message.
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

  private func finding(_ rule: Rule, of region: Int32, at place: GridPoint, _ message: String) -> Finding {
    var finding = labels.finding(rule, of: regions.feature[Int(region)], in: table, message)
    if !labels.hasKey { finding.severity = min(finding.severity, .warning) }
    finding.longitude = grid.longitude(x: place.x)
    finding.latitude = grid.latitude(y: place.y)
    return finding
  }

  // MARK: Land

  private mutating func addOverlap(_ land: ContestedLand) {
    let sliver = Sliver(land.outline, grid: grid)
    var finding = finding(
      .overlap, of: land.claimants[0], at: land.point, "\(list(land.claimants)) claim the same land: \(sliver.words)")
    if sliver.width < sliver.cell {
      finding.severity = min(finding.severity, .warning)
      finding.message += ", within the grid"
    }
    slivers[findings.count] = sliver
    findings.append(finding)
    explained.append((Self.box(of: land.outline), land.claimants))
  }

  private mutating func addGap(_ land: EnclosedLand) {
    let sliver = Sliver(land.outline, grid: grid)
    var finding = finding(
      .gap, of: land.neighbours[0], at: sliver.place,
      "no region claims the land between \(list(land.neighbours)): \(sliver.words)")
    if sliver.width < Sliver.narrow { finding.severity = .warning }
    slivers[findings.count] = sliver
    findings.append(finding)
    gaps.append(sliver)
    explained.append((Self.box(of: land.outline), land.neighbours))
  }

  /// The box round an outline, and two cells more.
  private static func box(of outline: Paths) -> GridBox {
    var box = GridBox()
    for vertex in 0..<outline.vertexCount { box.extend(to: outline.point(vertex)) }
    box.minX -= 2
    box.minY -= 2
    box.maxX += 2
    box.maxY += 2
    return box
  }

  private func isExplained(_ place: GridPoint, between a: Int32, _ b: Int32) -> Bool {
    explained.contains { land in
      land.box.contains(place) && land.regions.contains(a) && land.regions.contains(b)
    }
  }

  /// Says by which area `merge` would fill the narrow gaps and no other: a round one, at least as large as the largest
  /// of them and smaller than every other gap.
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
        "mend the border in the source, or let merge give it to a neighbour with --fill-gaps \"\(Int(area)) m2\""
    }
  }

  /// How many slivers of one rule and file are told one by one.
  private static let listedSlivers = 3

  /// Many slivers that no map shows, of one rule, severity and file, are one finding: the widest, and how many there
  /// are.
  private mutating func foldSlivers() {
    struct Kind: Hashable {
      var rule: Rule
      var severity: Finding.Severity
      var file: String?
      var layer: String?
    }
    var numbersByKind: [Kind: [Int]] = [:]
    for (number, sliver) in slivers where sliver.isInvisible {
      let finding = findings[number]
      let kind = Kind(rule: finding.rule, severity: finding.severity, file: finding.file, layer: finding.layer)
      numbersByKind[kind, default: []].append(number)
    }
    var folded: Set<Int> = []
    for numbers in numbersByKind.values where numbers.count > Self.listedSlivers {
      // The first of equals, so that no order of a dictionary decides.
      let ordered = numbers.sorted()
      guard
        let widest = ordered.max(by: { a, b in
          (slivers[a]?.width ?? 0, -a) < (slivers[b]?.width ?? 0, -b)
        })
      else { continue }
      findings[widest].message.insert(
        contentsOf: "slivers, the widest of them: ", at: findings[widest].message.startIndex)
      findings[widest].count = numbers.count
      folded.formUnion(numbers)
      folded.remove(widest)
    }
    findings = findings.indices.filter { !folded.contains($0) }.map { findings[$0] }
  }

  // MARK: Lines

  /// Meetings that no land explains. Those of the same two regions that follow each other along one arc, with at most
  /// a few edges between them, are one finding.
  private mutating func addMeetings(_ crossings: [ClaimedBorders.Crossing]) {
    func place(_ crossing: ClaimedBorders.Crossing) -> (Int32, Int32, Int, Int) {
      (crossing.a, crossing.b, crossing.arc, crossing.segment)
    }
    let unexplained = crossings.filter { !isExplained($0.place, between: $0.a, $0.b) }.sorted { place($0) < place($1) }
    var last: (Int32, Int32, Int, Int)?
    var said: Set<GridPoint> = []
    for crossing in unexplained {
      // Several regions may meet in one such place.
      guard said.insert(crossing.place).inserted else { continue }
      let here = place(crossing)
      if let last, (last.0, last.1, last.2) == (here.0, here.1, here.2), here.3 - last.3 <= 16 {
        findings[findings.count - 1].count += 1
      } else {
        findings.append(
          finding(
            .unmatchedEdge, of: crossing.a, at: crossing.place,
            "the borders of \(words(crossing.a)) and \(words(crossing.b)) meet where not both have a vertex"))
      }
      last = here
    }
  }

  /// Borders that run beside each other without meeting, where no gap or overlap says so already.
  /// - Parameter searched: up to which distance they were looked for.
  private mutating func report(_ misses: [NearMiss], searched: Double) {
    let snap = proposedSnap(misses, searched: searched)
    for miss in misses where !isExplained(miss.point, between: miss.a, miss.b) {
      let other = miss.a == miss.region ? miss.b : miss.a
      let length = miss.length > 0 ? " over \(Sliver.metres(miss.length))" : ""
      let sentence =
        miss.a == miss.b
        ? "the border of \(words(miss.region)) is \(Sliver.metres(miss.width)) from ±180°\(length), beyond which it goes on"
        : "the borders of \(words(miss.region)) and \(words(other)) are \(Sliver.metres(miss.width)) apart\(length) and "
          + "do not meet"
      var finding = finding(.nearMiss, of: miss.region, at: miss.point, sentence)
      if let snap, miss.width <= snap {
        finding.remedy = "move the borders together, or let merge do it with --snap \"\(Sliver.metres(snap))\""
      } else {
        finding.severity = .note
        finding.remedy = "if it is no strait, move the borders together"
      }
      findings.append(finding)
    }
  }
}
