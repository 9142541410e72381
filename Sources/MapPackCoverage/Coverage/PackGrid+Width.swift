import MapPack
import MapPackFeatures
import MapPackGeometry

extension PackGrid {
  /// The width of a cell of 2ᵍ map points on the ground at the equator.
  package static func width(ofExponent exponent: Int) -> Quantity {
    .length(
      meters: Double(sign: .plus, exponent: exponent, significand: 1) * WebMercator.metersPerMapPointAtEquator)
  }
}
