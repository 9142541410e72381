import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackMerge
import MapPackNames
import MapPackProject

/// Makes the pack and the enum from a simplified coverage, and the name lock that binds them. Nothing is written.
package struct EmitStage {
  package var map: String
  package var typeName: String
  package var resource: String
  package var pipeline: PipelineFile?
  /// What the last run named, if there was one.
  package var names = PublishedNames.Names()
  /// `nil` if no table has names or cases.
  package var table: NameTable?
  package var changes: [MapChange] = []
  /// Codes of regions to retire, which the data must lack.
  package var retire: [String] = []
  /// The changes and the codes to retire of the groups.
  private(set) var ofGroupCodes: (changes: [MapChange], retire: [String]) = ([], [])
  /// The codes that a region and a group have both published.
  private(set) var sharedCodes: Set<String> = []
  /// Whether cases are renamed that no longer follow from the names.
  package var renames = false
  /// Whether the pipeline file sets the cell of the pack grid. Then the new lock says so, and later runs keep the cell.
  package var isCellWritten = false
  /// The groups as a map of their own; `nil` if they are none.
  package private(set) var groups: GroupMap?
  package var jobs = 1

  package var lock: NameLock? { names.lock }
  /// For messages; `nil` without a pipeline file.
  var lockFile: String? { pipeline?.lockPath }

  package struct Result {
    package var naming: Naming
    package var pack: Data
    package var swift: Data
  }

  package func run(_ coverage: Coverage) throws(StageError) -> Result {
    let naming = try naming(of: coverage)
    var headings: [String: String] = [:]
    for region in coverage.regions { headings[region.code] = region.group }
    let source = SwiftSource(
      map: map, typeName: typeName, lock: naming.lock, identity: naming.lock.identity(map: map), packResource: resource,
      attributions: Attribution.lines(of: coverage.sources), groups: headings,
      numbers: coverage.regions.numberNames, groupMap: try groupMap(of: coverage, naming),
      access: pipeline?.output.access ?? .public, origin: origin)
    let pack = try pack(of: coverage, naming)
    try Self.checkThatItOpens(pack)
    return Result(naming: naming, pack: pack, swift: Data(try source.text().utf8))
  }

  /// Makes sure that a pack can be read, by the reader that apps have, before anything is replaced by it.
  static func checkThatItOpens(_ pack: Data) throws(StageError) {
    do {
      try Pack(data: pack).verify()
    } catch {
      throw StageError(
        .internalFault, "the pack could not be opened: \(error)",
        remedy: "this is a fault of the tool: report it with the pipeline file; nothing was written")
    }
  }

  /// The names of a coverage's regions. They do not depend on shapes, except that the lock records the cell of the pack
  /// grid. A coverage in longitude and latitude keeps the lock's former cell.
  package func naming(of coverage: Coverage) throws(StageError) -> Naming {
    // The pipeline file wins over its name table.
    var overrides = table?.cases(of: coverage.regions.map(\.code)) ?? [:]
    for (code, caseName) in pipeline?.names.overrides ?? [:] { overrides[code] = CaseOverride(caseName) }
    var naming = try nameRegions(
      coverage.regions.map { NamingInput(code: $0.code, name: $0.name, romanized: $0.romanized) }, lock: lock,
      lockFile: lockFile, overrides: overrides, changes: changes, retire: retire, renames: renames, map: map)
    naming.findings = names.findings + naming.findings
    if lock == nil, let published = names.published {
      naming.lock = try naming.lock.checked(
        against: published, pack: pipeline?.output.pack ?? "", file: lockFile, isGone: true)
    }
    if case .mercator(let grid) = coverage.plane { naming.lock.cellExponent = grid.cellExponent }
    if isCellWritten { naming.lock.cellOrigin = .written }
    return naming
  }

  /// - Precondition: `naming` is that of a coverage with the same regions.
  package func pack(of coverage: Coverage, _ naming: Naming) throws(StageError) -> Data {
    guard case .mercator = coverage.plane else {
      throw StageError(
        .usage, "the coverage is still in longitude and latitude, a pack is in the drawing plane",
        remedy: "run `mappack simplify` on it first (with --none to keep every vertex)")
    }
    let rawValueByCode = Dictionary(
      naming.lock.live.map { ($0.code, $0.rawValue) }, uniquingKeysWith: { first, _ in first })
    return try packData(
      PackContents(
        map: map, identity: naming.lock.identity(map: map), coverage: coverage,
        rawValues: coverage.regions.compactMap { rawValueByCode[$0.code] },
        cases: PackCases(naming.lock, origin: origin, groups: try groupMap(of: coverage, naming))), jobs: jobs)
  }

  private func groupMap(of coverage: Coverage, _ naming: Naming) throws(StageError) -> PackCases.Groups? {
    guard let groups, let ofGroups else { return nil }
    return try groups.groups(of: coverage, naming.lock, by: ofGroups)
  }

  /// The stage for the map of groups; `nil` if the groups are no map of their own.
  var ofGroups: EmitStage? {
    guard let groups else { return nil }
    var stage = self
    stage.groups = nil
    (stage.map, stage.typeName, stage.pipeline) = (groups.pipeline.map, groups.pipeline.map, groups.pipeline)
    stage.resource = Self.resource(ofPack: groups.pipeline.output.pack)
    (stage.names, stage.table) = (groups.names, groups.table)
    (stage.changes, stage.retire) = ofGroupCodes
    return stage
  }

  /// The pack and the enum of the map of groups, and its coverage, which is proved; `nil` if the groups are no map of
  /// their own.
  /// - Parameter whole: the simplified map itself.
  /// - Throws: what `run(_:)` throws, and `findings` if the proof fails.
  package func runOfGroups(_ whole: Coverage) throws(StageError) -> (coverage: Coverage, result: Result)? {
    guard let groups, let ofGroups else { return nil }
    let coverage = try groups.coverage(of: whole, jobs: jobs)
    try prove(coverage, jobs: jobs)
    return (coverage, try ofGroups.run(coverage))
  }

  /// What made the map: the tool, and the pipeline file if there is one.
  private var origin: String { "mappack \(ToolVersion.current)" + (pipeline.map { " from \($0.fileName)" } ?? "") }

  /// `World` for the path `Output/World.mappack`.
  package static func resource(ofPack path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }
}

