/// A kind of thing that a stage can find, with a stable id.
///
/// The raw value is the id, in kebab-case. Files and reports hold it, so it never changes its meaning.
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
  case fieldLeftOut = "field-left-out"
  case conditionWithoutEffect = "condition-without-effect"
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
  case noGroup = "no-group"
  case severalNumbers = "several-numbers"
  case partialSum = "partial-sum"
  case namesakes
  case repeatedNames = "repeated-names"
  case overlap
  case gapFilled = "gap-filled"
  case placeWithoutEffect = "place-without-effect"
  case drawnTwice = "drawn-twice"
  case spike
  case zeroArea = "zero-area"
  case snapped
  case outsideBounds = "outside-bounds"
  case noRedistribution = "no-redistribution"
  case noReading = "no-reading"
  case noRow = "no-row"
  case surplusRow = "surplus-row"
  case irregularReading = "irregular-reading"
  case unusedRow = "unused-row"
  case unknownColumn = "unknown-column"
  case takenAsNumber = "taken-as-number"
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
  case cutAway = "cut-away"
  case maskIdle = "mask-idle"
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

extension Rule {
  /// The rules of the findings that `validate` can report. Rules of naming and of exports are not among them, because
  /// it does neither.
  package static let reported = allCases.filter {
    let explanation = $0.explanation
    return explanation.severity != nil && explanation.subject != .naming && explanation.subject != .exporting
  }

  /// How severe the rule is for `validate`; a note if it has no findings.
  package var severity: Finding.Severity { explanation.severity ?? .note }

  /// What to do about a finding of the rule that knows no more.
  package var remedy: Remedy? { explanation.remedy }

