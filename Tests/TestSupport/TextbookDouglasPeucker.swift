import MapPackGeometry

/// The method of Douglas and Peucker as it was published: by recursion, for one tolerance at a time. Distances are
/// compared as exact fractions.
package struct TextbookDouglasPeucker {
  private let points: [GridPoint]
  private let squareMeters: (Int32) -> Double

  /// - Parameter squareMeters: gives half the area of a square cell on the ground, in square meters, at a y.
  package init(points: [GridPoint], squareMetersPerDoubledCell squareMeters: @escaping (Int32) -> Double) {
    self.points = points
    self.squareMeters = squareMeters
  }

  /// The vertices of a closed line that stay: its smallest vertex, the farthest from that, and those of the two halves.
  package func keptOfClosed(_ tolerance: Double) -> Set<Int> {
    let begin = points.indices.min { points[$0] < points[$1] } ?? 0
    let line = Array(points.indices[begin...]) + Array(points.indices[...begin])
    let opposite = farthest(line[...]).position
    return Set([line[0], line[opposite]]).union(kept(line[...opposite], tolerance))
      .union(kept(line[opposite...], tolerance))
  }

  /// The vertices that stay between the ends of a line. The line is given by the indices of its vertices.
  package func kept(_ line: ArraySlice<Int>, _ tolerance: Double) -> Set<Int> {
    guard line.count > 2 else { return [] }
    let (position, squared) = farthest(line)
    let onGround = (2 * squared * squareMeters(points[line[position]].y)).squareRoot()
    guard onGround > tolerance else { return [] }
    return Set([line[position]]).union(kept(line[...position], tolerance)).union(kept(line[position...], tolerance))
  }

  private func farthest(_ line: ArraySlice<Int>) -> (position: Int, squared: Double) {
    let (a, b) = (points[line[line.startIndex]], points[line[line.endIndex - 1]])
    let length = max(1, Self.dot(a, b, a, b))
    var best = line.startIndex + 1
    for position in best..<line.endIndex - 1 {
      let (p, q) = (points[line[position]], points[line[best]])
      let (distance, bestDistance) = (Self.scaled(p, a, b, length), Self.scaled(q, a, b, length))
      func fromMiddle(_ position: Int) -> Int { abs(2 * position - line.startIndex - (line.endIndex - 1)) }
      if distance > bestDistance
        || distance == bestDistance
          && (-fromMiddle(position), p.y, p.x) > (-fromMiddle(best), q.y, q.x)
      {
        best = position
      }
    }
    let (high, low) = Self.scaled(points[line[best]], a, b, length)
    return (best, (Double(high) * 0x1p64 + Double(low)) / Double(length))
  }

  /// The squared distance from the segment, times the segment's squared length: a 128-bit integer, high half first.
  private static func scaled(_ p: GridPoint, _ a: GridPoint, _ b: GridPoint, _ length: Int64) -> (UInt64, UInt64) {
    let along = dot(a, b, a, p)
    let isBeside = along > 0 && along < length
    let factors =
      isBeside ? (orientation(a, b, p), orientation(a, b, p)) : (length, along <= 0 ? dot(a, p, a, p) : dot(b, p, b, p))
    let product = factors.0.magnitude.multipliedFullWidth(by: factors.1.magnitude)
    return (product.high, product.low)
  }

  private static func dot(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint) -> Int64 {
    (Int64(b.x) - Int64(a.x)) * (Int64(d.x) - Int64(c.x)) + (Int64(b.y) - Int64(a.y)) * (Int64(d.y) - Int64(c.y))
  }
}
