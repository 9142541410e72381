/// What stands at the beginning of an arc's bits, read; the deltas follow.
struct ArcHead {
  /// A ring by itself: the line from its last vertex to its first belongs to it.
  let isClosed: Bool
  /// Ends where its owner's next arc begins.
  let isJoined: Bool
  /// The region on its right: slot and one, 0 for none.
  let right: Int
  let x, y: Int32
  let parameterX, parameterY: Int
  /// The coarsest level at which the first vertex is present.
  let level: Int
}

/// Where the first vertices of a region's own arcs may lie: its bounds, in cells.
struct ArcFrame {
  private let minX, minY: Int
  private let bitsX, bitsY: Int
  /// The cut in the east, and the cells round the world.
  private let eastEdge, world: Int

  init(_ storage: PackStorage, slot: Int, in bytes: RawSpan) {
    minX = storage.minX.value(slot, in: bytes)
    minY = storage.minY.value(slot, in: bytes)
    // The western edge of the world can be meant where the eastern one is inside too; one more tells them apart.
    bitsX = min(32, PackFormat.bitCount(storage.width.value(slot, in: bytes) &+ 1))
    bitsY = min(32, PackFormat.bitCount(storage.height.value(slot, in: bytes)))
    world = storage.world
    eastEdge = storage.eastEdge
  }

  @inline(__always)
  func start(_ cursor: inout BitCursor, in bytes: RawSpan) -> (x: Int32, y: Int32) {
    var x = minX &+ cursor.bits(bitsX, bytes)
    let y = minY &+ cursor.bits(bitsY, bytes)
    if x > eastEdge { x = x &- world &- 1 }
    return (Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y))
  }
}

extension PackStorage {
  /// The region on the left of an arc: the one that owns it, and walks it forward.
  /// - Complexity: O(log rings)
  func owner(ofArc arc: Int, in bytes: RawSpan) -> Int {
    let ring = useOfRing.lastIndex(notAbove: useOfArc.value(arc, in: bytes), in: bytes)
    let slot = ringOfSlot.lastIndex(notAbove: ring, in: bytes)
    return min(max(slot, 0), max(0, header.slotCount - 1))
  }

  /// The bits of an arc.
  @inline(__always)
  func cursor(ofArc arc: Int, in bytes: RawSpan) -> BitCursor? {
    let range = arcStart.range(arc, limit: stream.count, in: bytes)
    return BitCursor(stream, 8 &* range.lowerBound..<8 &* range.upperBound)
  }

  /// Reads an arc's head; the cursor comes to stand at the first delta.
  @inline(__always)
  func head(_ cursor: inout BitCursor, owner: Int, _ frame: ArcFrame, in bytes: RawSpan) -> ArcHead {
    let isClosed = cursor.bit(bytes)
    let isJoined = isClosed ? false : cursor.bit(bytes)
    let isInner = cursor.bit(bytes)
    let right = isInner ? owner &+ 2 &+ Int(cursor.rice(header.sideParameter, bytes)) : 0
    let (x, y) = frame.start(&cursor, in: bytes)
    let parameterX = cursor.bits(PackFormat.riceParameterBits, bytes)
    let parameterY = cursor.bits(PackFormat.riceParameterBits, bytes)
    let level = isClosed && header.levelCount > 1 ? closedLevels.level(ofRank: cursor.unary(bytes)) : coarsest
    return ArcHead(
      isClosed: isClosed, isJoined: isJoined, right: right <= header.slotCount ? right : 0, x: x, y: y,
      parameterX: parameterX, parameterY: parameterY, level: level)
  }

  /// The region on an arc's right: slot and one, 0 for none.
  /// - Complexity: O(1)
  func right(ofArc arc: Int, owner: Int, in bytes: RawSpan) -> Int {
    guard var cursor = cursor(ofArc: arc, in: bytes) else { return 0 }
    if !cursor.bit(bytes) { _ = cursor.bit(bytes) }
    guard cursor.bit(bytes) else { return 0 }
    let right = owner &+ 2 &+ Int(cursor.rice(header.sideParameter, bytes))
    return right <= header.slotCount ? right : 0
  }

  /// Where the arc behind this one begins, which has the same owner where this one is joined to it.
  func start(ofArc arc: Int, _ frame: ArcFrame, in bytes: RawSpan) -> (x: Int32, y: Int32)? {
    guard var cursor = cursor(ofArc: arc, in: bytes) else { return nil }
    if !cursor.bit(bytes) { _ = cursor.bit(bytes) }
    if cursor.bit(bytes) { _ = cursor.rice(header.sideParameter, bytes) }
    return frame.start(&cursor, in: bytes)
  }
}

/// Which level a rank in the code of levels stands for: the commonest has rank 0.
struct LevelRanks: Sendable {
  /// Four bits a rank; ranks that the pack does not have stand for level 0.
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
