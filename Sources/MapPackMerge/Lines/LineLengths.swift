import MapPackFeatures
import MapPackGeometry

// The lengths of lines that are published (`Region.length`); `mergeLines` measures them. Borders are only compared, by
// a coarser measure in `Ground`.
extension Ground {
  /// The length of a line on the ellipsoid in whole micrometers, so that sums do not depend on their order.
  ///
  /// Edges are straight in longitude and latitude. An edge is measured in stretches of at most a tenth of a degree,
  /// each at its middle latitude. The relative error is less than 10⁻⁷.
  /// - Complexity: O(n + d) for n vertices and d degrees of length.
  func micrometers(along line: some Collection<GridPoint>) -> Int64 {
    let cellsPerStretch = 0.1 / grid.unit
    var sum: Int64 = 0
    for (a, b) in zip(line, line.dropFirst()) {
      let (x, y) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
      let stretches = max(1, (max(x.magnitude, y.magnitude) / cellsPerStretch).rounded(.up))
      var length = 0.0
      var stretch = 0.5
      while stretch < stretches {
        let cell = metersPerCell(y: Double(a.y) + y * (stretch / stretches))
        let (across, up) = (x / stretches * cell.across, y / stretches * cell.up)
        length += (across * across + up * up).squareRoot()
        stretch += 1
      }
      sum += Int64((length * 1_000_000).rounded())
    }
    return sum
  }
}

// How much a feature of lines or points weighs if a region's features disagree on its name (`RegionGrouping`). For
// areas it is `planarArea(of:)`.
extension FeatureTable {
  /// The number of points of a feature.
  func pointCount(of feature: Int) -> Double { Double(polygons(of: feature).count) }

  /// The length of a feature's lines in millionths of a degree.
  ///
  /// It is only good for comparing which of a region's names belongs to longer lines (`RegionGrouping`). Lengths of
  /// edges are whole numbers, so neither the direction of a line nor the order of a sum makes a difference.
  /// - Precondition: the table has lines.
  func planarLength(of feature: Int) -> Double {
    var sum: Int64 = 0
    for line in polygons(of: feature) {
      for vertex in vertices(ofPolygon: line).dropLast() {
        let x = longitude[vertex + 1] - longitude[vertex]
        let y = latitude[vertex + 1] - latitude[vertex]
        sum += Int64(((x * x + y * y).squareRoot() * 1_000_000).rounded())
      }
    }
    return Double(sum)
  }
}
