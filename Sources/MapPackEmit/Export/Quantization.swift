import MapPackMerge

/// Longitudes and latitudes as whole steps of a transform, as in TopoJSON (specification 1.0, section 2.1.2).
///
/// The extent of the export is divided into `steps` values in each direction, and positions are rounded to the nearest
/// one. Borders stay common. But a ring smaller than a step may collapse, and lines closer than a step may touch. Only
/// `topoJSON` rounds so.
package struct Quantization {
  /// The numbers of steps that may be asked for. The command `Export` checks `--quantize` by it.
  package static let allowed = 2...1_073_741_824

  /// The size of a step, in degrees.
  private(set) var scale: (x: Double, y: Double)
  /// The longitude and latitude of step 0, in degrees.
  private(set) var origin: (x: Double, y: Double)

  /// `nil` if the export has no positions. If all longitudes or all latitudes are equal, a step is 1° there.
  /// - Parameters:
  ///   - steps: the number of values in each direction, one of `allowed`.
  ///   - longitudes: the longitudes of the export, in degrees; `nil` if it has no positions.
  ///   - latitudes: the latitudes of the export, in degrees; `nil` if it has no positions.
  init?(steps: Int, longitudes: ClosedRange<Double>?, latitudes: ClosedRange<Double>?) {
    guard let longitudes, let latitudes else { return nil }
    func step(_ range: ClosedRange<Double>) -> Double {
      let width = range.upperBound - range.lowerBound
      return width > 0 ? width / Double(steps - 1) : 1
    }
    scale = (step(longitudes), step(latitudes))
    origin = (longitudes.lowerBound, latitudes.lowerBound)
  }

  /// The nearest steps to a location.
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
