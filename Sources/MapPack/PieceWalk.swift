/// A walk over the segments of a piece of an arc.
///
/// Pieces 0 ..< arcs begin where arcs do, further ones at the restarts; each ends where the next one of its arc
/// begins, or with the arc.
struct PieceWalk {
  /// The regions beside the arc: slot and one, 0 for none.
  let left, right: Int
  private let arc: Int
  private let frame: ArcFrame
  private let head: ArcHead
  private var cursor: BitCursor
  /// The bit at which the next piece of the arc begins; beyond the arc's end for its last piece.
  private let stop: Int
  private var x, y: Int32
  private var isDone = false

  /// Nil where there is no such piece.
  init?(_ storage: PackStorage, piece: Int, in bytes: RawSpan) {
    let header = storage.header
    let restart = piece &- header.arcCount
    guard piece >= 0 && restart < header.restartCount else { return nil }
    var start: Int?
    if restart < 0 {
      arc = piece
    } else {
      let bit = storage.restartBit.value(restart, in: bytes)
      arc = storage.arcStart.lastIndex(notAbove: bit >> 3, in: bytes)
      start = bit
    }
    guard arc >= 0 && arc < header.arcCount, var cursor = storage.cursor(ofArc: arc, in: bytes) else { return nil }
    let owner = storage.owner(ofArc: arc, in: bytes)
    frame = ArcFrame(storage, slot: owner, in: bytes)
    head = storage.head(&cursor, owner: owner, frame, in: bytes)
    left = owner &+ 1
    right = head.right
    (x, y) = (head.x, head.y)
    if let start {
      guard cursor.move(to: start) else { return nil }
      x = Int32(truncatingIfNeeded: storage.restartX.value(restart, in: bytes))
      y = Int32(truncatingIfNeeded: storage.restartY.value(restart, in: bytes))
    }
    let next =
      start != nil ? restart &+ 1 : storage.restartBit.lastIndex(notAbove: cursor.position, in: bytes) &+ 1
    stop = next < header.restartCount ? storage.restartBit.value(next, in: bytes) : .max
    self.cursor = cursor
  }

  /// How many bits are left to walk.
  var bitCount: Int { max(0, min(stop, cursor.end) &- cursor.position) }

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
    return head.isJoined ? storage.start(ofArc: arc &+ 1, frame, in: bytes) : nil
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
