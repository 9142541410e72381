import MapPackFeatures
import MapPackGeometry

// How `merge` asks for `Snapping`: before noding (`RegionDivision`), in the findings, and in the ledger's areas.

/// The claimed lines of a table, with near misses within `options.snap` joined; `nil` if the option is not set or
/// nothing is joined.
/// - Throws: `usage` if the option is set although repairs are forbidden.
func snapped(
  _ claims: RingClaims, _ grouping: RegionGrouping, _ grid: NodingGrid, _ options: MergeOptions
) throws(StageError) -> Snapping? {
  guard let distance = options.snap else { return nil }
  guard options.clean != .none else {
    throw StageError(
      .usage, "a distance to snap is given, and no repair is allowed",
      remedy: "leave out one of `clean.snap` and `clean: { mode: none }`")
  }
  let ground = GroundRows(grid, claims.paths.paths)
  let sided = SidedRings(claims.paths, isShell: claims.roles.isShell, jobs: options.jobs)
  let snapping = Snapping(
    sided, claims.owners(grouping.region), ground, SeamLines(grid), reach: ground.cells(meters: distance),
    jobs: options.jobs)
  return snapping.joined.isEmpty ? nil : snapping
}

/// A finding for each run of boundary that was joined to another region's boundary, or to its own across ±180°; a note,
/// in the order of `joined`.
func snapFindings(
  _ joined: [NearMiss], _ regions: [Region], _ grid: NodingGrid, _ table: FeatureTable
) -> [Finding] {
  joined.map { miss in
    let one = regions[Int(miss.region)]
    let other = regions[Int(miss.region == miss.a ? miss.b : miss.a)]
    let width = inWords(meters: miss.width)
    let boundary = "the boundary of \(one.name) (\(one.code))"
    let length = miss.length > 0 ? "along \(inWords(meters: miss.length))" : "at one vertex"
    let isAcross = miss.a == miss.b
    var finding = Finding(
      .snapped, severity: .note,
      !isAcross
        ? "\(boundary) missed that of \(other.name) (\(other.code)) by \(width) \(length); they are joined"
        : miss.length > 0
          ? "\(boundary) missed ±180°, beyond which the region goes on, by \(width) \(length); it was moved there"
          : "\(boundary) reached ±180° \(width) from where it does on the other side; the two ends are joined")
    finding.code = one.code
    finding.name = one.name
    finding.file = table.sources[Int(table.source[miss.feature])].path
    finding.record = Int(table.record[miss.feature])
    finding.longitude = grid.longitude(x: miss.point.x)
    finding.latitude = grid.latitude(y: miss.point.y)
    finding.remedy = "mend the border in the source if that is wrong"
    return finding
  }
}

extension RingClaims {
  /// Per region: by how much its rings enclose less after their lines have changed, doubled, in square cells; negative
  /// if they enclose more.
  /// - Complexity: O(n) for n vertices.
  func areaLost(
    from lines: ClaimedPaths, to others: ClaimedPaths, _ regionOfFeature: ContiguousArray<Int32>, regionCount: Int
  ) -> [Int64] {
    var lost = [Int64](repeating: 0, count: regionCount)
    // Partial sums may wrap; the differences do not, because they are far smaller than the plane.
    func add(_ lines: ClaimedPaths, _ factor: Int64) {
      let areas = lines.paths.doubledAreas()
      for path in 0..<lines.count {
        for use in lines.useStart[path]..<lines.useStart[path + 1] {
          for (claim, sign) in [(lines.left[use], factor), (lines.right[use], -factor)] where claim >= 0 {
            lost[Int(regionOfFeature[Int(feature(ofClaim: claim))])] &+= sign &* areas[path]
          }
        }
      }
    }
    add(lines, 1)
    add(others, -1)
    return lost
  }

  /// Per region: by how much the rings of some claims enclose less on the ground after their lines have changed, in
  /// whole cm².
  /// - Complexity: O(n) for n vertices.
  func squareCentimetersLost(
    by wanted: Set<Int32>, from lines: ClaimedPaths, to others: ClaimedPaths, _ grid: NodingGrid,
    _ regionOfFeature: ContiguousArray<Int32>, regionCount: Int
  ) -> [Int64] {
    var lost = [Int64](repeating: 0, count: regionCount)
    func add(_ lines: ClaimedPaths, _ factor: Int64) {
      for path in 0..<lines.count {
        for use in lines.useStart[path]..<lines.useStart[path + 1] {
          for (claim, sign) in [(lines.left[use], factor), (lines.right[use], -factor)] where wanted.contains(claim) {
            // Rounded, so that the order of the sum makes no difference. Partial sums may wrap; the differences do not.
            let area = Int64((lines.paths.area(under: path, grid) * 10_000).rounded())
            lost[Int(regionOfFeature[Int(feature(ofClaim: claim))])] &+= sign &* area
          }
        }
      }
    }
    guard !wanted.isEmpty else { return lost }
    add(lines, 1)
    add(others, -1)
    return lost
  }
}
