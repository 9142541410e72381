import MapFeatures

/// A rule that `validate` judges by itself. Readers and merge report under ids of their own besides.
///
/// Without a key each feature is taken for a region, which many maps do not mean: then what borders do to each other is
/// a warning at most.
///
/// The rules on single features are those of OGC simple features ("Simple feature access, part 1", 06-103r4, 6.1.11)
/// in the meaning of JTS: the inside of a polygon is connected, rings do not touch themselves, rings of a
/// feature meet in single points only. Repeated points are no defect, nor is the direction of a ring.
package enum Rule: String, CaseIterable, Sendable {
  /// A ring with fewer than three distinct vertices.
  case tooFewPoints = "too-few-points"
  /// Edges of a feature cross or run along each other.
  case selfIntersection = "self-intersection"
  /// A ring passes twice through one point.
  case ringSelfIntersection = "ring-self-intersection"
  /// A ring comes twice in a feature.
  case duplicateRings = "duplicate-rings"
  /// A hole that is not inside its shell.
  case holeOutsideShell = "hole-outside-shell"
  /// A hole inside another hole of the same polygon.
  case nestedHoles = "nested-holes"
  /// A polygon inside another of the same feature.
  case nestedShells = "nested-shells"
  /// Rings of a polygon that touch each other and so cut its inside in two.
  case disconnectedInterior = "disconnected-interior"
  /// Arcs of a coverage that meet elsewhere than in nodes.
  case crossingArcs = "crossing-arcs"
  /// Arcs of a coverage that do not agree on the region between them: two regions overlap there.
  case inconsistentSides = "inconsistent-sides"
  /// A ring of a coverage whose arcs do not follow each other.
  case brokenRing = "broken-ring"
  /// A shell of a coverage that runs clockwise, or a hole that runs counter-clockwise.
  case wrongWinding = "wrong-winding"
  /// A feature has no value for the key.
  case noKey = "no-key"
  /// No feature of a code has a geometry.
  case noShape = "no-shape"
  /// Two features have one id, where ids are the codes.
  case duplicateIdentifier = "duplicate-id"
  /// A feature has the shape of another (with a key: of the same code).
  case duplicateFeature = "duplicate-feature"
  /// The features of a code bear several names.
  case severalNames = "several-names"
  /// A feature, or all features of a code, have no name where nearly all have one.
  case emptyName = "empty-name"
  /// Text that looks as if it was decoded in a wrong encoding.
  case suspiciousEncoding = "suspicious-encoding"
  /// A feature or source that seems to have latitude before longitude.
  case swappedCoordinates = "swapped-coordinates"
  /// A Japanese code of six digits whose last is not what the others ask for.
  case checkDigit = "check-digit"
  /// A code that the pipeline file or the name lock expects, and no feature has.
  case expectedCodeMissing = "expected-code-missing"
  /// A code that the pipeline file does not list.
  case unexpectedCode = "unexpected-code"
  /// Another number of codes than the pipeline file says.
  case unexpectedCount = "unexpected-count"
  /// Land that two regions claim.
  case overlap = "overlap"
  /// Enclosed land that no region claims.
  case gap = "gap"
  /// A border of two regions in which one has a vertex that the other lacks.
  case unmatchedEdge = "unmatched-edge"
  /// Borders of two regions that run close beside each other without meeting.
  case nearMiss = "near-miss"

  package var severity: Finding.Severity {
    switch self {
    case .noKey, .duplicateIdentifier, .duplicateFeature, .severalNames, .emptyName, .suspiciousEncoding,
      .swappedCoordinates, .nearMiss:
      .warning
    case .gap: .note
    default: .error
    }
  }

  /// What to do about it, in one sentence without a full stop.
  package var remedy: String {
    switch self {
    case .tooFewPoints: "leave the ring out, or give it its detail back"
    case .selfIntersection: "redraw the ring there, or let merge node it (--clean repair)"
    case .ringSelfIntersection: "cut the ring in two there"
    case .duplicateRings: "leave one of them out"
    case .holeOutsideShell: "put the hole into the polygon that it is cut from, or make it a polygon"
    case .nestedHoles: "make one hole of the two, or the inner one a polygon"
    case .nestedShells: "join the polygons, or make the inner one a hole"
    case .disconnectedInterior: "make two polygons of it"
    case .crossingArcs, .inconsistentSides, .brokenRing, .wrongWinding:
      "make the file again from its sources, and report the fault if it comes again"
    case .noKey:
      "fill the field in, name another key, or leave such features out: drop in the pipeline file, or --drop of ingest"
    case .noShape:
      "get its shape, or leave the code out (drop in the pipeline file, or --drop of ingest): it ends the merge"
    case .duplicateIdentifier: "name the field that identifies a region with --key"
    case .duplicateFeature: "leave one of them out"
    case .severalNames: "mend the names, or name another field: the name that covers the largest area is taken"
    case .emptyName: "fill the name in"
    case .suspiciousEncoding: "read the source in its own encoding, as in --encoding CP932, or mend the text"
    case .swappedCoordinates: "write longitude first in the source, if so"
    case .checkDigit: "correct the code"
    case .expectedCodeMissing: "get a source that has it, or correct what is expected"
    case .unexpectedCode: "drop it, or add it to what is expected"
    case .unexpectedCount: "see what select and drop leave of the sources, or correct what is expected"
    case .overlap: "mend the border in the source; merge gives the land to one of them"
    case .gap: "if it is no lake or foreign land, mend the border in the source"
    case .unmatchedEdge: "give both borders the same vertices, or let merge node them (--clean repair)"
    case .nearMiss: "move the borders together, or let merge do it with --snap"
    }
  }
}
