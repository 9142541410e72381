/// The pieces of arcs in several squares of the index, each piece once.
///
/// If a damaged pack lists more than a sound one could, the rest is left out. `NearestSearch` and
/// `PackStorage.slots(in:)` look at squares with it.
struct SquarePieces {
  private var seen: BitSet
  /// How many entries may still be read. A sound pack does not have more in all of its squares.
  private var entryBudget: Int
  /// How many bits of pieces may still be read. A sound pack does not have more in all of its pieces.
  private var bitBudget: Int

  init(_ storage: PackStorage) {
    seen = BitSet(below: storage.header.arcCount &+ storage.header.restartCount)
    entryBudget = 8 &* storage.squareStream.count
    bitBudget = 8 &* storage.arcs.stream.count
  }

  /// Calls a function for each piece in a square that was not in a square visited before, by ascending index.
  mutating func forEachNew(
    inSquare square: Int, _ storage: PackStorage, in bytes: RawSpan, _ body: (inout PieceWalk) -> Void
  ) {
    guard var pieces = SquareWalk(storage, square, in: bytes) else { return }
    while entryBudget > 0, let piece = pieces.next(in: bytes) {
      entryBudget &-= 1
      guard seen.insert(piece), var walk = PieceWalk(storage, piece: piece, in: bytes) else { continue }
      bitBudget &-= walk.bitCount
      guard bitBudget >= 0 else { return }
      body(&walk)
    }
  }
}
