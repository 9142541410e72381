import Foundation

extension Pack {
  /// Checks the whole pack: the checksum of every section, every reference from one part to another, and that the
  /// shapes can be decoded to the last bit.
  ///
  /// A pack that passes gives the shapes that were written, unless a change has left all checksums as they were. It
  /// does not check that the shapes are valid polygons; the tools prove that before they write a pack. Nor does it
  /// check that the index finds the right regions.
  ///
  /// The tools and the plugin `MapPackEnum` verify every pack that they open. An app calls it for a pack that was
  /// downloaded.
  /// - Throws: `PackError`: `.damaged`, with the first fault that was found.
  /// - Complexity: O(size of the pack)
  public func verify() throws(PackError) {
    let bytes = storage.data.bytes
    for entry in storage.directory {
      guard CRC32.checksum(bytes.extracting(entry.range)) == entry.checksum else {
        throw .damagedSection(entry.tag, reason: "its checksum does not fit")
      }
    }
    try storage.verifyStarts(storage.ringOfSlot, of: storage.header.ringCount, .rings)
    try storage.verifyTexts()
    try storage.verifyNumbers()
    try storage.verifyLevels()
    try storage.verifyRegions()
    let arcs = try storage.verifyArcs()
    try storage.verifyRings(arcs)
    try storage.verifySquares()
    try storage.verifyOverview()
  }
}

extension PackStorage {
  fileprivate func fault(_ section: PackSection, _ reason: String) -> PackError {
    .damagedSection(section.tag, reason: reason)
  }

  /// Checks that a column ascends from a first number to a last one.
  /// - Throws: `PackError.damagedSection` if it does not.
  /// - Parameter isStrict: whether no two of its numbers may be equal.
  fileprivate func verify(
    _ column: AscendingColumn, from first: Int, upTo last: Int, isStrict: Bool = false, _ section: PackSection
  ) throws(PackError) {
    let bytes = data.bytes
    var cursor = column.cursor(at: 0, in: bytes)
    var previous = first
    while cursor.index < column.count {
      // A cursor that comes from before a noted position does not read it. So each entry is also read by its index.
      guard cursor.position < column.highCount, cursor.value >= previous, cursor.value <= last,
        cursor.value == column.value(cursor.index, in: bytes)
      else { throw fault(section, "a column of starts does not ascend from \(first) to \(last)") }
      guard !isStrict || cursor.index == 0 || cursor.value > previous else {
        throw fault(section, "a column of firsts has \(previous) twice")
      }
      previous = cursor.value
      column.advance(&cursor, in: bytes)
    }
  }

  /// Checks a column of firsts: its numbers are below a limit, and each is above the one before, so each thing has at
  /// least one entry.
  /// - Parameter first: what the first number has to be; nil if it may be any.
  /// - Throws: `PackError.damagedSection` if the column is not such a column.
  fileprivate func verifyFirsts(
    _ column: AscendingColumn, _ first: Int? = nil, below limit: Int, _ section: PackSection
  ) throws(PackError) {
    try verify(column, from: first ?? 0, upTo: max(0, limit - 1), isStrict: true, section)
    let begin = column.value(0, in: data.bytes)
    guard first == nil || column.count == 0 || begin == first else {
      throw fault(section, "a column of firsts begins at \(begin), not at \(first ?? 0)")
    }
  }

  /// Checks that a column of starts runs from 0 to a count.
  /// - Throws: `PackError.damagedSection` if it does not.
  fileprivate func verifyStarts(_ column: AscendingColumn, of count: Int, _ section: PackSection) throws(PackError) {
    try verify(column, from: 0, upTo: count, section)
    let bytes = data.bytes
    guard column.count > 0, column.value(0, in: bytes) == 0, column.value(column.count - 1, in: bytes) == count else {
      throw fault(section, "a column of starts does not run from 0 to \(count)")
    }
  }

