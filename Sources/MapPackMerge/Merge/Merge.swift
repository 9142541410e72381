import MapPack
import MapPackCoverage
import MapPackFeatures
import MapPackGeometry

/// Merges features into the regions of a coverage.
///
/// Vertices are rounded once to the noding grid and the lines are noded. Then each face is given to one region, and
/// each border is kept once. Clean input passes vertex for vertex. For lines and points see `mergeLines`.
///
/// A polygon claims what lies inside its shell and outside its holes, by non-zero winding of each ring. Land that
/// several regions claim goes to one of them (`FaceOwners`). Land that nobody claims stays a gap, unless
/// `options.fillGaps` gives it to a neighbor. Land that `options.masks` take away is nobody's. Everything that was mended
/// is a finding with its location. The ledger says what became of every feature, polygon and piece of land, and it
/// closes.
///
/// The coverage has one level and lies on the noding grid: longitude and latitude, y to the north. Land that was cut at
/// ±180° stays cut; the edges there are seams.
///
/// - Parameter shapes: reads the table's shapes again. With it, coordinates go as they are rounded, and the shapes that
///   messages are about are read again. For that, the caller has to give the table away (`consume`).
/// - Throws: `usage` if a template names an unknown field, or `options` contradict each other or the kind of the
///   features; `findings` if there is nothing to merge, keys are missing or ambiguous, a region ends without a shape,
///   or `options` forbid a repair that is needed, and if the ledger does not close, which is a fault of this program;
///   `unreadableData` if the ledger and the table do not go together. A part of a map may be empty, a region of it may
///   be without a shape, and its ledger is not checked. `unreadableData` also if shapes are not what they were when they
///   are read again.
/// - Complexity: O(n log n) for n vertices if few lines cross.
package func merge(
  _ table: consuming FeatureTable, options: MergeOptions, rereading shapes: SourceShapes? = nil,
  progress: ProgressHandler? = nil
) throws(StageError) -> Coverage {
  var table = consume table
  if table.kind != .areas { return try mergeLines(table, options: options, progress: progress) }
  for mask in options.masks { try mask.check() }
  try options.checkRepairs()
  let grouping = try RegionGrouping(table, options, progress: progress)
  let features = table.records
  var coordinates = DegreeColumns()
  swap(&coordinates, &table.coordinates)
  let division = try RegionDivision(
    features, &coordinates, isLastUse: shapes != nil, grouping, options: options, progress: progress)
  let published = shapes.map(PublishedShapes.source) ?? .columns(coordinates)
  let diagnosis = try Diagnosis(features, published, division, jobs: options.jobs)
  let land = diagnosis.land
  let repairs = (diagnosis.shapes + diagnosis.borders).filter(\.isRepair) + diagnosis.filled
  if options.clean == .none { try refuse(features.findings.filter(\.isGeometryRepair) + repairs, features) }

  var coverage = Coverage(of: features, division.regions, on: division.grid)
  // Whoever ships the map owes them thanks too.
  coverage.sources += options.masks.flatMap(\.table.sources).filter { !coverage.sources.contains($0) }
  coverage.take(division.arrangement.arcs, division.arrangement.rings)
  coverage.measureAreas(division.grid, jobs: options.jobs)
  coverage.findings =
    features.findings + options.masks.flatMap(\.table.findings) + division.grouping.findings
    + division.snapFindings(features) + repairs
  if !options.isPart { coverage.findings += division.idlePlaces }
  try RegionSums(division.grouping, of: features, twin: land.twin).apply(to: &coverage)
  coverage.ledger = try division.closedLedger(features, regions: coverage.regions, land)
  // Another part of the map may have what a region of this part lacks.
  if !options.isPart {
    try checkThatNoneIsLost(coverage, features, division.grouping, key: options.key)
    try coverage.checkLedger(land)
    if !options.masks.isEmpty, coverage.ledger.accounts.allSatisfy({ $0.cut == 0 }) {
      let files = options.masks.flatMap(\.table.sources).map(\.path)
      coverage.findings.append(
        Finding(.maskIdle, at: Location(file: files.first), "no land is taken away", remedy: Rule.maskIdle.remedy))
    }
  }
  return coverage
}

