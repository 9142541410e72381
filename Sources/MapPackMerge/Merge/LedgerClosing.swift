import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

extension RegionDivision {
  /// The ledger with an outcome for every pending feature, a count of polygons, and an account of each region.
  /// - Parameter regions: with their areas in m².
  func closedLedger(_ table: FeatureRecords, regions: [Region], _ land: LandAccounts) throws(StageError) -> Ledger {
    var ledger = table.ledger
    try ledger.enter(polygonFates(table, land), featureLands(land, regions), of: table, grouping)
    enterLand(land, regions, &ledger)
    enterLostLand(table, regions, land, &ledger)
    // It depends on how the source was written, and the coverage does not.
    for index in ledger.entries.indices { ledger.entries[index].published = 0 }
    return ledger
  }

  /// Per feature: what became of its land.
  private func featureLands(_ land: LandAccounts, _ regions: [Region]) -> [Ledger.Land] {
    let areas = plane.squareCentimeters(of: Set(land.elsewhere.map(\.face)), on: Ground(grid))
    // Summed in whole cm², so that sums do not depend on the order of faces.
    var given = ContiguousArray<Int64>(repeating: 0, count: grouping.region.count)
    var (cut, left) = (given, given)
    for piece in land.elsewhere {
      if piece.isGiven {
        given[piece.feature] += areas[Int(piece.face)]
      } else if piece.isCut {
        cut[piece.feature] += areas[Int(piece.face)]
      } else {
        left[piece.feature] += areas[Int(piece.face)]
      }
    }
    return grouping.region.indices.map { feature in
      let region = Int(grouping.region[feature])
      let isKept = region >= 0 && land.owned[region] > 0
      return Ledger.Land(
        kept: isKept ? regions[region].area * (Double(land.kept[feature]) / Double(land.owned[region])) : 0,
        given: Double(given[feature]) / 10_000, cut: Double(cut[feature]) / 10_000,
        left: Double(left[feature]) / 10_000)
    }
  }

  /// Enters the land that reading lost: what features enclose as published, beyond what the table's rings enclose.
  private func enterLostLand(
    _ table: FeatureRecords, _ regions: [Region], _ land: LandAccounts, _ ledger: inout Ledger
  ) {
    var published = [Double](repeating: 0, count: regions.count)
    var isKnown = [Bool](repeating: true, count: regions.count)
    for (feature, index) in ledger.entriesOfFeatures(in: table).enumerated() {
      let region = Int(grouping.region[feature])
      guard region >= 0, !table.polygons(of: feature).isEmpty else { continue }
      published[region] += ledger.entries[index].published
      if ledger.entries[index].published == 0 { isKnown[region] = false }
    }
    let squareDegrees = grid.unit * grid.unit / 2
    for region in regions.indices where isKnown[region] && land.owned[region] > 0 {
      let drawn = claims.drawn[region].doubledArea.double / 65_536 * squareDegrees
      let squareMeters = regions[region].area / (Double(land.owned[region]) * squareDegrees)
      let lost = (published[region] - drawn) * squareMeters
      // Both areas are rounded, though less than the borders are.
      if lost > ledger.accounts[region].roundingLimit { ledger.accounts[region].lost = lost }
    }
  }

  /// Per polygon: the rule by which it was left out; `nil` if its region has land of it.
  private func polygonFates(_ table: FeatureRecords, _ land: LandAccounts) -> [Ledger.Outcome?] {
    var fates = [Ledger.Outcome?](repeating: nil, count: table.polygonCount)
    for polygon in 0..<table.polygonCount {
      let feature = Int(claims.featureOfPolygon[polygon])
      if grouping.region[feature] < 0 {
        fates[polygon] = .dropped(rule: .noKey)
      } else if !land.claimsLand[polygon] {
        fates[polygon] = .dropped(rule: .zeroArea)
      } else if land.twin[feature] >= 0 {
        fates[polygon] = .dropped(rule: .duplicateFeature)
      } else if !land.claimsUncutLand[polygon] {
        fates[polygon] = .dropped(rule: .cutAway)
      } else if !land.hasLand[polygon] {
        fates[polygon] = .dropped(rule: .overlapped)
      }
    }
    for polygon in claims.collapsedPolygons { fates[Int(polygon)] = .dropped(rule: .belowGrid) }
    return fates
  }

