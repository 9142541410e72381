import MapPack
import MapPackGeometry

/// Rounds locations of a noding grid to a pack grid, in the drawing plane: the same points as `MapPoint` and
/// `PackGrid.point(x:y:)` give, several times as fast.
///
/// The y of a latitude is interpolated between 4,096 parallels by cubic polynomials that have the values and the slopes
/// of the Mercator projection there (C. Hermite's interpolation). Where the error could change the cell, the projection
/// itself decides.
package struct GridProjection: Sendable {
  private let source: NodingGrid
  private let target: PackGrid
  /// Cells of the target per map point; a power of two.
  private let cellsPerMapPoint: Double
  private let south: Double
  private let stepsPerRow: Double
  /// Per step: the coefficients of the polynomial, from the constant on. Its value is in cells of the target's lattice.
  private let steps: ContiguousArray<SIMD4<Double>>
  /// The largest error of an interpolated value, in cells.
  private let error: Double

  private static let count = 4096

  /// - Parameter rows: the rows of the source that are asked for; they lie within the plane of Web Mercator.
  package init(from source: NodingGrid, to target: PackGrid, rows: ClosedRange<Int32>) {
    self.source = source
    self.target = target
    let (south, scale) = (Double(rows.lowerBound), 1 / target.cell)
    (self.south, cellsPerMapPoint) = (south, scale)
    let width = max(1, Double(rows.upperBound) - south) / Double(Self.count)
    stepsPerRow = 1 / width
    let cells = WebMercator.worldSize * scale
    func angle(_ step: Int) -> Double {
      Series.radians(degrees: (Double(source.originY) + south + Double(step) * width) * source.unit)
    }
    // The last step is for the last row alone.
    let bounds = (0...Self.count + 1).map { step in
      let latitude = Series.degrees(radians: angle(step))
      return (
        value: WebMercator.y(latitude: latitude) * scale,
        slope: -cells / (2 * Series.pi) / Series.cosine(angle(step)) * Series.radians(degrees: width * source.unit)
      )
    }
    steps = ContiguousArray(
      zip(bounds, bounds.dropFirst()).map { a, b in
        let rise = b.value - a.value
        return SIMD4(a.value, a.slope, 3 * rise - 2 * a.slope - b.slope, a.slope + b.slope - 2 * rise)
      })
    // The interpolation's error is at most h⁴/384 times the largest fourth derivative, sec φ tan φ (5 + 6 tan² φ).
    let farthest = max(angle(0).magnitude, angle(Self.count + 1).magnitude)
    let (secant, tangent) = (1 / Series.cosine(farthest), Series.sine(farthest) / Series.cosine(farthest))
    let step = Series.radians(degrees: width * source.unit)
    let interpolation =
      (step * step) * (step * step) / 384 * secant * tangent * (5 + 6 * tangent * tangent) * cells / (2 * Series.pi)
    // The projection is within 2⁻²⁰ map points of the truth, at the bounds of a step and where it decides.
    error = interpolation + scale * 0x1p-18 + 1e-5
  }

  /// The grid point nearest to a location of the source, whose row is one of those that were asked for.
  @inline(__always)
  package func point(_ point: GridPoint) -> GridPoint {
    let x = WebMercator.x(longitude: source.longitude(x: point.x)) * cellsPerMapPoint
    let column = Int32(truncatingIfNeeded: NodingGrid.nearest(to: x) &- target.originX)
    let position = (Double(point.y) - south) * stepsPerRow
    let step = Int(position)
    let fraction = position - Double(step)
    let polynomial = steps[step]
    let y =
      polynomial.x + fraction * (polynomial.y + fraction * (polynomial.z + fraction * polynomial.w))
    guard (y - Double(Int64(y)) - 0.5).magnitude > error else {
      return GridPoint(x: column, y: self.point(longitude: 0, latitude: source.latitude(y: point.y)).y)
    }
    return GridPoint(x: column, y: Int32(truncatingIfNeeded: Int64(y + 0.5) &- target.originY))
  }

  /// The grid point nearest to a location. One beyond the plane is moved onto its edge.
  func point(longitude: Double, latitude: Double) -> GridPoint {
    let point = MapPoint(inPlane: longitude, latitude)
    return target.point(x: point.x, y: point.y)
  }
}

extension MapPoint {
  /// A location in degrees. One beyond the plane is moved onto its edge.
  init(inPlane longitude: Double, _ latitude: Double) {
    self.init(longitude: longitude, latitude: latitude)
    y = max(0, min(WebMercator.worldSize, y))
  }
}
