import MapFeatures

/// What ingest says of a rule: one finding per source, with a count and its first place, or listed one by one where faults
/// are reported (`FindingTally`).
///
/// Some rules are **faults**: `tooFewPoints`, `nonFinite`, `projectedCoordinates`, `swappedCoordinates`, `outOfRange` and
/// `malformedFeature`. With one of them a feature cannot be taken in. They end the reading, or are reported and the feature
/// left out (`Faults`).
extension Rule {
  /// How much it matters to one who reads on, and to one who checks the source: to the latter a ring that is not closed
  /// breaks the rules of OGC simple features.
  func severity(_ faults: Faults) -> Finding.Severity {
    self == .ringUnclosed && faults == .fail ? .warning : severity
  }

  /// What was found, if nothing more can be said than the rule.
  var readingMessage: String { explanation.meaning.filter { $0 != "`" } }

  var readingRemedy: String? {
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
