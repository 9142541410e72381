import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// The plane, divided among regions by the features of a table.
package struct RegionDivision {
  /// The finest noding grid for the features that belong to a region.
  package let grid: NodingGrid
  /// The regions, sorted by the UTF-8 bytes of their codes; their areas are not known yet.
  package var regions: [Region] { grouping.regions }
  /// The arcs between regions, what noding mended, the land that several regions claim, and the gaps that were filled.
  package let arrangement: Arrangement

  let grouping: RegionGrouping
  let claims: RingClaims
  /// The land that several regions claim and on which nothing else decides.
  let overlaps: [ContestedLand]
  /// The land that several regions claim where boundaries were joined.
  let joinedOverlaps: [ContestedLand]
  /// The land that several regions claim and for which one of them was named.
  let decidedOverlaps: [ContestedLand]
  /// The gaps that were filled because a place lies in them.
  let decidedGaps: [Gap]
  /// The gaps that were said to be no fault.
  let lakes: [Gap]
  /// The places that decide nothing.
  let idle: [PlaceDecision]
  /// The near misses whose water was filled.
  let joined: [NearMiss]
  /// The faces of that water.
  let joinedFaces: Set<Int32>
  let plane: PlaneDivision
  let owners: FaceOwners

  /// - Throws: `usage` if a template names an unknown field, or a distance to snap is given although repairs are
  ///   forbidden; `findings` if no polygon belongs to a region, or keys are missing or ambiguous.
  /// - Complexity: O(n log n) for n vertices if few lines cross.
  package init(
    _ table: FeatureTable, options: MergeOptions, progress: ProgressHandler? = nil
  ) throws(StageError) {
    try options.checkRepairs()
    let grouping = try RegionGrouping(table, options, progress: progress)
    try self.init(table, grouping, options: options, progress: progress)
  }

  /// - Throws: `findings` if no polygon belongs to a region.
  /// - Complexity: O(n log n) for n vertices if few lines cross.
  package init(
    _ table: FeatureTable, _ grouping: RegionGrouping, options: MergeOptions, progress: ProgressHandler? = nil
  ) throws(StageError) {
    var coordinates = table.coordinates
    try self.init(
      table.records, &coordinates, isLastUse: false, grouping, options: options, progress: progress)
  }

  /// - Parameter isLastUse: whether the coordinates go as they are rounded.
  init(
    _ features: FeatureRecords, _ coordinates: inout DegreeColumns, isLastUse: Bool, _ grouping: RegionGrouping,
    options: MergeOptions, progress: ProgressHandler?
  ) throws(StageError) {
    let (box, grid) = try FeatureTable(features, coordinates).extent(of: grouping, options)
    progress?(ProgressEvent(activity: "noding", done: 0, total: features.vertexCount, unit: "vertices"))
    var claims = RingClaims(
      features, &coordinates, isLastUse: isLastUse, grouping.region, regionCount: grouping.regions.count, grid,
      jobs: options.jobs)
    let ground = Ground(grid)
    let count = grouping.regions.count
    let pile = FeaturePile(features)
    var plane = PlaneDivision(claims.takePaths(), most: pile.mostMeetings, jobs: options.jobs)
    if plane.noding.isGivenUp { throw pile.refusal(of: nil) }
    let ringCount = Int32(truncatingIfNeeded: claims.ring.count)
    var height = PileHeight()
    var mostClaims = pile.mostClaims
    var decided = DecidedPlaces(options.places, grouping, on: ground)
    func faceOwners(_ plane: PlaneDivision) -> FaceOwners {
      FaceOwners(plane, regionCount: count, on: ground, assigned: decided.owners) { [claims] label in
        guard height.sum <= mostClaims else { return [] }
        let isDrawn = label.last.map { $0.claim < ringCount } ?? true
        let found = claims.claimants(of: isDrawn ? label : label.filter { $0.claim < ringCount }, grouping.region)
        height.add(found.count)
        return found
      }
    }
    var owners = faceOwners(plane)
    guard height.sum <= mostClaims else { throw pile.refusal(of: height) }
    // What is divided again has hardly more claims.
    mostClaims = .max
    var joined: [NearMiss] = []
    var joinedFaces: Set<Int32> = []
    // The lines round water that is given to region r have the claim `ringCount` + r until all is given; those round gaps
    // that were decided on the claims from `firstDecided` on.
    let firstDecided = ringCount + Int32(truncatingIfNeeded: count)
    let firstMask = firstDecided + Int32(truncatingIfNeeded: count) + 1
    /// Gives water to regions.
    func give(_ outlines: ClaimedPaths, _ misses: [NearMiss], through points: [GridPoint] = []) {
      guard outlines.count > 0 || !points.isEmpty else { return }
      plane.divide(by: outlines.claimed(from: ringCount), through: points, jobs: options.jobs)
      owners = faceOwners(plane)
      giveAgain()
      joined += misses
    }
    /// Gives away what was given before the plane was divided again.
    func giveAgain() {
      func claim(_ label: [ClaimCount], _ claims: Range<Int32>) -> Int32? {
        label.last { claims.contains($0.claim) }.map { $0.claim - claims.lowerBound }
      }
      if !decided.filled.isEmpty { _ = owners.give(plane) { claim($0, firstDecided..<firstMask - 1) } }
      if !decided.lakes.isEmpty { owners.keep(plane) { claim($0, firstMask - 1..<firstMask) != nil } }
      joinedFaces = owners.give(plane) { claim($0, ringCount..<firstDecided) }
    }
    if !options.places.isEmpty {
      let gaps = decided.hasGaps ? plane.gaps(owners, seams: SeamLines(grid), on: ground, jobs: options.jobs) : []
      try decided.settle(owners.contested, gaps, isPart: options.isPart)
      let outlines = decided.outlines(regionCount: count)
      if outlines.count > 0 {
        plane.divide(by: outlines.claimed(from: firstDecided), through: [], jobs: options.jobs)
        owners = faceOwners(plane)
        giveAgain()
      }
    }
    if let snap = options.snap {
      let land = Int32(truncatingIfNeeded: count)
      let ends = CutEnds(plane, owner: owners.owner(ofKept: land), regionCount: count, grid: grid, within: snap)
      give(ends.outlines, ends.misses)
      let snapping = Snapping(
        plane, owner: owners.owner(ofKept: land), regionCount: count, grid: grid, within: snap, jobs: options.jobs)
      give(snapping.outlines, snapping.misses, through: snapping.touches)
    }
    if let box {
      // Land is taken away last, so that nothing gives it back.
      let masks = MaskClaims(options.masks, near: box, grid, jobs: options.jobs)
      plane.divide(by: masks.paths.claimed(from: firstMask), through: [], jobs: options.jobs)
      owners = faceOwners(plane)
      giveAgain()
      owners.take(plane) { masks.takes($0, from: firstMask) }
    }
    if options.snap != nil || box != nil || !options.places.isEmpty { plane.removeClaims(from: ringCount) }
    arrangement = Arrangement(
      plane, &owners, regionCount: grouping.regions.count, seams: SeamLines(grid), on: ground,
      fills: options.fillGaps.map { limit in { limit.includes($0.boundary, on: ground) } }, jobs: options.jobs)
    let isNarrow = arrangement.contested.map { land in
      options.snap.map { MergeOptions.GapLimit.width($0).includes(land.boundary, on: ground) } ?? false
    }
    overlaps = zip(arrangement.contested, isNarrow).filter { !$0.isAssigned && !$1 }.map(\.0)
    joinedOverlaps = zip(arrangement.contested, isNarrow).filter { !$0.isAssigned && $1 }.map(\.0)
    decidedOverlaps = arrangement.contested.filter(\.isAssigned)
    (decidedGaps, lakes, idle) = (decided.filled, decided.lakes, decided.idle)
    self.grid = grid
    self.grouping = grouping
    self.claims = claims
    self.joined = joined
    self.joinedFaces = joinedFaces
    self.plane = plane
    self.owners = owners
  }

  /// The gaps that are left among the regions, sorted by their smallest points.
  package func gaps() -> [Gap] { arrangement.gaps(on: Ground(grid)) }
}