extension Coverage {
  /// A coverage of the regions of a table, without shapes.
  init(of features: FeatureRecords, _ regions: [Region], on grid: NodingGrid) {
    self.init(plane: .lonlat(grid))
    (kind, map, sources, inputs, read) = (
      features.kind, features.map, features.sources, features.inputs, features.figures
    )
    self.regions = regions
  }
}

extension Finding {
  /// Whether merge mends a fault of a ring or of borders, and not the rounding to the grid.
  var isRepair: Bool { severity > .note || rule.explanation.subject != .features }

  var isGeometryRepair: Bool {
    let rules: [Rule] = [
      .ringUnclosed, .repeatedVertex, .ringWinding, .ringsByDepth, .holeTooShort, .tooFewPoints, .coordinateClamped,
    ]
    return rules.contains(rule)
  }
}

extension MergeOptions {
  /// - Throws: `usage` if a distance to snap or a place to mend is given although repairs are forbidden.
  func checkRepairs() throws(StageError) {
    guard clean == .none else { return }
    if let repair = places.first(where: { $0.verdict != .lake }) {
      throw StageError(
        .usage, at: repair.location, "the land at \(repair.words) is to be given away, and no repair is allowed",
        remedy: "leave out one of `clean.places` and `clean: { mode: none }`")
    }
    guard snap != nil else { return }
    throw StageError(
      .usage, "a distance to snap is given, and no repair is allowed",
      remedy: "leave out one of `clean.snap` and `clean: { mode: none }`")
  }
}

/// - Throws: `findings`, with the first repair, if something had to be mended.
private func refuse(_ repairs: [Finding], _ features: FeatureRecords) throws(StageError) {
  guard let first = repairs.first else { return }
  let count = repairs.reduce(0) { $0 + $1.count }
  var location = first.location
  location.file = first.file ?? features.sources.first?.path
  throw StageError(
    .findings, at: location,
    count == 1
      ? "one fault would have to be mended: \(first.message)"
      : "\(Figures.grouped(count)) faults would have to be mended, the first: \(first.message)",
    remedy: "mend the source, or allow repairs with \(.cleaning, "repair")")
}

/// - Throws: `findings`, for the first region that has no shape. The message names the others.
func checkThatNoneIsLost(
  _ coverage: Coverage, _ features: FeatureRecords, _ grouping: RegionGrouping, key: Template?
) throws(StageError) {
  let lost = coverage.regions.indices.filter { coverage.polygons(of: $0).isEmpty }
  guard let first = lost.first else { return }
  let region = coverage.regions[first]
  let isLost = Set(lost)
  let all = (0..<features.featureCount).filter { isLost.contains(Int(grouping.region[$0])) }
  let own = all.filter { Int(grouping.region[$0]) == first }
  let hadShape = own.contains { !features.polygons(of: $0).isEmpty }
  // In several files, others have the same number.
  let records = all.map { String(features.record[$0]) }.joined(separator: ",")
  let codes = lost.map { coverage.regions[$0].code }
  var drop: Remedy =
    features.sources.count == 1 && all.count <= 100 ? "\(.drop, "record=\(records)")" : "\(.drop)"
  // A code is the same in the next edition. What a schema or `names.codes` adds is no field that can be dropped by.
  if let key, case .field(let field)? = key.pieces.first, key.pieces.count == 1, !field.contains("."),
    codes.count <= 100, !codes.contains(where: { $0.contains(",") })
  {
    drop = "\(.drop, "\(field)=\(codes.joined(separator: ","))")"
  }
  let others = lost.dropFirst().map { coverage.regions[$0].title }.listed(atMost: 100)
  throw StageError(
    .findings,
    at: Location(
      file: features.sources.first?.path, code: region.code, name: region.name,
      record: own.first.map { Int(features.record[$0]) }),
    (hadShape ? "the region has no shape left" : "the region has no shape: its record has no geometry")
      + (others.isEmpty ? "" : "; so have \(others)"),
    remedy: hadShape
      ? "all of its land went to other regions that claim it too, was taken away by `clip` or `erase`, or is below the "
        + "grid; leave it out with \(drop)"
      : "get its shape, or leave it out with \(drop)")
}

