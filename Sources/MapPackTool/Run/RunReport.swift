import Foundation
import MapPackFeatures
import MapPackMerge

/// The report of a run, for programs: every map with its ledger, its findings and its figures.
///
/// The same run gives the same bytes: the report holds neither a time nor a path of the machine. The names of the
/// properties in this file are the keys of the JSON.
package struct RunReport: Encodable, Sendable {
  package var maps: [MapReport]

  /// With sorted keys and a newline at the end.
  package func encoded() throws(StageError) -> Data { try SortedJSON.encoded(self) }
}

/// What became of one map's data.
package struct MapReport: Encodable, Sendable {
  package var map: String
  /// Why the map was not made; `nil` if it was made.
  package var error: String?
  package var sources: [Source] = []
  package var stages: [Stage] = []
  package var ledger: LedgerReport?
  /// The number of findings by rule. A finding that stands for several counts as that many.
  package var findingsByRule: [Rule: Int] = [:]
  package var findings: [Finding] = []

  /// The report without the findings about this one run: a map's committed report.
  var ofTheMap: MapReport {
    var report = self
    report.setFindings(findings.filter { !Self.rulesOfOneRun.contains($0.rule) })
    return report
  }

  /// The rules whose findings depend on files of the previous run: the name lock and the pack.
  static let rulesOfOneRun: Set<Rule> = [
    .newCode, .retiredCode, .returnedCode, .changeAhead, .caseRenamed, .caseKept, .lockRenewed, .landMoved,
    .landUnchecked, .gridHalved, .gridFixed, .gridChanged,
  ]

  private mutating func setFindings(_ found: [Finding]) {
    findings = found
    findingsByRule = found.reduce(into: [:]) { $0[$1.rule, default: 0] += $1.count }
  }

  /// The figures of one stage.
  package struct Stage: Encodable, Sendable {
    /// The name: `ingest`, `merge`, `simplify` or `emit`.
    package var stage: String
    /// The level, in the figures of `simplify`; 0 is the finest.
    package var level: Int?
    /// In meters on the ground; at the equator if a zoom was asked for.
    package var tolerance: Double?
    package var features: Int?
    package var regions: Int?
    package var polygons: Int?
    package var arcs: Int?
    /// Of the rings that were read; after the merge, of arcs, in which a node counts for each arc that ends in it.
    package var vertices: Int?
    package var packBytes: Int?
    package var swiftBytes: Int?

    init(_ stage: String) { self.stage = stage }
  }

  init(map: String) { self.map = map }

  mutating func add(read figures: TableFigures?, of sources: [Source]) {
    self.sources = sources
    var stage = Stage("ingest")
    stage.features = figures?.features
    stage.polygons = figures?.polygons
    stage.vertices = figures?.vertices
    stages.append(stage)
  }

  mutating func add(merged coverage: Coverage) {
    var stage = Stage("merge")
    stage.regions = coverage.regions.count
    stage.polygons = coverage.polygonCount
    stage.arcs = coverage.arcs.count
    stage.vertices = coverage.arcs.vertexCount
    stages.append(stage)
  }

  mutating func add(simplified coverage: Coverage, findings extra: [Finding]) {
    ledger = LedgerReport(coverage.ledger, regions: coverage.regions)
    setFindings(coverage.findings + extra)
    for (level, detail) in coverage.levels.enumerated() {
      var stage = Stage("simplify")
      stage.level = level
      stage.tolerance = detail.tolerance
      stage.regions = coverage.regions.count
      stage.polygons = coverage.polygonLevel.count { Int($0) >= level }
      stage.arcs = coverage.arcs.count
      stage.vertices = coverage.arcs.vertexLevel.count { Int($0) >= level }
      stages.append(stage)
    }
  }

  mutating func add(packBytes: Int, swiftBytes: Int) {
    var stage = Stage("emit")
    stage.packBytes = packBytes
    stage.swiftBytes = swiftBytes
    stages.append(stage)
  }
}

