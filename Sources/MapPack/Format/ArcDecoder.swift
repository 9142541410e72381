import Foundation

/// The ends of an arc that are wanted, in the arc's own direction. Consecutive arcs of a ring share a node, and only
/// one of them brings it.
struct ArcEnds: OptionSet {
  let rawValue: UInt8
  static let first = ArcEnds(rawValue: 1)
  static let last = ArcEnds(rawValue: 2)
}

// The decoder of arcs and rings: `RegionShape.appendRings(level:to:)`, `PackStorage.decodeLines` and
// `Pack.appendVertices(ofArc:level:to:)` ask it.
extension PackStorage {
  /// Appends the vertices of an arc that are present at a level, in the arc's own direction.
  ///
  /// - Parameters:
  ///   - owner: the slot of the region that owns the arc.
  ///   - window: the window of the owner.
  ///   - level: from 0, the finest, to `coarsest`. Whether the arc itself is present at the level is not asked.
  ///   - ends: which ends of an arc that is not closed are wanted.
  /// - Returns: the arc's head; nil if the pack is damaged there.
  /// - Complexity: O(bits of the arc). At most as many vertices are appended as the arc has bits.
  @discardableResult
  func decode<Sink: VertexSink>(
    arc: Int, owner: Int, _ window: ArcWindow, level: Int, ends: ArcEnds, in bytes: RawSpan, into sink: inout Sink
  ) -> ArcHead? {
    let bits = bits(of: level)
    guard var cursor = bits.cursor(ofArc: arc, in: bytes) else { return nil }
    let head = head(&cursor, of: bits, owner: owner, window, in: bytes)
    guard !cursor.isOutside else { return nil }
    let isLastElsewhere = decode(head, cursor, of: bits, level: level, ends: ends, in: bytes, into: &sink)
    if isLastElsewhere, let (x, y) = start(ofArcBehind: cursor, of: bits, window, in: bytes) { sink.append(x: x, y: y) }
    return head
  }

  /// Appends the vertices of an arc whose head has been read.
  ///
  /// - Parameter cursor: a cursor at the first delta.
  /// - Returns: whether the last vertex is still missing: it is wanted, and it is the first vertex of the next arc.
  @inline(__always)
  private func decode<Sink: VertexSink>(
    _ head: ArcHead, _ cursor: BitCursor, of bits: ArcBits, level: Int, ends: ArcEnds, in bytes: RawSpan,
    into sink: inout Sink
  ) -> Bool {
    var vertices = ArcVertices(bits, head, cursor: cursor, level: level)
    // Two more, for the first vertex and the last one.
    sink.reserve(vertices.countLimit &+ 2)
    if head.isClosed ? head.level >= level : ends.contains(.first) { sink.append(x: head.x, y: head.y) }
    sink.append(&vertices, in: bytes)
    if head.isClosed { return false }
    if head.isJoined { return ends.contains(.last) }
    if bits.levelCount > 1 {
      // The node at the end has no level. In a pack with one level, it was appended like the other vertices.
      if ends.contains(.last), let (x, y) = vertices.end { sink.append(x: x, y: y) }
    } else if !ends.contains(.last) {
      sink.removeLast()
    }
    return false
  }

  /// Appends all rings of a region that are present at a level, each polygon's outer ring first, as `RegionShape`
  /// promises for `appendRings(level:to:)`. In a damaged pack, vertices and rings may be missing.
  ///
  /// - Complexity: O(bits of the region's arcs).
  func decode<Sink: RingSink>(slot: Int, level: Int, into sink: inout Sink) {
    let bytes = data.bytes
    let rings = ringOfSlot.range(slot, limit: header.ringCount, in: bytes)
    guard !rings.isEmpty else { return }
    let window = ArcWindow(self, slot: slot, in: bytes)
    var neighbor = (slot: slot, window: window)
    let bits = bits(of: level)
    var walk = UseWalk(self, rings: rings, of: bits, in: bytes)
    // No arc is used twice by one region, so a region that wants more bytes than there are is damaged.
    var budget = bits.stream.count
    while walk.nextRing(in: bytes) {
      let isPresent = polygonLevel.value(walk.polygon, in: bytes) >= level
      while let use = walk.nextUse(in: bytes) {
        guard isPresent else { continue }
        budget &-= max(1, use.bytes.count)
        guard budget >= 0 else {
          sink.endRing()
          return sink.endPolygon()
        }
        guard var cursor = BitCursor(bits.stream, bytes: use.bytes) else { continue }
        let kind = kind(&cursor, in: bytes)
        if use.isOwn {
          let head = head(&cursor, kind, of: bits, owner: slot, window, in: bytes)
          guard !cursor.isOutside else { continue }
          _ = decode(head, cursor, of: bits, level: level, ends: .first, in: bytes, into: &sink)
        } else {
          // The region is on the arc's right, so the head says which region is on the left.
          if neighbor.slot != slot &- kind.stepToRight {
            neighbor.slot = slot &- kind.stepToRight
            neighbor.window = ArcWindow(self, slot: neighbor.slot, in: bytes)
          }
          let head = head(&cursor, kind, of: bits, owner: neighbor.slot, neighbor.window, in: bytes)
          guard !cursor.isOutside else { continue }
          let start = sink.vertexCount
          let isLastElsewhere = decode(head, cursor, of: bits, level: level, ends: .last, in: bytes, into: &sink)
          if isLastElsewhere, let (x, y) = self.start(ofArcBehind: cursor, of: bits, neighbor.window, in: bytes) {
            sink.append(x: x, y: y)
          }
          sink.reverse(from: start)
        }
      }
      guard isPresent else { continue }
      sink.endRing()
      if walk.isLastOfPolygon { sink.endPolygon() }
    }
  }
}
