import MapFeatures

extension Rule {
  /// What to do about a finding of the rule, as a sentence without a full stop; it ends a message. Only the rules that
  /// `validate` judges itself have one; readers and merge bring remedies of their own. Some findings replace it by one
  /// that fits their data, such as those of `BorderFindings`.
  ///
  /// `RuleExplanation.remedy` says the same for the page of errors and for SARIF. Change both together.
  var remedy: String? {
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
    case .gap: "unless it is a lake or foreign land, mend the border in the source"
    case .unmatchedEdge: "give both borders the same vertices, or let merge node them (--clean repair)"
    case .nearMiss: "move the borders together, or let merge do it with --snap"
    default: nil
    }
  }
}
