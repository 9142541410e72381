import Foundation
import MapPack
import MapPackCoverage
import MapPackEmit
import MapPackFeatures
import MapPackNames
import MapPackProject

/// Makes the pack and the enum from a simplified coverage, and the name lock that binds them. Nothing is written.
package struct EmitStage {
  package var naming: NamingStage
  /// The groups as a map of their own; `nil` if they are none.
  private(set) var groups: GroupMap?
  package var typeName: String
  package var resource: String
  package var jobs: Int

  package struct Result {
    package var naming: Naming
    package var pack: Data
    package var swift: Data
  }

  package func run(_ coverage: Coverage) throws(StageError) -> Result {
    let named = try naming.run(coverage)
    var headings: [String: String] = [:]
    for region in coverage.regions { headings[region.code] = region.group }
    let source = SwiftSource(
      map: naming.map, typeName: typeName, lock: named.lock, identity: named.lock.identity(map: naming.map),
      packResource: resource, attributions: Attribution.lines(of: coverage.sources), groups: headings,
      numbers: coverage.regions.numberNames, groupMap: try groups?.groups(of: coverage, named.lock),
      access: naming.output?.pipeline.output.access ?? .public,
      hasAppIntents: naming.output?.pipeline.output.hasAppIntents ?? false, origin: origin)
    let pack = try pack(of: coverage, named)
    try Self.checkThatItOpens(pack)
    return Result(naming: named, pack: pack, swift: Data(try source.text().utf8))
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

  /// - Precondition: `named` is that of a coverage with the same regions.
  package func pack(of coverage: Coverage, _ named: Naming) throws(StageError) -> Data {
    guard case .mercator = coverage.plane else {
      throw StageError(
        .usage, "the coverage is still in longitude and latitude, a pack is in the drawing plane",
        remedy: "run `mappack simplify` on it first (with --none to keep every vertex)")
    }
    let rawValueByCode = Dictionary(
      named.lock.live.map { ($0.code, $0.rawValue) }, uniquingKeysWith: { first, _ in first })
    return try packData(
      PackContents(
        map: naming.map, identity: named.lock.identity(map: naming.map), coverage: coverage,
        rawValues: coverage.regions.compactMap { rawValueByCode[$0.code] },
        cases: PackCases(named.lock, origin: origin, groups: try groups?.groups(of: coverage, named.lock))),
      jobs: jobs)
  }

  /// The pack and the enum of the map of groups, and its coverage, which is proved; `nil` if the groups are no map of
  /// their own.
  /// - Parameter whole: the simplified map itself.
  /// - Throws: what `run(_:)` throws, and `findings` if the proof fails.
  package func runOfGroups(_ whole: Coverage) throws(StageError) -> (coverage: Coverage, result: Result)? {
    guard let groups else { return nil }
    let coverage = try groups.coverage(of: whole, jobs: jobs)
    try prove(coverage, jobs: jobs)
    return (coverage, try EmitStage(groups.naming, jobs: jobs).run(coverage))
  }

  /// What made the map: the tool, and the pipeline file if there is one.
  private var origin: String {
    "mappack \(ToolVersion.current)" + (naming.output.map { " from \($0.pipeline.fileName)" } ?? "")
  }

  /// `World` for the path `Output/World.mappack`.
  package static func resource(ofPack path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }
}

extension EmitStage {
  /// The enum is named like the map, and the resource like its pack.
  private init(_ naming: NamingStage, jobs: Int) {
    (self.naming, typeName, self.jobs) = (naming, naming.map, jobs)
    resource = naming.output.map { Self.resource(ofPack: $0.pack) } ?? naming.map
  }

  /// A map without a pipeline file.
  package init(map: String, jobs: Int = 1) { self.init(NamingStage(map: map), jobs: jobs) }

  /// Reads the name locks, the name tables and the change table.
  /// - Parameter tables: texts of name tables that are read instead of the files, by the files' names.
  package init(
    _ pipeline: PipelineFile, tables: [String: String] = [:], retire: [String] = [], names change: NameChange = .none,
    jobs: Int = 1
  ) throws(StageError) {
    self.init(try NamingStage(MapOutput(of: pipeline), tables: tables, change), jobs: jobs)
    groups = try MapOutput(groupsOf: pipeline).map { output throws(StageError) in
      GroupMap(output: output, naming: try NamingStage(output, tables: tables, change))
    }
    let codes = MapOfCodes(
      map: naming.map, lock: naming.lock, groups: groups?.output.map, groupLock: groups?.naming.lock)
    naming.sharedCodes = codes.shared
    groups?.naming.sharedCodes = codes.shared
    let retired = try codes.retired(retire)
    naming.retire = retired.ofMap
    groups?.naming.retire = retired.ofGroups
    if let table = pipeline.changes {
      let changes = try codes.changes(at: pipeline.project.location(of: table), called: table)
      naming.changes = changes.ofMap
      groups?.naming.changes = changes.ofGroups
    }
  }
}
