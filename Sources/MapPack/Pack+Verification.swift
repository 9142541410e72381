extension Pack {
  /// Checks everything: the checksum of every section, every reference from one part to another, and that the shapes
  /// can be decoded to the last bit.
  ///
  /// What passes gives the shapes that were written, but for changes that leave all checksums as they were; whether
  /// the shapes are valid polygons is for the tools to prove, before they write.
  /// - Throws: `PackError.damagedSection` with what was found first.
  /// - Complexity: O(size of the pack)
  public func verify() throws(PackError) {
    let bytes = storage.data.bytes
    for entry in storage.directory {
      guard CRC32.checksum(bytes.extracting(entry.range)) == entry.checksum else {
        throw .damagedSection(entry.tag, reason: "its checksum does not fit")
      }
    }
    try storage.verifyTexts()
    try storage.verifyArcs()
    try storage.verifyRings()
    try storage.verifyIndex()
  }
}

extension PackStorage {
  /// Refuses a column of starts that does not grow from 0 to the end of what it divides.
  private func verifyStarts(_ column: PackedColumn, end: Int, _ section: PackSection) throws(PackError) {
    let bytes = data.bytes
    var previous = 0
    for index in 0..<column.count {
      let start = column.value(index, in: bytes)
      guard start >= previous, index > 0 || start == 0 else {
        throw .damagedSection(section.tag, reason: "its starts do not ascend from 0")
      }
      previous = start
    }
    guard previous == end, column.count > 0 else {
      throw .damagedSection(section.tag, reason: "its starts end at \(previous), not at \(end)")
    }
  }

  fileprivate func verifyTexts() throws(PackError) {
    try verifyStarts(informationStart, end: informationText.count, .info)
    guard informationStart.count % 4 == 2 else {
      throw .damagedSection(PackSection.info.tag, reason: "it does not hold four texts per source")
    }
    try verifyStarts(textStart, end: text.count, .texts)
    let bytes = data.bytes
    for (section, starts, blob) in [(PackSection.info, informationStart, informationText), (.texts, textStart, text)] {
      for index in 0..<starts.count - 1 {
        let range = starts.range(index, limit: blob.count, in: bytes)
        // What is not UTF-8 is mended by decoding, and so comes back as other bytes.
        let text = textBytes(range, of: blob)
        guard String(decoding: text, as: UTF8.self).utf8.elementsEqual(text) else {
          throw .damagedSection(section.tag, reason: "text \(index) is not UTF-8")
        }
      }
    }
    for (order, text) in [(byCode, 0), (byName, 1)] {
      var previous: (text: [UInt8], slot: Int)?
      for place in 0..<order.count {
        let slot = order.value(place, in: bytes)
        guard slot < header.slotCount, !polygonStart.range(slot, limit: header.polygonCount, in: bytes).isEmpty else {
          throw .damagedSection(PackSection.texts.tag, reason: "an order names raw value \(slot), which has no shape")
        }
        let key = Array((text == 0 ? code(slot) : name(slot)).precomposedStringWithCanonicalMapping.utf8)
        if let previous {
          let ascends = previous.text.lexicographicallyPrecedes(key) || (previous.text == key && previous.slot < slot)
          guard ascends, text == 1 || previous.text != key else {
            throw .damagedSection(PackSection.texts.tag, reason: "its orders are not sorted")
          }
        }
        previous = (key, slot)
      }
    }
  }

  fileprivate func verifyArcs() throws(PackError) {
    let bytes = data.bytes
    try verifyStarts(blockStart, end: header.blockCount, .arcs)
    let bits = header.blockCount == 0 ? 0 : bitStart.value(header.blockCount, in: bytes)
    try verifyStarts(bitStart, end: bits, .blocks)
    guard (bits + 7) / 8 == stream.count else {
      throw .damagedSection(PackSection.stream.tag, reason: "it has \(stream.count) bytes for \(bits) bits")
    }
    var total = 0
    for arc in 0..<header.arcCount {
      let vertices = arcVertexCount.value(arc, in: bytes)
      let blocks = blockStart.range(arc, limit: header.blockCount, in: bytes)
      let needed = max(1, (vertices - 1 + (1 << header.blockShift) - 1) >> header.blockShift)
      guard vertices >= 2, blocks.count == needed, vertices <= header.vertexCount - total else {
        throw .damagedSection(
          PackSection.arcs.tag, reason: "arc \(arc) has \(vertices) vertices in \(blocks.count) blocks")
      }
      total += vertices
      let (leftSide, rightSide) = (left.value(arc, in: bytes), right.value(arc, in: bytes))
      guard leftSide != rightSide, max(leftSide, rightSide) <= header.slotCount, arcFlags.value(arc, in: bytes) < 4
      else {
        throw .damagedSection(PackSection.arcs.tag, reason: "arc \(arc) has impossible sides or flags")
      }
      try verifyBlocks(blocks, of: arc, vertices: vertices)
    }
    guard total == header.vertexCount else {
      throw .damagedSection(PackSection.arcs.tag, reason: "its arcs have \(total) vertices, not \(header.vertexCount)")
    }
  }

