import Foundation

/// The level that each rank in the code of levels stands for. The commonest level has rank 0. Open and closed arcs have
/// ranks of their own (section LEVL).
struct LevelRanks: Sendable {
  /// Four bits per rank. Ranks that the pack does not have stand for level 0.
  private let levels: UInt64

  init(_ column: PackedColumn, in bytes: RawSpan) {
    levels = (0..<min(16, column.count)).reduce(0) { levels, rank in
      levels | UInt64(column.value(rank, in: bytes) & 15) << UInt64(4 * rank)
    }
  }

  @inline(__always)
  func level(ofRank rank: Int) -> Int {
    Int(truncatingIfNeeded: (levels &>> UInt64(4 &* (rank & 15))) & 15)
  }
}