  /// Enters the areas of each region's account, in m².
  private func enterLand(_ land: LandAccounts, _ regions: [Region], _ ledger: inout Ledger) {
    let ground = Ground(grid)
    let areas = plane.squareCentimeters(of: Set(land.entries.map(\.face)), on: ground)
    var sums = [[WideInteger]](
      repeating: Array(repeating: WideInteger(), count: LandAccounts.Kind.allCases.count), count: regions.count)
    for entry in land.entries {
      sums[Int(entry.region)][entry.kind.rawValue].add(areas[Int(entry.face)], times: entry.times)
    }
    let limits = roundingLimits()
    for region in regions.indices where land.owned[region] > 0 {
      func squareMeters(_ kind: LandAccounts.Kind) -> Double { sums[region][kind.rawValue].double / 10_000 }
      let perDoubledCell = regions[region].area / Double(land.owned[region])
      let moved = claims.drawn[region].doubledArea - land.enclosed[region]
      ledger.accounts[region].snapped = squareMeters(.joined)
      ledger.accounts[region].area = regions[region].area
      ledger.accounts[region].given = squareMeters(.given)
      ledger.accounts[region].cut = squareMeters(.cut)
      ledger.accounts[region].drawnTwice = squareMeters(.twice)
      ledger.accounts[region].rewound = squareMeters(.rewound)
      ledger.accounts[region].filled = -squareMeters(.filled)
      ledger.accounts[region].rounding = moved.double / 65_536 * perDoubledCell
      ledger.accounts[region].roundingLimit = limits[region] * perDoubledCell
    }
  }

  /// Per region: an upper bound on the area that rounding and noding moved, doubled, in square cells.
  ///
  /// If each vertex of a ring moves by at most half a cell along each axis, the ring's doubled area changes by less
  /// than the length of its edges, measured along the axes, plus half a square cell for each vertex. Rounding is one
  /// such move, and so is each round of noding.
  ///
  /// The bound is looser than that. The rings between two rounds are not kept, so each move counts the rings as they
  /// were drawn and, if lines were noded, the arcs that noding left as well. A vertex counts a whole square cell. The
  /// length counts 1/128 more, because the original vertices are known to 1/256 of a cell only.
  private func roundingLimits() -> [Double] {
    var length = claims.drawn.map(\.length)
    var vertices = claims.drawn.map(\.vertexCount)
    if plane.noding.rounds > 0 {
      let paths = plane.arcs.paths
      for arc in 0..<paths.count {
        let along = paths.lengthAlongAxes(of: arc)
        for use in plane.arcs.useStart[arc]..<plane.arcs.useStart[arc + 1] {
          for claim in [plane.arcs.left[use], plane.arcs.right[use]] where claim >= 0 {
            let region = Int(grouping.region[claims.feature(ofClaim: claim)])
            length[region] += along
            vertices[region] += Int64(paths.start[arc + 1] - paths.start[arc])
          }
        }
      }
    }
    let moves = Double(1 + plane.noding.rounds)
    return zip(length, vertices).map { moves * (Double($0) * (1 + 1.0 / 128) + Double($1)) }
  }
}

extension Ledger {
  /// Enters what became of every polygon and of every pending feature, and counts both for their regions.
  /// - Parameters:
  ///   - fates: per polygon of the table, why it was left out; `nil` if it is part of its region.
  ///   - lands: per feature of the table, what became of its land; empty if features have none.
  mutating func enter(
    _ fates: [Outcome?], _ lands: [Land] = [], of table: FeatureRecords, _ grouping: RegionGrouping
  ) throws(StageError) {
    let regions = grouping.regions
    accounts = regions.map { Account(code: $0.code) }
    // Reading has counted those that it left out.
    polygons.read += table.polygonCount
    for feature in 0..<table.featureCount {
      for polygon in table.polygons(of: feature) {
        if case .dropped(let rule)? = fates[polygon] {
          polygons.dropped[rule, default: 0] += 1
        } else {
          polygons.merged += 1
          accounts[Int(grouping.region[feature])].polygons += 1
        }
      }
    }
    let indices = entriesOfFeatures(in: table)
    guard indices.count == table.featureCount else {
      throw StageError(
        .unreadableData,
        "the ledger accounts for \(Figures.grouped(indices.count)) of \(Figures.grouped(table.featureCount)) features",
        remedy: "the feature table is damaged: ingest the sources again")
    }
    for (feature, index) in indices.enumerated() {
      let region = Int(grouping.region[feature])
      if !lands.isEmpty { entries[index].land = lands[feature] }
      guard entries[index].outcome == .pending else { continue }
      let own = table.polygons(of: feature)
      if own.contains(where: { fates[$0] == nil }) {
        entries[index].outcome = .region(code: regions[region].code)
        accounts[region].features += 1
      } else {
        entries[index].outcome = Self.fate(of: own.compactMap { fates[$0] })
      }
    }
  }

