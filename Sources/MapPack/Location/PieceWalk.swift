/// A walk over the segments of a piece of an arc at the finest level, in the arc's direction.
///
/// Squares of the index list pieces, so a search does not decode whole arcs. `PackStorage.slot(at:)` walks them, and
/// `SquarePieces` for other searches.
///
/// The first pieces, one per arc, begin where the arcs do; the others begin at the restarts. A piece ends where the
/// next piece of its arc begins, or with the arc. `ArcStream` in `MapPackEmit` decides after how many vertices.
struct PieceWalk {
  /// The regions beside the arc, the owner on the left: slot plus one, 0 for none. See `ArcHead` for the sides.
  let left, right: Int
  private let window: ArcWindow
  private let head: ArcHead
  private var cursor: BitCursor
  /// The bit at which the next piece begins. It is past the arc's end if this is the arc's last piece.
  private let stop: Int
  private var x, y: Int32
  private var isDone = false

  /// The number of bits of the segments that are left. In a sound pack, pieces have no bits in common.
  var bitCount: Int { max(0, min(stop, cursor.end) &- cursor.position) }

  /// Nil if there is no such piece.
  init?(_ storage: PackStorage, piece: Int, in bytes: RawSpan) {
    var trail = PieceTrail(storage, in: bytes)
    self.init(storage, piece: piece, &trail, in: bytes)
  }

  /// Nil if there is no such piece.
  /// - Parameter trail: the trail of the pieces before, whose indices are smaller.
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
      arc = storage.arcs.start.lastIndex(notAbove: start >> 3, in: bytes)
      storage.restartBit.advance(&trail.next, in: bytes)
    }
    guard arc >= 0 && arc < header.arcCount else { return nil }
    storage.useOfArc.move(&trail.use, to: arc, in: bytes)
    storage.arcs.start.move(&trail.start, to: arc, in: bytes)
    let first = trail.start.value
    storage.arcs.start.advance(&trail.start, in: bytes)
    guard first >= 0, first <= trail.start.value, trail.start.value <= storage.arcs.stream.count,
      var cursor = BitCursor(storage.arcs.stream, bytes: first..<trail.start.value)
    else { return nil }
    if !(trail.owner?.owns(trail.use.value) ?? false) {
      trail.owner = ArcOwner(storage, use: trail.use.value, in: bytes)
    }
    guard let owner = trail.owner else { return nil }
    window = owner.window
    head = storage.head(&cursor, of: storage.arcs, owner: owner.slot, window, in: bytes)
    left = owner.slot &+ 1
    right = head.right
    if start >= 0 {
      guard cursor.move(to: start) else { return nil }
      x = Int32(truncatingIfNeeded: storage.restartX.value(restart, in: bytes))
      y = Int32(truncatingIfNeeded: storage.restartY.value(restart, in: bytes))
    } else {
      (x, y) = (head.x, head.y)
      // Pieces are visited in ascending order, and so are their arcs. So the first restart after the arc before is
      // mostly the first one after this arc too.
      if trail.next.value <= cursor.position {
        trail.next = storage.restartBit.cursor(above: cursor.position, in: bytes)
      }
    }
    stop = trail.next.value
    self.cursor = cursor
  }

  /// Whether a way crosses the piece an odd number of times. It uses up the walk.
  /// - Complexity: O(bits of the piece)
  mutating func isCrossedOddly(by way: LocationWay, _ storage: PackStorage, in bytes: RawSpan) -> Bool {
    var isOdd = false
    // Most segments lie on one side of the location's parallel and on one side of the corner's meridian. Their ends
    // show it, and consecutive segments share an end.
    let parallel = Int32(clamping: way.location.y)
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
      // An arc's last vertex has no level.
      guard !cursor.isOutside else { return isOdd }
    }
    return isOdd
  }

  /// The vertex that follows the last one in the arc's bits: the first one of a closed arc, or of the arc that a joined
  /// one ends at. Nil if there is none.
  private func end(_ storage: PackStorage, in bytes: RawSpan) -> (x: Int32, y: Int32)? {
    if head.isClosed { return (head.x, head.y) }
    return head.isJoined ? storage.start(ofArcBehind: cursor, of: storage.arcs, window, in: bytes) : nil
  }

  /// The next segment; nil after the last.
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
        // An arc's last vertex has no level.
        isDone = cursor.isOutside
      }
      return segment
    }
    isDone = true
    return end(storage, in: bytes).map { CellSegment(ax: x, ay: y, bx: $0.x, by: $0.y) }
  }
}

/// What the pieces walked so far tell about the next one of a square, which is mostly close by.
struct PieceTrail {
  /// The region that owns the arc.
  fileprivate var owner: ArcOwner?
  /// Cursors at the arc's use by its owner, and at the beginning of its bits.
  fileprivate var use, start: AscendingColumn.Cursor
  /// A cursor at the first restart after the beginning of the piece.
  fileprivate var next: AscendingColumn.Cursor

  init(_ storage: PackStorage, in bytes: RawSpan) {
    use = storage.useOfArc.cursor(at: 0, in: bytes)
    start = storage.arcs.start.cursor(at: 0, in: bytes)
    next = storage.restartBit.cursor(at: 0, in: bytes)
  }
}
