import MapFeatures

/// The severity, the message and the remedy of what reading reports about a rule. `FindingTally` asks for them, and
/// says how many findings of a rule a source has. What is not given here stands in MapFeatures, in `RuleExplanation`.
///
/// Some rules are **faults** (`isFault`). A fault ends the reading, or it is reported and the feature loses its shape
/// (`Faults`).
extension Rule {
  /// Whether a feature that breaks the rule cannot be kept with its shape.
  package var isFault: Bool {
    switch self {
    case .tooFewPoints, .nonFinite, .projectedCoordinates, .swappedCoordinates, .outOfRange, .malformedFeature: true
    default: false
    }
  }

  /// How much the rule matters. A ring that is not closed breaks the rules of OGC simple features: it is a warning when
  /// the source is read, and has the severity of the rule when the source is checked.
  func severity(_ faults: Faults) -> Finding.Severity {
    self == .ringUnclosed && faults == .fail ? .warning : severity
  }

  /// The message of a finding about which nothing more is known than the rule.
  var readingMessage: String { explanation.meaning.filter { $0 != "`" } }

  /// The remedy for what was found; `nil` if there is nothing to do, or if the finding has the remedy of its error. It
  /// can be another than the general one in `explanation`.
  var readingRemedy: String? {
    switch self {
    case .noGeometry: "get its shape, or drop the feature: a key without any shape ends the merge"
    case .attributesMissing: "put the .dbf beside the .shp: without it no key can be used"
    case .ringsByDepth: "nothing to do if the map looks right; else mend the polygon in the source"
    case .wideEdge: "cut the polygon at ±180°; or add vertices to the edge, if it runs the long way"
    case .networkLink: "name the other file as a source of its own, if its features are meant"
    case .encodingUnknown: "name the encoding, as in --encoding UTF-8"
    case .systemIdentified: "if that is wrong, name the system, as in --crs EPSG:4326"
    case .elsewhere: "see whether the map lies where it should; if not, name the system, as in --crs EPSG:4326"
    case .gridUnused, .beyondOperation:
      "if that matters on the map, convert the source to WGS 84 with a tool that does it better"
    default: nil
    }
  }
}
