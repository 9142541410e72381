import Foundation
import MapPackCoverage
import MapPackFeatures
import MapPackFiles
import MapPackMerge

/// The report of a run, for programs: every map with its ledger, its findings and its figures.
///
/// The same run gives the same bytes: the report holds neither a time nor a path of the machine. The names of the
/// properties in this file are the keys of the JSON.
package struct RunReport: Encodable, Sendable {
  package var maps: [MapReport]
}

/// What became of one map's data.
package struct MapReport: Encodable, Sendable {
  package var map: String
  /// Why the map was not made; `nil` if it was made.
  package var error: String?
  package var sources: [Source] = []
  /// The figures of `ingest`, `merge`, each level of `simplify` from the finest, and `emit`. Tolerances are in meters on
  /// the ground; at the equator if a zoom was asked for. The vertices of `ingest` are those of the rings that were read;
  /// after the merge they are those of arcs, in which a node counts for each arc that ends in it.
  private(set) var stages: [JSON] = []
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
    for index in findings.indices {
      findings[index].remedy = findings[index].remedy.map { Remedy($0.words(for: .pipelineFile)) }
    }
    findingsByRule = found.reduce(into: [:]) { $0[$1.rule, default: 0] += $1.count }
  }

  /// The report of a map that was not made.
  init(map: String, error: String) { (self.map, self.error) = (map, error) }

  /// - Parameter extra: findings beside those of the simplified map.
  init(
    map: String, _ merged: MergedFigures, _ simplified: Coverage, findings extra: [Finding],
    _ emitted: EmitStage.Result, _ groups: (coverage: Coverage, result: EmitStage.Result)?
  ) {
    self.map = map
    sources = merged.sources
    ledger = LedgerReport(simplified.ledger, regions: simplified.regions)
    let ofGroups = groups.map { $0.coverage.findings + $0.result.naming.findings } ?? []
    setFindings(simplified.findings + extra + ofGroups)
    stages = [
      [
        "stage": "ingest", "features": JSON(merged.read?.features), "polygons": JSON(merged.read?.polygons),
        "vertices": JSON(merged.read?.vertices),
      ],
      [
        "stage": "merge", "regions": .integer(merged.regions), "polygons": .integer(merged.polygons),
        "arcs": .integer(merged.arcs), "vertices": .integer(merged.vertices),
      ],
    ]
    stages += simplified.levels.enumerated().map { level, detail in
      [
        "stage": "simplify", "level": .integer(level), "tolerance": .number(detail.tolerance),
        "regions": .integer(simplified.regions.count),
        "polygons": .integer(simplified.polygonLevel.count { Int($0) >= level }),
        "arcs": .integer(simplified.arcs.count),
        "vertices": .integer(simplified.arcs.vertexLevel.count { Int($0) >= level }),
      ]
    }
    stages.append([
      "stage": "emit", "packBytes": .integer(emitted.pack.count), "swiftBytes": .integer(emitted.swift.count),
    ])
    if let (coverage, result) = groups {
      stages.append([
        "stage": "groups", "regions": .integer(coverage.regions.count), "polygons": .integer(coverage.polygonCount),
        "arcs": .integer(coverage.arcs.count), "vertices": .integer(coverage.arcs.vertexCount),
        "packBytes": .integer(result.pack.count), "swiftBytes": .integer(result.swift.count),
      ])
    }
  }
}

/// The ledger by outcome: which features became which region, and which were dropped. Regions are in the order of their
/// codes' UTF-8 bytes, dropped features in the order of their rules.
package struct LedgerReport: Encodable, Sendable {
  /// The number of features that were read.
  package var features: Int
  /// Each with the records that it was made from, the number of its polygons, and its land.
  package let regions: [JSON]
  /// By rule: the records that were dropped by it.
  package let dropped: [JSON]
  /// The features of which a region has not all land that an odd number of their rings enclose, in the order of the
  /// ledger. All land of all others is in their regions.
  package let elsewhere: [JSON]
  /// What became of the polygons that were read.
  package var polygons: Ledger.Polygons
  /// The number of polygons left out after the merge, by rule.
  package var droppedPolygons: [Rule: Int]
  /// Per level, from the finest: the number of polygons of the map that it lacks, by rule.
  package var droppedByLevel: [[Rule: Int]]

  init(_ ledger: Ledger, regions: [Region]) {
    features = ledger.entries.count
    polygons = ledger.polygons
    droppedPolygons = ledger.droppedPolygons
    droppedByLevel = ledger.droppedByLevel
    var entriesByCode: [String: [Ledger.Entry]] = [:]
    var entriesByRule: [Rule: [Ledger.Entry]] = [:]
    for entry in ledger.entries {
      switch entry.outcome {
      case .pending: break
      case .region(let code): entriesByCode[code, default: []].append(entry)
      case .dropped(let rule): entriesByRule[rule, default: []].append(entry)
      }
    }
    let nameByCode = Dictionary(regions.map { ($0.code, $0.name) }, uniquingKeysWith: { first, _ in first })
    let accountByCode = Dictionary(ledger.accounts.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
    self.regions = entriesByCode.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { code, entries in
      let account = accountByCode[code] ?? Ledger.Account(code: code)
      return [
        "code": .text(code), "name": JSON(nameByCode[code]), "records": Self.lists(entries),
        "polygons": .integer(account.polygons), "land": Self.land(account),
      ]
    }
    dropped = entriesByRule.sorted { $0.key < $1.key }.map { rule, entries in
      ["rule": .text(rule.rawValue), "count": .integer(entries.count), "records": Self.lists(entries)]
    }
    elsewhere = ledger.entries.filter { max($0.land.given, $0.land.cut, $0.land.left) > 0 }.map(Self.land)
  }

  /// The area that a region's features draw, and what became of it, in square meters on the ground. `drawn` is the sum
  /// of `area`, `given`, `cut`, `drawnTwice`, `rewound`, `snapped` and `rounding`, less `filled`.
  private static func land(_ account: Ledger.Account) -> JSON {
    [
      "drawn": .number(account.drawn), "area": .number(account.area), "given": .number(account.given),
      "cut": .number(account.cut), "drawnTwice": .number(account.drawnTwice), "rewound": .number(account.rewound),
      "filled": .number(account.filled), "snapped": .number(account.snapped), "rounding": .number(account.rounding),
      "roundingLimit": .number(account.roundingLimit), "lost": .number(account.lost),
    ]
  }

  /// What became of the land of a feature, in square meters on the ground. `published` is the sum of the other four.
  private static func land(_ entry: Ledger.Entry) -> JSON {
    let land = entry.land
    return [
      "source": .integer(entry.source), "record": .integer(entry.record),
      "published": .number(land.kept + land.given + land.cut + land.left), "kept": .number(land.kept),
      "given": .number(land.given), "cut": .number(land.cut), "left": .number(land.left),
    ]
  }

  /// The records by their sources, in the order of the ledger. A source is an index in `sources`; records count from 1.
  private static func lists(_ entries: [Ledger.Entry]) -> JSON {
    var lists: [(source: Int, records: [JSON])] = []
    for entry in entries {
      if lists.last?.source != entry.source { lists.append((entry.source, [])) }
      lists[lists.count - 1].records.append(.integer(entry.record))
    }
    return .list(lists.map { ["source": .integer($0.source), "records": .list($0.records)] })
  }
}
