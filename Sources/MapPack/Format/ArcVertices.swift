/// A walk over the vertices of an arc after its first, in cells, to the end of its bits.
///
/// A joined arc's last vertex is not among them, because the next arc has it. `PackStorage.decode` makes the walk, and
/// a `VertexSink` follows it.
struct ArcVertices {
  private var cursor: BitCursor
  private let parameterX, parameterY: Int
  private var x, y: Int32
  private let ranks: LevelRanks
  private let hasLevels: Bool
  private let level: Int
  /// The last vertex, once the walk is over, of an arc that is neither closed nor joined, in a pack with several
  /// levels. It has no level, so the walk leaves it out.
  private(set) var end: (x: Int32, y: Int32)?

  /// - Parameters:
  ///   - cursor: a cursor at the first delta.
  ///   - level: the level at which the wanted vertices are present.
  @inline(__always)
  init(_ storage: PackStorage, _ head: ArcHead, cursor: BitCursor, level: Int) {
    self.cursor = cursor
    (parameterX, parameterY) = (head.parameterX, head.parameterY)
    (x, y) = (head.x, head.y)
    ranks = head.isClosed ? storage.closedLevels : storage.openLevels
    hasLevels = storage.coarsest > 0
    self.level = level
  }

  /// An upper bound for the number of vertices, from the fewest bits that a vertex can take.
  var countLimit: Int { (cursor.end &- cursor.position) / (parameterX &+ parameterY &+ 2) &+ 1 }

  /// Calls a function with every vertex that is present at the level.
  @inline(__always)
  mutating func forEach(in bytes: RawSpan, _ body: (_ x: Int32, _ y: Int32) -> Void) {
    // Local copies, so that the loop keeps them in registers.
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
