import Foundation

/// The head of an arc, which is at the beginning of the arc's bits. The deltas follow it.
///
/// Left and right are meant with y drawn upwards, as in Format.md: there the arc's owner lies on its left. On the map as
/// it is seen, with y to the south, the sides are exchanged.
struct ArcHead {
  /// Whether the arc is a ring by itself. The line from its last vertex to its first then belongs to it.
  let isClosed: Bool
  /// Whether the arc ends where its owner's next arc begins.
  let isJoined: Bool
  /// The region on its right: slot plus one, 0 for none.
  let right: Int
  /// The first vertex, in cells.
  let x, y: Int32
  /// The Rice parameters of the deltas.
  let parameterX, parameterY: Int
  /// The coarsest level at which the first vertex is present.
  let level: Int
}

/// The first bits of an arc's head.
struct ArcKind {
  /// See `ArcHead.isClosed`.
  let isClosed: Bool
  /// See `ArcHead.isJoined`.
  let isJoined: Bool
  /// How much larger the slot on the right is than the owner's; 0 if there is no region on the right.
  let stepToRight: Int
}

/// Where the first vertices of a region's own arcs may lie: the region's bounds, in cells.
struct ArcWindow {
  private let minX, minY: Int
  /// How many bits a first vertex takes.
  private let bitsX, bitsY: Int
  /// The x of the cut in the east, and the number of cells round the world.
  private let eastEdge, world: Int

  init(_ storage: PackStorage, slot: Int, in bytes: RawSpan) {
    minX = storage.minX.value(slot, in: bytes)
    minY = storage.minY.value(slot, in: bytes)
    // If the eastern edge of the world is in the bounds, a vertex can lie on the western edge instead. One value more
    // tells the two apart.
    bitsX = min(32, PackFormat.bitCount(storage.width.value(slot, in: bytes) &+ 1))
    bitsY = min(32, PackFormat.bitCount(storage.height.value(slot, in: bytes)))
    world = storage.world
    eastEdge = storage.eastEdge
  }

  /// Reads the first vertex.
  @inline(__always)
  func start(_ cursor: inout BitCursor, in bytes: RawSpan) -> (x: Int32, y: Int32) {
    var x = minX &+ cursor.bits(bitsX, bytes)
    if x > eastEdge { x = x &- world &- 1 }
    return (Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: minY &+ cursor.bits(bitsY, bytes)))
  }
}

extension PackStorage {
  /// The slot of the region on the left of an arc, which owns the arc and walks it forward. In a damaged pack, it may
  /// be any slot.
  /// - Complexity: O(log rings)
  func owner(ofArc arc: Int, in bytes: RawSpan) -> Int {
    ArcOwner(self, use: useOfArc.value(arc, in: bytes), in: bytes).slot
  }

  /// Reads an arc's head. The cursor is at the first delta afterwards.
  @inline(__always)
  func head(_ cursor: inout BitCursor, of bits: ArcBits, owner: Int, _ window: ArcWindow, in bytes: RawSpan) -> ArcHead
  {
    let kind = kind(&cursor, in: bytes)
    return head(&cursor, kind, of: bits, owner: owner, window, in: bytes)
  }

  /// Reads the beginning of an arc's head, for which no window is needed.
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
    _ cursor: inout BitCursor, _ kind: ArcKind, of bits: ArcBits, owner: Int, _ window: ArcWindow, in bytes: RawSpan
  ) -> ArcHead {
    let (x, y) = window.start(&cursor, in: bytes)
    let parameters = cursor.bits(2 &* PackFormat.riceParameterBits, bytes)
    let level =
      kind.isClosed && bits.levelCount > 1 ? bits.closedLevels.level(ofRank: cursor.unary(bytes)) : coarsest
    return ArcHead(
      isClosed: kind.isClosed, isJoined: kind.isJoined, right: right(kind, owner: owner), x: x, y: y,
      parameterX: parameters & (1 << PackFormat.riceParameterBits - 1),
      parameterY: parameters >> PackFormat.riceParameterBits, level: level)
  }

  @inline(__always)
  private func right(_ kind: ArcKind, owner: Int) -> Int {
    let right = kind.stepToRight > 0 ? owner &+ 1 &+ kind.stepToRight : 0
    return right <= header.slotCount ? right : 0
  }

  /// The region on an arc's right: slot plus one, 0 for none. It is that of `head`, without the rest of the head.
  /// - Complexity: O(1)
  func right(ofArc arc: Int, owner: Int, in bytes: RawSpan) -> Int {
    guard var cursor = arcs.cursor(ofArc: arc, in: bytes) else { return 0 }
    return right(kind(&cursor, in: bytes), owner: owner)
  }

  /// The first vertex of the next arc, at which a joined arc ends; nil if its bits are not in the pack.
  ///
  /// Both arcs have the same owner.
  /// - Parameters:
  ///   - cursor: a cursor in the bits of the joined arc.
  ///   - window: the window of the owner.
  @inline(__always)
  func start(
    ofArcBehind cursor: BitCursor, of bits: ArcBits, _ window: ArcWindow, in bytes: RawSpan
  ) -> (x: Int32, y: Int32)? {
    guard var next = BitCursor(bits.stream, cursor.end..<8 &* bits.stream.count) else { return nil }
    _ = kind(&next, in: bytes)
    let start = window.start(&next, in: bytes)
    return next.isOutside ? nil : start
  }
}

/// The region that owns an arc, and where its arcs may begin.
struct ArcOwner {
  let slot: Int
  let window: ArcWindow
  /// Uses of the same ring, from the given one to the ring's last.
  private let firstUse, lastUse: Int

