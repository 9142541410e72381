import Foundation

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
    for row in 0..<index.rows.count {
      for column in 0..<index.columns.count {
        guard var walk = SquareWalk(self, index.square(column, row), in: bytes),
          walk.corner == decoded.region(at: index.corner(column, row))
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
          guard 0..<index.rows.count ~= row, columns.lowerBound >= 0, columns.upperBound < index.columns.count else {
            budget = -1
            return false
          }
          for column in columns where budget >= 0 && index.square(column, row) != last {
            last = index.square(column, row)
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
