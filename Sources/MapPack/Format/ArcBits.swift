import Foundation

/// The bits of all arcs: those of the map itself, or those of its overview, which has only what coarse levels show.
///
/// Both number the arcs alike, and write an arc in the same way. In the overview, an arc that no coarse level has takes no
/// bytes.
struct ArcBits: Sendable {
  /// The finest level whose vertices it has.
  let finest: Int
  /// How many levels its vertices have. If it is one, vertices have no ranks.
  let levelCount: Int
  /// By arc: where it begins in `stream`, in bytes; one more number is the end of the last arc.
  let start: AscendingColumn
  /// The bytes of the arcs.
  let stream: PackedColumn
  /// The ranks of levels in arcs that are not closed, and in closed ones.
  let openLevels, closedLevels: LevelRanks

  /// A cursor at the beginning of an arc's bits; nil if the bits are not in the pack.
  @inline(__always)
  func cursor(ofArc arc: Int, in bytes: RawSpan) -> BitCursor? {
    BitCursor(stream, bytes: range(ofArc: arc, in: bytes))
  }

  /// The range of an arc's bytes in the stream; empty if the pack is damaged there.
  @inline(__always)
  func range(ofArc arc: Int, in bytes: RawSpan) -> Range<Int> { start.range(arc, limit: stream.count, in: bytes) }
}

extension PackStorage {
  /// The bits from which a level is decoded.
  @inline(__always)
  func bits(of level: Int) -> ArcBits {
    if let overview, level >= overview.finest { return overview }
    return arcs
  }

  /// How many vertices there are to decode for a level of the whole map, at most.
  func decodedVertexCount(level: Int) -> Int {
    guard let overview, level >= overview.finest else { return header.vertexCount }
    return overviewVertexCount
  }
}
