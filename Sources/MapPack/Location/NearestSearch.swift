/// The search for the region nearest to a place, in the squares of the index, from the place outwards.
struct NearestSearch {
  private let storage: PackStorage
  private let index: SquareIndex
  /// In cells: how far away the best region so far is; at the beginning, how far it may be.
  private(set) var distance: Double
  /// The best region so far.
  private(set) var slot: Int?

  init?(_ storage: PackStorage, within distance: Double, in bytes: RawSpan) {
    guard let index = storage.squares, index.columns > 0, index.rows > 0 else { return nil }
    self.storage = storage
    self.index = index
    self.distance = distance
  }

  /// Looks at all borders that are as near to a place as the best so far, or nearer.
  ///
  /// Squares are visited in rings about the one at the place, or the one next to it.
  /// - Complexity: O(squares within the distance to the nearest region, and the pieces in them)
  mutating func look(from place: CellPlace, in bytes: RawSpan) {
    let (column, row) = (index.nearestColumn(to: place.x), index.nearestRow(to: place.y))
    guard squaredGap(place, column, row) <= distance * distance else { return }
    var pieces = SquarePieces(storage)
    visit(column, row, from: place, &pieces, in: bytes)
    var ring = 1
    while let gap = gap(place, column, row, ring), gap <= distance {
      let (west, east) = (column - ring, column + ring)
      let (north, south) = (row - ring, row + ring)
      if north >= 0 || south < index.rows {
        for column in max(0, west)...min(index.columns - 1, east) {
          if north >= 0 { visit(column, north, from: place, &pieces, in: bytes) }
          if south < index.rows { visit(column, south, from: place, &pieces, in: bytes) }
        }
      }
      if west >= 0 || east < index.columns {
        for row in max(0, north + 1)...min(index.rows - 1, south - 1) {
          if west >= 0 { visit(west, row, from: place, &pieces, in: bytes) }
          if east < index.columns { visit(east, row, from: place, &pieces, in: bytes) }
        }
      }
      ring += 1
    }
  }

  private mutating func visit(
    _ column: Int, _ row: Int, from place: CellPlace, _ pieces: inout SquarePieces, in bytes: RawSpan
  ) {
    guard squaredGap(place, column, row) <= distance * distance else { return }
    pieces.forEachNew(inSquare: row * index.columns + column, storage, in: bytes) { walk in
      var nearest = Double.infinity
      while let segment = walk.next(storage, in: bytes) { nearest = min(nearest, segment.squaredDistance(to: place)) }
      // Of the two regions beside a border, the one on the left has the smaller raw value.
      let slot = walk.left - 1
      let root = nearest.squareRoot()
      guard root < distance || (root == distance && slot < self.slot ?? .max) else { return }
      distance = root
      self.slot = slot
    }
  }

  /// How far the place is from all squares that are so many columns or rows away from one, or more; nil where there is
  /// none. A trifle less, lest rounding pass over a border.
  private func gap(_ place: CellPlace, _ column: Int, _ row: Int, _ ring: Int) -> Double? {
    let x = { (column: Int) in Double(place.x - index.west(of: column)) + place.restX }
    let y = { (row: Int) in Double(place.y - index.north(of: row)) + place.restY }
    var gap: Double?
    func extend(_ side: Double) { gap = min(gap ?? .infinity, max(0, side) * Self.lessThanOne) }
    if column - ring >= 0 { extend(x(column - ring + 1)) }
    if column + ring < index.columns { extend(-x(column + ring)) }
    if row - ring >= 0 { extend(y(row - ring + 1)) }
    if row + ring < index.rows { extend(-y(row + ring)) }
    return gap
  }

  /// The square of the distance from a place to a square of the index, a trifle less.
  private func squaredGap(_ place: CellPlace, _ column: Int, _ row: Int) -> Double {
    let west = Double(index.west(of: column) - place.x) - place.restX
    let east = Double(place.x - index.west(of: column + 1)) + place.restX
    let north = Double(index.north(of: row) - place.y) - place.restY
    let south = Double(place.y - index.north(of: row + 1)) + place.restY
    let (x, y) = (max(0, west, east), max(0, north, south))
    return (x * x + y * y) * Self.lessThanOne
  }

  private static let lessThanOne = 1 - 0x1p-48
}
