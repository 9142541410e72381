/// The squares of the plane in which the center of a better circle may lie.
///
/// No point of a square is farther from the edge than the square's center is, plus half a diagonal. A square whose
/// points are all outside, or all nearer to the edge than the radius to beat, is left out; any other is quartered, until
/// it is small. What is left lies round the pole, and few segments are near enough to touch a circle from there.
///
/// Whatever is left out is left out for certain: a square stays if it is in doubt, and all stay if there are too many.
///
/// Source of the bound: V. Agafonkin, "A new algorithm for finding a visual center of a polygon" (2016).
struct CenterSquares {
  private struct Square {
    /// The center, in cells.
    var x: Double
    var y: Double
    /// Half the side, in cells.
    var half: Double
    /// The most that a circle round a point of the square can have as its radius, in cells.
    var limit: Double
  }

  private var squares: ContiguousArray<Square> = []
  /// The radius to beat when the squares were last made smaller.
  private(set) var radius = 0.0
  private var budget: Int

  /// The side below which a square is not quartered, as a part of the radius to beat.
  private static let finestPart = 0x1p-4
  /// Few enough that they cost little beside the search, and enough for most polygons.
  private static let largestBudget = 4000
  /// Measuring a square costs about as much as searching this many segments.
  private static let segmentsPerSquare = 6

  init(over box: GridBox, segments: Int) {
    budget = min(Self.largestBudget, segments / Self.segmentsPerSquare)
    let (width, height) = (Double(box.maxX) - Double(box.minX), Double(box.maxY) - Double(box.minY))
    let half = max(width, height) / 2
    squares = [
      Square(x: Double(box.minX) + width / 2, y: Double(box.minY) + height / 2, half: half, limit: .infinity)
    ]
  }

  /// Leaves out the squares without a center of a circle of more than a radius, and quarters the others.
  /// - Parameter clearance: the distance of a point from the edge, in cells; negative if the point is certainly
  ///   outside.
  mutating func refine(toBeat radius: Double, clearance: (_ x: Double, _ y: Double) -> Double) {
    self.radius = radius
    var kept: ContiguousArray<Square> = []
    // All squares of one size before the next, so that large ones are not left if there are too many.
    var next = 0
    while next < squares.count {
      let square = squares[next]
      next += 1
      if square.limit < radius { continue }
      if 2 * square.half <= radius * Self.finestPart || budget < 4 {
        kept.append(square)
        continue
      }
      budget -= 4
      let half = square.half / 2
      for (x, y) in [
        (square.x - half, square.y - half), (square.x + half, square.y - half), (square.x - half, square.y + half),
        (square.x + half, square.y + half),
      ] {
        // Half a diagonal, and a little more because of rounding.
        let limit = clearance(x, y) + half * 1.415 + 0x1p-10
        if limit >= radius { squares.append(Square(x: x, y: y, half: half, limit: limit)) }
      }
    }
    squares = kept
  }

  /// Whether a circle round a point of a square may touch something in a box.
  func mayReach(_ box: GridBox) -> Bool {
    squares.contains { square in
      let across = max(0, Double(box.minX) - square.x, square.x - Double(box.maxX)) - square.half
      let up = max(0, Double(box.minY) - square.y, square.y - Double(box.maxY)) - square.half
      let (x, y) = (max(0, across), max(0, up))
      return x * x + y * y <= square.limit * square.limit
    }
  }
}
