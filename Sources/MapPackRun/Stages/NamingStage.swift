import MapPackCoverage
import MapPackFeatures
import MapPackNames
import MapPackProject

/// Names the regions of one map, by what the last run named, its pipeline file and its tables.
package struct NamingStage {
  package let map: String
  /// `nil` without a pipeline file.
  private(set) var output: MapOutput?
  /// What the last run named; `nil` without a pipeline file.
  private var known: PublishedNames.Names?
  /// `nil` if no table has names or cases.
  private(set) var table: NameTable?
  var changes: [MapChange] = []
  /// Codes of regions to retire, which the data must lack.
  var retire: [String] = []
  /// The codes that a region and a group have both published.
  var sharedCodes: Set<String> = []
  /// Whether cases are renamed that no longer follow from the names.
  private var renames = false
  /// Whether the pipeline file sets the cell of the pack grid. Then the new lock says so, and later runs keep the cell.
  package var isCellWritten = false

  package var lock: NameLock? { known?.lock }

  /// A map without a pipeline file.
  init(map: String) { self.map = map }

  /// Reads the name lock and the name table.
  /// - Parameter tables: texts of name tables that are read instead of the files, by the files' names.
  init(_ output: MapOutput, tables: [String: String], _ change: NameChange) throws(StageError) {
    (map, self.output) = (output.map, output)
    renames = change == .rename
    isCellWritten = output.pipeline.simplify.options.cellExponent != nil
    table = try NameTable.named(by: output.names, in: output.pipeline.project, tables: tables)
    known = try PublishedNames(output).names(change)
  }

  /// The names of a coverage's regions. They do not depend on shapes, except that the lock records the cell of the pack
  /// grid. A coverage in longitude and latitude keeps the lock's former cell.
  package func run(_ coverage: Coverage) throws(StageError) -> Naming {
    // The pipeline file wins over its name table.
    var overrides = table?.cases(of: coverage.regions.map(\.code)) ?? [:]
    for (code, caseName) in output?.names.overrides ?? [:] { overrides[code] = CaseOverride(caseName) }
    var naming = try nameRegions(
      coverage.regions.map { NamingInput(code: $0.code, name: $0.name, romanized: $0.romanized) }, lock: lock,
      lockFile: output?.lockPath, overrides: overrides, changes: changes, retire: retire, renames: renames, map: map)
    naming.findings = (known?.findings ?? []) + naming.findings
    if lock == nil, let published = known?.published {
      naming.lock = try naming.lock.checked(
        against: published, pack: output?.pack ?? "", file: output?.lockPath, isGone: true)
    }
    if case .mercator(let grid) = coverage.plane { naming.lock.cellExponent = grid.cellExponent }
    if isCellWritten { naming.lock.cellOrigin = .written }
    return naming
  }

  /// A change as a row that is proposed: with its map, if a code of it is a region's and a group's.
  func proposed(_ change: MapChange) -> MapChange {
    var change = change
    if !sharedCodes.isDisjoint(with: change.from + change.to) { change.map = map }
    return change
  }

  /// A code as `--retire` takes it: with its map, if it is a region's and a group's.
  func retirable(_ code: String) -> String { sharedCodes.contains(code) ? "\(map):\(code)" : code }
}