/// How features become regions: what `merge` is asked for. The defaults are those of `init`.
package struct MergeOptions: Sendable {
  /// The template of a region's code; features with one code become one region. Without it, each feature is a region.
  package var key: Template?
  /// The template of a region's name. Without it, the name is the code.
  package var name: Template?
  /// The template of a region's group.
  package var group: Template?
  /// The fields whose values a region keeps as extra texts.
  package var attributes: [String]
  /// The fields whose values a region keeps as numbers.
  package var numbers: [NumberField] = []
  /// The two fields with the longitude and the latitude of a region's label, in degrees; empty if it has to be found.
  package var label: [String] = []
  /// By the codes of regions: the boxes in which the polygons of their main parts lie. The others' are found.
  package var main: [String: Bounds] = [:]
  /// What becomes of features whose key is empty.
  package var keyless: Keyless
  /// What becomes of borders that do not fit together.
  package var clean: Clean
  /// How far apart two lines that should be one border may be, in meters on the ground; `nil` to join nothing.
  package var snap: Double?
  /// Which gaps go to the neighbor with the longest border; `nil` for none.
  package var fillGaps: GapLimit?
  /// What is to become of the land at single places; it comes before `snap` and `fillGaps`.
  package var places: [PlaceDecision] = []
  /// The areas that decide which land stays. It is taken away after borders are mended and gaps are filled.
  package var masks: [LandMask] = []
  /// How many threads may be used.
  package var jobs: Int
  /// Whether the table is a part of a map. Then it may have no region, and a region may have no shape. Whether the
  /// ledger closes is not checked.
  package var isPart = false

  /// What becomes of a feature whose key is empty.
  package enum Keyless: String, Hashable, Sendable, CaseIterable {
    /// It is left out under the rule `no-key`, with a warning.
    case drop
    /// It ends the run.
    case error
    /// It becomes part of a region whose code is its name, or `no-key` if it has none, with a warning.
    case keep
  }

  /// What becomes of borders that do not fit together.
  package enum Clean: String, Hashable, Sendable, CaseIterable {
    /// They are noded, and contested land is given to one region. Each repair is a finding.
    case repair
    /// A repair that is needed ends the run.
    case none
  }

  /// The size below which a gap is filled.
  package enum GapLimit: Hashable, Sendable {
    /// Gaps of less than this area, in m² on the ground.
    case area(Double)
    /// Gaps in which a circle of this diameter does not fit, in meters on the ground.
    case width(Double)
  }

  package init(
    key: Template? = nil, name: Template? = nil, group: Template? = nil, attributes: [String] = [],
    keyless: Keyless = .drop, clean: Clean = .repair, snap: Double? = nil, fillGaps: GapLimit? = nil, jobs: Int = 1
  ) {
    self.key = key
    self.name = name
    self.group = group
    self.attributes = attributes
    self.keyless = keyless
    self.clean = clean
    self.snap = snap
    self.fillGaps = fillGaps
    self.jobs = jobs
  }
}

extension MergeOptions.GapLimit {
  /// An area or a length above zero. `nil` if the text is neither.
  package init?(_ text: String) {
    if let area = Quantity.area(text), area > 0 {
      self = .area(area)
    } else if let length = Quantity.length(text), length > 0 {
      self = .width(length)
    } else {
      return nil
    }
  }

  /// Whether land is below the limit; land exactly as large is not.
  /// - Parameter boundary: the lines round it, each with the land on its left.
  func includes(_ boundary: Paths, on ground: Ground) -> Bool {
    let area = ground.squareMeters(within: boundary)
    switch self {
    case .area(let limit): return area < limit
    case .width(let limit):
      return
        !(ground.fits(limit, intoArea: area, edge: ground.meters(along: boundary))
        ?? (ground.width(of: boundary) >= limit))
    }
  }
}