/// The ledger by outcome: which features became which region, and which were dropped. Regions are in the order of their
/// codes' UTF-8 bytes, dropped features in the order of their rules.
package struct LedgerReport: Encodable, Sendable {
  /// The number of features that were read.
  package var features: Int
  package var regions: [RegionEntry] = []
  package var dropped: [DropEntry] = []
  /// The features of which a region has not all land that an odd number of their rings enclose, in the order of the
  /// ledger. All land of all others is in their regions.
  package var elsewhere: [FeatureLand] = []
  /// What became of the polygons that were read.
  package var polygons: Ledger.Polygons
  /// The number of polygons left out after the merge, by rule.
  package var droppedPolygons: [Rule: Int]
  /// Per level, from the finest: the number of polygons of the map that it lacks, by rule.
  package var droppedByLevel: [[Rule: Int]]

  /// A region, the records that it was made from, and its land.
  package struct RegionEntry: Encodable, Sendable {
    package var code: String
    package var name: String?
    package var records: [RecordList]
    /// The number of its polygons.
    package var polygons: Int
    package var land: Land
  }

  /// The area that a region's features draw, and what became of it, in square meters on the ground. `drawn` is the sum
  /// of `area`, `given`, `drawnTwice`, `rewound`, `snapped` and `rounding`, less `filled`.
  package struct Land: Encodable, Sendable {
    package var drawn: Double
    package var area: Double
    package var given: Double
    package var drawnTwice: Double
    package var rewound: Double
    package var filled: Double
    package var snapped: Double
    package var rounding: Double
    package var roundingLimit: Double
    package var lost: Double

    init(_ account: Ledger.Account) {
      drawn = account.drawn
      area = account.area
      given = account.given
      drawnTwice = account.drawnTwice
      rewound = account.rewound
      filled = account.filled
      snapped = account.snapped
      rounding = account.rounding
      roundingLimit = account.roundingLimit
      lost = account.lost
    }
  }

  /// What became of the land of a feature, in square meters on the ground.
  package struct FeatureLand: Encodable, Sendable {
    package var source: Int
    package var record: Int
    /// The sum of the other three.
    package var published: Double
    package var kept: Double
    package var given: Double
    package var left: Double

    init(_ entry: Ledger.Entry) {
      source = entry.source
      record = entry.record
      published = entry.land.kept + entry.land.given + entry.land.left
      kept = entry.land.kept
      given = entry.land.given
      left = entry.land.left
    }
  }

  /// The features that were dropped by one rule.
  package struct DropEntry: Encodable, Sendable {
    package var rule: Rule
    package var count: Int
    package var records: [RecordList]
  }

  /// Records of one source. `source` is an index in `sources`; records count from 1.
  package struct RecordList: Encodable, Sendable {
    package var source: Int
    package var records: [Int]
  }

  init(_ ledger: Ledger, regions: [Region]) {
    features = ledger.entries.count
    polygons = ledger.polygons
    droppedPolygons = ledger.droppedPolygons
    droppedByLevel = ledger.droppedByLevel
    var entriesByOutcome: [Ledger.Outcome: [Ledger.Entry]] = [:]
    for entry in ledger.entries { entriesByOutcome[entry.outcome, default: []].append(entry) }
    let nameByCode = Dictionary(regions.map { ($0.code, $0.name) }, uniquingKeysWith: { first, _ in first })
    let accountByCode = Dictionary(ledger.accounts.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
    for (outcome, entries) in entriesByOutcome {
      switch outcome {
      case .pending: break
      case .region(let code):
        let account = accountByCode[code] ?? Ledger.Account(code: code)
        self.regions.append(
          RegionEntry(
            code: code, name: nameByCode[code], records: Self.lists(entries), polygons: account.polygons,
            land: Land(account)))
      case .dropped(let rule):
        dropped.append(DropEntry(rule: rule, count: entries.count, records: Self.lists(entries)))
      }
    }
    elsewhere = ledger.entries.filter { $0.land.given > 0 || $0.land.left > 0 }.map(FeatureLand.init)
    self.regions.sort { $0.code.utf8.lexicographicallyPrecedes($1.code.utf8) }
    dropped.sort { $0.rule < $1.rule }
  }

  /// In the order of the ledger.
  private static func lists(_ entries: [Ledger.Entry]) -> [RecordList] {
    var lists: [RecordList] = []
    for entry in entries {
      if lists.last?.source != entry.source { lists.append(RecordList(source: entry.source, records: [])) }
      lists[lists.count - 1].records.append(entry.record)
    }
    return lists
  }
}

/// Findings as lines of text, printed when a map is made.
enum FindingText {
  /// A finding in one line: `file, name (code), record at degrees: severity: message [rule]; remedy`.
  static func line(_ finding: Finding) -> String {
    let place = finding.location.text()
    return (place.isEmpty ? "" : place + ": ") + "\(finding.severity.rawValue): \(finding.message) [\(finding.rule)]"
      + (finding.remedy.map { "; \($0)" } ?? "")
  }

  /// The notes that are printed: each new region, cases that stay, changes of the name lock and of the pack grid.
  /// Notes of other rules are silent.
  private static let printedNotes: Set<Rule> = [
    .newCode, .caseKept, .lockRenewed, .gridFixed, .gridChanged, .gridHalved,
  ]

  /// Prints the warnings and errors, one line for each rule, with the locations of the first three findings. Notes in
  /// `printedNotes` get a line each.
  ///
  /// - Parameter words: what becomes of each line, such as `PipelineWords.of`.
  static func note(
    _ findings: [Finding], prefix: String = "", console: Console, words: (String) -> String = { $0 }
  ) {
    let findingsByRule = Dictionary(grouping: findings, by: \.rule)
    var seen: Set<Rule> = []
    for finding in findings {
      let isPrinted = printedNotes.contains(finding.rule)
      guard isPrinted || finding.severity > .note && seen.insert(finding.rule).inserted else { continue }
      let all = isPrinted ? [finding] : findingsByRule[finding.rule] ?? []
      console.note(words(prefix + line(finding) + further(all)))
    }
  }

  private static func further(_ findings: [Finding]) -> String {
    let count = findings.reduce(0) { $0 + $1.count }
    guard count > 1 else { return "" }
    let file = findings.first?.file
    let next = findings.dropFirst().prefix(2).compactMap { finding -> String? in
      let feature = [finding.label, finding.record.map { "record \($0)" }].compactMap(\.self)
      guard !feature.isEmpty else { return nil }
      return (finding.file == file ? "" : finding.file.map { "\($0), " } ?? "") + feature.joined(separator: ", ")
    }
    let also = next.isEmpty ? "" : "; also \(next.joined(separator: "; "))"
    return " (\(Figures.grouped(count)) in all\(also))"
  }
}
