import MapPackFeatures

/// The reason why a vertex of a feature has no longitude and latitude. `CoordinateTransformation.apply(to:kind:)`
/// reports it, on any thread, and the builder makes an error of it.
struct CoordinateFault: Error {
  /// What was found, without a full stop.
  var message: String
  /// `nonFinite` if a coordinate of the source is not a number, `outOfRange` if the transformation has no result.
  var rule: Rule
  /// The position of the vertex in the geometry of the feature: the polygon, the ring in it, and the vertex in that,
  /// all from 0; `nil` if its ring is in no polygon.
  var position: (polygon: Int, ring: Int, vertex: Int)?
}

/// The part of `FeatureTableBuilder` that reports the outcome of a transformation. `ShapefileReader` and
/// `ParsedFeatures` call it before they keep a feature.
extension FeatureTableBuilder {
  /// Adds findings for vertices that were moved onto the antimeridian while the vertices of the current feature were
  /// transformed.
  /// - Throws: `unreadableData` with the rule of the fault if a vertex has no longitude and latitude, also if faults
  ///   are reported: the caller keeps the feature without its shape.
  mutating func note(_ outcome: CoordinateTransformation.Outcome) throws(StageError) {
    switch outcome {
    case .success(let settled):
      for (longitude, latitude) in settled {
        note(.coordinateClamped) { finding in
          finding.longitude = longitude
          finding.latitude = latitude
        }
      }
    case .failure(let fault):
      var error = featureError(
        fault.message, remedy: "drop the feature, mend the source, or name its system, as in --crs EPSG:4326")
      error.rule = fault.rule
      error.polygon = fault.position?.polygon
      error.ring = fault.position?.ring
      error.vertex = fault.position?.vertex
      throw error
    }
  }
}
