import MapFeatures
import MapGeometry

/// Makes regions of features: rounds once to the noding grid, nodes, gives each face to one region and keeps each
/// border once.
///
/// A polygon claims what lies inside its shell and in none of its holes, by non-zero winding of each ring. A face
/// that several regions claim goes to the one with the lower code, and is a finding with its place and area. What
/// noding had to mend is a finding each. Clean input passes vertex for vertex.
///
/// Throws `StageError` where a template names an unknown field (usage), where a region ends without a shape, where
/// two features without a key have one id, or where `options` forbid a repair (findings).
/// - Complexity: O(n log n) for n vertices where few lines cross.
package func merge(
  _ table: FeatureTable, options: MergeOptions, progress: ProgressHandler? = nil
) throws(StageError) -> Coverage {
  progress?(ProgressEvent(activity: "grouping", done: 0, total: table.featureCount, unit: "features"))
  let grouping = try RegionGrouping(table, options, areas: table.planarAreas)
  guard let grid = table.nodingGrid(of: grouping.region) else {
    throw StageError(
      .findings, file: table.sources.first?.path, "there is no polygon to merge",
      remedy: "look at what select and drop leave")
  }

  progress?(ProgressEvent(activity: "noding", done: 0, total: table.vertexCount, unit: "vertices"))
  let claims = RingClaims(table, grouping.region, grid)
  var isUsed = ContiguousArray<Bool>(repeating: false, count: table.featureCount)
  let arrangement = arrange(
    claims.paths, regionCount: grouping.regions.count, seams: SeamLines(grid), jobs: options.jobs
  ) { label in
    claims.owner(of: label, grouping.region, &isUsed)
  }

  var coverage = Coverage(plane: .lonlat(grid))
  coverage.map = table.map
  coverage.sources = table.sources
  coverage.regions = grouping.regions
  coverage.arcs = arrangement.arcs
  coverage.polygonStart = arrangement.polygonStart
  coverage.ringStart = arrangement.ringStart
  coverage.referenceStart = arrangement.referenceStart
  coverage.references = arrangement.references
  coverage.polygonLevel = ContiguousArray(repeating: 0, count: coverage.polygonCount)
  coverage.measureAreas(grid, jobs: options.jobs)

  let repairs = repairFindings(arrangement, coverage.regions, grid)
  if options.clean == .none, let first = repairs.first {
    var error = StageError(
      .findings, file: table.sources.first?.path,
      "\(repairs.count) places would have to be mended, the first: \(first.message)",
      remedy: "mend the source, or allow repairs with --clean repair")
    error.feature = first.name
    throw error
  }
  coverage.findings = table.findings + grouping.findings + repairs
  coverage.ledger = try closedLedger(table, grouping, isUsed: isUsed, collapsed: claims.collapsedPolygons)
  try checkThatNoneIsLost(coverage, table, grouping)
  return coverage
}

private func checkThatNoneIsLost(
  _ coverage: Coverage, _ table: FeatureTable, _ grouping: RegionGrouping
) throws(StageError) {
  let lost = coverage.regions.indices.filter { coverage.polygonStart[$0] == coverage.polygonStart[$0 + 1] }
  guard let first = lost.first else { return }
  let region = coverage.regions[first]
  let features = (0..<table.featureCount).filter { Int(grouping.region[$0]) == first }
  let hadShape = features.contains { table.polygonStart[$0] < table.polygonStart[$0 + 1] }
  let others = lost.count == 1 ? "" : " (and so have \(lost.count - 1) others)"
  var error =
    hadShape
    ? StageError(
      .findings, file: table.sources.first?.path, "the region has no shape left" + others,
      remedy: "all of its land is claimed by regions with lower codes, or below the grid; leave it out with --drop")
    : StageError(
      .findings, file: table.sources.first?.path, "the region has no shape: its record has no geometry" + others,
      remedy: "get its shape, or leave it out with --drop")
  error.feature = region.name == region.code ? region.code : "\(region.name) \(region.code)"
  error.record = features.first.map { Int(table.record[$0]) }
  throw error
}

/// The ledger with an outcome for every feature that was pending. Its entries and the features are in one order.
private func closedLedger(
  _ table: FeatureTable, _ grouping: RegionGrouping, isUsed: ContiguousArray<Bool>, collapsed: ContiguousArray<Int32>
) throws(StageError) -> Ledger {
  var ledger = table.ledger
  var collapsedByFeature: [Int: Int] = [:]
  for feature in collapsed { collapsedByFeature[Int(feature), default: 0] += 1 }
  if !collapsed.isEmpty { ledger.droppedPolygons["below-grid", default: 0] += collapsed.count }
  var feature = 0
  for index in ledger.entries.indices where feature < table.featureCount {
    let entry = ledger.entries[index]
    guard entry.source == Int(table.source[feature]), entry.record == Int(table.record[feature]) else { continue }
    let region = Int(grouping.region[feature])
    if entry.outcome == .pending {
      if region < 0 {
        ledger.entries[index].outcome = .dropped(rule: "no-key")
      } else if isUsed[feature] {
        ledger.entries[index].outcome = .region(code: grouping.regions[region].code)
      } else if collapsedByFeature[feature] == table.polygonStart[feature + 1] - table.polygonStart[feature] {
        ledger.entries[index].outcome = .dropped(rule: "below-grid")
      } else {
        ledger.entries[index].outcome = .dropped(rule: "overlapped")
      }
    }
    feature += 1
  }
  guard feature == table.featureCount else {
    throw StageError(
      .unreadableData, "the ledger accounts for \(feature) of \(table.featureCount) features",
      remedy: "the feature table is damaged: ingest the sources again")
  }
  return ledger
}

/// A finding for each face that several regions claimed and each point that had to become a node.
private func repairFindings(_ arrangement: Arrangement, _ regions: [Region], _ grid: NodingGrid) -> [Finding] {
  func place(_ point: GridPoint, _ finding: inout Finding) {
    finding.longitude = grid.longitude(x: point.x)
    finding.latitude = grid.latitude(y: point.y)
  }
  var findings: [Finding] = []
  for face in arrangement.contested {
    let names = face.claimants.map { regions[Int($0)] }
    var finding = Finding(
      rule: "overlap", severity: .warning,
      message: names.map { "\($0.name) (\($0.code))" }.joined(separator: " and ")
        + " claim the same land; it goes to \(names[0].code)")
    finding.code = names[0].code
    finding.name = names[0].name
    finding.remedy = "mend the border in the source if that is wrong"
    place(face.place, &finding)
    findings.append(finding)
  }
  for point in arrangement.noding.crossings {
    var finding = Finding(
      rule: "crossing", severity: .warning, message: "two border lines cross where there is no vertex")
    finding.remedy = "nothing: the crossing became a vertex of both"
    place(point, &finding)
    findings.append(finding)
  }
  for point in arrangement.noding.touches {
    var finding = Finding(
      rule: "unmatched-vertex", severity: .note, message: "a vertex lies on a line that has no vertex there")
    finding.remedy = "nothing: it became a vertex of that line"
    place(point, &finding)
    findings.append(finding)
  }
  return findings
}
