import MapPackFeatures
import MapPackGeometry

/// A finding, with its location, for each thing that `merge` had to mend. They become part of the coverage's findings;
/// if no repair is allowed, any of them ends the merge.
///
/// Rings come first, then features, contested land, filled gaps, and what noding mended. What snapping joined is not
/// among them; see `snapFindings`. Nor are the faults of single features, which a `FeatureJudge` names. None is worse
/// than a warning.
struct RepairFindings {
  private(set) var findings: [Finding] = []
  private let table: FeatureTable
  private let division: RegionDivision
  private let ground: Ground

  init(_ table: FeatureTable, _ division: RegionDivision, _ land: LandAccounts) {
    self.table = table
    self.division = division
    ground = Ground(division.grid)
    addRings(land)
    addFeatures(land)
    addLandBeyondShells(land)
    addContested()
    addFilled()
    addNoding()
  }

  private mutating func add(_ finding: Finding) { findings.append(finding) }

  // MARK: Rings

  private mutating func addRings(_ land: LandAccounts) {
    let claims = division.claims
    let flat = land.enclosesLand.indices.filter { !land.enclosesLand[$0] }
    for claim in flat {
      var finding = Finding(.zeroArea, severity: .warning, "the ring encloses no land")
      finding.remedy = "nothing to do: it was left out"
      locate(&finding, ring: Int(claims.ring[claim]))
      add(finding)
    }
    for (claim, tip) in claims.spikes where land.enclosesLand[Int(claim)] {
      var finding = Finding(.spike, severity: .warning, "the ring runs out to a point and straight back")
      finding.remedy = "nothing to do: the spike was cut off"
      locate(&finding, ring: Int(claims.ring[Int(claim)]), at: tip)
      add(finding)
    }
    gather(claims.collapsedPolygons.map { table.shell(of: Int($0)) }, what: "polygon")
    gather(claims.collapsedHoles.map(Int.init), what: "hole")
  }

  /// Adds one finding for all rings that are too small for the grid.
  private mutating func gather(_ rings: [Int], what: String) {
    guard let first = rings.first else { return }
    var finding = Finding(
      .belowGrid, severity: .note,
      rings.count == 1
        ? "1 \(what) is smaller than the noding grid can show and was left out"
        : "\(Figures.grouped(rings.count)) \(what)s are smaller than the noding grid can show and were left out")
    finding.count = rings.count
    locate(&finding, ring: first)
    add(finding)
  }

  private mutating func addFeatures(_ land: LandAccounts) {
    for (feature, twin) in land.twin.enumerated() where twin >= 0 {
      let earlier = Int(twin)
      let source = table.source[feature] == table.source[earlier] ? "" : " of \(file(earlier) ?? "")"
      var finding = Finding(
        .duplicateFeature, severity: .warning,
        "the feature draws the same land as record \(table.record[earlier])\(source), of the same region")
      finding.remedy = "nothing to do: it counts once; drop one of them, to say that you know"
      if !table.polygons(of: feature).isEmpty {
        locate(&finding, ring: table.shell(of: table.polygons(of: feature).lowerBound))
      }
      finding.polygon = nil
      finding.ring = nil
      add(finding)
    }
    let faces = Set(land.drawnTwice.map(\.face))
    let areas = division.plane.squareCentimeters(of: faces, on: ground)
    let points = division.plane.smallestPoints(of: faces)
    var drawnTwice: [Finding] = []
    for (face, region) in land.drawnTwice {
      guard let point = points[face] else { continue }
      var finding = Finding(
        .drawnTwice, severity: .warning,
        "several features of the region draw the same land ("
          + Figures.area(squareMeters: Double(areas[face] ?? 0) / 10_000) + ")")
      finding.remedy = "nothing to do: it counts once"
      name(&finding, region: Int(region))
      place(&finding, point)
      drawnTwice.append(finding)
    }
    findings += Self.sorted(drawnTwice)
  }

  // MARK: Land

  /// Adds one finding per feature for what its holes enclose beyond their shells.
  private mutating func addLandBeyondShells(_ land: LandAccounts) {
    let beyond = land.elsewhere.filter(\.isBeyondShell)
    let faces = Set(beyond.map(\.face))
    let areas = division.plane.squareCentimeters(of: faces, on: ground)
    let points = division.plane.smallestPoints(of: faces)
    let pieces = Dictionary(grouping: beyond, by: \.feature)
    for (feature, pieces) in pieces.sorted(by: { $0.key < $1.key }) {
      var finding = Finding.landBeyondShell(
        squareMeters: Double(pieces.reduce(0) { $0 + (areas[$1.face] ?? 0) }) / 10_000)
      finding.file = file(feature)
      finding.layer = table.sources[Int(table.source[feature])].layer
      finding.record = Int(table.record[feature])
      name(&finding, region: Int(division.grouping.region[feature]))
      if let point = pieces.compactMap({ points[$0.face] }).min() { place(&finding, point) }
      add(finding)
    }
  }

