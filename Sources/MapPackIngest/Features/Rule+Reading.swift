import MapPackFeatures

/// The severity and the message of what reading reports about a rule.
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
}
