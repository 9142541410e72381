import MapPackFeatures
import MapPackGeometry

/// Merges features into the regions of a coverage.
///
/// Vertices are rounded once to the noding grid and the lines are noded. Then each face is given to one region, and
/// each border is kept once. Clean input passes vertex for vertex. For lines and points see `mergeLines`.
///
/// A polygon claims what lies inside its shell and outside its holes, by non-zero winding of each ring. Land that
/// several regions claim goes to one of them (`FaceOwners`). Land that nobody claims stays a gap, unless
/// `options.fillGaps` gives it to a neighbor. Everything that was mended is a finding with its location. The ledger
/// says what became of every feature, polygon and piece of land, and it closes.
///
/// The coverage has one level and lies on the noding grid: longitude and latitude, y to the north. Land that was cut at
/// ±180° stays cut; the edges there are seams.
/// - Throws: `StageError`:
///   - `usage` if a template names an unknown field, or `options` contradict each other or the kind of the features;
///   - `findings` if there is nothing to merge, keys are missing or ambiguous, a region ends without a shape, or
///     `options` forbid a repair that is needed (a part of a map may be empty, and a region of it without a shape);
///   - `unreadableData` if the ledger and the table do not go together;
///   - `findings` if the ledger does not close, which is a fault of this program (not checked if the table is a part).
/// - Complexity: O(n log n) for n vertices if few lines cross.
package func merge(
  _ table: FeatureTable, options: MergeOptions, progress: ProgressHandler? = nil
) throws(StageError) -> Coverage {
  if table.kind != .areas { return try mergeLines(table, options: options, progress: progress) }
  let division = try RegionDivision(table, options: options, progress: progress)
  let diagnosis = Diagnosis(table, division, jobs: options.jobs)
  let land = diagnosis.land
  let repairs = (diagnosis.shapes + diagnosis.borders).compactMap(\.mended) + diagnosis.filled
  if options.clean == .none { try refuse(table.findings.filter(\.isGeometryRepair) + repairs, table) }

  let arrangement = division.arrangement
  var coverage = Coverage(plane: .lonlat(division.grid))
  coverage.map = table.map
  coverage.sources = table.sources
  coverage.inputs = table.inputs
  coverage.read = table.figures
  coverage.regions = division.regions
  coverage.arcs = arrangement.arcs
  coverage.polygonStart = arrangement.polygonStart
  coverage.ringStart = arrangement.ringStart
  coverage.referenceStart = arrangement.referenceStart
  coverage.references = arrangement.references
  coverage.polygonLevel = ContiguousArray(repeating: 0, count: coverage.polygonCount)
  coverage.measureAreas(division.grid, jobs: options.jobs)
  coverage.findings =
    table.findings + division.grouping.findings + division.snapFindings(table) + repairs
  coverage.ledger = try division.closedLedger(table, regions: coverage.regions, land)
  // Another part of the map may have what a region of this part lacks.
  if !options.isPart {
    try checkThatNoneIsLost(coverage, table, division.grouping)
    try coverage.checkLedger(land, jobs: options.jobs)
  }
  return coverage
}

extension Finding {
  /// The fault as merge reports it when it has mended it; `nil` if rounding to the grid has.
  fileprivate var mended: Finding? {
    let explanation = rule.explanation
    if severity == .note && explanation.subject == .features { return nil }
    var finding = self
    finding.severity = min(severity, .warning)
    if let mended = explanation.mended { finding.remedy = "nothing to do: \(mended)" }
    return finding
  }

  /// Whether the finding says that a reader mended a geometry.
  fileprivate var isGeometryRepair: Bool {
    let rules: [Rule] = [
      .ringUnclosed, .repeatedVertex, .ringWinding, .ringsByDepth, .holeTooShort, .coordinateClamped,
    ]
    return rules.contains(rule)
  }
}

/// Checks that nothing had to be mended.
/// - Throws: `findings`, with the first repair, if something had to be.
private func refuse(_ repairs: [Finding], _ table: FeatureTable) throws(StageError) {
  guard let first = repairs.first else { return }
  let count = repairs.reduce(0) { $0 + $1.count }
  var location = first.location
  location.file = first.file ?? table.sources.first?.path
  throw StageError(
    .findings, at: location,
    count == 1
      ? "one fault would have to be mended: \(first.message)"
      : "\(Figures.grouped(count)) faults would have to be mended, the first: \(first.message)",
    remedy: "mend the source, or allow repairs with --clean repair")
}

/// Checks that every region has a shape.
/// - Throws: `findings`, for the first region that has none.
func checkThatNoneIsLost(
  _ coverage: Coverage, _ table: FeatureTable, _ grouping: RegionGrouping
) throws(StageError) {
  let lost = coverage.regions.indices.filter { coverage.polygons(of: $0).isEmpty }
  guard let first = lost.first else { return }
  let region = coverage.regions[first]
  let features = (0..<table.featureCount).filter { Int(grouping.region[$0]) == first }
  let hadShape = features.contains { !table.polygons(of: $0).isEmpty }
  let others = lost.count == 1 ? "" : " (and so have \(lost.count - 1) others)"
  var error =
    hadShape
    ? StageError(
      .findings, file: table.sources.first?.path, "the region has no shape left" + others,
      remedy: "all of its land went to other regions that claim it too, or is below the grid; leave it out with --drop")
    : StageError(
      .findings, file: table.sources.first?.path, "the region has no shape: its record has no geometry" + others,
      remedy: "get its shape, or leave it out with --drop")
  (error.code, error.name) = (region.code, region.name)
  error.record = features.first.map { Int(table.record[$0]) }
  throw error
}
