/// A walk over the segments of a piece of an arc.
///
/// Pieces 0 ..< arcs begin where arcs do, further ones at the restarts; each ends where the next one of its arc
/// begins, or with the arc.
struct PieceWalk {
  /// The regions beside the arc: slot and one, 0 for none.
  let left, right: Int
  private let window: ArcWindow
  private let head: ArcHead
  private var cursor: BitCursor
  /// The bit at which the next piece of the arc begins; beyond the arc's end for its last piece.
  private let stop: Int
  private var x, y: Int32
  private var isDone = false

  /// The bits of the segments that are left. Pieces do not share bits in a sound pack.
  var bitCount: Int { max(0, min(stop, cursor.end) &- cursor.position) }

  /// Nil where there is no such piece.
  init?(_ storage: PackStorage, piece: Int, in bytes: RawSpan) {
    var trail = PieceTrail(storage, in: bytes)
    self.init(storage, piece: piece, &trail, in: bytes)
  }

  /// - Parameter trail: left by the pieces before; their numbers are below this one's.
  @inline(__always)
  init?(_ storage: PackStorage, piece: Int, _ trail: inout PieceTrail, in bytes: RawSpan) {
    let header = storage.header
    let restart = piece &- header.arcCount
    guard piece >= 0 && restart < header.restartCount else { return nil }
    var arc = piece
    var start = -1
    if restart >= 0 {
      trail.next = storage.restartBit.cursor(at: restart, in: bytes)
      start = trail.next.value
      arc = storage.arcStart.lastIndex(notAbove: start >> 3, in: bytes)
      storage.restartBit.advance(&trail.next, in: bytes)
    }
    guard arc >= 0 && arc < header.arcCount else { return nil }
    storage.useOfArc.move(&trail.use, to: arc, in: bytes)
    storage.arcStart.move(&trail.start, to: arc, in: bytes)
    let first = trail.start.value
    storage.arcStart.advance(&trail.start, in: bytes)
    guard first >= 0, first <= trail.start.value, trail.start.value <= storage.stream.count,
      var cursor = BitCursor(storage.stream, bytes: first..<trail.start.value)
    else { return nil }
    if !(trail.owner?.owns(trail.use.value) ?? false) {
      trail.owner = ArcOwner(storage, use: trail.use.value, in: bytes)
    }
    guard let owner = trail.owner else { return nil }
    window = owner.window
    head = storage.head(&cursor, owner: owner.slot, window, in: bytes)
    left = owner.slot &+ 1
    right = head.right
    if start >= 0 {
      guard cursor.move(to: start) else { return nil }
      x = Int32(truncatingIfNeeded: storage.restartX.value(restart, in: bytes))
      y = Int32(truncatingIfNeeded: storage.restartY.value(restart, in: bytes))
    } else {
      (x, y) = (head.x, head.y)
      // Arcs ascend as their pieces do, so the restart behind the arc before is mostly that behind this one.
      if trail.next.value <= cursor.position {
        trail.next = storage.restartBit.cursor(above: cursor.position, in: bytes)
      }
    }
    stop = trail.next.value
    self.cursor = cursor
  }

  /// Whether a way crosses the piece an odd number of times.
  /// - Complexity: O(bits of the piece). The walk is over then.
  mutating func isCrossedOddly(by way: LocationWay, _ storage: PackStorage, in bytes: RawSpan) -> Bool {
    var isOdd = false
    // Most segments lie on one side of both the parallel of the place and the meridian of the corner. Those are told
    // by their ends, which segments share.
    let parallel = Int32(clamping: way.place.y)
    let meridian = Int32(clamping: way.corner.x)
    var cursor = cursor
    var (x, y) = (x, y)
    var (isNorth, isWest) = (y <= parallel, x <= meridian)
    func meet(_ nextX: Int32, _ nextY: Int32) {
      let (isNextNorth, isNextWest) = (nextY <= parallel, nextX <= meridian)
      if isNorth != isNextNorth || isWest != isNextWest,
        way.crosses(CellSegment(ax: x, ay: y, bx: nextX, by: nextY))
      {
        isOdd.toggle()
      }
      (isNorth, isWest) = (isNextNorth, isNextWest)
      (x, y) = (nextX, nextY)
    }
    while cursor.position < stop {
      let delta = cursor.vector(head.parameterX, head.parameterY, bytes)
      guard !cursor.isOutside else {
        if let end = end(storage, in: bytes) { meet(end.x, end.y) }
        return isOdd
      }
      meet(x &+ delta.x, y &+ delta.y)
      guard storage.coarsest > 0 else { continue }
      _ = cursor.unary(bytes)
      // Behind an arc's last vertex no level follows.
      guard !cursor.isOutside else { return isOdd }
    }
    return isOdd
  }

  /// Where the arc goes from the last vertex of its bits: closed it goes back, joined on to the next arc.
  private func end(_ storage: PackStorage, in bytes: RawSpan) -> (x: Int32, y: Int32)? {
    if head.isClosed { return (head.x, head.y) }
    return head.isJoined ? storage.start(ofArcBehind: cursor, window, in: bytes) : nil
  }

  /// The next segment; nil behind the last.
  @inline(__always)
  mutating func next(_ storage: PackStorage, in bytes: RawSpan) -> CellSegment? {
    guard !isDone && cursor.position < stop else { return nil }
    let delta = cursor.vector(head.parameterX, head.parameterY, bytes)
    let (nextX, nextY) = (x &+ delta.x, y &+ delta.y)
    if !cursor.isOutside {
      let segment = CellSegment(ax: x, ay: y, bx: nextX, by: nextY)
      (x, y) = (nextX, nextY)
      if storage.coarsest > 0 {
        _ = cursor.unary(bytes)
        // Behind an arc's last vertex no level follows.
        isDone = cursor.isOutside
      }
      return segment
    }
    isDone = true
    return end(storage, in: bytes).map { CellSegment(ax: x, ay: y, bx: $0.x, by: $0.y) }
  }
}

/// What the pieces of a square that have been walked tell about the next one, which is mostly not far.
struct PieceTrail {
  /// The region that owns the arc.
  fileprivate var owner: ArcOwner?
  /// At the arc's use by its owner, and the beginning of its bits.
  fileprivate var use, start: AscendingColumn.Cursor
  /// At the first restart behind the beginning of the piece.
  fileprivate var next: AscendingColumn.Cursor

  init(_ storage: PackStorage, in bytes: RawSpan) {
    use = storage.useOfArc.cursor(at: 0, in: bytes)
    start = storage.arcStart.cursor(at: 0, in: bytes)
    next = storage.restartBit.cursor(at: 0, in: bytes)
  }
}