  private mutating func addContested() {
    for land in division.arrangement.contested {
      let area = Figures.area(squareMeters: ground.squareMeters(within: land.boundary))
      let owner = division.regions[Int(land.owner)]
      var names = land.claimants.prefix(Self.maximumNamed)
        .map { "\(division.regions[Int($0)].name) (\(division.regions[Int($0)].code))" }
      if land.claimants.count > names.count { names.append("\(land.claimants.count - names.count) others") }
      var finding = Finding(
        .overlap, severity: .warning,
        names.joined(separator: " and ") + " claim the same land (\(area)); it goes to \(owner.code)")
      finding.remedy = "mend the border in the source if that is wrong"
      name(&finding, region: Int(land.owner))
      place(&finding, land.point)
      add(finding)
    }
  }

  /// How many claimants a message names.
  private static let maximumNamed = 8

  private mutating func addFilled() {
    for gap in division.arrangement.filled {
      guard let neighbor = gap.neighbors.first else { continue }
      let region = division.regions[Int(neighbor.region)]
      var finding = Finding(
        .gapFilled, severity: .note,
        "a gap of \(Figures.area(squareMeters: ground.squareMeters(within: gap.boundary))) among the regions was "
          + "filled: it goes to \(region.name) (\(region.code)), which has the longest border with it")
      finding.remedy = "nothing to do, unless it is a lake or foreign land"
      name(&finding, region: Int(neighbor.region))
      place(&finding, gap.point)
      add(finding)
    }
  }

  private mutating func addNoding() {
    let noding = division.arrangement.noding
    let crossings = Set(noding.crossings).union(division.sided?.crossings ?? [])
    let touches = Set(noding.touches).union(division.sided?.touches ?? []).subtracting(crossings)
    for point in crossings.sorted() {
      var finding = Finding(.crossing, severity: .warning, "two border lines cross where there is no vertex")
      finding.remedy = "nothing to do: the crossing is now a vertex of both borders"
      place(&finding, point)
      add(finding)
    }
    for point in touches.sorted() {
      var finding = Finding(.unmatchedVertex, severity: .note, "a vertex lies on a line that has no vertex there")
      finding.remedy = "nothing to do: it is now a vertex of that line"
      place(&finding, point)
      add(finding)
    }
  }

  // MARK: Locations

  /// The path of the file from which a feature was read.
  private func file(_ feature: Int) -> String? { table.sources[Int(table.source[feature])].path }

  /// Gives a finding the location of a grid point.
  private func place(_ finding: inout Finding, _ point: GridPoint) {
    finding.longitude = division.grid.longitude(x: point.x)
    finding.latitude = division.grid.latitude(y: point.y)
  }

  private func name(_ finding: inout Finding, region: Int) {
    finding.code = division.regions[region].code
    finding.name = division.regions[region].name
  }

  /// Gives a finding a ring, and the location of a vertex of it: the first vertex at a point, or the ring's first.
  private func locate(_ finding: inout Finding, ring: Int, at point: GridPoint? = nil) {
    // The ring belongs to the last polygon whose first ring is not after it.
    var low = 0
    var high = table.polygonCount
    while high - low > 1 {
      let middle = (low + high) / 2
      if table.shell(of: middle) <= ring { low = middle } else { high = middle }
    }
    let feature = Int(division.claims.featureOfPolygon[low])
    let vertices = table.vertices(ofRing: ring)
    let vertex =
      vertices.first {
        division.grid.point(longitude: table.longitude[$0], latitude: table.latitude[$0]) == point
      } ?? vertices.lowerBound
    finding.file = file(feature)
    finding.layer = table.sources[Int(table.source[feature])].layer
    finding.record = Int(table.record[feature])
    finding.polygon = low - table.polygons(of: feature).lowerBound
    finding.ring = ring - table.shell(of: low)
    if point != nil { finding.vertex = vertex - vertices.lowerBound }
    finding.longitude = table.longitude[vertex]
    finding.latitude = table.latitude[vertex]
    let region = division.grouping.region[feature]
    if region >= 0 { name(&finding, region: Int(region)) }
  }

  private static func sorted(_ findings: [Finding]) -> [Finding] {
    func key(_ finding: Finding) -> (Double, Double, String, String) {
      (finding.longitude ?? 0, finding.latitude ?? 0, finding.code ?? "", finding.message)
    }
    return findings.sorted { key($0) < key($1) }
  }
}

extension Finding {
  /// The finding that holes of a feature reach beyond their shells.
  /// - Parameter squareMeters: what they enclose beyond them.
  package static func landBeyondShell(squareMeters: Double) -> Finding {
    var finding = Finding(
      .holeBeyondShell, severity: .warning,
      "a hole reaches beyond its shell: \(Figures.area(squareMeters: squareMeters)) that it encloses there are "
        + "no land")
    finding.remedy = Rule.holeBeyondShell.remedy
    return finding
  }
}