  /// Refuses blocks that do not end where the next begins, in the plane and in the bits, or leave the plane.
  private func verifyBlocks(_ blocks: Range<Int>, of arc: Int, vertices: Int) throws(PackError) {
    let bytes = data.bytes
    let plane = 0...Int32(1 << 30)
    var vertex = 0
    var end: GridEnd?
    for block in blocks {
      var x = Int32(truncatingIfNeeded: blockX.value(block, in: bytes))
      var y = Int32(truncatingIfNeeded: blockY.value(block, in: bytes))
      guard end == nil || end == GridEnd(x: x, y: y), plane ~= x, plane ~= y,
        var cursor = BitCursor(stream, position: bitStart.value(block, in: bytes))
      else { throw .damagedSection(PackSection.blocks.tag, reason: "block \(block) of arc \(arc) begins elsewhere") }
      let parameterX = cursor.bits(PackFormat.riceParameterBits, bytes)
      let parameterY = cursor.bits(PackFormat.riceParameterBits, bytes)
      if vertex == 0 { _ = cursor.level(coarsest: header.levelCount - 1, bytes) }
      let deltas = max(0, min(1 << header.blockShift, vertices - 1 - vertex))
      for _ in 0..<deltas {
        x &+= cursor.rice(parameterX, bytes)
        y &+= cursor.rice(parameterY, bytes)
        _ = cursor.level(coarsest: header.levelCount - 1, bytes)
        guard plane ~= x, plane ~= y else {
          throw .damagedSection(PackSection.stream.tag, reason: "arc \(arc) leaves the plane")
        }
      }
      guard cursor.position == bitStart.value(block + 1, in: bytes) else {
        throw .damagedSection(PackSection.stream.tag, reason: "block \(block) of arc \(arc) does not end at the next")
      }
      vertex += deltas
      end = GridEnd(x: x, y: y)
    }
  }

  fileprivate func verifyRings() throws(PackError) {
    let bytes = data.bytes
    let tag = PackSection.rings.tag
    try verifyStarts(polygonStart, end: header.polygonCount, .regions)
    try verifyStarts(ringStart, end: header.ringCount, .rings)
    try verifyStarts(referenceStart, end: header.referenceCount, .rings)
    var uses = ContiguousArray<UInt8>(repeating: 0, count: header.arcCount)
    var live = 0
    var rings = GridRings()
    for slot in 0..<header.slotCount {
      let polygons = polygonStart.range(slot, limit: header.polygonCount, in: bytes)
      if polygons.isEmpty { continue }
      live += 1
      for polygon in polygons {
        guard polygonLevel.value(polygon, in: bytes) < header.levelCount else {
          throw .damagedSection(tag, reason: "polygon \(polygon) has no such level")
        }
        for ring in ringStart.range(polygon, limit: header.ringCount, in: bytes) {
          var end: GridEnd?
          var begin: GridEnd?
          for place in referenceStart.range(ring, limit: header.referenceCount, in: bytes) {
            let reference = reference.value(place, in: bytes)
            let arc = reference >> 1
            let backwards = reference & 1
            guard arc < header.arcCount, uses[arc] & UInt8(1 << backwards) == 0,
              (backwards == 0 ? left : right).value(arc, in: bytes) == slot + 1
            else { throw .damagedSection(tag, reason: "ring \(ring) takes an arc that is not its region's") }
            uses[arc] |= UInt8(1 << backwards)
            let ends = self.ends(of: arc, reversed: backwards == 1, scratch: &rings)
            guard end == nil || end == ends.first else {
              throw .damagedSection(tag, reason: "ring \(ring) is not connected")
            }
            begin = begin ?? ends.first
            end = ends.last
          }
          guard begin != nil, begin == end else { throw .damagedSection(tag, reason: "ring \(ring) is not closed") }
        }
      }
    }
    guard live == header.regionCount else {
      throw .damagedSection(PackSection.regions.tag, reason: "it holds \(live) regions, not \(header.regionCount)")
    }
    for arc in 0..<header.arcCount {
      let expected = (left.value(arc, in: bytes) > 0 ? 1 : 0) | (right.value(arc, in: bytes) > 0 ? 2 : 0)
      guard Int(uses[arc]) == expected else {
        throw .damagedSection(tag, reason: "arc \(arc) is missing from a ring of a region beside it")
      }
    }
  }

  private struct GridEnd: Equatable {
    var x: Int32
    var y: Int32
  }

  /// The first and last vertex of an arc as a ring walks it; the same one where the arc is closed.
  /// - Precondition: the arc has passed `verifyArcs`, so it has at least two vertices, all there at level 0.
  private func ends(of arc: Int, reversed: Bool, scratch: inout GridRings) -> (first: GridEnd, last: GridEnd) {
    scratch.removeAll()
    var sink = GridSink(rings: scratch)
    scratch = GridRings()
    let bytes = data.bytes
    _ = decode(arc: arc, level: 0, in: bytes, into: &sink)
    scratch = sink.rings
    let last = arcFlags.value(arc, in: bytes) & 1 != 0 ? 0 : scratch.x.count - 1
    let ends = (GridEnd(x: scratch.x[0], y: scratch.y[0]), GridEnd(x: scratch.x[last], y: scratch.y[last]))
    return reversed ? (ends.1, ends.0) : ends
  }

  fileprivate func verifyIndex() throws(PackError) {
    let bytes = data.bytes
    let tag = PackSection.index.tag
    guard LocationIndex(self, in: bytes) != nil else {
      throw .damagedSection(tag, reason: "its parameters contradict its size")
    }
    try verifyStarts(cellStart, end: cellEntry.count, .index)
    for square in 0..<cellStart.count - 1 {
      let entries = cellStart.range(square, limit: cellEntry.count, in: bytes)
      guard let first = entries.first, cellEntry.value(first, in: bytes) <= header.slotCount,
        entries.dropFirst().allSatisfy({ cellEntry.value($0, in: data.bytes) < header.blockCount })
      else { throw .damagedSection(tag, reason: "square \(square) names a region or a block that is not there") }
    }
  }
}
