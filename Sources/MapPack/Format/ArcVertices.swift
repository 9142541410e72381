/// A walk over the vertices of an arc behind its first, to the end of its bits.
struct ArcVertices {
  private var cursor: BitCursor
  private let parameterX, parameterY: Int
  private var x, y: Int32
  private let ranks: LevelRanks
  private let hasLevels: Bool
  private let level: Int
  /// Behind the last vertex of an arc that is neither closed nor joined, where there are levels: that vertex, which
  /// has none.
  private(set) var end: (x: Int32, y: Int32)?

  /// - Parameters:
  ///   - cursor: at the first delta.
  ///   - level: of the vertices that are wanted.
  @inline(__always)
  init(_ storage: PackStorage, _ head: ArcHead, cursor: BitCursor, level: Int) {
    self.cursor = cursor
    (parameterX, parameterY) = (head.parameterX, head.parameterY)
    (x, y) = (head.x, head.y)
    ranks = head.isClosed ? storage.closedLevels : storage.openLevels
    hasLevels = storage.coarsest > 0
    self.level = level
  }

  /// At least as many as there are: a vertex takes this many bits at least.
  var countLimit: Int { (cursor.end &- cursor.position) / (parameterX &+ parameterY &+ 2) &+ 1 }

  /// Calls a function with every vertex that is present at the level.
  @inline(__always)
  mutating func forEach(in bytes: RawSpan, _ body: (_ x: Int32, _ y: Int32) -> Void) {
    // What the loop changes is kept in registers.
    var (cursor, x, y) = (cursor, x, y)
    if !hasLevels {
      while true {
        let delta = cursor.vector(parameterX, parameterY, bytes)
        guard !cursor.isOutside else { return }
        x &+= delta.x
        y &+= delta.y
        body(x, y)
      }
    }
    while true {
      let delta = cursor.vector(parameterX, parameterY, bytes)
      guard !cursor.isOutside else { return }
      x &+= delta.x
      y &+= delta.y
      let rank = cursor.unary(bytes)
      guard !cursor.isOutside else {
        end = (x, y)
        return
      }
      if ranks.level(ofRank: rank) >= level { body(x, y) }
    }
  }
}
