import MapFeatures

/// What ingest notices about a source: each rule is one finding per source, with a count and its first place; listed one
/// by one where faults are reported (`FindingTally`).
///
/// The last ones are **faults**: with one of them a feature cannot be taken in. They end the reading, or are reported
/// and the feature left out (`Faults`).
enum IngestRule: Int, CaseIterable {
  case ringUnclosed, repeatedVertex, ringWinding, holeWithoutShell, holeTooShort, coordinateClamped
  case noGeometry, notAPolygon, polygonBesideOthers, rowDeleted
  case attributesMissing, indexWrong, encodingUnknown, textCut, fieldRenamed
  case networkLink, gridUnused, beyondOperation, systemIdentified, elsewhere
  case tooFewPoints, nonFinite, projectedCoordinates, swappedCoordinates, outOfRange, malformedFeature
  case antimeridianCut, longitudeWrapped, poleClosed

  var id: String {
    switch self {
    case .ringUnclosed: "ring-unclosed"
    case .repeatedVertex: "repeated-vertex"
    case .ringWinding: "ring-winding"
    case .holeWithoutShell: "hole-without-shell"
    case .holeTooShort: "hole-too-short"
    case .coordinateClamped: "coordinate-clamped"
    case .noGeometry: "no-geometry"
    case .notAPolygon: "not-a-polygon"
    case .polygonBesideOthers: "polygon-beside-others"
    case .rowDeleted: "deleted"
    case .attributesMissing: "attributes-missing"
    case .indexWrong: "index-wrong"
    case .encodingUnknown: "encoding-unknown"
    case .textCut: "text-cut"
    case .fieldRenamed: "field-renamed"
    case .networkLink: "network-link"
    case .gridUnused: "grid-unused"
    case .beyondOperation: "beyond-operation"
    case .systemIdentified: "system-identified"
    case .elsewhere: "outside-system-area"
    case .tooFewPoints: "too-few-points"
    case .nonFinite: "non-finite"
    case .projectedCoordinates: "projected-coordinates"
    case .swappedCoordinates: "swapped-coordinates"
    case .outOfRange: "out-of-range"
    case .malformedFeature: "malformed-feature"
    case .antimeridianCut: "antimeridian-cut"
    case .longitudeWrapped: "longitude-wrapped"
    case .poleClosed: "pole-closed"
    }
  }

  init?(id: String) {
    guard let rule = Self.allCases.first(where: { $0.id == id }) else { return nil }
    self = rule
  }

  /// How much it matters to one who reads on, and to one who checks the source: to the latter a ring that is not closed
  /// breaks the rules of OGC simple features.
  func severity(_ faults: Faults) -> Finding.Severity {
    switch self {
    case .repeatedVertex, .ringWinding, .coordinateClamped, .rowDeleted, .beyondOperation, .systemIdentified,
      .antimeridianCut, .longitudeWrapped, .poleClosed:
      .note
    case .tooFewPoints, .nonFinite, .projectedCoordinates, .swappedCoordinates, .outOfRange, .malformedFeature: .error
    case .ringUnclosed: faults == .report ? .error : .warning
    default: .warning
    }
  }

  var message: String {
    switch self {
    case .ringUnclosed: "a ring does not end where it starts: it was closed"
    case .repeatedVertex: "a vertex stands twice in a row: it was taken once"
    case .ringWinding: "a ring runs against the rule of its format: it was turned round"
    case .holeWithoutShell:
      "a hole lies in no shell of its record: shells and holes were told apart by what contains what"
    case .holeTooShort: "a hole has fewer than 3 different vertices: it was left out"
    case .coordinateClamped: "a coordinate is a hair beyond ±180 or ±90: it was set to the limit"
    case .noGeometry: "the feature has no geometry"
    case .notAPolygon: "the feature has points or lines where polygons belong: it was left out"
    case .polygonBesideOthers: "points or lines stand beside polygons in one feature: they were left out"
    case .rowDeleted: "the .dbf marks the record as deleted: it was left out"
    case .attributesMissing: "there is no .dbf beside it: the features have no attributes"
    case .indexWrong: "the .shx does not fit the .shp, or is missing: the records were read in their order in the .shp"
    case .encodingUnknown: "the .cpg names an encoding that is not known: it was passed over"
    case .textCut: "a text ends in half a character, cut at the width of its field: the half was left out"
    case .fieldRenamed: "the name of a field stands twice, or is empty: the later one was given a number"
    case .networkLink: "the file links to another one: what that holds was not read"
    case .gridUnused: "a more exact transformation to WGS 84 needs a grid file, and none is used"
    case .beyondOperation: "the source reaches beyond the area that its transformation to WGS 84 is made for"
    case .systemIdentified:
      "the EPSG registry does not have the system's name: the system was told by its projection and ellipsoid"
    case .elsewhere: "the source lies where its coordinate system is not used"
    case .tooFewPoints: "a ring has fewer than 3 different vertices"
    case .nonFinite: "coordinates are not numbers"
    case .projectedCoordinates: "coordinates are no degrees: they look projected"
    case .swappedCoordinates: "coordinates look swapped: latitude stands before longitude"
    case .outOfRange: "coordinates are out of range"
    case .malformedFeature: "the feature cannot be read"
    case .antimeridianCut: "a polygon crosses ±180° of longitude: it was cut there"
    case .longitudeWrapped: "a polygon has longitudes beyond ±180°: it was laid within them"
    case .poleClosed: "a ring goes round a pole: it was closed over the pole that it lies nearer to"
    }
  }

  var remedy: String? {
    switch self {
    case .noGeometry: "get its shape, or drop the feature: a key without any shape ends the merge"
    case .attributesMissing: "put the .dbf beside the .shp: without it no key can be used"
    case .networkLink: "name the other file as a source of its own, where its features are meant"
    case .encodingUnknown: "name the encoding, as in --encoding UTF-8"
    case .systemIdentified: "if that is wrong, name the system, as in --crs EPSG:4326"
    case .elsewhere: "see whether the map lies in the right place; if not, name the system, as in --crs EPSG:4326"
    case .gridUnused, .beyondOperation:
      "where that matters on the map, convert the source to WGS 84 with a tool that does it better"
    default: nil
    }
  }
}
