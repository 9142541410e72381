import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// What is wrong with a table of areas, read off the plane that its rings divide: with the rings of single features, and
/// with how regions lie beside each other.
///
/// Each fault is one finding, with the severity and the remedy of its rule. A fault of rings that is gone in the
/// published coordinates is a note “within the grid”. Many slivers that no map shows are one finding.
package struct Diagnosis {
  /// The faults of rings, in the order of the table.
  package private(set) var shapes: [Finding] = []
  /// The faults of features and regions beside each other: twins, land that is drawn twice or lies beyond a shell,
  /// overlaps, and borders that meet outside of common vertices.
  package private(set) var borders: [Finding] = []
  /// The gaps between several regions. Merge leaves them as they are.
  package private(set) var gaps: [Finding] = []
  /// The gaps that were given to a neighbor.
  package private(set) var filled: [Finding] = []
  let land: LandAccounts

  private let table: FeatureRecords
  private let published: PublishedCoordinates
  private let division: RegionDivision
  private let ground: Ground
  private let describesLand: Bool
  let labels: RegionLabels
  /// The overlaps and gaps, each by its box and its regions.
  private var explained: [(box: GridBox, regions: [Int32])] = []
  private var explainedBoxes = GridBoxTree([])

  /// - Parameters:
  ///   - judgesAll: whether rings are judged in the coordinates of all features, else in those of features with faults on
  ///     the grid.
  ///   - describesLand: whether findings on overlaps and gaps have the land that they are about.
  /// - Complexity: O(h) for h half-edges and claims on faces, plus O(n) for the n vertices of features with faults and
  ///   round overlaps and gaps. The result does not depend on `jobs`.
  package init(
    _ table: FeatureTable, _ division: RegionDivision, judgesAll: Bool = false, describesLand: Bool = false, jobs: Int
  ) throws(StageError) {
    try self.init(
      table.records, .columns(table.coordinates), division, judgesAll: judgesAll, describesLand: describesLand,
      jobs: jobs)
  }

  /// - Throws: `unreadableData` if a shape that is read again is another one.
  init(
    _ table: FeatureRecords, _ shapes: PublishedShapes, _ division: RegionDivision, judgesAll: Bool = false,
    describesLand: Bool = false, jobs: Int
  ) throws(StageError) {
    (self.table, self.division, self.describesLand) = (table, division, describesLand)
    ground = Ground(division.grid)
    land = LandAccounts(division)
    labels = RegionLabels(table, division)
    let rings = RingFaults(division.plane, division.claims, land)
    published = try shapes.coordinates(of: table, Self.features(of: rings, division.claims, land))
    addRings(rings, judgesAll: judgesAll, jobs: jobs)
    addTwins()
    addDrawnTwice()
    addLandBeyondShells()
    addOverlaps()
    addGaps(jobs: jobs)
    explainedBoxes = GridBoxTree(explained.map(\.box))
    addMeetings(jobs: jobs)
  }

  // MARK: Rings

  /// The features of which findings say where a vertex is as it was published.
  private static func features(of rings: RingFaults, _ claims: RingClaims, _ land: LandAccounts) -> Set<Int> {
    var features = faulty(rings, claims, land)
    for polygon in claims.collapsedPolygons + claims.polygonsOfCollapsedHoles {
      features.insert(Int(claims.featureOfPolygon[Int(polygon)]))
    }
    return features.union(land.twin.indices.filter { land.twin[$0] >= 0 })
  }

  /// The features whose rings have faults on the grid, or touch there.
  private static func faulty(_ rings: RingFaults, _ claims: RingClaims, _ land: LandAccounts) -> Set<Int> {
    var faulty = rings.faults.flatMap { [$0.claim, $0.other] }.filter { $0 >= 0 } + rings.touches.flatMap(\.claims)
    faulty += land.enclosesLand.indices.filter { !land.enclosesLand[$0] }.map { Int32(truncatingIfNeeded: $0) }
    return Set(faulty.map(claims.feature))
  }

  private mutating func addRings(_ rings: RingFaults, judgesAll: Bool, jobs: Int) {
    let claims = division.claims
    var places: Set<PublishedVisits.Place> = []
    func place(_ claim: Int32, _ point: GridPoint) -> PublishedVisits.Place {
      PublishedVisits.Place(ring: Int(claims.ring[Int(claim)]), point: point)
    }
    for fault in rings.faults { if let point = fault.point { places.insert(place(fault.claim, point)) } }
    for touch in rings.touches { for claim in touch.claims { places.insert(place(claim, touch.point)) } }
    let visits = PublishedVisits(table, published, places, grid: division.grid, jobs: jobs)
    let judged =
      judgesAll
      ? table.source.indices.filter { division.grouping.region[$0] >= 0 }
      : Self.faulty(rings, claims, land).sorted()
    var verdict = PublishedVerdict(table, published, judged, division.grid, jobs: jobs)

    for var fault in rings.faults {
      let ring = Int(claims.ring[Int(fault.claim)])
      let other = fault.other >= 0 ? Int(claims.ring[Int(fault.other)]) : ring
      let isPublished = verdict.has(&fault, ring, other)
      let seen = fault.point.map { visits[place(fault.claim, $0)] } ?? []
      let isSecond = fault.rule == .ringSelfIntersection && seen.count > 1 && seen[1].isAtVertex
      add(fault, ring: ring, other: other, visit: isSecond ? seen[1] : seen.first, isPublished)
    }
    for claim in claims.ring.indices where !land.enclosesLand[claim] {
      let ring = Int(claims.ring[claim])
      let isFlat = verdict.isFlat(ring, table, published)
      add(RingFault(rule: .zeroArea, claim: Int32(claim)), ring: ring, other: ring, visit: nil, isFlat)
    }
    let misplaced = Set(rings.misplaced.map { Int(claims.ring[Int($0)]) })
    for meeting in verdict.untold where !misplaced.contains(meeting.ring) && !misplaced.contains(meeting.other) {
      add(meeting)
    }
    for (touch, claim) in touchesOnGrid(rings, beside: verdict.divided) {
      let fault = RingFault(rule: .disconnectedInterior, claim: claim, other: touch.claims[0], point: touch.point)
      add(
        fault, ring: Int(claims.ring[Int(claim)]), other: Int(claims.ring[Int(touch.claims[0])]),
        visit: visits[place(claim, touch.point)].first, false)
    }
    shapes.sort { Self.key($0) < Self.key($1) }
    for feature in rings.crowded {
      let (file, record) = (table.sources[Int(table.source[feature])].path, Int(table.record[feature]))
      let own = shapes.indices.filter { shapes[$0].file == file && shapes[$0].record == record }
      if let last = own.max(by: { (shapes[$0].severity, $0) < (shapes[$1].severity, $1) }) {
        shapes[last].message += "; its rings meet at more points than are listed"
      }
    }
    gather(claims.collapsedPolygons.map { table.shell(of: Int($0)) }, what: "polygon", visits)
    gather(claims.collapsedHoles.map(Int.init), what: "hole", visits)
    addShort(claims.collapsedPolygons.flatMap { table.rings(of: Int($0)).dropFirst() }.filter(visits.isTooShort))
  }

  private static func key(_ finding: Finding) -> (Int, Int, Int, Int, String) {
    (finding.record ?? 0, finding.polygon ?? 0, finding.ring ?? 0, finding.vertex ?? 0, finding.rule.rawValue)
  }

  /// The touches that cut the inside of a polygon in two on the grid, and the claim of a ring that touches there: the
  /// rings of the polygon and the points in which they touch form a graph, and each touch that closes a cycle cuts off a
  /// part. Polygons that are divided as published are left out.
  private func touchesOnGrid(_ rings: RingFaults, beside divided: Set<Int>) -> [(RingTouch, Int32)] {
    guard !rings.touches.isEmpty else { return [] }
    var found: [(RingTouch, Int32)] = []
    var together = DisjointSets(count: division.claims.ring.count)
    for touch in rings.touches {
      let claims = touch.claims.filter { !rings.misplaced.contains($0) }
      for claim in claims.dropFirst() where !rings.areEntangled(claim, claims[0]) {
        if together.find(Int(claim)) == together.find(Int(claims[0])),
          !divided.contains(Int(division.claims.roles.polygon[Int(claim)]))
        {
          found.append((RingTouch(point: touch.point, claims: claims), claim))
        }
        together.unite(Int(claim), Int(claims[0]))
      }
    }
    return found
  }

  /// Adds a fault that the grid does not show.
  private mutating func add(_ meeting: PublishedVerdict.Untold) {
    var location = labels.location(ofRing: meeting.ring)
    (location.longitude, location.latitude) = (meeting.point.x, meeting.point.y)
    location.vertex = meeting.vertex - table.vertices(ofRing: meeting.ring).lowerBound
    let other = meeting.other == meeting.ring ? nil : labels.words(ofRing: meeting.other, beside: meeting.ring)
    let fault = RingFault(rule: meeting.rule, claim: 0, isAlongLine: meeting.isAlongLine)
    shapes.append(
      Finding(
        fault.rule, at: location, Self.words(for: fault, other: other), remedy: fault.rule.remedy, count: meeting.count)
    )
  }

  private mutating func add(
    _ fault: RingFault, ring: Int, other: Int, visit: PublishedVisits.Visit?, _ isPublished: Bool
  ) {
    let otherRing = other == ring ? nil : other
    let range = table.vertices(ofRing: ring)
    let vertex = visit?.vertex ?? range.lowerBound
    var location = location(ofRing: ring, at: vertex)
    location.vertex = vertex - range.lowerBound
    if let point = fault.point, visit?.isAtVertex != true { labels.place(&location, point) }
    shapes.append(
      Finding(
        fault.rule, severity: isPublished ? nil : .note, at: location,
        Self.words(for: fault, other: otherRing.map { labels.words(ofRing: $0, beside: ring) })
          + (isPublished ? "" : " on the noding grid, and not in the coordinates as published: within the grid"),
        remedy: fault.rule.remedy, count: fault.count))
  }

  /// The location of a ring, at one of its vertices.
  private func location(ofRing ring: Int, at vertex: Int) -> Location {
    var location = labels.location(ofRing: ring)
    place(&location, at: vertex)
    return location
  }

  private func place(_ location: inout Location, at vertex: Int) {
    let position = published.position(vertex, published.shift(at: vertex))
    (location.longitude, location.latitude) = (position.x, position.y)
  }

  private static func words(for fault: RingFault, other: String?) -> String {
    switch fault.rule {
    case .selfIntersection: "the ring \(fault.isAlongLine ? "runs along" : "crosses") \(other ?? "itself")"
    case .ringSelfIntersection: "the ring passes through this point \(fault.count == 1 ? "twice" : "several times")"
    case .spike: "the ring runs out to a point and straight back"
    case .duplicateRings: "the ring is the same as \(other ?? "another")"
    case .holeOutsideShell: "the hole is not inside its shell"
    case .nestedHoles: "the hole lies inside \(other ?? "another")"
    case .nestedShells: "the polygon lies inside another of the same feature: \(other ?? "")"
    case .zeroArea: "the ring encloses no land"
    case .disconnectedInterior: "the ring touches \(other ?? "another") so that the inside of the polygon falls in two"
    default: fault.rule.explanation.meaning
    }
  }

  /// Adds a finding for each of some rings, which have too few vertices as published.
  private mutating func addShort(_ rings: [Int]) {
    for ring in rings {
      var location = location(ofRing: ring, at: table.vertices(ofRing: ring).lowerBound)
      location.vertex = 0
      shapes.append(
        Finding(
          .tooFewPoints, at: location, "the ring has fewer than three different vertices",
          remedy: Rule.tooFewPoints.remedy))
    }
  }

  /// Adds a finding for each ring that has too few vertices as published, and one for all others that are too small for
  /// the grid.
  private mutating func gather(_ rings: [Int], what: String, _ visits: PublishedVisits) {
    addShort(rings.filter(visits.isTooShort))
    let small = rings.filter { !visits.isTooShort($0) }
    guard let first = small.first else { return }
    shapes.append(
      Finding(
        .belowGrid, severity: .note, at: location(ofRing: first, at: table.vertices(ofRing: first).lowerBound),
        "\(Figures.counted(small.count, what)) \(small.count == 1 ? "is" : "are") smaller than the noding grid can show",
        count: small.count))
  }

  // MARK: Features

  private mutating func addTwins() {
    for (feature, twin) in land.twin.enumerated() where twin >= 0 {
      let earlier = Int(twin)
      let source =
        table.source[feature] == table.source[earlier]
        ? "" : " of \(table.sources[Int(table.source[earlier])].path)"
      var location = labels.location(of: feature)
      place(&location, at: table.vertices(ofFeature: feature).lowerBound)
      borders.append(
        Finding(
          .duplicateFeature, severity: .warning, at: location,
          "the feature draws the same land as record \(table.record[earlier])\(source)",
          remedy: Rule.duplicateFeature.remedy))
    }
  }

  private mutating func addDrawnTwice() {
    let faces = Set(land.drawnTwice.map(\.face))
    let areas = division.plane.squareCentimeters(of: faces, on: ground)
    let points = division.plane.smallestPoints(of: faces)
    let found = land.drawnTwice.compactMap { face, region in
      points[face].map { (point: $0, region: region, face: face) }
    }
    for (point, region, face) in found.sorted(by: { ($0.point, $0.region) < ($1.point, $1.region) }) {
      borders.append(
        labels.finding(
          .drawnTwice, of: region, at: point,
          "several features of the region draw the same land ("
            + Quantity.area(squareMeters: Double(areas[Int(face)]) / 10_000).words + ")"))
    }
  }

  /// Adds one finding per feature for what its holes enclose beyond their shells.
  private mutating func addLandBeyondShells() {
    let beyond = land.elsewhere.filter(\.isBeyondShell)
    let faces = Set(beyond.map(\.face))
    let areas = division.plane.squareCentimeters(of: faces, on: ground)
    let points = division.plane.smallestPoints(of: faces)
    for (feature, pieces) in Dictionary(grouping: beyond, by: \.feature).sorted(by: { $0.key < $1.key }) {
      let area = Double(pieces.reduce(0) { $0 + areas[Int($1.face)] }) / 10_000
      var location = labels.location(of: feature)
      if let point = pieces.compactMap({ points[$0.face] }).min() { labels.place(&location, point) }
      borders.append(
        Finding(
          .holeBeyondShell, at: location,
          "a hole reaches beyond its shell: \(Quantity.area(squareMeters: area).words) that it encloses there are no land",
          remedy: Rule.holeBeyondShell.remedy))
    }
  }

  // MARK: Land

  private mutating func addOverlaps() {
    var slivers: [Sliver] = []
    var found: [Finding] = []
    for land in division.overlaps {
      let claimants = land.claimants.filter { $0 != division.grouping.nameless && !isTwin($0) }
      guard claimants.count > 1 else { continue }
      let sliver = Sliver(land.boundary, ground)
      let owner = division.regions[Int(land.owner)].code
      var finding = labels.finding(
        .overlap, of: claimants.contains(land.owner) ? land.owner : claimants[0], at: land.point,
        "\(labels.list(claimants)) claim the same land: \(sliver.words); merge gives it to \(owner)")
      describe(&finding, land.boundary, claimants, owner: land.owner)
      if sliver.width < sliver.cell { finding.message += ", within the grid" }
      found.append(finding)
      slivers.append(sliver)
      explain(land.boundary, claimants)
    }
    borders += folded(found, slivers)
    for land in division.joinedOverlaps { explain(land.boundary, land.claimants) }
    for land in division.decidedOverlaps {
      var finding = labels.finding(
        .overlap, of: land.owner, at: land.point,
        "\(labels.list(land.claimants)) claim the same land: \(Sliver(land.boundary, ground).words); as the pipeline file "
          + "says, it goes to \(division.regions[Int(land.owner)].code)")
      (finding.severity, finding.remedy) = (.note, nil)
      describe(&finding, land.boundary, land.claimants, owner: land.owner, isDecided: true)
      borders.append(finding)
      explain(land.boundary, land.claimants)
    }
  }

  private func describe(
    _ finding: inout Finding, _ boundary: Paths, _ regions: [Int32], owner: Int32? = nil, isDecided: Bool = false
  ) {
    guard describesLand else { return }
    finding.land = labels.describe(boundary, of: regions, owner: owner, isDecided: isDecided, on: ground)
  }

  /// Whether a region is a feature that has the shape of an earlier one.
  private func isTwin(_ region: Int32) -> Bool {
    !division.grouping.hasKey && land.twin[labels.firstFeature[Int(region)]] >= 0
  }

  private mutating func addGaps(jobs: Int) {
    for lake in division.lakes { explain(lake.boundary, lake.neighbors.map(\.region)) }
    let all =
      division.decidedGaps.map { (gap: $0, isDecided: true) }
      + division.arrangement.filled.map { (gap: $0, isDecided: false) }
    for (gap, isDecided) in all {
      guard let neighbor = gap.neighbors.first else { continue }
      let neighbors = gap.neighbors.map(\.region).sorted()
      explain(gap.boundary, neighbors)
      let area = Quantity.area(squareMeters: ground.squareMeters(within: gap.boundary)).words
      var finding = labels.finding(
        .gapFilled, of: neighbor.region, at: gap.point,
        "a gap of \(area) among the regions was filled\(isDecided ? ", as the pipeline file says" : ""): it goes to "
          + "\(labels.name(of: neighbor.region)), which has the longest border with it")
      describe(&finding, gap.boundary, neighbors, owner: neighbor.region, isDecided: isDecided)
      filled.append(finding)
    }
    guard division.owners.leaveLand else { return }
    var slivers: [Sliver] = []
    var found: [Finding] = []
    for gap in division.arrangement.gaps(on: ground, jobs: jobs) {
      let neighbors = gap.neighbors.map(\.region).filter { $0 != division.grouping.nameless }.sorted()
      guard neighbors.count > 1 else { continue }
      let sliver = Sliver(gap.boundary, ground)
      var finding = labels.finding(
        .gap, of: neighbors[0], at: gap.point,
        "no region claims the land between \(labels.list(neighbors)): \(sliver.words)")
      describe(&finding, gap.boundary, neighbors)
      if sliver.width < Sliver.narrow { finding.severity = .warning }
      found.append(finding)
      slivers.append(sliver)
      explain(gap.boundary, neighbors)
    }
    proposeFilling(&found, slivers)
    gaps = folded(found, slivers)
  }

  /// Gives narrow gaps the remedy `--fill-gaps AREA`, if an area fills all of them and no other gap: the smallest power
  /// of ten, in square meters, above the largest narrow gap.
  private func proposeFilling(_ found: inout [Finding], _ slivers: [Sliver]) {
    guard let largest = slivers.filter({ $0.width < Sliver.narrow }).map(\.area).max() else { return }
    var area = 1.0
    while area <= largest { area *= 10 }
    guard slivers.allSatisfy({ $0.width < Sliver.narrow || $0.area > area }) else { return }
    for index in found.indices where slivers[index].width < Sliver.narrow {
      found[index].remedy =
        "mend the border in the source, or let merge give it to a neighbor with \(.gaps, "\(Int(area)) m2")"
    }
  }

  /// Notes an overlap or gap with the box round it, two cells wider on each side.
  private mutating func explain(_ boundary: Paths, _ regions: [Int32]) {
    var box = GridBox()
    for vertex in 0..<boundary.vertexCount { box.extend(to: boundary.point(vertex)) }
    explained.append((box.widened(by: 2), regions))
  }

  /// Up to this number, slivers of one severity and source that no map shows are reported one by one; if there are more,
  /// the widest stands for all.
  private static let listedSlivers = 3

  private func folded(_ findings: [Finding], _ slivers: [Sliver]) -> [Finding] {
    let kinds = Dictionary(grouping: findings.indices.filter { slivers[$0].isInvisible }) {
      [findings[$0].severity.rawValue, findings[$0].file, findings[$0].layer]
    }
    var findings = findings
    var folded: Set<Int> = []
    for indices in kinds.values where indices.count > Self.listedSlivers {
      guard let widest = indices.max(by: { (slivers[$0].width, -$0) < (slivers[$1].width, -$1) }) else { continue }
      findings[widest].message = "slivers, the widest of them: " + findings[widest].message
      findings[widest].count = indices.count
      folded.formUnion(indices.filter { $0 != widest })
    }
    return findings.indices.filter { !folded.contains($0) }.map { findings[$0] }
  }

  // MARK: Meetings

  /// Adds the points at which borders of two features meet outside of a common vertex, if no overlap or gap explains
  /// them. Points that follow each other along a border of the same two regions are one finding.
  private mutating func addMeetings(jobs: Int) {
    let (arcs, noding) = (division.plane.arcs, division.plane.noding)
    let points = (noding.crossings + noding.touches).sorted()
    guard !points.isEmpty else { return }
    var wanted = PointTable(capacity: points.count)
    for point in points { wanted.insert(point.key) }
    var features: [GridPoint: Set<Int>] = [:]
    var links: [(GridPoint, GridPoint)] = []
    let groups = arcs.paths.groups(ofVertices: 1 << 16)
    let visits = concurrentMap(groups.count, jobs: jobs) { [paths = arcs.paths, wanted] group in
      var visits: [(arc: Int, points: [GridPoint])] = []
      for arc in groups[group] {
        let met = paths.vertices(of: arc).filter { wanted.contains(paths.point($0).key) }
        if !met.isEmpty { visits.append((arc, met.map(paths.point))) }
      }
      return visits
    }
    for (arc, visited) in visits.joined() {
      var last: GridPoint?
      for point in visited {
        for use in arcs.useStart[arc]..<arcs.useStart[arc + 1] {
          features[point, default: []].insert(division.claims.feature(ofClaim: max(arcs.left[use], arcs.right[use])))
        }
        if let last { links.append((last, point)) }
        last = point
      }
    }
    var pairs: [(point: GridPoint, pair: ClaimPair)] = []
    var indexByPoint: [GridPoint: Int] = [:]
    for point in points {
      guard let members = features[point], members.count > 1 else { continue }
      let regions = Set(members.map { division.grouping.region[$0] }).sorted()
      let pair = ClaimPair(regions[0], regions.count > 1 ? regions[1] : regions[0])
      guard !regions.contains(division.grouping.nameless), !isExplained(point, regions) else { continue }
      indexByPoint[point] = pairs.count
      pairs.append((point, pair))
    }
    var sets = DisjointSets(count: pairs.count)
    for (one, other) in links {
      guard let one = indexByPoint[one], let other = indexByPoint[other], pairs[one].pair == pairs[other].pair else {
        continue
      }
      sets.unite(one, other)
    }
    let runs = Dictionary(grouping: pairs.indices) { sets.find($0) }
    for (first, run) in runs.sorted(by: { $0.key < $1.key }) {
      let (point, pair) = pairs[first]
      let (one, other) = (labels.name(of: pair.a), labels.name(of: pair.b))
      var finding = labels.finding(
        .unmatchedEdge, of: pair.a, at: point,
        (pair.a == pair.b ? "borders of two features of \(one)" : "the borders of \(one) and \(other)")
          + " meet at a point that is not a vertex of both", count: run.count)
      if pair.a == pair.b { finding.severity = .note }
      borders.append(finding)
    }
  }

  /// Whether a point lies in the box of an overlap or gap in which two of some regions take part.
  func isExplained(_ point: GridPoint, _ regions: [Int32]) -> Bool {
    explainedBoxes.contains(point) { number in
      explained[number].regions.count { regions.contains($0) } > 1
    }
  }
}