extension EmitStage {
  /// A map without a pipeline file.
  /// - Parameters:
  ///   - typeName: the name of its enum; `nil` for the map's.
  ///   - resource: the name of its pack without an ending; `nil` for the map's.
  package init(map: String, typeName: String? = nil, resource: String? = nil, jobs: Int = 1) {
    (self.map, self.jobs) = (map, jobs)
    (self.typeName, self.resource) = (typeName ?? map, resource ?? map)
  }

  /// Reads the name lock, the name table and the change table. The enum is named like the map.
  /// - Parameter tables: texts of name tables that are read instead of the files, by the files' names.
  package init(
    _ pipeline: PipelineFile, tables: [String: String] = [:], retire: [String] = [], names change: NameChange = .none,
    jobs: Int = 1
  ) throws(StageError) {
    self.init(
      map: pipeline.map, typeName: pipeline.map, resource: Self.resource(ofPack: pipeline.output.pack),
      pipeline: pipeline, renames: change == .rename,
      isCellWritten: pipeline.simplify.options.cellExponent != nil, jobs: jobs)
    table = try NameTable.named(by: pipeline.names, in: pipeline.project, tables: tables)
    names = try PublishedNames(pipeline).names(change)
    groups = try GroupMap(of: pipeline, names: change)
    let codes = MapOfCodes(
      map: map, lock: lock, groups: groups?.pipeline.map, groupLock: groups?.names.lock)
    sharedCodes = codes.shared
    (self.retire, ofGroupCodes.retire) = try codes.retired(retire)
    if let table = pipeline.changes {
      let all = try ChangeTable.changes(at: pipeline.project.location(of: table), called: table)
      (changes, ofGroupCodes.changes) = try codes.changes(all, table: table)
    }
  }

  /// A change as a row that is proposed: with its map, if a code of it is a region's and a group's.
  package func proposed(_ change: MapChange) -> MapChange {
    var change = change
    if !sharedCodes.isDisjoint(with: change.from + change.to) { change.map = map }
    return change
  }

  /// A code as `--retire` takes it: with its map, if it is a region's and a group's.
  func retirable(_ code: String) -> String { sharedCodes.contains(code) ? "\(map):\(code)" : code }
}
