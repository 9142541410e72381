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

/// The first bits of an arc's head.
struct ArcKind {
  let isClosed: Bool
  let isJoined: Bool
  /// How much larger the slot on the right is than the owner's; 0 where there is no region.
  let stepToRight: Int
}

/// Where the first vertices of a region's own arcs may lie: its bounds, in cells.
struct ArcWindow {
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
    let x = cursor.bits(bitsX, bytes)
    return vertex(x, cursor.bits(bitsY, bytes))
  }

  /// The first vertex and the two Rice parameters behind it.
  @inline(__always)
  func startAndParameters(
    _ cursor: inout BitCursor, in bytes: RawSpan
  ) -> (x: Int32, y: Int32, parameterX: Int, parameterY: Int) {
    let x = cursor.bits(bitsX, bytes)
    let (y, parameterX, parameterY) = cursor.bits(
      bitsY, PackFormat.riceParameterBits, PackFormat.riceParameterBits, bytes)
    let first = vertex(x, y)
    return (first.x, first.y, parameterX, parameterY)
  }

  @inline(__always)
  private func vertex(_ bitsOfX: Int, _ bitsOfY: Int) -> (x: Int32, y: Int32) {
    var x = minX &+ bitsOfX
    if x > eastEdge { x = x &- world &- 1 }
    return (Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: minY &+ bitsOfY))
  }
}

extension PackStorage {
  /// The region on the left of an arc: the one that owns it, and walks it forward.
  /// - Complexity: O(log rings)
  func owner(ofArc arc: Int, in bytes: RawSpan) -> Int {
    ArcOwner(self, use: useOfArc.value(arc, in: bytes), in: bytes).slot
  }

  /// The bits of an arc.
  @inline(__always)
  func cursor(ofArc arc: Int, in bytes: RawSpan) -> BitCursor? {
    BitCursor(stream, bytes: arcStart.range(arc, limit: stream.count, in: bytes))
  }

  /// Reads an arc's head; the cursor comes to stand at the first delta.
  @inline(__always)
  func head(_ cursor: inout BitCursor, owner: Int, _ window: ArcWindow, in bytes: RawSpan) -> ArcHead {
    let kind = kind(&cursor, in: bytes)
    return head(&cursor, kind, owner: owner, window, in: bytes)
  }

  /// Reads the beginning of an arc's head: what needs no window.
  @inline(__always)
  func kind(_ cursor: inout BitCursor, in bytes: RawSpan) -> ArcKind {
    let word = cursor.word(bytes)
    let isClosed = word & 1 != 0
    let isJoined = word & 3 == 2
    let flags = isClosed ? 1 : 2
    let isInner = (word &>> UInt64(truncatingIfNeeded: flags)) & 1 != 0
    cursor.skip(flags &+ 1)
    let step = isInner ? 1 &+ Int(cursor.rice(header.sideParameter, bytes)) : 0
    return ArcKind(isClosed: isClosed, isJoined: isJoined, stepToRight: step)
  }

  /// Reads the rest of an arc's head.
  @inline(__always)
  func head(
    _ cursor: inout BitCursor, _ kind: ArcKind, owner: Int, _ window: ArcWindow, in bytes: RawSpan
  ) -> ArcHead {
    let (x, y, parameterX, parameterY) = window.startAndParameters(&cursor, in: bytes)
    let level =
      kind.isClosed && header.levelCount > 1 ? closedLevels.level(ofRank: cursor.unary(bytes)) : coarsest
    let right = kind.stepToRight > 0 ? owner &+ 1 &+ kind.stepToRight : 0
    return ArcHead(
      isClosed: kind.isClosed, isJoined: kind.isJoined, right: right <= header.slotCount ? right : 0, x: x, y: y,
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

  /// Where the arc begins whose bits follow others: that at which a joined arc ends, which has the same owner.
  @inline(__always)
  func start(ofArcBehind cursor: BitCursor, _ window: ArcWindow, in bytes: RawSpan) -> (x: Int32, y: Int32)? {
    guard var next = BitCursor(stream, cursor.end..<8 &* stream.count) else { return nil }
    _ = kind(&next, in: bytes)
    let start = window.start(&next, in: bytes)
    return next.isOutside ? nil : start
  }
}

/// The region that owns the arcs of a ring's own uses, and where they may begin.
struct ArcOwner {
  let slot: Int
  let window: ArcWindow
  /// Of the ring.
  private let firstUse, lastUse: Int

  /// - Parameter use: of an arc by its owner.
  @inline(__always)
  init(_ storage: PackStorage, use: Int, in bytes: RawSpan) {
    let next = storage.useOfRing.cursor(above: use, in: bytes)
    let slot = storage.ringOfSlot.lastIndex(notAbove: next.index &- 1, in: bytes)
    self.slot = min(max(slot, 0), max(0, storage.header.slotCount - 1))
    window = ArcWindow(storage, slot: self.slot, in: bytes)
    firstUse = use
    lastUse = next.value &- 1
  }

  /// Whether it is certain that a use is of the same ring.
  @inline(__always)
  func owns(_ use: Int) -> Bool { use >= firstUse && use <= lastUse }
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
