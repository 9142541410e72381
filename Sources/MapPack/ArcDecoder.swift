/// Which of an arc's vertices a ring wants of it: neighbouring arcs share a node, and one of them brings it.
struct ArcEnds: OptionSet {
  let rawValue: UInt8
  static let first = ArcEnds(rawValue: 1)
  static let last = ArcEnds(rawValue: 2)
}

extension PackStorage {
  /// Appends the vertices of an arc that are present at a level, in the arc's own direction.
  ///
  /// - Parameter ends: whether the two ends of an arc that is not closed are wanted.
  /// - Returns: the arc's head; nil where damage has taken it away.
  /// - Complexity: O(bits of the arc). At most as many vertices are appended as it has bits.
  @discardableResult
  func decode<Sink: VertexSink>(
    arc: Int, owner: Int, _ frame: ArcFrame, level: Int, ends: ArcEnds, in bytes: RawSpan, into sink: inout Sink
  ) -> ArcHead? {
    guard var cursor = cursor(ofArc: arc, in: bytes) else { return nil }
    let head = head(&cursor, owner: owner, frame, in: bytes)
    guard !cursor.isOutside else { return nil }
    let (parameterX, parameterY) = (head.parameterX, head.parameterY)
    sink.reserve((cursor.end &- cursor.position) / (parameterX &+ parameterY &+ 2) &+ 2)
    var (x, y) = (head.x, head.y)
    if head.isClosed ? head.level >= level : ends.contains(.first) { sink.append(x: x, y: y) }

    let ranks = head.isClosed ? closedLevels : openLevels
    let hasLevels = coarsest > 0
    var isLast = false
    while true {
      x &+= cursor.signedRice(parameterX, bytes)
      y &+= cursor.signedRice(parameterY, bytes)
      guard !cursor.isOutside else { break }
      var vertexLevel = coarsest
      if hasLevels {
        let rank = cursor.unary(bytes)
        isLast = cursor.isOutside
        if isLast { break }
        vertexLevel = ranks.level(ofRank: rank)
      }
      if vertexLevel >= level { sink.append(x: x, y: y) }
    }
    if head.isClosed { return head }
    if head.isJoined {
      if ends.contains(.last), let (x, y) = start(ofArc: arc &+ 1, frame, in: bytes) { sink.append(x: x, y: y) }
    } else if hasLevels {
      // The node at the end has no level; without levels it has been appended like the others.
      if isLast && ends.contains(.last) { sink.append(x: x, y: y) }
    } else if !ends.contains(.last) {
      sink.removeLast()
    }
    return head
  }

  /// Appends all rings of a region at a level, outer rings and holes in opposite winding.
  ///
  /// - Complexity: O(bits of the region's arcs, plus one search for each arc that another region owns).
  func decode<Sink: RingSink>(slot: Int, level: Int, into sink: inout Sink) {
    let bytes = data.bytes
    let rings = ringOfSlot.range(slot, limit: header.ringCount, in: bytes)
    guard !rings.isEmpty else { return }
    let frame = ArcFrame(self, slot: slot, in: bytes)
    var walk = UseWalk(self, rings: rings, in: bytes)
    // No arc is used twice by one region, so a region that wants more bytes than there are is damaged.
    var budget = stream.count
    while walk.nextRing(in: bytes) {
      let isPresent = polygonLevel.value(walk.polygon, in: bytes) >= level
      while let use = walk.nextUse(in: bytes) {
        guard isPresent else { continue }
        budget &-= max(1, arcStart.range(use.arc, limit: stream.count, in: bytes).count)
        guard budget >= 0 else {
          sink.endRing()
          return sink.endPolygon()
        }
        if use.isOwn {
          decode(arc: use.arc, owner: slot, frame, level: level, ends: .first, in: bytes, into: &sink)
        } else {
          let owner = owner(ofArc: use.arc, in: bytes)
          let start = sink.vertexCount
          decode(
            arc: use.arc, owner: owner, ArcFrame(self, slot: owner, in: bytes), level: level, ends: .last,
            in: bytes, into: &sink)
          sink.reverse(from: start)
        }
      }
      guard isPresent else { continue }
      sink.endRing()
      if walk.isLastOfPolygon { sink.endPolygon() }
    }
  }
}