  /// Checks that all texts are there and UTF-8, and that the orders by code and by name are sorted.
  /// - Throws: `PackError.damagedSection` if not.
  fileprivate func verifyTexts() throws(PackError) {
    let bytes = data.bytes
    let texts =
      PackFormat.mapTextCount + textKindCount + groupCount + PackFormat.sourceTextCount * sourceCount
    guard informationStart.count == texts + 1 else {
      throw fault(.info, "it has \(informationStart.count - 1) texts, not \(texts)")
    }
    try verifyStarts(informationStart, of: informationText.count, .info)
    try verifyStarts(textStart, of: text.count, .texts)
    try verifyEncoding(.info, informationStart, informationText)
    try verifyEncoding(.texts, textStart, text)
    for (order, kind) in [(byCode, PackFormat.codeKind), (byName, PackFormat.nameKind)] {
      var previous: (text: [UInt8], slot: Int)?
      for entry in 0..<order.count {
        let slot = order.value(entry, in: bytes)
        guard slot >= 0, slot < header.slotCount,
          !ringOfSlot.range(slot, limit: header.ringCount, in: bytes).isEmpty
        else { throw fault(.texts, "an order names raw value \(slot), which has no shape") }
        let key = Array(text(kind, of: slot).precomposedStringWithCanonicalMapping.utf8)
        if let previous {
          let ascends = previous.text.lexicographicallyPrecedes(key) || (previous.text == key && previous.slot < slot)
          guard ascends else { throw fault(.texts, "its orders are not sorted") }
          guard kind == PackFormat.nameKind || previous.text != key else {
            throw fault(.texts, "raw values \(previous.slot) and \(slot) have the same code")
          }
        }
        previous = (key, slot)
      }
    }
  }

  /// Checks that texts are UTF-8.
  /// - Throws: `PackError.damagedSection` if one is not.
  private func verifyEncoding(
    _ section: PackSection, _ starts: AscendingColumn, _ blob: PackedColumn
  ) throws(PackError) {
    let bytes = data.bytes
    for index in 0..<starts.count - 1 {
      // Decoding repairs text that is not UTF-8, and so gives other bytes.
      let text = blob.textBytes(starts.range(index, limit: blob.count, in: bytes), in: bytes)
      guard String(decoding: text, as: UTF8.self).utf8.elementsEqual(text) else {
        throw fault(section, "text \(index) is not UTF-8")
      }
    }
  }

  /// Checks that the numbers that the makers of the map chose have names, all different, and are finite.
  /// - Throws: `PackError.damagedSection` if not.
  fileprivate func verifyNumbers() throws(PackError) {
    guard let numbers = chosenNumbers else { return }
    try verifyStarts(numbers.nameStart, of: numbers.nameText.count, .numbers)
    try verifyEncoding(.numbers, numbers.nameStart, numbers.nameText)
    let names = numbers.names
    guard Set(names).count == names.count, !names.contains("") else {
      throw fault(.numbers, "two of its numbers have one name, or one has none")
    }
    let bytes = data.bytes
    for entry in 0..<numbers.doubles.count
    where Double(bitPattern: numbers.doubles.bits(entry, in: bytes)).isInfinite {
      throw fault(.numbers, "a number of raw value \(entry % header.slotCount) is infinite")
    }
  }

  /// Checks that the ranks of open and of closed arcs stand for each level once.
  /// - Throws: `PackError.damagedSection` if they do not.
  fileprivate func verifyLevels() throws(PackError) {
    for (bits, section) in [(arcs, PackSection.levels), (overview, .overview)] {
      guard let bits else { continue }
      for ranks in [bits.openLevels, bits.closedLevels] {
        let levels = (0..<bits.levelCount).map { ranks.level(ofRank: $0) }
        guard levels.sorted().elementsEqual(bits.finest..<header.levelCount) else {
          throw fault(section, "its ranks do not stand for each level once")
        }
      }
    }
  }

  /// Checks areas, lengths, labels, groups and main bounds of all slots. Bounds are not compared with the vertices.
  /// - Throws: `PackError.damagedSection` if one of them is impossible.
  fileprivate func verifyRegions() throws(PackError) {
    let bytes = data.bytes
    let limit = 1 << header.labelBits
    for slot in 0..<header.slotCount {
      guard kind == .areas || area.bits(slot, in: bytes) == 0 else {
        throw fault(.regions, "raw value \(slot) has an area, in a map of lines or points")
      }
      for section in PackSection.allCases {
        guard let column = numbers[section], let name = section.number else { continue }
        let number = Float(bitPattern: UInt32(truncatingIfNeeded: column.bits(slot, in: bytes)))
        guard number.isFinite, number >= 0 else {
          throw fault(section, "the \(name) of raw value \(slot) is negative or no number")
        }
      }
      guard labelX.value(slot, in: bytes) < limit, labelY.value(slot, in: bytes) < limit else {
        throw fault(.regions, "the label of raw value \(slot) lies outside its main bounds")
      }
      guard group.value(slot, in: bytes) <= groupCount else {
        throw fault(.regions, "raw value \(slot) is of a group that is not there")
      }
    }
    try verifyFirsts(mainSlot, below: header.slotCount + 1, .regions)
    for entry in 0..<mainSlot.count {
      let slot = mainSlot.value(entry, in: bytes)
      guard mainInsetX.value(entry, in: bytes) + mainWidth.value(entry, in: bytes) <= width.value(slot, in: bytes),
        mainInsetY.value(entry, in: bytes) + mainHeight.value(entry, in: bytes) <= height.value(slot, in: bytes)
      else { throw fault(.regions, "the main bounds of raw value \(slot) do not lie in its bounds") }
    }
  }

