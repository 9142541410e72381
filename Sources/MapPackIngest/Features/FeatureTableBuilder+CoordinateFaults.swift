import MapPackFeatures

/// The part of `FeatureTableBuilder` that makes the errors for rings and coordinates that no feature can be kept with,
/// while `keep(_:winding:)` appends rings and lines. Each has a rule, so it is a fault (`Faults`).
extension FeatureTableBuilder {
  /// How far beyond a limit a coordinate may be because of rounding, in degrees: about a tenth of a millimeter.
  /// `UnwrappedRing.hair` has to be the same.
  private static let overshoot = 1e-9

  /// The error for a shell with fewer than 3 different vertices.
  func ringTooShort(different count: Int, position: RingPosition) -> StageError {
    let vertices = count == 1 ? "1 vertex" : "\(count) different vertices"
    var error = featureError(
      "the ring has \(vertices), and a polygon needs at least 3",
      remedy: "drop the feature or mend the source")
    error.rule = .tooFewPoints
    error.polygon = position.polygon
    error.ring = position.ring
    return error
  }

  /// The rule that coordinates break; `nil` if they are a longitude within ±360° and a latitude within ±90°, up to
  /// rounding. Longitudes beyond ±180° are no fault, because the cut at the antimeridian lays them within.
  static func fault(_ x: Double, _ y: Double) -> Rule? {
    if abs(x) <= 360 + overshoot && abs(y) <= 90 + overshoot { return nil }
    if !x.isFinite || !y.isFinite { return .nonFinite }
    if abs(x) > 360 && abs(y) > 360 { return .projectedCoordinates }
    return abs(x) <= 90 && abs(y) > 90 && abs(y) <= 180 ? .swappedCoordinates : .outOfRange
  }

  /// The error for coordinates that are out of range.
  /// - Parameters:
  ///   - x: the longitude as it was read.
  ///   - y: the latitude as it was read.
  ///   - vertex: the index of the vertex in its ring.
  ///   - position: the position of the ring.
  /// - Precondition: `fault(_:_:)` finds a rule that they break.
  func outOfRange(_ x: Double, _ y: Double, vertex: Int, position: RingPosition) -> StageError {
    let rule = Self.fault(x, y) ?? .outOfRange
    let message: String
    let remedy: String
    switch rule {
    case .nonFinite:
      message = "the coordinates (\(x), \(y)) are not numbers"
      remedy = "drop the feature or mend the source"
    case .projectedCoordinates:
      message = "the coordinates (\(x), \(y)) are not degrees: they look projected"
      remedy = "name the system that they are in, as in --crs EPSG:6677 for zone IX of Japan"
    case .swappedCoordinates:
      message = "the coordinates (\(x), \(y)) look swapped: latitude stands before longitude"
      remedy = "write longitude first in the source"
    default:
      message = "the coordinates (\(x), \(y)) are out of range: longitude is within ±180 and latitude within ±90"
      remedy = "drop the feature or mend the source"
    }
    var error = featureError(message, remedy: remedy)
    error.rule = rule
    error.polygon = position.polygon
    error.ring = position.ring
    error.vertex = vertex
    if rule != .nonFinite {
      error.longitude = x
      error.latitude = y
    }
    return error
  }
}