extension FeatureTable {
  /// The box of the features that belong to a region if masks have to be looked at, and the noding grid.
  /// - Throws: `findings` if there is no vertex.
  fileprivate func extent(
    of grouping: RegionGrouping, _ options: MergeOptions
  ) throws(StageError) -> (box: Bounds?, grid: NodingGrid) {
    let box = options.masks.isEmpty ? nil : box(of: grouping.region, jobs: options.jobs)
    return (box, try nodingGrid(of: grouping, options))
  }

  /// The finest noding grid for the features that belong to a region; that of a single location if a part of a map has
  /// no vertex.
  /// - Throws: `findings` if they have no vertex.
  func nodingGrid(of grouping: RegionGrouping, _ options: MergeOptions) throws(StageError) -> NodingGrid {
    let found = nodingGrid(of: grouping.region, snap: options.snap, under: options.masks, jobs: options.jobs)
    guard let grid = found ?? (options.isPart ? NodingGrid(west: 0, south: 0, east: 0, north: 0) : nil) else {
      let others = findings.map(\.rule).first { [.notAPolygon, .notALine, .notAPoint].contains($0) }
      throw StageError(
        .findings, file: sources.first?.path, "there is no \(kind.part) to merge",
        remedy: others?.remedy ?? "look at what select and drop leave")
    }
    return grid
  }