  fileprivate struct GridEnd: Equatable {
    var x: Int32
    var y: Int32
  }

  /// Decodes every arc to its last bit.
  /// - Throws: `PackError.damagedSection` if an arc cannot be decoded, or contradicts the rest of the pack.
  fileprivate func verifyArcs() throws(PackError) -> ContiguousArray<DecodedArc> {
    let bytes = data.bytes
    try verifyFirsts(ringOfPolygon, 0, below: header.ringCount, .rings)
    try verifyFirsts(useOfRing, 0, below: header.useCount, .rings)
    try verifyFirsts(useOfArc, below: header.useCount, .rings)
    try verifyStarts(arcs.start, of: arcs.stream.count, .arcs)
    try verify(restartBit, from: 0, upTo: 8 * arcs.stream.count, .restarts)
    var decoded: ContiguousArray<DecodedArc> = []
    var total = 0
    var restart = 0
    for arc in 0..<header.arcCount {
      decoded.append(try verifyArc(arc, of: arcs, restart: &restart, in: bytes))
      total += decoded[arc].vertexCount
    }
    guard total == header.vertexCount else {
      throw fault(.arcs, "its arcs have \(total) vertices, not \(header.vertexCount)")
    }
    guard restart == header.restartCount else {
      throw fault(.restarts, "restart \(restart) is not where a vertex's code begins")
    }
    return decoded
  }

  /// What decoding an arc gives.
  fileprivate struct DecodedArc {
    var first, last: GridEnd
    /// The region on its right: slot plus one, 0 for none.
    var right: Int
    /// The number of its vertices; both ends of an open arc count.
    var vertexCount: Int
  }

  /// Decodes an arc to its last bit.
  /// - Parameters:
  ///   - bits: those of the map, or of the overview, which has no restarts.
  ///   - restart: the number of restarts in the arcs before; increased by those in this one.
  /// - Throws: `PackError.damagedSection` if the arc cannot be decoded, or contradicts the rest of the pack.
  private func verifyArc(
    _ arc: Int, of bits: ArcBits, restart: inout Int, in bytes: RawSpan
  ) throws(PackError) -> DecodedArc {
    let stream = bits.finest > 0 ? PackSection.overview : .stream
    let owner = owner(ofArc: arc, in: bytes)
    let window = ArcWindow(self, slot: owner, in: bytes)
    guard isSeam.value(arc, in: bytes) < 2 else {
      throw fault(.arcs, "arc \(arc) is neither a seam nor none")
    }
    guard kind == .areas || isSeam.value(arc, in: bytes) == 0 else {
      throw fault(.arcs, "arc \(arc) is a seam, in a map of lines or points")
    }
    guard var cursor = bits.cursor(ofArc: arc, in: bytes) else { throw fault(.arcs, "arc \(arc) is not there") }
    let head = head(&cursor, of: bits, owner: owner, window, in: bytes)
    guard !cursor.isOutside else { throw fault(stream, "arc \(arc) ends in its head") }
    var end = GridEnd(x: head.x, y: head.y)
    let first = end
    var count = 1
    var isNode = false
    while true {
      if bits.finest == 0, restart < header.restartCount, restartBit.value(restart, in: bytes) == cursor.position {
        guard count > 1 else { throw fault(.restarts, "restart \(restart) lies where its arc begins") }
        guard Int(end.x) == restartX.value(restart, in: bytes), Int(end.y) == restartY.value(restart, in: bytes)
        else { throw fault(.restarts, "restart \(restart) lies elsewhere than its arc") }
        restart += 1
      }
      let before = cursor.position
      let delta = cursor.vector(head.parameterX, head.parameterY, bytes)
      let (x, y) = (end.x &+ delta.x, end.y &+ delta.y)
      if cursor.isOutside {
        try verifyPadding(from: before, to: cursor.end, of: bits, arc)
        break
      }
      end = GridEnd(x: x, y: y)
      count += 1
      guard 0...Int32(1 << 30) ~= x, 0...Int32(1 << 30) ~= y else {
        throw fault(stream, "arc \(arc) leaves the plane")
      }
      guard bits.levelCount > 1 else { continue }
      let beforeLevel = cursor.position
      let rank = cursor.unary(bytes)
      if cursor.isOutside {
        try verifyPadding(from: beforeLevel, to: cursor.end, of: bits, arc)
        isNode = true
        break
      }
      guard rank < bits.levelCount else { throw fault(stream, "arc \(arc) has a level of rank \(rank)") }
    }
    if head.isJoined {
      guard let next = start(ofArcBehind: cursor, of: bits, window, in: bytes) else {
        throw fault(stream, "arc \(arc) has no next one to end at")
      }
      end = GridEnd(x: next.x, y: next.y)
      count += 1
    }
    guard bits.levelCount == 1 || isNode == !(head.isClosed || head.isJoined) else {
      throw fault(stream, "arc \(arc) does not end as its kind does")
    }
    guard kind != .points || (head.isClosed && count == 1) else {
      throw fault(.stream, "arc \(arc) is no point")
    }
    return DecodedArc(first: first, last: head.isClosed ? first : end, right: head.right, vertexCount: count)
  }

