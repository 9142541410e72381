import MapTopology

/// Longitudes and latitudes as whole steps of a transform, as TopoJSON has them (specification 1.0, section 2.1.2).
///
/// The extent of what is written is divided into `steps` values in each direction. Positions are rounded to the nearest
/// one, so borders stay common, but a ring smaller than a step may collapse, and lines closer than that may touch.
struct Quantization {
  /// The fewest and the most steps that may be asked for.
  static let allowed = 2...1_073_741_824

  private(set) var scale: (x: Double, y: Double)
  private(set) var origin: (x: Double, y: Double)

  /// - Parameters:
  ///   - steps: one of `allowed`.
  ///   - longitudes: of all that is written; nil where nothing is. The same of `latitudes`.
  init?(steps: Int, longitudes: ClosedRange<Double>?, latitudes: ClosedRange<Double>?) {
    guard let longitudes, let latitudes else { return nil }
    func step(_ range: ClosedRange<Double>) -> Double {
      let width = range.upperBound - range.lowerBound
      return width > 0 ? width / Double(steps - 1) : 1
    }
    scale = (step(longitudes), step(latitudes))
    origin = (longitudes.lowerBound, latitudes.lowerBound)
  }

  func steps(longitude: Double, latitude: Double) -> (x: Int, y: Int) {
    (Int(((longitude - origin.x) / scale.x).rounded()), Int(((latitude - origin.y) / scale.y).rounded()))
  }

  /// Appends `"transform":{…},`.
  func append(to json: inout JSONText) {
    json.append("\"transform\":{\"scale\":[")
    json.append(real: scale.x)
    json.append(",")
    json.append(real: scale.y)
    json.append("],\"translate\":[")
    json.append(real: origin.x)
    json.append(",")
    json.append(real: origin.y)
    json.append("]},")
  }
}