  /// The finest noding grid for the features that belong to a region; `nil` if they have no vertex.
  /// - Parameters:
  ///   - region: per feature, its region, or `ArcTable.none`.
  ///   - snap: how far lines may be moved, in meters on the ground. If features come within this distance of ±180° on
  ///     both sides, the grid reaches ±180°.
  ///   - masks: the grid reaches round their features too, if they are near.
  func nodingGrid(
    of region: ContiguousArray<Int32>, snap: Double? = nil, under masks: [LandMask] = [], jobs: Int
  ) -> NodingGrid? {
    guard var whole = box(of: region, jobs: jobs) else { return nil }
    whole = masks.compactMap { [whole] in $0.extent(near: whole) }.reduce(into: whole) { $0.extend(to: $1) }
    /// Whether vertices come so near to ±180° that they may be moved there.
    func reaches(_ isOnSide: (Double) -> Bool, within meters: Double) -> Bool {
      (0..<featureCount).contains { feature in
        region[feature] >= 0
          && vertices(ofFeature: feature).contains {
            isOnSide(coordinates.longitude[$0]) && metersToAntimeridian(from: $0) <= meters
          }
      }
    }
    if let snap, whole.west < -90, whole.east > 90 {
      // A little more than the distance, because vertices are rounded to cells.
      let meters = 1.01 * snap + 0.1
      if reaches({ $0 < -90 }, within: meters), reaches({ $0 > 90 }, within: meters) {
        (whole.west, whole.east) = (-180, 180)
      }
    }
    return NodingGrid(whole)
  }

  /// The box of the features that belong to a region; `nil` if they have no vertex.
  fileprivate func box(of region: ContiguousArray<Int32>, jobs: Int) -> Bounds? {
    let chunks = (0..<featureCount).chunks(of: 1 << 16) { vertices(ofFeature: $0).count }
    let boxes = concurrentMap(chunks.count, jobs: jobs) { chunk in
      box(of: chunks[chunk].lazy.filter { region[$0] >= 0 }.flatMap(vertices(ofFeature:)))
    }
    return boxes.compactMap(\.self).union
  }

  private func metersToAntimeridian(from vertex: Int) -> Double {
    (180 - abs(coordinates.longitude[vertex])) * WebMercator.metersPerDegreeAtEquator
      * Series.cosine(Series.radians(degrees: coordinates.latitude[vertex]))
  }
}
