import MapPackCoverage
import MapPackFeatures

/// Which faults of the sources a merged map no longer has.
///
/// Merging nodes all lines, so no fault of a ring or of a border is in the map. It is mended if no land was lost by it;
/// else somebody has to look. An overlap is mended if the pipeline file says whose the land is, and a gap if it was filled.
package struct MendedFaults {
  private struct Record: Hashable {
    var file: String?
    var record: Int?
  }

  /// The features of which land went to nobody, because rings of theirs cross.
  private var lossy: Set<Record> = []

  /// A gap of this area, in m², is no slip of a border.
  private let large: Double

  /// Land below this area, in m², is not worth a look.
  private static let least = 1.0

  /// - Parameter coverage: merged, with its ledger.
  package init(_ coverage: Coverage) {
    large = coverage.side * coverage.side / Double(max(1, coverage.regions.count)) / 10
    for entry in coverage.ledger.entries where entry.land.left >= Self.least {
      guard coverage.sources.indices.contains(entry.source) else { continue }
      lossy.insert(Record(file: coverage.sources[entry.source].path, record: entry.record))
    }
  }

  /// Whether land that nobody claims is at least a tenth as large as the regions are on average.
  package func isLarge(_ finding: Finding) -> Bool { finding.land.map { $0.squareMeters >= large } ?? false }

  /// - Parameter finding: of the sources, or of the merge.
  package func contains(_ finding: Finding) -> Bool {
    switch finding.rule {
    case .gapFilled, .snapped, .unmatchedEdge, .drawnTwice, .repeatedVertex, .ringUnclosed: true
    case .overlap: finding.land?.isDecided ?? (finding.severity == .note)
    case .duplicateFeature: false
    default:
      finding.rule.explanation.isMended && !lossy.contains(Record(file: finding.file, record: finding.record))
    }
  }
}
