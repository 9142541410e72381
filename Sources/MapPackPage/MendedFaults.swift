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

  /// Land below this area, in m², is not worth a look.
  private static let least = 1.0

  /// - Parameter coverage: merged, with its ledger.
  package init(_ coverage: Coverage) {
    for entry in coverage.ledger.entries where entry.land.left >= Self.least {
      guard coverage.sources.indices.contains(entry.source) else { continue }
      lossy.insert(Record(file: coverage.sources[entry.source].path, record: entry.record))
    }
  }

  /// - Parameter finding: of the sources, or of the merge.
  package func contains(_ finding: Finding) -> Bool {
    switch finding.rule {
    case .gapFilled, .snapped, .unmatchedEdge, .drawnTwice, .repeatedVertex, .ringUnclosed: true
    case .overlap: finding.land?.isDecided ?? (finding.severity == .note)
    case .selfIntersection, .ringSelfIntersection, .spike, .zeroArea, .duplicateRings, .holeOutsideShell, .nestedHoles,
      .nestedShells, .disconnectedInterior, .tooFewPoints, .holeTooShort, .ringsByDepth:
      !lossy.contains(Record(file: finding.file, record: finding.record))
    default: false
    }
  }
}
