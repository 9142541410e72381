extension PackStorage {
  /// Appends the vertices of an arc that are present at a level, in the arc's own direction.
  ///
  /// - Returns: whether the arc's first and last vertices were among them.
  /// - Complexity: O(vertices of the arc). At most `arcVertexCount` vertices are appended, whatever the bytes hold.
  func decode<Sink: VertexSink>(
    arc: Int, level: Int, in bytes: RawSpan, into sink: inout Sink
  ) -> (first: Bool, last: Bool) {
    let vertices = arcVertexCount.value(arc, in: bytes)
    guard vertices > 0 else { return (false, false) }
    let coarsest = header.levelCount - 1
    let blockLength = 1 << header.blockShift
    var vertex = 0
    var first = false
    var last = false
    for block in blockStart.range(arc, limit: header.blockCount, in: bytes) {
      guard var cursor = BitCursor(stream, position: bitStart.value(block, in: bytes)) else { break }
      var x = Int32(truncatingIfNeeded: blockX.value(block, in: bytes))
      var y = Int32(truncatingIfNeeded: blockY.value(block, in: bytes))
      let parameterX = cursor.bits(PackFormat.riceParameterBits, bytes)
      let parameterY = cursor.bits(PackFormat.riceParameterBits, bytes)
      if vertex == 0 {
        first = cursor.level(coarsest: coarsest, bytes) >= level
        last = first
        if first { sink.append(x: x, y: y) }
      }
      let deltas = max(0, min(blockLength, vertices - 1 - vertex))
      if coarsest == 0 {
        for _ in 0..<deltas {
          x &+= cursor.rice(parameterX, bytes)
          y &+= cursor.rice(parameterY, bytes)
          sink.append(x: x, y: y)
        }
        last = true
      } else if level == 0 {
        for _ in 0..<deltas {
          x &+= cursor.rice(parameterX, bytes)
          y &+= cursor.rice(parameterY, bytes)
          _ = cursor.level(coarsest: coarsest, bytes)
          sink.append(x: x, y: y)
        }
        last = true
      } else {
        for _ in 0..<deltas {
          x &+= cursor.rice(parameterX, bytes)
          y &+= cursor.rice(parameterY, bytes)
          last = cursor.level(coarsest: coarsest, bytes) >= level
          if last { sink.append(x: x, y: y) }
        }
      }
      if cursor.isOutside { break }
      vertex += deltas
    }
    return (first, last)
  }

  /// Appends all rings of a region at a level, outer rings and holes in opposite winding.
  ///
  /// - Complexity: O(vertices of the region's arcs at the finest level).
  func decode<Sink: VertexSink>(slot: Int, level: Int, into sink: inout Sink) {
    let bytes = data.bytes
    // No arc is used twice by one region, so a region that wants more vertices than there are is damaged.
    var budget = header.vertexCount
    for polygon in polygonStart.range(slot, limit: header.polygonCount, in: bytes)
    where polygonLevel.value(polygon, in: bytes) >= level {
      for ring in ringStart.range(polygon, limit: header.ringCount, in: bytes) {
        let references = referenceStart.range(ring, limit: header.referenceCount, in: bytes)
        for place in references {
          let reference = reference.value(place, in: bytes)
          let arc = reference >> 1
          let vertices = arcVertexCount.value(arc, in: bytes)
          guard arc < header.arcCount && vertices <= budget else { return sink.endRingAndPolygon() }
          budget -= vertices
          if level == 0 { sink.reserve(vertices) }
          let start = sink.vertexCount
          let (first, last) = decode(arc: arc, level: level, in: bytes, into: &sink)
          let isClosed = arcFlags.value(arc, in: bytes) & 1 != 0
          if reference & 1 == 0 {
            // Two arcs that follow each other share a node; the second one brings it.
            if last && !isClosed { sink.removeLast() }
          } else {
            sink.reverse(from: start)
            if first && !isClosed { sink.removeLast() }
          }
        }
        sink.endRing()
      }
      sink.endPolygon()
    }
  }
}

extension VertexSink {
  /// Closes what is open where damage ends a region early, so that the lists stay consistent.
  fileprivate mutating func endRingAndPolygon() {
    endRing()
    endPolygon()
  }
}