  /// Checks that less than a byte is left of an arc's bits, and that it is zero.
  /// - Throws: `PackError.damagedSection` if not.
  private func verifyPadding(
    from position: Int, to end: Int, of bits: ArcBits, _ arc: Int
  ) throws(PackError) {
    guard end - position < 8, var cursor = BitCursor(bits.stream, position..<end),
      cursor.bits(end - position, data.bytes) == 0
    else {
      throw fault(
        bits.finest > 0 ? .overview : .stream, "arc \(arc) does not end where the next begins")
    }
  }

  /// Checks that rings are connected and closed, use only arcs of their region, and use each arc once on each side that
  /// has a region; and that the header counts regions and polygons as they are.
  /// - Throws: `PackError.damagedSection` if not.
  fileprivate func verifyRings(_ arcs: ContiguousArray<DecodedArc>) throws(PackError) {
    let bytes = data.bytes
    var isUsedBackwards = ContiguousArray<Bool>(repeating: false, count: header.arcCount)
    var live = 0
    var ring = 0
    var polygons = 0
    for slot in 0..<header.slotCount {
      let rings = ringOfSlot.range(slot, limit: header.ringCount, in: bytes)
      if rings.isEmpty { continue }
      live += 1
      var walk = UseWalk(self, rings: rings, of: self.arcs, in: bytes)
      while walk.nextRing(in: bytes) {
        guard polygonLevel.value(walk.polygon, in: bytes) < header.levelCount else {
          throw fault(.rings, "polygon \(walk.polygon) has no such level")
        }
        var begin: GridEnd?
        var end: GridEnd?
        while let use = walk.nextUse(in: bytes) {
          guard use.arc >= 0, use.arc < header.arcCount, use.isOwn || !isUsedBackwards[use.arc],
            use.isOwn || arcs[use.arc].right == slot + 1
          else { throw fault(.rings, "ring \(ring) takes an arc that is not its region's") }
          if !use.isOwn { isUsedBackwards[use.arc] = true }
          let arc = arcs[use.arc]
          let (first, last) = use.isOwn ? (arc.first, arc.last) : (arc.last, arc.first)
          guard end == nil || end == first else { throw fault(.rings, "ring \(ring) is not connected") }
          begin = begin ?? first
          end = last
        }
        guard begin != nil, begin == end || kind == .lines else {
          throw fault(.rings, "ring \(ring) is not closed")
        }
        ring += 1
        if walk.isLastOfPolygon { polygons += 1 }
      }
    }
    // A polygon ends where its region ends or where the next polygon begins. The first rings of polygons are all
    // different. So if there are as many ends as polygons, each region begins with a polygon of its own.
    guard live == header.regionCount, polygons == header.polygonCount else {
      throw fault(.rings, "it holds \(live) regions and \(polygons) polygons, not as many as the header says")
    }
    for arc in 0..<header.arcCount where isUsedBackwards[arc] != (arcs[arc].right > 0) {
      throw fault(.rings, "arc \(arc) is missing from a ring of the region on its right")
    }
  }

