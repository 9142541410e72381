import MapArrangement
import MapFeatures
import MapGeometry

extension RegionDivision {
  /// The ledger with an outcome for every feature that was pending, the polygons counted, and an account of each region.
  ///
  /// Throws where the ledger and the table do not go together, and, as a fault of this program, where something does
  /// not add up.
  /// - Parameter regions: with their areas.
  func closedLedger(_ table: FeatureTable, regions: [Region], _ land: LandAccounts) throws(StageError) -> Ledger {
    var ledger = table.ledger
    try ledger.enter(polygonFates(table, land), of: table, grouping)
    enterLand(land, regions, &ledger)
    return ledger
  }

  /// Per polygon: by which rule it was left out; `nil` where its region has land of it.
  private func polygonFates(_ table: FeatureTable, _ land: LandAccounts) -> [Ledger.Outcome?] {
    var fates = [Ledger.Outcome?](repeating: nil, count: table.polygonCount)
    for polygon in 0..<table.polygonCount {
      let feature = Int(claims.featureOfPolygon[polygon])
      if grouping.region[feature] < 0 {
        fates[polygon] = .dropped(rule: .noKey)
      } else if !land.claimsLand[polygon] {
        fates[polygon] = .dropped(rule: .zeroArea)
      } else if land.twin[feature] >= 0 {
        fates[polygon] = .dropped(rule: .duplicateFeature)
      } else if !land.hasLand[polygon] {
        fates[polygon] = .dropped(rule: .overlapped)
      }
    }
    for polygon in claims.collapsedPolygons { fates[Int(polygon)] = .dropped(rule: .belowGrid) }
    return fates
  }

  private func enterLand(_ land: LandAccounts, _ regions: [Region], _ ledger: inout Ledger) {
    let ground = Ground(grid)
    let areas = plane.squareCentimetres(of: Set(land.entries.map(\.face)), on: ground)
    var sums = [[WideInteger]](
      repeating: Array(repeating: WideInteger(), count: LandAccounts.Kind.allCases.count), count: regions.count)
    for entry in land.entries {
      sums[Int(entry.region)][entry.kind.rawValue].add(areas[entry.face] ?? 0, times: entry.times)
    }
    let limits = roundingLimits()
    for region in regions.indices where land.owned[region] > 0 {
      func squareMetres(_ kind: LandAccounts.Kind) -> Double { sums[region][kind.rawValue].double / 10_000 }
      let perDoubledCell = regions[region].area / Double(land.owned[region])
      var enclosed = land.enclosed[region]
      enclosed.add(lostBySnapping[region], times: 1 << 16)
      enclosed.add(rewoundBeforeSnapping[region], times: 1 << 16)
      let moved = claims.drawn[region].doubledArea - enclosed
      ledger.accounts[region].snapped = Double(lostBySnapping[region]) * perDoubledCell
      ledger.accounts[region].area = regions[region].area
      ledger.accounts[region].given = squareMetres(.given)
      ledger.accounts[region].drawnTwice = squareMetres(.twice)
      ledger.accounts[region].rewound =
        squareMetres(.rewound) + Double(rewoundSquareCentimetres[region]) / 10_000
      ledger.accounts[region].filled = -squareMetres(.filled)
      ledger.accounts[region].rounding = moved.double / 65_536 * perDoubledCell
      ledger.accounts[region].roundingLimit = limits[region] * perDoubledCell
    }
  }

  /// Per region: twice the area, in cells, that rounding and noding can have moved.
  ///
  /// Where each vertex of a ring moves by half a cell at most, along both axes, its doubled area changes by less than
  /// the length of its edges, measured along the axes, plus half a cell for each vertex. Rounding is one such move, each
  /// round of noding another. A 128th more, for of the vertices as they were read no more
  /// is known than the 256th of a cell.
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
  /// Enters what became of every polygon, and so of every feature that was pending, and counts them for their regions.
  ///
  /// - Parameter fates: per polygon of the table: why it was left out; `nil` if it is part of its region.
  /// - Throws: if the ledger and the table do not go together.
  mutating func enter(
    _ fates: [Outcome?], of table: FeatureTable, _ grouping: RegionGrouping
  ) throws(StageError) {
    let regions = grouping.regions
    accounts = regions.map { Account(code: $0.code) }
    polygons.read = table.polygonCount
    for feature in 0..<table.featureCount {
      for polygon in table.polygonStart[feature]..<table.polygonStart[feature + 1] {
        if case .dropped(let rule)? = fates[polygon] {
          polygons.dropped[rule, default: 0] += 1
        } else {
          polygons.merged += 1
          accounts[Int(grouping.region[feature])].polygons += 1
        }
      }
    }
    var feature = 0
    for index in entries.indices where feature < table.featureCount {
      let entry = entries[index]
      guard entry.source == Int(table.source[feature]), entry.record == Int(table.record[feature]) else { continue }
      let region = Int(grouping.region[feature])
      if entry.outcome == .pending {
        let own = table.polygonStart[feature]..<table.polygonStart[feature + 1]
        if own.contains(where: { fates[$0] == nil }) {
          entries[index].outcome = .region(code: regions[region].code)
          accounts[region].features += 1
        } else {
          entries[index].outcome = Self.fate(of: own.compactMap { fates[$0] })
        }
      }
      feature += 1
    }
    guard feature == table.featureCount else {
      throw StageError(
        .unreadableData,
        "the ledger accounts for \(Figures.grouped(feature)) of \(Figures.grouped(table.featureCount)) features",
        remedy: "the feature table is damaged: ingest the sources again")
    }
  }

  /// What became of a feature all of whose polygons were left out: the rule that says most.
  private static func fate(of fates: [Outcome]) -> Outcome {
    let order: [Rule] = [.noKey, .duplicateFeature, .overlapped, .zeroArea, .belowGrid]
    return order.lazy.map { .dropped(rule: $0) }.first(where: fates.contains) ?? .dropped(rule: .noGeometry)
  }
}

extension StageError {
  /// That a ledger does not close.
  static func openLedger(_ fault: String, _ table: [Source]) -> StageError {
    StageError(
      .findings, file: table.first?.path, "the ledger does not close: \(fault)",
      remedy: "this is a fault of the tool: report it with the input; nothing was written")
  }
}

extension Paths {
  /// How long a path is, measured along both axes.
  fileprivate func lengthAlongAxes(of path: Int) -> Int64 {
    let range = start[path]..<start[path + 1]
    var sum: Int64 = 0
    for vertex in range.dropFirst() { sum += point(vertex - 1).distance(alongAxesTo: point(vertex)) }
    if isClosed[path] { sum += point(range.upperBound - 1).distance(alongAxesTo: point(range.lowerBound)) }
    return sum
  }
}

extension Coverage {
  /// Throws where the ledger does not close, or the regions do not have the land that their faces have.
  func checkLedger(_ land: LandAccounts) throws(StageError) {
    let areas = arcs.paths.doubledAreas
    var fault = ledger.fault(regions: regions.map(\.code))
    for region in regions.indices where fault == nil {
      let rings = ringStart[polygonStart[region]]..<ringStart[polygonStart[region + 1]]
      var sum: Int64 = 0
      for reference in references[referenceStart[rings.lowerBound]..<referenceStart[rings.upperBound]] {
        sum = reference.isReversed ? sum &- areas[reference.arc] : sum &+ areas[reference.arc]
      }
      if sum != land.owned[region] {
        fault =
          "the rings of \(regions[region].code) enclose \(sum) half cells, and its faces have \(land.owned[region])"
      }
    }
    guard let fault else { return }
    throw .openLedger(fault, sources)
  }
}