/// Connected land round which borders miss each other, measured on the ground.
private struct Sliver {
  /// In square meters.
  let area: Double
  /// Twice the area over the length of the lines, in meters: the mean width of a long and narrow piece.
  let width: Double
  /// The height of a cell of the grid, in meters.
  let cell: Double

  /// The width, in meters, below which a gap is a border drawn twice: no lake in a boundary file is as narrow.
  static let narrow = 10.0

  /// - Parameter boundary: all lines round the land, which is on their left.
  init(_ boundary: Paths, _ ground: Ground) {
    area = ground.squareMeters(within: boundary).magnitude
    let length = ground.meters(along: boundary)
    width = length > 0 ? 2 * area / length : 0
    cell = boundary.vertexCount > 0 ? ground.metersPerCell(y: Double(boundary.point(0).y)).up : 0
  }

  /// Whether the piece is narrower than a centimeter or than a cell, so that no map shows it.
  var isInvisible: Bool { width < max(cell, 0.01) }

  /// The area and the width in words; below 0.01 m² the length instead of the area.
  var words: String {
    guard width > 0 else { return "without area" }
    return
      (area < 0.01 ? Quantity.length(meters: area / width).words + " long" : Quantity.area(squareMeters: area).words)
      + ", \(Quantity.length(meters: width).words) wide"
  }
}
