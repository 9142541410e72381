/// The search for the region nearest to a location, in the squares of the index, from the location outwards.
///
/// Distances are those to borders and lines, in the plane. So it is for locations outside all regions. Of equally near
/// regions, it finds the one with the smallest raw value. `look` may be called for several locations, such as one point
/// a world further east and west: the nearest region to any of them remains.
struct NearestSearch {
  private let storage: PackStorage
  private let index: SquareIndex
  /// The distance of the nearest region found so far, in cells; at the beginning, the largest allowed distance.
  private(set) var distance: Double
  /// The slot of the nearest region found so far, and the way to it, in cells to the east and to the south.
  private(set) var nearest: (slot: Int, gap: (x: Double, y: Double))?

  /// Nil if the pack has no squares.
  /// - Parameter distance: the largest allowed distance, in cells.
  init?(_ storage: PackStorage, within distance: Double, in bytes: RawSpan) {
    guard let index = storage.squares, index.count > 0 else { return nil }
    self.storage = storage
    self.index = index
    self.distance = distance
  }

  /// Looks at all borders that are at most as far from a location as the nearest region found so far.
  ///
  /// Squares are visited in rings round the square at the location, or the one nearest to it.
  /// - Complexity: O(squares within the distance to the nearest region, and the pieces in them)
  mutating func look(from location: CellLocation, in bytes: RawSpan) {
    let (column, row) = (index.columns.nearest(to: location.x), index.rows.nearest(to: location.y))
    guard squaredGap(location, column, row) <= distance * distance else { return }
    var pieces = SquarePieces(storage)
    visit(column, row, from: location, &pieces, in: bytes)
    var ring = 1
    while let gap = gap(location, column, row, ring), gap <= distance {
      let (west, east) = (column - ring, column + ring)
      let (north, south) = (row - ring, row + ring)
      if north >= 0 || south < index.rows.count {
        for column in max(0, west)...min(index.columns.count - 1, east) {
          if north >= 0 { visit(column, north, from: location, &pieces, in: bytes) }
          if south < index.rows.count { visit(column, south, from: location, &pieces, in: bytes) }
        }
      }
      if west >= 0 || east < index.columns.count {
        for row in max(0, north + 1)...min(index.rows.count - 1, south - 1) {
          if west >= 0 { visit(west, row, from: location, &pieces, in: bytes) }
          if east < index.columns.count { visit(east, row, from: location, &pieces, in: bytes) }
        }
      }
      ring += 1
    }
  }

  private mutating func visit(
    _ column: Int, _ row: Int, from location: CellLocation, _ pieces: inout SquarePieces, in bytes: RawSpan
  ) {
    guard squaredGap(location, column, row) <= distance * distance else { return }
    pieces.forEachNew(inSquare: index.square(column, row), storage, in: bytes) { walk in
      var best: (segment: CellSegment, square: Double)?
      while let segment = walk.next(storage, in: bytes) {
        let square = segment.squaredDistance(to: location)
        if square < best?.square ?? .infinity { best = (segment, square) }
      }
      guard let best else { return }
      // Of the two regions beside an arc, the one on the left has the smaller raw value.
      let slot = walk.left - 1
      let root = best.square.squareRoot()
      guard root < distance || (root == distance && slot < nearest?.slot ?? .max) else { return }
      distance = root
      nearest = (slot, best.segment.gap(from: location))
    }
  }

  /// A lower bound for the distance from the location to all squares that are at least this many columns or rows away
  /// from a square, in cells; nil if there are none. It is slightly too small, so that rounding cannot skip a border.
  private func gap(_ location: CellLocation, _ column: Int, _ row: Int, _ ring: Int) -> Double? {
    let gaps = [
      index.columns.gap(from: location.x, location.restX, ring, of: column),
      index.rows.gap(from: location.y, location.restY, ring, of: row),
    ]
    return gaps.compactMap(\.self).min().map { max(0, $0) * Self.lessThanOne }
  }

  /// A lower bound for the square of the distance from a location to a square of the index, in square cells.
  private func squaredGap(_ location: CellLocation, _ column: Int, _ row: Int) -> Double {
    let x = index.columns.gap(from: location.x, location.restX, to: column)
    let y = index.rows.gap(from: location.y, location.restY, to: row)
    return (x * x + y * y) * Self.lessThanOne
  }

  /// The factor by which lower bounds are reduced, against rounding.
  private static let lessThanOne = 1 - 0x1p-48
}

extension SquareIndex.Axis {
  /// The distance from a coordinate, in whole cells and a rest, to one of the columns or rows.
  fileprivate func gap(from whole: Int64, _ rest: Double, to index: Int) -> Double {
    max(0, Double(start(of: index) - whole) - rest, Double(whole - start(of: index + 1)) + rest)
  }

  /// The distance from a coordinate to the nearest of those that are at least so many away from one; nil if there are
  /// none.
  fileprivate func gap(from whole: Int64, _ rest: Double, _ ring: Int, of middle: Int) -> Double? {
    var gap = Double.infinity
    if middle - ring >= 0 { gap = Double(whole - start(of: middle - ring + 1)) + rest }
    if middle + ring < count { gap = min(gap, Double(start(of: middle + ring) - whole) - rest) }
    return gap < .infinity ? gap : nil
  }
}
