import MapFeatures

/// The reason why a vertex of a feature has no longitude and latitude.
struct CoordinateFault: Error {
  var message: String
  var rule: Rule
  /// The position of the vertex in the geometry of the feature; `nil` if its ring is in no polygon.
  var position: (polygon: Int, ring: Int, vertex: Int)?
}

extension FeatureTableBuilder {
  /// Adds findings for vertices that were moved onto the antimeridian while the vertices of the current feature were
  /// transformed.
  /// - Throws: `unreadableData` if a vertex has no longitude and latitude.
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
