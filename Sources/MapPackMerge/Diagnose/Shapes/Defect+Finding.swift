import MapPackFeatures

// The words of `validate` for defects. `ShapeFindings` adds the feature and the location.
extension Defect {
  /// The defect as a finding, with the severity and remedy of its rule. A new rule of `PolygonRules` needs its words
  /// here.
  var finding: Finding {
    let words = isLastOfMany ? message + Self.rest : message
    var finding = Finding(rule, words)
    finding.polygon = polygon
    finding.ring = ring
    finding.vertex = vertex
    finding.remedy = rule.remedy
    finding.count = count
    return finding
  }

  private static let rest = "; its rings meet at more points than are listed, and nothing else was checked"

  private var message: String {
    switch (rule, isAlongLine) {
    case (.selfIntersection, false):
      return other.map { "the ring crosses \($0)" } ?? "the ring crosses itself"
    case (.selfIntersection, true):
      return other.map { "the ring runs along \($0)" } ?? "the ring runs along itself"
    case (.tooFewPoints, _):
      return "fewer than three distinct vertices of the ring are left on the grid"
    case (.ringSelfIntersection, _):
      return "the ring passes through this point \(count == 1 ? "twice" : "several times")"
    case (.duplicateRings, _):
      return "the ring is the same as \(other ?? "another")"
    case (.holeOutsideShell, _):
      return "the hole is not inside its shell"
    case (.nestedHoles, _):
      return "the hole lies inside \(other ?? "another")"
    case (.nestedShells, _):
      return "the polygon lies inside polygon \(otherPolygon ?? 0) of the same feature"
    case (.disconnectedInterior, _):
      return "the ring touches \(other ?? "another") so that the inside of the polygon falls in two"
    default:
      return rule.rawValue
    }
  }

  /// The other ring in words; `nil` if no other ring takes part.
  private var other: String? {
    guard let otherRing, let otherPolygon else { return nil }
    return otherPolygon == polygon ? "ring \(otherRing)" : "ring \(otherRing) of polygon \(otherPolygon)"
  }
}
