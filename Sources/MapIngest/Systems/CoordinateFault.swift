import MapFeatures

/// Why a vertex of a feature has no longitude and latitude.
struct CoordinateFault: Error {
  var message: String
  var rule: Rule
  /// `nil` where its ring is of no polygon.
  var place: (polygon: Int, ring: Int, vertex: Int)?
}

extension FeatureTableBuilder {
  /// Notes what became of the vertices of the feature that was begun on their way to longitude and latitude. Throws where
  /// one has none.
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
      error.polygon = fault.place?.polygon
      error.ring = fault.place?.ring
      error.vertex = fault.place?.vertex
      throw error
    }
  }
}
