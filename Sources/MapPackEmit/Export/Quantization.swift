import MapPack
import MapPackCoverage
import MapPackGeometry

/// Longitudes and latitudes as whole steps of a transform, as in TopoJSON (specification 1.0, section 2.1.2).
///
/// The extent of the export is divided into `steps` values in each direction, and positions are rounded to the nearest
/// one. Borders stay common. But a ring smaller than a step may collapse, and lines closer than a step may touch.
package struct Quantization {
  /// The numbers of steps that may be asked for.
  package static let allowed = 2...1_073_741_824

  /// In degrees.
  private(set) var scale: (x: Double, y: Double)
  /// The longitude and latitude of step 0, in degrees.
  private(set) var origin: (x: Double, y: Double)

  /// `nil` if the export has no positions. If all longitudes or all latitudes are equal, a step is 1° there.
  /// - Parameters:
  ///   - steps: the number of values in each direction, one of `allowed`.
  ///   - positions: those of the export, in degrees.
  init?(steps: Int, _ positions: some Sequence<(longitude: Double, latitude: Double)>) {
    var (longitudes, latitudes) = (ClosedRange<Double>?.none, ClosedRange<Double>?.none)
    for (longitude, latitude) in positions {
      longitudes =
        longitudes.map { min($0.lowerBound, longitude)...max($0.upperBound, longitude) } ?? longitude...longitude
      latitudes = latitudes.map { min($0.lowerBound, latitude)...max($0.upperBound, latitude) } ?? latitude...latitude
    }
    guard let longitudes, let latitudes else { return nil }
    func step(_ range: ClosedRange<Double>) -> Double {
      let width = range.upperBound - range.lowerBound
      return width > 0 ? width / Double(steps - 1) : 1
    }
    scale = (step(longitudes), step(latitudes))
    origin = (longitudes.lowerBound, latitudes.lowerBound)
  }

  func steps(_ position: (longitude: Double, latitude: Double)) -> (x: Int, y: Int) {
    (
      Int(((position.longitude - origin.x) / scale.x).rounded()),
      Int(((position.latitude - origin.y) / scale.y).rounded())
    )
  }

  /// The member `transform`, and a comma.
  var json: JSONText {
    #""transform":{"scale":[\#(scale.x),\#(scale.y)],"translate":[\#(origin.x),\#(origin.y)]},"#
  }
}
