import MapFeatures

/// A rule that `validate` judges by itself. Readers and merge report under ids of their own besides.
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

  package var severity: Finding.Severity { .error }

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
    }
  }
}
