/// What a rule means and what to do about it, whatever the data. It is written for readers of a report who do not know
/// the tool. `mappack explain` prints it, and SARIF reports carry it.
package struct RuleExplanation: Hashable, Sendable {
  /// What a rule is about.
  package enum Subject: Hashable, Sendable {
    /// A source, while it is read. Many findings of a rule are gathered into one.
    case reading
    /// The shapes of the features of a source or a feature table.
    case features
    /// The borders between features.
    case borders
    /// The codes and names of features.
    case regions
    /// A coverage or a pack.
    case coverages
    /// The work of `merge` or `simplify`, whose findings are kept in stage files.
    case merging, simplifying
    /// The names and codes of a run.
    case naming
    /// What is written in other formats.
    case exporting
  }

  /// How severe the rule is for `validate`; `nil` for a rule without findings, by which a ledger leaves features out.
  package var severity: Finding.Severity?
  /// What the rule is about.
  package var subject: Subject
  /// What the rule means: one sentence without a full stop, with code in backticks, as on the page of errors.
  package var meaning: String
  /// What to do, in the same form.
  package var remedy: String

  /// The title of the page of errors in the documentation, which explains all rules in tables.
  package static let page = "Errors, findings and exit statuses"

  /// The heading on that page under which the rule is explained: the stage that reports it. Explain.swift lists all
  /// headings in their order.
  package var heading: String {
    switch subject {
    case .reading: "Reading"
    case .merging: "Merge"
    case .simplifying: "Simplify"
    case .features, .borders, .regions, .coverages: "Validate"
    case .naming: "Naming"
    case .exporting: "Export"
    }
  }
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

  /// What the rule means and what to do about it.
  ///
  /// A test compares the explanations with the page of errors.
  package var explanation: RuleExplanation {
    func explained(
      _ severity: Finding.Severity?, _ subject: RuleExplanation.Subject, _ meaning: String, _ remedy: String
    ) -> RuleExplanation {
      RuleExplanation(severity: severity, subject: subject, meaning: meaning, remedy: remedy)
    }
    return switch self {
    case .ringUnclosed:
      explained(
        .error, .reading,
        "a ring does not end where it starts: it was closed",
        "nothing, if the ring looks right")
    case .repeatedVertex:
      explained(
        .note, .reading,
        "a vertex stands twice in a row: it was taken once",
        "nothing")
    case .ringWinding:
      explained(
        .note, .reading,
        "a ring runs against the rule of its format: it was turned round",
        "nothing")
    case .ringsByDepth:
      explained(
        .warning, .reading,
        "rings of a polygon do not lie as the file says: they are read by how deep they lie, even is land and odd is a hole",
        "nothing, if the map looks right; else mend the polygon in the source")
    case .holeTooShort:
      explained(
        .warning, .reading,
        "a hole has fewer than 3 different vertices: it was left out",
        "nothing")
    case .coordinateClamped:
      explained(
        .note, .reading,
        "a coordinate is a hair beyond ±180 or ±90: it was set to the limit",
        "nothing")
    case .noGeometry:
      explained(
        .warning, .reading,
        "the feature has no geometry",
        "get its shape, or drop the feature: a key without any shape ends the merge")
    case .notAPolygon:
      explained(
        .warning, .reading,
        "the feature has points or lines where polygons belong: it was left out",
        "drop such features, to say that you know; for a map of them write `geometry: points` or `geometry: lines`")
    case .notALine:
      explained(
        .warning, .reading,
        "the feature has points or polygons where lines belong: it was left out",
        "drop such features, to say that you know")
    case .lineTooShort:
      explained(
        .note, .reading,
        "a line has fewer than 2 different vertices and stands beside others: it was left out",
        "nothing")
    case .lineBesideOthers:
      explained(
        .warning, .reading,
        "points or polygons stand beside lines in one feature: they were left out",
        "nothing")
    case .notAPoint:
      explained(
        .warning, .reading,
        "the feature has lines or polygons where points belong: it was left out",
        "drop such features, to say that you know")
    case .pointBesideOthers:
      explained(
        .warning, .reading,
        "lines or polygons stand beside points in one feature: they were left out",
        "nothing")
    case .polygonBesideOthers:
      explained(
        .warning, .reading,
        "points or lines stand beside polygons in one feature: they were left out",
        "nothing")
    case .rowDeleted:
      explained(
        .note, .reading,
        "the `.dbf` marks the record as deleted: it was left out",
        "nothing")
    case .attributesMissing:
      explained(
        .warning, .reading,
        "there is no `.dbf` beside the `.shp`: no key can be used",
        "put it there")
    case .indexWrong:
      explained(
        .warning, .reading,
        "the `.shx` does not fit, or is missing: the records were read in their order in the `.shp`",
        "nothing, or get the file again")
    case .encodingUnknown:
      explained(
        .warning, .reading,
        "the `.cpg` names an encoding that is not known: it was passed over",
        "name the encoding: `encoding`, `--encoding`")
    case .textCut:
      explained(
        .warning, .reading,
        "a text ends in half a character, cut at the width of its field: the half was left out",
        "correct the name with `names.table`")
    case .positionLeftOut:
      explained(
        .note, .reading,
        "a position of a track has no longitude and latitude, as if it was not measured: it was left out",
        "nothing")
    case .positionsJoined:
      explained(
        .note, .reading,
        "the positions of a KML geometry have commas between them where blanks belong: they were told apart by counting "
          + "the numbers",
        "look at the feature")
    case .notANumber:
      explained(
        .warning, .reading,
        "a property, or a value that is not used, is `NaN` or `Infinity`, which JSON does not have: it was read as null",
        "write null in the source")
    case .innerAttributes:
      explained(
        .warning, .reading,
        "a geometry in a nested collection of a topology has an id or properties of its own: the outer collection is one "
          + "feature, and they were left out",
        "if these are the features, make the nested collection an object of the topology")
    case .fieldRenamed:
      explained(
        .warning, .reading,
        "the name of a field stands twice, or is empty: the later one was given a number",
        "use the numbered name")
    case .networkLink:
      explained(
        .warning, .reading,
        "a KML file links to another one: what that holds was not read",
        "name the other file as a source of its own, if its features are meant")
    case .gridUnused:
      explained(
        .warning, .reading,
        "a more exact transformation to WGS 84 needs a grid file, and none is used",
        "if that matters on the map, convert the source with a tool that has the grid")
    case .beyondOperation:
      explained(
        .note, .reading,
        "the source reaches beyond the area that its transformation to WGS 84 is made for",
        "if that matters on the map, convert the source with a tool that does it better")
    case .systemIdentified:
      explained(
        .note, .reading,
        "the EPSG registry does not have the system's name: the system was told by its projection and ellipsoid",
        "if that is wrong, name the system: `crs`, `--crs`")
    case .elsewhere:
      explained(
        .warning, .reading,
        "the source lies where its coordinate system is not used",
        "see whether the map lies where it should; if not, name the system: `crs`, `--crs`")
    case .antimeridianCut:
      explained(
        .note, .reading,
        "a polygon crosses ±180° of longitude: it was cut there",
        "nothing: its pieces are one region")
    case .wideEdge:
      explained(
        .warning, .reading,
        "an edge is wider than 180° as it is written, and neither holes nor other features of the source lie in only one "
          + "reading of its polygon: it was read the short way, across ±180°",
        "cut the polygon at ±180°; or add vertices to the edge, if it runs the long way")
    case .nullIsland:
      explained(
        .warning, .reading,
        "a position is exactly (0, 0), far from all others of its feature or source: what devices and programs write if "
          + "they do not know a position",
        "delete the position in the source, or give the right one; if it is a feature of its own, `drop` it")
    case .longitudeWrapped:
      explained(
        .note, .reading,
        "a polygon has longitudes beyond ±180°: it was laid within them",
        "nothing, if the source counts from 0° to 360°")
    case .poleClosed:
      explained(
        .note, .reading,
        "a ring goes round a pole: it was closed over the pole that it lies nearer to",
        "look at the feature if it is not at that pole")
    case .noKey:
      explained(
        .warning, .regions,
        "features have no value for the key: they are left out, or kept by their names",
        "drop them by a rule of your own, or choose with `merge.keyless`")
    case .unstableCodes:
      explained(
        .warning, .merging,
        "there is no key, so codes are numbers or ids of the file",
        "name the field that identifies a region with `merge.key`")
    case .severalNames:
      explained(
        .warning, .regions,
        "features of one code have several names: the one of the largest area is taken",
        "use another field, or `names.table`")
    case .severalGroups:
      explained(
        .warning, .merging,
        "features of one code have several groups: the one of the largest area is taken",
        "use another field")
    case .namesakes:
      explained(
        .warning, .merging,
        "one name is the key of lands that lie apart and belong to different wholes: they became one region",
        "use a code as the key, or the whole and the name: `key: \"{STATE} {NAME}\"`")
    case .repeatedNames:
      explained(
        .warning, .merging,
        "most regions share their name with others, so their cases end in codes",
        "use the field with their own names for `merge.name`")
    case .overlap:
      explained(
        .error, .borders,
        "regions claim the same land: it goes to one of them",
        "mend the border in the source if that is wrong")
    case .crossing:
      explained(
        .warning, .merging,
        "two border lines cross where there is no vertex: the crossing is now a vertex of both",
        "nothing")
    case .unmatchedVertex:
      explained(
        .note, .merging,
        "a vertex lies on a line that has no vertex there: it became one",
        "nothing")
    case .gapFilled:
      explained(
        .note, .merging,
        "land that no region claims, below `clean.fillGaps`, went to the neighbor with the longest border",
        "nothing, unless it is a lake or foreign land")
    case .drawnTwice:
      explained(
        .warning, .merging,
        "several features of one region draw the same land: it counts once",
        "nothing")
    case .spike:
      explained(
        .warning, .merging,
        "a ring runs out to a point and straight back: that was cut off",
        "nothing")
    case .zeroArea:
      explained(
        .warning, .merging,
        "a ring encloses no land: it was left out",
        "nothing")
    case .snapped:
      explained(
        .note, .merging,
        "two boundaries, or a region's own across ±180°, missed each other by no more than `clean.snap`: they were "
          + "joined",
        "mend the border in the source if that is wrong")
    case .outsideBounds:
      explained(
        .error, .reading,
        "features lie outside the bounds that are expected of the source",
        "see that the coordinate system is the right one, `crs`, or correct `expect.bounds`")
    case .noRedistribution:
      explained(
        .warning, .reading,
        "the source is GADM's, whose license forbids redistribution and commercial use",
        "use another source, or ask GADM for a license")
    case .noReading:
      explained(
        .warning, .merging,
        "the name table has readings, but none for this region: its case is made from its name",
        "add a row to the table")
    case .irregularReading:
      explained(
        .warning, .merging,
        "a reading in kana does not end as the name does (町 ちょう or まち, 村 そん or むら …)",
        "correct the table, or leave it if it is right")
    case .belowGrid:
      explained(
        .note, .merging,
        "a polygon is smaller than the grid can show: it was left out. The largest polygon of a region always stays",
        "nothing")
    case .minimumIsland:
      explained(
        .note, .simplifying,
        "islands below `minimumIsland` were dropped",
        "nothing; `keepIslands` keeps single ones")
    case .maximumParts:
      explained(
        .note, .simplifying,
        "islands beyond `maximumParts` were dropped",
        "nothing; `keepIslands` keeps single ones")
    case .clipped:
      explained(
        .note, .simplifying,
        "land beyond 85.05° of latitude, where the Mercator plane ends, was cut off or dropped",
        "nothing")
    case .gridFixed:
      explained(
        .note, .simplifying,
        "the name lock keeps the cell of the pack grid from now on, as long as it suits the map",
        "nothing; `simplify.grid` asks for another one")
    case .gridChanged:
      explained(
        .note, .simplifying,
        "the pack grid has another cell than in the name lock: another one is asked for, or the lock's was a default "
          + "that no longer suits the map",
        "nothing: names and identity do not depend on it; `simplify.grid` asks for a cell that stays")
    case .gridCoarse:
      explained(
        .warning, .simplifying,
        "the cells of the grid that is asked for are wider than the tolerance: rounding moves vertices farther than "
          + "simplification may",
        "a finer `simplify.grid`, or none")
    case .gridHalved:
      explained(
        .note, .simplifying,
        "the grid was made finer, so that every region survives",
        "nothing")
    case .gridNoded:
      explained(
        .note, .simplifying,
        "rounding to the grid made lines meet: the points where they meet became shared vertices",
        "nothing")
    case .adjacencyChanged:
      explained(
        .note, .simplifying,
        "rounding to the grid made two regions neighbors, or parted them",
        "a finer `simplify.grid`, if it matters")
    case .keepFloor:
      explained(
        .note, .simplifying,
        "more vertices stay than asked for: they are needed to keep the map valid",
        "nothing")
    case .mostlyFloor:
      explained(
        .warning, .simplifying,
        "more than half of the vertices that stay with `keep` or `size` are ones that may not go, such as three of each "
          + "island",
        "`minimumIsland` with the area that is proposed, or keep more")
    case .crossingsUnchecked:
      explained(
        .warning, .simplifying,
        "the lines cross each other so often that whether simplifying them made more crossings was not checked",
        "keep more vertices, or make a map of fewer lines")
    case .nonFinite:
      explained(
        .error, .features,
        "coordinates are not numbers (NaN, infinity, 1e400)",
        "drop the feature or mend the source")
    case .outOfRange:
      explained(
        .error, .features,
        "coordinates are beyond ±180 or ±90, or have no longitude and latitude in the source's system",
        "drop the feature or mend the source")
    case .projectedCoordinates:
      explained(
        .error, .features,
        "coordinates are not degrees: they look projected",
        "name their system: `crs`, `--crs`")
    case .swappedCoordinates:
      explained(
        .error, .features,
        "latitude stands before longitude: a coordinate is out of range; or a feature lies outside its system's area or "
          + "far from all others, and with the two exchanged it lies among them",
        "write longitude first in the source")
    case .malformedFeature:
      explained(
        .error, .features,
        "the geometry of a feature breaks the rules of its format: a position of one number, a polygon without an "
          + "outer boundary",
        "mend the source")
    case .tooFewPoints:
      explained(
        .error, .features,
        "a ring has fewer than three distinct vertices, as published or on the grid",
        "leave the ring out, or give it its detail back")
    case .lineTurnsBack:
      explained(
        .warning, .features,
        "a line goes to a vertex and straight back",
        "see whether the vertex is an outlier; the line is kept as it is")
    case .lineCrossesItself:
      explained(
        .note, .features,
        "a line crosses itself, as a recorded route does wherever it comes back",
        "nothing")
    case .selfIntersection:
      explained(
        .error, .features,
        "edges of a feature cross or run along each other",
        "redraw the ring there, or let merge node it")
    case .ringSelfIntersection:
      explained(
        .error, .features,
        "a ring passes twice through one point",
        "cut the ring in two there")
    case .duplicateRings:
      explained(
        .error, .features,
        "a ring comes twice in a feature",
        "leave one of them out")
    case .holeOutsideShell:
      explained(
        .error, .features,
        "a hole is not inside its shell",
        "put the hole into the polygon that it is cut from, or make it a polygon")
    case .holeBeyondShell:
      explained(
        .warning, .borders,
        "a hole reaches beyond its shell: what it encloses there is no land",
        "redraw the hole, or make a polygon of what lies beyond")
    case .nestedHoles:
      explained(
        .error, .features,
        "a hole lies inside another one of the same polygon",
        "make one hole of the two, or the inner one a polygon")
    case .nestedShells:
      explained(
        .error, .features,
        "a polygon lies inside another one of the same feature",
        "join the polygons, or make the inner one a hole")
    case .disconnectedInterior:
      explained(
        .error, .features,
        "rings touch so that the inside of a polygon falls in two",
        "make two polygons of it")
    case .crossingArcs:
      explained(
        .error, .coverages,
        "borders of a coverage meet at points that are not nodes",
        "make the file again, and report the fault if it comes again")
    case .inconsistentSides:
      explained(
        .error, .coverages,
        "borders do not agree on the region between them",
        "make the file again, and report the fault if it comes again")
    case .brokenRing:
      explained(
        .error, .coverages,
        "the arcs of a ring do not follow each other",
        "make the file again, and report the fault if it comes again")
    case .wrongWinding:
      explained(
        .error, .coverages,
        "a shell runs clockwise, or a hole counter-clockwise",
        "make the file again, and report the fault if it comes again")
    case .gap:
      explained(
        .note, .borders,
        "land that several regions enclose and none of them claims. A hole in one region is not a gap",
        "unless it is a lake or foreign land, mend the border; `clean: { fillGaps: … }` with the area that is "
          + "proposed")
    case .unmatchedEdge:
      explained(
        .error, .borders,
        "borders of two regions meet at a point that is not a vertex of both, and no overlap or gap there explains it",
        "give both the same vertices, or let merge node them")
    case .nearMiss:
      explained(
        .warning, .borders,
        "borders of two regions, or of one on both sides of ±180°, run beside each other, nearer than a tenth of the "
          + "edges' usual length, and do not meet",
        "move them together, unless that is a strait; `clean: { snap: … }` with the length that is proposed")
    case .noShape:
      explained(
        .error, .regions,
        "no feature of a code has a geometry: that ends the merge",
        "get its shape, or leave it out with `drop`")
    case .duplicateIdentifier:
      explained(
        .warning, .regions,
        "without a key, two features have one id",
        "name the field that identifies a region")
    case .duplicateFeature:
      explained(
        .warning, .features,
        "a feature has the shape of another one (with a key: of one of the same code)",
        "leave one of them out")
    case .emptyName:
      explained(
        .warning, .regions,
        "a feature (with a key: all of a code) has no name, while nine of ten have one",
        "fill it in, or `names.table`")
    case .suspiciousEncoding:
      explained(
        .warning, .regions,
        "a text holds U+FFFD, a control character of Latin-1 or one for private use, or looks like UTF-8 or "
          + "Latin-1 that was read as something else (`Ã©`, `Orl饌ns`)",
        "name the encoding: `encoding`, `--encoding`")
    case .checkDigit:
      explained(
        .error, .regions,
        "a code of six digits of a Japanese municipality ends in a wrong check digit, while three of four end in "
          + "the right one",
        "correct the code")
    case .expectedCodeMissing:
      explained(
        .error, .regions,
        "no feature has a code that `expect.codes` or the name lock names",
        "get a source that has it, or correct what is expected")
    case .unexpectedCode:
      explained(
        .error, .regions,
        "a feature has a code that `expect.codes` does not name",
        "drop it, or add it")
    case .unexpectedCount:
      explained(
        .error, .regions,
        "the number of codes in the sources is not `expect.count`",
        "see what `select` and `drop` leave")
    case .select:
      explained(
        nil, .reading,
        "a feature that `select` does not name: it was left out",
        "nothing")
    case .drop:
      explained(
        nil, .reading,
        "a feature that `drop` names: it was left out",
        "nothing")
    case .overlapped:
      explained(
        nil, .merging,
        "all land of a feature went to other regions that claim it too",
        "mend the border in the source if that is wrong")
    case .newCode:
      explained(
        .note, .naming,
        "a region that the name lock did not have: it got a case and a raw value",
        "look at the case; it stays for good. `names.overrides` chooses another one, before it is published")
    case .retiredCode:
      explained(
        .note, .naming,
        "a region was retired: it stays as a deprecated case",
        "nothing")
    case .returnedCode:
      explained(
        .note, .naming,
        "a retired region is in the data again: its case is live again",
        "nothing")
    case .changeAhead:
      explained(
        .note, .naming,
        "the change table says that a region no longer exists, and the data still has it",
        "nothing; a newer edition of the source will lack it")
    case .caseRenamed:
      explained(
        .warning, .naming,
        "a case that was published is renamed, by an override or by `--rename`. The old case stays as a deprecated alias, and never means another region",
        "take the override back, unless that is meant")
    case .caseKept:
      explained(
        .note, .naming,
        "published cases stay as the name lock has them, although the names, the name table or the overrides have changed",
        "`mappack run MAP --rename`, or an override with the case as it is")
    case .lockRenewed:
      explained(
        .note, .naming,
        "the name lock was settled after a merge of branches, taken from the pack, or made anew because it was never committed, as the run was asked to",
        "look at the cases and raw values that changed, and commit the lock")
    case .landMoved:
      explained(
        .warning, .naming,
        "the land of a live code lies elsewhere than in the pack of the last run; its name, or a change row, says that it is the same region",
        "if it is another region, give it another code with `names.codes`")
    case .landUnchecked:
      explained(
        .warning, .naming,
        "there is no pack of the last run, or none that can be read: whether live codes mean the same land was not checked",
        "commit the pack with the name lock, or look at the map")
    case .invalidInDegrees:
      explained(
        .warning, .exporting,
        "a region is valid on the map's plane and not in the degrees that were written: lines that are straight on the one are not straight in the other",
        "`--coordinates grid`, whose numbers are valid at every level; or a finer level")
    }
  }
}