  /// Per feature of the table, as far as it is entered: its entry. Both have one order.
  fileprivate func entriesOfFeatures(in table: FeatureRecords) -> [Int] {
    var found: [Int] = []
    for (index, entry) in entries.enumerated() where found.count < table.featureCount {
      let feature = found.count
      if entry.source == Int(table.source[feature]), entry.record == Int(table.record[feature]) { found.append(index) }
    }
    return found
  }

  /// The outcome of a feature whose polygons were all left out: the rule among theirs that says most; `no-geometry` if
  /// it has none. A rule that is missing from the order counts as `no-geometry`.
  private static func fate(of fates: [Outcome]) -> Outcome {
    let order: [Rule] = [.noKey, .duplicateFeature, .cutAway, .overlapped, .zeroArea, .belowGrid]
    return order.lazy.map { .dropped(rule: $0) }.first(where: fates.contains) ?? .dropped(rule: .noGeometry)
  }
}

extension StageError {
  /// The error that a ledger does not close, which is a fault of this program.
  static func openLedger(_ fault: String, _ table: [Source]) -> StageError {
    StageError(
      .findings, file: table.first?.path, "the ledger does not close: \(fault)",
      remedy: "this is a fault of the tool: report it with the input; nothing was written")
  }
}

extension Paths {
  /// The length of a path, measured along both axes, in cells.
  fileprivate func lengthAlongAxes(of path: Int) -> Int64 {
    let range = start[path]..<start[path + 1]
    var sum: Int64 = 0
    for vertex in range.dropFirst() { sum += point(vertex - 1).distance(alongAxesTo: point(vertex)) }
    if isClosed[path] { sum += point(range.upperBound - 1).distance(alongAxesTo: point(range.lowerBound)) }
    return sum
  }
}

extension Coverage {
  /// Checks that the ledger closes, and that each region's rings enclose exactly the area of its faces.
  func checkLedger(_ land: LandAccounts) throws(StageError) {
    var fault = ledger.fault(regions: regions.map(\.code))
    for region in regions.indices where fault == nil {
      let sum = polygons(of: region).reduce(0) { $0 &+ doubledArea(ofPolygon: $1) }
      if sum != land.owned[region] {
        fault =
          "the rings of \(regions[region].code) enclose \(sum) half cells, and its faces have \(land.owned[region])"
      }
    }
    guard let fault else { return }
    throw .openLedger(fault, sources)
  }
}

extension Coverage {
  /// Fills in the areas of polygons and regions, in m² on the WGS 84 ellipsoid, with edges straight in longitude and
  /// latitude.
  ///
  /// Each arc is measured once. Sums follow the order of the references, which is canonical, so they are the same on
  /// every machine.
  /// - Precondition: the coverage lies on the grid.
  mutating func measureAreas(_ grid: NodingGrid, jobs: Int) {
    let arcs = arcs.paths
    let arcAreas = arcs.areas(on: grid, jobs: jobs)
    polygonArea = []
    for region in regions.indices {
      regions[region].area = 0
      for polygon in polygons(of: region) {
        var area = 0.0
        for reference in references(ofPolygon: polygon) {
          area += reference.isReversed ? -arcAreas[reference.arc] : arcAreas[reference.arc]
        }
        polygonArea.append(area)
        regions[region].area += area
      }
    }
  }
}

extension FeatureTable {
  /// The area of a feature in square degrees: its shells less its holes.
  ///
  /// It is only good for comparing. Coordinates are rounded to 2⁻⁴⁰° and sums are exact, so the direction and the first
  /// vertex of a ring make no difference.
  func planarArea(of feature: Int) -> Double {
    var total = WideInteger()
    for polygon in polygons(of: feature) {
      let rings = rings(of: polygon)
      for ring in rings {
        let area = doubledPlanarArea(ofRing: ring)
        let opposite = WideInteger() - area
        // A shell is added and a hole is subtracted, whatever the sign of its sum.
        total = total - ((area.double > 0) == (ring == rings.lowerBound) ? opposite : area)
      }
    }
    return total.double * 0x1p-81
  }

  /// Twice the signed area of a ring, in units of 2⁻⁸⁰ square degrees.
  private func doubledPlanarArea(ofRing ring: Int) -> WideInteger {
    func whole(_ degrees: Double) -> Int64 { Int64(exactly: (degrees * 0x1p40).rounded()) ?? 0 }
    var doubled = WideInteger()
    let range = vertices(ofRing: ring)
    guard var previous = range.last else { return doubled }
    for vertex in range {
      doubled.add(whole(coordinates.longitude[previous]), times: whole(coordinates.latitude[vertex]))
      doubled.add(-whole(coordinates.longitude[vertex]), times: whole(coordinates.latitude[previous]))
      previous = vertex
    }
    return doubled
  }
}