  /// Finds the owner of an arc.
  /// - Parameter use: the use of the arc by its owner.
  /// - Complexity: O(log rings)
  @inline(__always)
  init(_ storage: PackStorage, use: Int, in bytes: RawSpan) {
    let next = storage.useOfRing.cursor(above: use, in: bytes)
    let slot = storage.ringOfSlot.lastIndex(notAbove: next.index &- 1, in: bytes)
    self.slot = min(max(slot, 0), max(0, storage.header.slotCount - 1))
    window = ArcWindow(storage, slot: self.slot, in: bytes)
    firstUse = use
    lastUse = next.value &- 1
  }

  /// Whether another use is known to be of the same ring, and so of the same owner.
  @inline(__always)
  func owns(_ use: Int) -> Bool { use >= firstUse && use <= lastUse }
}

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
  init(_ bits: ArcBits, _ head: ArcHead, cursor: BitCursor, level: Int) {
    self.cursor = cursor
    (parameterX, parameterY) = (head.parameterX, head.parameterY)
    (x, y) = (head.x, head.y)
    ranks = head.isClosed ? bits.closedLevels : bits.openLevels
    hasLevels = bits.levelCount > 1
    self.level = level
  }

  /// An upper bound for the number of vertices, from the fewest bits that a vertex can take.
  var countLimit: Int { (cursor.end &- cursor.position) / (parameterX &+ parameterY &+ 2) &+ 1 }

  /// Calls a function with every vertex that is present at the level, and the coarsest level at which it is.
  @inline(__always)
  mutating func forEach(in bytes: RawSpan, _ body: (_ x: Int32, _ y: Int32, _ level: Int) -> Void) {
    // Local copies, so that the loop keeps them in registers.
    var (cursor, x, y) = (cursor, x, y)
    if !hasLevels {
      while true {
        let delta = cursor.vector(parameterX, parameterY, bytes)
        guard !cursor.isOutside else { return }
        x &+= delta.x
        y &+= delta.y
        body(x, y, level)
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
      let coarsest = ranks.level(ofRank: rank)
      if coarsest >= level { body(x, y, coarsest) }
    }
  }
}

// The pack's arcs and polygons one by one, as `Coverage.init(_:)` in `MapPackEmit` needs them.
extension Pack {
  /// An arc as the pack holds it, for the tools: `Coverage` is read from a pack by arcs and polygons.
  ///
  /// Left and right are meant with y drawn upwards. On the map as it is seen, with y to the south, an arc's owner lies
  /// on its right.
  package struct Arc: Hashable, Sendable {
    /// The raw value of the region on its left, which owns it.
    package var left: UInt16
    /// The raw value of the region on its right; nil if there is none.
    package var right: UInt16?
    /// Whether the line from its last vertex to its first belongs to it.
    package var isClosed: Bool
    /// Whether it lies on the cut at the 180th meridian or at the northern or southern end of the world.
    package var isSeam: Bool
  }

  /// A polygon as the pack holds it, for the tools.
  package struct Polygon: Hashable, Sendable {
    /// The coarsest level at which it is present.
    package var level: Int
    /// Its rings, the outer one first, as indices of arcs. The complement of an index means that the arc runs backward.
    package var rings: [[Int32]]
  }

  /// How many arcs the pack holds.
  package var arcCount: Int { storage.header.arcCount }

  /// Appends the vertices that an arc has at a level, in cells, as a ring of its own, with both of its ends.
  ///
  /// They run in the arc's own direction. The ring of an open arc is not closed. No polygon is ended.
  /// - Complexity: O(bits of the arc + log rings)
  /// - Precondition: the pack has been verified, and has this arc.
  package func appendVertices(ofArc index: Int, level: Int, to rings: inout GridRings) -> Arc {
    let bytes = storage.data.bytes
    let owner = storage.owner(ofArc: index, in: bytes)
    var sink = GridSink(rings: rings)
    rings = GridRings()
    let head = storage.decode(
      arc: index, owner: owner, ArcWindow(storage, slot: owner, in: bytes), level: level, ends: [.first, .last],
      in: bytes, into: &sink)
    sink.endRing()
    rings = sink.rings
    return Arc(
      left: UInt16(truncatingIfNeeded: owner),
      right: head.flatMap { $0.right > 0 ? UInt16(truncatingIfNeeded: $0.right - 1) : nil },
      isClosed: head?.isClosed ?? false, isSeam: storage.isSeam.value(index, in: bytes) != 0)
  }

  /// The polygons of a region, as the pack holds them, at all levels; none if the shape is empty.
  ///
  /// A line or a point is a polygon of one ring of one arc.
  /// - Precondition: the pack has been verified.
  /// - Complexity: O(uses of arcs by the region)
  package func polygons(of shape: RegionShape) -> [Polygon] {
    let bytes = storage.data.bytes
    let rings = storage.ringOfSlot.range(Int(shape.rawValue), limit: storage.header.ringCount, in: bytes)
    guard !rings.isEmpty else { return [] }
    var walk = UseWalk(storage, rings: rings, of: storage.arcs, in: bytes)
    var polygons: [Polygon] = []
    var current: [[Int32]] = []
    while walk.nextRing(in: bytes) {
      var ring: [Int32] = []
      while let use = walk.nextUse(in: bytes) {
        let arc = Int32(truncatingIfNeeded: use.arc)
        ring.append(use.isOwn ? arc : ~arc)
      }
      current.append(ring)
      guard walk.isLastOfPolygon else { continue }
      polygons.append(Polygon(level: storage.polygonLevel.value(walk.polygon, in: bytes), rings: current))
      current = []
    }
    return polygons
  }
}