  /// Checks that the overview has the vertices of its levels: those that the map's own bits have there, and no others.
  /// - Throws: `PackError.damagedSection` if not.
  fileprivate func verifyOverview() throws(PackError) {
    guard let overview else { return }
    let bytes = data.bytes
    try verifyStarts(overview.start, of: overview.stream.count, .overview)
    var isPresent = ContiguousArray<Bool>(repeating: false, count: header.arcCount)
    for slot in 0..<header.slotCount {
      let rings = ringOfSlot.range(slot, limit: header.ringCount, in: bytes)
      if rings.isEmpty { continue }
      var walk = UseWalk(self, rings: rings, of: arcs, in: bytes)
      while walk.nextRing(in: bytes) {
        guard polygonLevel.value(walk.polygon, in: bytes) >= overview.finest else { continue }
        while let use = walk.nextUse(in: bytes) { isPresent[use.arc] = true }
      }
    }
    var (count, restart) = (0, 0)
    for arc in 0..<header.arcCount {
      guard isPresent[arc] == !overview.range(ofArc: arc, in: bytes).isEmpty else {
        throw fault(.overview, "arc \(arc) is there without need, or missing")
      }
      guard isPresent[arc] else { continue }
      count += try verifyArc(arc, of: overview, restart: &restart, in: bytes).vertexCount
      guard let own = vertices(ofArc: arc, of: arcs, level: overview.finest, in: bytes),
        let coarse = vertices(ofArc: arc, of: overview, level: overview.finest, in: bytes), own == coarse
      else { throw fault(.overview, "arc \(arc) has other vertices than the map") }
    }
    guard count == overviewVertexCount else {
      throw fault(.overview, "its arcs have \(count) vertices, not \(overviewVertexCount)")
    }
  }

  /// What bits say about an arc at a level: its kind, and per vertex x, y and the coarsest level at which it is present.
  private struct ArcVertexList: Equatable {
    var isClosed: Bool
    var right: Int
    var vertices: ContiguousArray<SIMD3<Int32>> = []
  }

  private func vertices(ofArc arc: Int, of bits: ArcBits, level: Int, in bytes: RawSpan) -> ArcVertexList? {
    let owner = owner(ofArc: arc, in: bytes)
    let window = ArcWindow(self, slot: owner, in: bytes)
    guard var cursor = bits.cursor(ofArc: arc, in: bytes) else { return nil }
    let head = head(&cursor, of: bits, owner: owner, window, in: bytes)
    var list = ArcVertexList(isClosed: head.isClosed, right: head.right)
    func append(_ x: Int32, _ y: Int32, _ level: Int) {
      list.vertices.append(SIMD3(x, y, Int32(truncatingIfNeeded: level)))
    }
    if head.level >= level { append(head.x, head.y, head.level) }
    var walk = ArcVertices(bits, head, cursor: cursor, level: level)
    walk.forEach(in: bytes, append)
    if let (x, y) = walk.end { append(x, y, coarsest) }
    if head.isJoined, let (x, y) = start(ofArcBehind: cursor, of: bits, window, in: bytes) { append(x, y, coarsest) }
    return list
  }

  /// Checks that the squares of the index name only regions and pieces that are there.
  /// - Throws: `PackError.damagedSection` if they name others.
  fileprivate func verifySquares() throws(PackError) {
    let bytes = data.bytes
    guard let index = squares else {
      throw fault(.squares, "its parameters contradict its size")
    }
    try verify(squareStart, from: 0, upTo: 8 * squareStream.count, .squares)
    let pieces = header.arcCount + header.restartCount
    for square in 0..<index.count {
      guard var walk = SquareWalk(self, square, in: bytes),
        walk.corner == 0 || !ringOfSlot.range(walk.corner - 1, limit: header.ringCount, in: bytes).isEmpty
      else {
        throw fault(.squares, "square \(square) names a region that is not there")
      }
      guard kind == .areas || walk.corner == 0 else {
        throw fault(.squares, "the corner of square \(square) lies in a region, in a map of lines or points")
      }
      while let piece = walk.next(in: bytes) {
        guard piece < pieces else { throw fault(.squares, "square \(square) names a piece that is not there") }
      }
    }
  }
}
