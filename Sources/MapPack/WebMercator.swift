/// Web Mercator as `MKMapPoint` counts it: the world is 2²⁸ map points wide and high, x grows to the east
/// from 180° W, y to the south from the parallel 85.05…° N.
///
/// All arithmetic is + − × ÷ √ on Doubles, so the same input gives the same bits on every machine.
public enum WebMercator {
  /// Map points round the equator, 2²⁸.
  public static let worldSize: Double = 268_435_456
}
