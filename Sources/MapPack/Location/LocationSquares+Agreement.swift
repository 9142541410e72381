// The last check of a pack's index, for `PointLocator.init(_:level:)`; `Pack.verify()` does not make it.
extension PackStorage {
  /// Checks that the pack's own index finds the same regions as decoded squares do.
  ///
  /// It does if the corners of all squares lie in the same regions, and each square lists the pieces that pass through
  /// it. Further pieces in the list change nothing, because they meet no way within the square.
  /// - Parameter decoded: the squares of all borders at the finest level.
  /// - Throws: `PackError.damagedSection` if the index may find other regions.
  /// - Precondition: the pack has been verified.
  /// - Complexity: O(squares, pieces in them, and passages of segments through squares)
  func verifySquares(findAsIn decoded: LocationSquares) throws(PackError) {
    let bytes = data.bytes
    guard let index = squares else { throw Self.otherwise }
    var first: ContiguousArray<Int> = [0]
    var pieces: ContiguousArray<Int> = []
    for row in 0..<index.rows {
      for column in 0..<index.columns {
        let corner = CellLocation(x: index.west(of: column), y: index.north(of: row), restX: 0, restY: 0)
        guard var walk = SquareWalk(self, row * index.columns + column, in: bytes),
          walk.corner == decoded.region(at: corner)
        else { throw Self.otherwise }
        while let piece = walk.next(in: bytes) { pieces.append(piece) }
        first.append(pieces.count)
      }
    }
    func lists(_ square: Int, _ piece: Int) -> Bool {
      let low = (first[square]..<first[square + 1]).partitioningIndex { pieces[$0] >= piece }
      return low < first[square + 1] && pieces[low] == piece
    }

    var trail = PieceTrail(self, in: bytes)
    // Many more passages than the squares of a real map have, so that a forged pack cannot keep the reader busy for
    // ever.
    var budget = 66 * pieces.count + 16 * header.vertexCount
    for piece in 0..<header.arcCount + header.restartCount {
      guard var walk = PieceWalk(self, piece: piece, &trail, in: bytes) else { throw Self.otherwise }
      // Most segments lie in the square of the segment before.
      var last = -1
      while budget >= 0, let segment = walk.next(self, in: bytes) {
        index.forEachRow(of: segment) { row, columns, _ in
          guard 0..<index.rows ~= row, columns.lowerBound >= 0, columns.upperBound < index.columns else {
            budget = -1
            return false
          }
          for column in columns where budget >= 0 && row * index.columns + column != last {
            last = row * index.columns + column
            budget = lists(last, piece) ? budget - 1 : -1
          }
          return budget >= 0
        }
      }
      guard budget >= 0 else { throw Self.otherwise }
    }
  }

  private static var otherwise: PackError {
    .damagedSection(PackSection.squares.tag, reason: "its squares do not find the regions that the borders enclose")
  }
}
