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

  /// The bits of the segments that are left. Pieces do not share bits in a sound pack.
  var bitCount: Int { max(0, min(stop, cursor.end) &- cursor.position) }

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

  /// The next segment; nil behind the last.
  @inline(__always)
  mutating func next(_ storage: PackStorage, in bytes: RawSpan) -> CellSegment? {
    guard !isDone && cursor.position < stop else { return nil }
    let nextX = x &+ cursor.signedRice(head.parameterX, bytes)
    let nextY = y &+ cursor.signedRice(head.parameterY, bytes)
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
    if head.isClosed { return CellSegment(ax: x, ay: y, bx: head.x, by: head.y) }
    guard head.isJoined, let end = storage.start(ofArc: arc &+ 1, frame, in: bytes) else { return nil }
    return CellSegment(ax: x, ay: y, bx: end.x, by: end.y)
  }
}
