/// A kind of thing that a stage can find, with a stable id. Findings and ledgers name it.
///
/// The raw value is the id, in kebab-case. Stage files, reports, baselines and SARIF hold it, so it never changes its
/// meaning. The `explanation` of a rule says what it means and what to do about it. A new rule needs one, and its row
/// on the page of errors (Errors.md).
package enum Rule: String, CaseIterable, Codable, CodingKeyRepresentable, Comparable, CustomStringConvertible, Sendable
{
  case ringUnclosed = "ring-unclosed"
  case repeatedVertex = "repeated-vertex"
  case ringWinding = "ring-winding"
  case ringsByDepth = "rings-by-depth"
  case holeTooShort = "hole-too-short"
  case coordinateClamped = "coordinate-clamped"
  case noGeometry = "no-geometry"
  case notAPolygon = "not-a-polygon"
  case notALine = "not-a-line"
  case polygonBesideOthers = "polygon-beside-others"
  case lineTooShort = "line-too-short"
  case lineBesideOthers = "line-beside-others"
  case notAPoint = "not-a-point"
  case pointBesideOthers = "point-beside-others"
  case rowDeleted = "deleted"
  case attributesMissing = "attributes-missing"
  case indexWrong = "index-wrong"
  case encodingUnknown = "encoding-unknown"
  case textCut = "text-cut"
  case positionLeftOut = "position-left-out"
  case positionsJoined = "positions-joined"
  case innerAttributes = "inner-attributes"
  case notANumber = "not-a-number"
  case fieldRenamed = "field-renamed"
  case networkLink = "network-link"
  case gridUnused = "grid-unused"
  case beyondOperation = "beyond-operation"
  case systemIdentified = "system-identified"
  case elsewhere = "outside-system-area"
  case antimeridianCut = "antimeridian-cut"
  case wideEdge = "wide-edge"
  case nullIsland = "null-island"
  case longitudeWrapped = "longitude-wrapped"
  case poleClosed = "pole-closed"
  case noKey = "no-key"
  case unstableCodes = "unstable-codes"
  case severalNames = "several-names"
  case severalGroups = "several-groups"
  case namesakes
  case repeatedNames = "repeated-names"
  case overlap
  case crossing
  case unmatchedVertex = "unmatched-vertex"
  case gapFilled = "gap-filled"
  case drawnTwice = "drawn-twice"
  case spike
  case zeroArea = "zero-area"
  case snapped
  case outsideBounds = "outside-bounds"
  case noRedistribution = "no-redistribution"
  case noReading = "no-reading"
  case irregularReading = "irregular-reading"
  case belowGrid = "below-grid"
  case minimumIsland = "minimum-island"
  case maximumParts = "maximum-parts"
  case clipped
  case gridFixed = "grid-fixed"
  case gridChanged = "grid-changed"
  case gridCoarse = "grid-coarse"
  case gridHalved = "grid-halved"
  case gridNoded = "grid-noded"
  case adjacencyChanged = "adjacency-changed"
  case keepFloor = "keep-floor"
  case mostlyFloor = "mostly-floor"
  case nonFinite = "non-finite"
  case outOfRange = "out-of-range"
  case projectedCoordinates = "projected-coordinates"
  case swappedCoordinates = "swapped-coordinates"
  case malformedFeature = "malformed-feature"
  case tooFewPoints = "too-few-points"
  case lineTurnsBack = "line-turns-back"
  case lineCrossesItself = "line-crosses-itself"
  case selfIntersection = "self-intersection"
  case ringSelfIntersection = "ring-self-intersection"
  case duplicateRings = "duplicate-rings"
  case holeOutsideShell = "hole-outside-shell"
  case holeBeyondShell = "hole-beyond-shell"
  case nestedHoles = "nested-holes"
  case nestedShells = "nested-shells"
  case disconnectedInterior = "disconnected-interior"
  case crossingArcs = "crossing-arcs"
  case inconsistentSides = "inconsistent-sides"
  case brokenRing = "broken-ring"
  case wrongWinding = "wrong-winding"
  case gap
  case unmatchedEdge = "unmatched-edge"
  case nearMiss = "near-miss"
  case noShape = "no-shape"
  case duplicateIdentifier = "duplicate-id"
  case duplicateFeature = "duplicate-feature"
  case emptyName = "empty-name"
  case suspiciousEncoding = "suspicious-encoding"
  case checkDigit = "check-digit"
  case expectedCodeMissing = "expected-code-missing"
  case unexpectedCode = "unexpected-code"
  case unexpectedCount = "unexpected-count"
  case select
  case drop
  case overlapped
  case newCode = "new-code"
  case retiredCode = "retired-code"
  case returnedCode = "returned-code"
  case changeAhead = "change-ahead"
  case caseRenamed = "case-renamed"
  case caseKept = "case-kept"
  case lockRenewed = "lock-renewed"
  case landMoved = "land-moved"
  case landUnchecked = "land-unchecked"
  case crossingsUnchecked = "crossings-unchecked"
  case invalidInDegrees = "invalid-in-degrees"

  /// The id.
  package var description: String { rawValue }

  /// Whether the id of a rule comes before that of another one.
  package static func < (a: Rule, b: Rule) -> Bool { a.rawValue < b.rawValue }
}