  /// What the rule means and what to do about it: the one table of its words.
  package var explanation: RuleExplanation {
    func row(
      _ severity: Finding.Severity?, _ subject: RuleExplanation.Subject, _ meaning: String, _ remedy: Remedy? = nil,
      mended: String? = nil
    ) -> RuleExplanation {
      RuleExplanation(
        severity: severity, subject: subject, meaning: meaning,
        remedy: mended.map { "nothing to do: in the map, \($0)" + (remedy.map { "; or " + $0 } ?? "") } ?? remedy,
        isMended: mended != nil)
    }
    return switch self {
    case .ringUnclosed:
      row(
        .warning, .reading,
        "a ring does not end where it starts: it was closed",
        "nothing to do, if the ring looks right")
    case .repeatedVertex: row(.note, .reading, "a vertex stands twice in a row: it was taken once")
    case .ringWinding: row(.note, .reading, "a ring runs against the rule of its format: it was turned round")
    case .ringsByDepth:
      row(
        .warning, .reading,
        "rings of a polygon do not lie as the file says: they are read by how deep they lie, even is land and odd is "
          + "a hole",
        "mend the polygon in the source, if the map looks wrong",
        mended: "a ring at an even depth is land")
    case .holeTooShort:
      row(
        .warning, .reading,
        "a hole has fewer than 3 different vertices: it was left out",
        mended: "the hole is left out")
    case .coordinateClamped:
      row(
        .note, .reading,
        "a coordinate is a hair beyond ±180 or ±90: it was set to the limit")
    case .noGeometry:
      row(
        .warning, .reading,
        "the feature has no geometry",
        "get its shape, or drop the feature: a key without any shape ends the merge")
    case .notAPolygon:
      row(
        .warning, .reading,
        "the feature has points or lines where polygons belong: it was left out",
        "drop such features, to say that you know; for a map of them write `geometry: points` or `geometry: lines`, "
          + "and if closed lines are areas `closedLines: areas`")
    case .notALine:
      row(
        .warning, .reading,
        "the feature has points or polygons where lines belong: it was left out",
        "drop such features, to say that you know")
    case .lineTooShort:
      row(
        .note, .reading,
        "a line has fewer than 2 different vertices and stands beside others: it was left out")
    case .lineBesideOthers:
      row(
        .warning, .reading,
        "points or polygons stand beside lines in one feature: they were left out")
    case .notAPoint:
      row(
        .warning, .reading,
        "the feature has lines or polygons where points belong: it was left out",
        "drop such features, to say that you know")
    case .pointBesideOthers:
      row(
        .warning, .reading,
        "lines or polygons stand beside points in one feature: they were left out")
    case .polygonBesideOthers:
      row(
        .warning, .reading,
        "points or lines stand beside polygons in one feature: they were left out")
    case .rowDeleted: row(.note, .reading, "the `.dbf` marks the record as deleted: it was left out")
    case .attributesMissing:
      row(
        .warning, .reading,
        "there is no `.dbf` beside the `.shp`: no key can be used",
        "put the `.dbf` beside the `.shp`")
    case .indexWrong:
      row(
        .warning, .reading,
        "the `.shx` does not fit, or is missing: the records were read in their order in the `.shp`",
        "nothing to do, or get the file again")
    case .encodingUnknown:
      row(
        .warning, .reading,
        "the `.cpg` names an encoding that is not known: it was passed over",
        "name the encoding: \(.encoding)")
    case .textCut:
      row(
        .warning, .reading,
        "a text ends in half a character, cut at the width of its field: the half was left out",
        "correct the name with `names.table`")
    case .positionLeftOut:
      row(
        .note, .reading,
        "a position of a track has no longitude and latitude, as if it was not measured: it was left out")
    case .positionsJoined:
      row(
        .note, .reading,
        "the positions of a KML geometry have commas between them where blanks belong: they were told apart by "
          + "counting the numbers",
        "look at the feature")
    case .notANumber:
      row(
        .warning, .reading,
        "a property, or a value that is not used, is `NaN` or `Infinity`, which JSON does not have: it was read as "
          + "null",
        "write null in the source")
    case .innerAttributes:
      row(
        .warning, .reading,
        "a geometry in a nested collection of a topology has an id or properties of its own: the outer collection is "
          + "one feature, and they were left out",
        "if these are the features, make the nested collection an object of the topology")
    case .fieldRenamed:
      row(
        .warning, .reading,
        "the name of a field stands twice, or is empty: the later one was given a number",
        "use the numbered name")
    case .fieldLeftOut:
      row(
        .note, .reading,
        "a column of a GeoPackage holds bytes, or is computed from others: it is no field",
        "store it as text or as a number, if the map needs it")
    case .conditionWithoutEffect:
      row(
        .warning, .reading,
        "no feature meets a condition of `select` or `drop`",
        "correct it, or take it out: a value is compared as it stands, without <, > and *; null stands for none")
    case .networkLink:
      row(
        .warning, .reading,
        "a KML file links to another one: what that holds was not read",
        "name the other file as a source of its own, if its features are meant")
    case .gridUnused:
      row(
        .warning, .reading,
        "a more exact transformation to WGS 84 needs a grid file, and none is used",
        "if that matters on the map, convert the source to WGS 84 with a tool that has the grid")
    case .beyondOperation:
      row(
        .note, .reading,
        "the source reaches beyond the area that its transformation to WGS 84 is made for",
        "if that matters on the map, convert the source to WGS 84 with a tool that does it better")
    case .systemIdentified:
      row(
        .note, .reading,
        "the EPSG registry does not have the system's name: the system was told by its projection and ellipsoid",
        "if that is wrong, name the system: \(.coordinateSystem)")
    case .elsewhere:
      row(
        .warning, .reading,
        "the source lies where its coordinate system is not used",
        "see whether the map lies where it should; if not, name the system: \(.coordinateSystem)")
    case .antimeridianCut:
      row(
        .note, .reading,
        "a polygon crosses ±180° of longitude: it was cut there",
        "nothing to do: its pieces are one region")
    case .wideEdge:
      row(
        .warning, .reading,
        "an edge is wider than 180° as it is written, and neither holes nor other features of the source lie in only "
          + "one reading of its polygon: it was read the short way, across ±180°",
        "cut the polygon at ±180°; or add vertices to the edge, if it runs the long way")
    case .nullIsland:
      row(
        .warning, .reading,
        "a position is exactly (0, 0), far from all others of its feature or source: what devices and programs write "
          + "if they do not know a position",
        "delete the position in the source, or give the right one; if it is a feature of its own, `drop` it")
    case .longitudeWrapped:
      row(
        .note, .reading,
        "a polygon has longitudes beyond ±180°: it was laid within them",
        "nothing to do, if the source counts from 0° to 360°")
    case .poleClosed:
      row(
        .note, .reading,
        "a ring goes round a pole: it was closed over the pole that it lies nearer to",
        "look at the feature if it is not at that pole")
    case .noKey:
      row(
        .warning, .regions,
        "features have no value for the key: they are left out, or kept by their names",
        "fill the field in, name another key, or leave such features out with `drop`")
    case .unstableCodes:
      row(
        .warning, .merging,
        "there is no key, so codes are numbers or ids of the file",
        "name the field that identifies a region with `merge.key`")
    case .severalNames:
      row(
        .warning, .regions,
        "features of one code have several names: the one of the largest area is taken",
        "mend the names, or name another field: the name that covers the largest area is taken")
    case .severalGroups:
      row(
        .warning, .merging,
        "features of one code have several groups: the one of the largest area is taken",
        "use another field")
    case .noGroup:
      row(
        .warning, .merging,
        "regions have no group, so the map of groups (`output.groups`) lacks their land",
        "fill the field in, or name another one with `merge.group`")
    case .severalNumbers:
      row(
        .warning, .merging,
        "features of one code have several values of a number: the one of the largest area is taken",
        "add them up with `sum: true`, use another field, or take the number from a table with `join`")
    case .partialSum:
      row(
        .warning, .merging,
        "a sum lacks a part: a feature has no value, or a region of a group does not have the number",
        "fill the value in, or leave the feature out with `drop`")
    case .namesakes:
      row(
        .warning, .merging,
        "one name is the key of lands that lie apart and belong to different wholes: they became one region",
        "use a code as the key, or the whole and the name: `key: \"{STATE} {NAME}\"`")
    case .repeatedNames:
      row(
        .warning, .merging,
        "most regions share their name with others, so their cases end in codes",
        "use the field with their own names for `merge.name`")
    case .overlap:
      row(
        .warning, .borders,
        "regions claim the same land: merge gives it to one of them",
        "mend the border in the source if that is wrong")
    case .gapFilled:
      row(
        .note, .merging,
        "land that no region claims, below `clean.fillGaps` or named by `clean.places`, went to the neighbor with the longest border",
        "nothing to do, unless it is a lake or foreign land")
    case .placeWithoutEffect:
      row(
        .warning, .merging,
        "a place of `clean.places` lies in no gap, or in no land that several regions claim: it decides nothing",
        "take its line out, or write a place that lies in the land")
    case .drawnTwice:
      row(
        .warning, .borders,
        "several features of one region draw the same land",
        "mend the features, if that is wrong",
        mended: "it counts once")
    case .spike:
      row(
        .warning, .features,
        "a ring runs out to a point and straight back",
        "delete the point",
        mended: "the point is cut off")
    case .zeroArea:
      row(
        .warning, .features,
        "a ring encloses no land",
        "leave the ring out of the source",
        mended: "the ring is left out")
    case .snapped:
      row(
        .note, .merging,
        "two boundaries, or a region's own across ±180°, missed each other by no more than `clean.snap`: they were "
          + "joined",
        "mend the border in the source if that is wrong")
    case .outsideBounds:
      row(
        .error, .reading,
        "features lie outside the bounds that are expected of the source",
        "see that the coordinate system is the right one, `crs`, or correct `expect.bounds`")
    case .noRedistribution:
      row(
        .warning, .reading,
        "the source is GADM's, whose license forbids redistribution and commercial use",
        "use another source, or ask GADM for a license")
    case .noReading:
      row(
        .warning, .merging,
        "the name table has readings, but none for this region: its case is made from its name",
        "add a row to the table")
    case .noRow:
      row(
        .warning, .merging,
        "the table of `join` has no row for a region: it has none of the numbers",
        "add a row to the table, or correct its code")
    case .surplusRow:
      row(
        .note, .merging,
        "the table of `join` has rows whose codes no region has: they are passed over",
        "nothing to do, if the table is that of a larger land")
    case .irregularReading:
      row(
        .warning, .merging,
        "a reading in kana does not end as the name does (町 ちょう or まち, 村 そん or むら …)",
        "correct the table, or leave it if it is right")
    case .unusedRow:
      row(
        .note, .merging,
        "the name table has rows whose codes no region has, although it is hardly that of a larger land",
        "correct their codes, or leave them if the map is to lack these regions")
    case .unknownColumn:
      row(
        .note, .merging,
        "the name table has a column that nothing reads",
        "correct its heading, or leave it if it is for others")
    case .takenAsNumber:
      row(
        .warning, .merging,
        "a cell of a spreadsheet shows a date, TRUE or FALSE, and its number was taken as code, name or reading",
        "make the cell a text, if what it shows is meant")
    case .belowGrid:
      row(
        .note, .merging,
        "a polygon is smaller than the grid can show: it was left out. The largest polygon of a region always stays")
    case .minimumIsland:
      row(
        .note, .simplifying,
        "islands below `minimumIsland` were dropped",
        "nothing to do; `keepIslands` keeps single ones")
    case .maximumParts:
      row(
        .note, .simplifying,
        "islands beyond `maximumParts` were dropped",
        "nothing to do; `keepIslands` keeps single ones")
    case .clipped:
      row(
        .note, .simplifying,
        "land beyond 85.05° of latitude, where the Mercator plane ends, was cut off or dropped")
    case .gridFixed:
      row(
        .note, .simplifying,
        "the name lock keeps the cell of the pack grid from now on, as long as it suits the map",
        "nothing to do; `simplify.grid` asks for another one")
    case .gridChanged:
      row(
        .note, .simplifying,
        "the pack grid has another cell than in the name lock: another one is asked for, or the lock's was a default "
          + "that no longer suits the map",
        "nothing to do: names and identity do not depend on it; `simplify.grid` asks for a cell that stays")
    case .gridCoarse:
      row(
        .warning, .simplifying,
        "the cells of the grid that is asked for are wider than the tolerance: rounding moves vertices farther than "
          + "simplification may",
        "a finer `simplify.grid`, or none")
    case .gridHalved: row(.note, .simplifying, "the grid was made finer, so that every region survives")
    case .gridNoded:
      row(
        .note, .simplifying,
        "rounding to the grid made lines meet: the points where they meet became shared vertices")
    case .adjacencyChanged:
      row(
        .note, .simplifying,
        "rounding to the grid made two regions neighbors, or parted them",
        "a finer `simplify.grid`, if it matters")
    case .keepFloor:
      row(
        .note, .simplifying,
        "more vertices stay than asked for: they are needed to keep the map valid")
    case .mostlyFloor:
      row(
        .warning, .simplifying,
        "more than half of the vertices that stay with `keep` or `size` are ones that may not go, such as three of "
          + "each island",
        "`minimumIsland` with the area that is proposed, or keep more")
    case .crossingsUnchecked:
      row(
        .warning, .simplifying,
        "the lines cross each other so often that whether simplifying them made more crossings was not checked",
        "keep more vertices, or make a map of fewer lines")
    case .nonFinite:
      row(
        .error, .features,
        "coordinates are not numbers (NaN, infinity, 1e400)",
        "drop the feature or mend the source")
    case .outOfRange:
      row(
        .error, .features,
        "coordinates are beyond ±180 or ±90, or have no longitude and latitude in the source's system",
        "drop the feature or mend the source")
    case .projectedCoordinates:
      row(
        .error, .features,
        "coordinates are not degrees: they look projected",
        "name their system: \(.coordinateSystem)")
    case .swappedCoordinates:
      row(
        .error, .features,
        "latitude stands before longitude: a coordinate is out of range; or a feature lies outside its system's area "
          + "or far from all others, and with the two exchanged it lies among them",
        "write longitude first in the source, if so")
    case .malformedFeature:
      row(
        .error, .features,
        "the geometry of a feature breaks the rules of its format: a position of one number, a polygon without an "
          + "outer boundary",
        "mend the source")
    case .tooFewPoints:
      row(
        .warning, .features,
        "a ring has fewer than three distinct vertices",
        "give the ring its detail back",
        mended: "the ring is left out")
    case .lineTurnsBack:
      row(
        .warning, .features,
        "a line goes to a vertex and straight back",
        "see whether the vertex is an outlier; the line is kept as it is")
    case .lineCrossesItself:
      row(
        .note, .features,
        "a line crosses itself, as a recorded route does wherever it comes back")
    case .selfIntersection:
      row(
        .warning, .features,
        "edges of a feature cross or run along each other",
        "redraw the ring there",
        mended: "the region has all land round which the ring winds")
    case .ringSelfIntersection:
      row(
        .warning, .features,
        "a ring passes twice through one point",
        "cut the ring in two there",
        mended: "the ring is cut in two there")
    case .duplicateRings:
      row(
        .warning, .features,
        "a ring comes twice in a feature",
        "leave one of them out",
        mended: "it counts once")
    case .holeOutsideShell:
      row(
        .warning, .features,
        "a hole is not inside its shell",
        "put the hole into the polygon that it is cut from, or make it a polygon",
        mended: "the hole takes nothing away there")
    case .holeBeyondShell:
      row(
        .warning, .borders,
        "a hole reaches beyond its shell: what it encloses there is no land",
        "redraw the hole, or make a polygon of what lies beyond")
    case .nestedHoles:
      row(
        .warning, .features,
        "a hole lies inside another one of the same polygon",
        "make one hole of the two, or the inner one a polygon",
        mended: "both are cut out as one")
    case .nestedShells:
      row(
        .warning, .features,
        "a polygon lies inside another one of the same feature",
        "join the polygons, or make the inner one a hole",
        mended: "the inner polygon is part of the outer one")
    case .disconnectedInterior:
      row(
        .warning, .features,
        "rings touch so that the inside of a polygon falls in two",
        "make two polygons of it",
        mended: "it is several polygons")
    case .crossingArcs:
      row(
        .error, .coverages,
        "borders of a coverage meet at points that are not nodes",
        "make the file again from its sources, and report the fault if it comes again")
    case .inconsistentSides:
      row(
        .error, .coverages,
        "borders do not agree on the region between them",
        "make the file again from its sources, and report the fault if it comes again")
    case .brokenRing:
      row(
        .error, .coverages,
        "the arcs of a ring do not follow each other",
        "make the file again from its sources, and report the fault if it comes again")
    case .wrongWinding:
      row(
        .error, .coverages,
        "a shell runs clockwise, or a hole counter-clockwise",
        "make the file again from its sources, and report the fault if it comes again")
    case .gap:
      row(
        .note, .borders,
        "land that several regions enclose and none of them claims. A hole in one region is not a gap",
        "unless it is a lake or foreign land, mend the border in the source")
    case .unmatchedEdge:
      row(
        .warning, .borders,
        "borders of two features meet at a point that is not a vertex of both, and no overlap or gap there explains it (a "
          + "note for features of one region)",
        "give both borders the same vertices",
        mended: "the point is a vertex of both borders")
    case .nearMiss:
      row(
        .warning, .borders,
        "borders of two regions, or of one on both sides of ±180°, run beside each other, nearer than a tenth of the "
          + "edges' usual length, and do not meet",
        "move the borders together, unless that is a strait; or let merge join them with `clean.snap`")
    case .noShape:
      row(
        .error, .regions,
        "no feature of a code has a geometry: that ends the merge",
        "get its shape, or leave the code out with `drop`: it ends the merge")
    case .duplicateIdentifier:
      row(
        .warning, .regions,
        "without a key, two features have one id",
        "name the field that identifies a region: \(.key)")
    case .duplicateFeature:
      row(
        .warning, .borders,
        "a feature draws the same land as another one (with a key: as one of the same code)",
        "drop one of them, to say that you know",
        mended: "it counts once")
    case .emptyName:
      row(
        .warning, .regions,
        "a feature (with a key: all of a code) has no name, while nine of ten have one",
        "fill the name in, or use `names.table`")
    case .suspiciousEncoding:
      row(
        .warning, .regions,
        "a text holds U+FFFD, a control character of Latin-1 or one for private use, or looks like UTF-8 or Latin-1 "
          + "that was read as something else (`Ã©`, `Orl饌ns`)",
        "read the source in its own encoding (\(.encoding)), or mend the text")
    case .checkDigit:
      row(
        .error, .regions,
        "a code of six digits of a Japanese municipality ends in a wrong check digit, while three of four end in the "
          + "right one",
        "correct the code")
    case .expectedCodeMissing:
      row(
        .error, .regions,
        "no feature has a code that `expect.codes` or the name lock names",
        "get a source that has it, or correct what is expected")
    case .unexpectedCode:
      row(
        .error, .regions,
        "a feature has a code that `expect.codes` does not name",
        "drop it, or add it to what is expected")
    case .unexpectedCount:
      row(
        .error, .regions,
        "the number of codes in the sources is not `expect.count`",
        "see what `select` and `drop` leave of the sources, or correct what is expected")
    case .select: row(nil, .reading, "a feature that `select` does not name: it was left out")
    case .drop: row(nil, .reading, "a feature that `drop` names: it was left out")
    case .maskIdle:
      row(
        .warning, .merging, "`clip` and `erase` take no land away",
        "look whether their source is the right one, and lies where the map does")
    case .cutAway: row(nil, .merging, "all land of a feature was taken away by `clip` or `erase`")
    case .overlapped:
      row(
        nil, .merging,
        "all land of a feature went to other regions that claim it too",
        "mend the border in the source if that is wrong")
    case .newCode:
      row(
        .note, .naming,
        "a region that the name lock did not have: it got a case and a raw value",
        "look at the case; it stays for good. `names.overrides` chooses another one, before it is published")
    case .retiredCode: row(.note, .naming, "a region was retired: it stays as a deprecated case")
    case .returnedCode: row(.note, .naming, "a retired region is in the data again: its case is live again")
    case .changeAhead:
      row(
        .note, .naming,
        "the change table says that a region no longer exists, and the data still has it",
        "nothing to do; a newer edition of the source will lack it")
    case .caseRenamed:
      row(
        .warning, .naming,
        "a case that was published is renamed, by an override or by `--rename`. The old case stays as a deprecated "
          + "alias, and never means another region",
        "take the override back, unless that is meant")
    case .caseKept:
      row(
        .note, .naming,
        "published cases stay as the name lock has them, although the names, the name table or the overrides have "
          + "changed",
        "`mappack run MAP --rename`, or an override with the case as it is")
    case .lockRenewed:
      row(
        .note, .naming,
        "the name lock was settled after a merge of branches, taken from the pack, or made anew because it was never "
          + "committed, as the run was asked to",
        "look at the cases and raw values that changed, and commit the lock")
    case .landMoved:
      row(
        .warning, .naming,
        "a region lies elsewhere than in the pack of the last run; its name, or a change row, says that it is the same "
          + "region",
        "if it is another region, give it another code with `names.codes`")
    case .landUnchecked:
      row(
        .warning, .naming,
        "there is no pack of the last run, or none that can be read: whether live codes mean the same land, lines or "
          + "points was not checked",
        "commit the pack with the name lock, or look at the map")
    case .invalidInDegrees:
      row(
        .warning, .exporting,
        "a region is valid on the map's plane and not in the degrees that were written: lines that are straight on "
          + "the one are not straight in the other",
        "`--coordinates grid`, whose numbers are valid at every level; or a finer level")
    }
  }
}
