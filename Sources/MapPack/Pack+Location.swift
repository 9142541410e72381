extension Pack {
  /// The region in which a place lies at the finest level; nil where it lies in none.
  ///
  /// Exact on the Doubles. Every place belongs to one region at most: one on a border to the region right to the
  /// east of it and, where that is border again, right to the south of that. Places beyond the 180th meridian are
  /// taken round the world, as in `MKMapRect`s that cross it.
  /// - Complexity: O(1) on average: about the vertices of the few stretches of border that share a cell of the
  ///   pack's index with the place; nothing is allocated.
  public func region<R: MapRegion>(at point: MapPoint, as type: R.Type = R.self) -> R? {
    guard let slot = storage.slot(at: point) else { return nil }
    return R(rawValue: UInt16(truncatingIfNeeded: slot))
  }

  /// The shape in which a place lies; see `region(at:as:)`.
  public func shape(at point: MapPoint) -> RegionShape? {
    guard let slot = storage.slot(at: point) else { return nil }
    return self[rawValue: UInt16(truncatingIfNeeded: slot)]
  }
}

extension PackStorage {
  /// The slot of the region at a place.
  ///
  /// The place lies in a square of the index, which knows the region at its north-western corner and the blocks that
  /// pass through it. The way from that corner to the south and then to the east leads to the place; each border that
  /// it crosses leads from the region on its one side to that on its other. As each region that is entered is left
  /// again, but the last, the exclusive or of all of them is that one.
  ///
  /// A place is taken to lie a trifle to the east of where it is, and a far smaller trifle to the south: so it is on
  /// no border, and neither is a corner.
  func slot(at point: MapPoint) -> Int? {
    guard point.x.isFinite, point.y.isFinite, point.x.magnitude <= 8 * WebMercator.worldSize,
      point.y >= 0, point.y <= WebMercator.worldSize
    else { return nil }
    var x = point.x.truncatingRemainder(dividingBy: WebMercator.worldSize)
    if x < 0 { x += WebMercator.worldSize }
    // A place a hair west of 180° W is rounded to it.
    if x >= WebMercator.worldSize { x = 0 }
    let place = CellPlace(mapX: x, mapY: point.y, storage: self)

    let bytes = data.bytes
    guard let index = LocationIndex(self, in: bytes), let row = index.row(of: place.y),
      let column = index.column(of: place.x)
    else { return nil }
    let entries = cellStart.range(row * index.columns + column, limit: cellEntry.count, in: bytes)
    guard let first = entries.first else { return nil }
    let way = LocationWay(
      corner: CellPlace(x: index.west(of: column), y: index.north(of: row), restX: 0, restY: 0), place: place)
    var region = cellEntry.value(first, in: bytes)
    for entry in entries.dropFirst() {
      region ^= change(across: cellEntry.value(entry, in: bytes), along: way, in: bytes)
    }
    let slot = region - 1
    return slot >= 0 && slot < header.slotCount ? slot : nil
  }

  /// The exclusive or of the regions on both sides of a block's segments that a way crosses.
  private func change(across block: Int, along way: LocationWay, in bytes: RawSpan) -> Int {
    guard let arc = arc(of: block, in: bytes),
      var cursor = BitCursor(stream, position: bitStart.value(block, in: bytes))
    else { return 0 }
    let firstBlock = blockStart.value(arc, in: bytes)
    let vertices = arcVertexCount.value(arc, in: bytes)
    let coarsest = header.levelCount - 1
    let done = (block - firstBlock) << header.blockShift
    let deltas = max(0, min(1 << header.blockShift, vertices - 1 - done))
    let parameterX = cursor.bits(PackFormat.riceParameterBits, bytes)
    let parameterY = cursor.bits(PackFormat.riceParameterBits, bytes)
    if block == firstBlock { _ = cursor.level(coarsest: coarsest, bytes) }
    var x = Int32(truncatingIfNeeded: blockX.value(block, in: bytes))
    var y = Int32(truncatingIfNeeded: blockY.value(block, in: bytes))
    var isOdd = false
    for _ in 0..<deltas {
      let nextX = x &+ cursor.rice(parameterX, bytes)
      let nextY = y &+ cursor.rice(parameterY, bytes)
      if coarsest > 0 { _ = cursor.level(coarsest: coarsest, bytes) }
      if way.crosses(CellSegment(ax: x, ay: y, bx: nextX, by: nextY)) { isOdd.toggle() }
      x = nextX
      y = nextY
    }
    if arcFlags.value(arc, in: bytes) & 1 != 0 && done + deltas == vertices - 1 {
      let firstX = Int32(truncatingIfNeeded: blockX.value(firstBlock, in: bytes))
      let firstY = Int32(truncatingIfNeeded: blockY.value(firstBlock, in: bytes))
      if way.crosses(CellSegment(ax: x, ay: y, bx: firstX, by: firstY)) { isOdd.toggle() }
    }
    return isOdd ? left.value(arc, in: bytes) ^ right.value(arc, in: bytes) : 0
  }

  /// The arc that a block belongs to.
  /// - Complexity: O(log arcs)
  func arc(of block: Int, in bytes: RawSpan) -> Int? {
    guard block >= 0 && block < header.blockCount else { return nil }
    var low = 0
    var high = header.arcCount
    while low < high {
      let middle = (low + high) / 2
      if blockStart.value(middle + 1, in: bytes) <= block { low = middle + 1 } else { high = middle }
    }
    // Only damage makes a search end at an arc that does not hold the block.
    guard low < header.arcCount, blockStart.value(low, in: bytes) <= block, block < blockStart.value(low + 1, in: bytes)
    else { return nil }
    return low
  }
}

/// The cells of the index for locations: squares of 2ˢ cells of the lattice, row by row from the north-west.
struct LocationIndex {
  let shift: Int
  let minX, minY: Int64
  let columns, rows: Int

  /// Nil where the parameters contradict the size of the index.
  init?(_ storage: PackStorage, in bytes: RawSpan) {
    let parameters = storage.indexParameters
    shift = parameters.value(0, in: bytes)
    minX = Int64(parameters.value(1, in: bytes))
    minY = Int64(parameters.value(2, in: bytes))
    columns = parameters.value(3, in: bytes)
    rows = parameters.value(4, in: bytes)
    let (cells, overflow) = columns.multipliedReportingOverflow(by: rows)
    guard shift <= 31, minX <= 1 << 31, minY <= 1 << 31, columns <= 1 << 31, rows <= 1 << 31, !overflow,
      cells == storage.cellStart.count - 1
    else { return nil }
  }

  func column(of x: Int64) -> Int? {
    let column = (x - minX) >> Int64(shift)
    return column >= 0 && column < columns ? Int(column) : nil
  }

  func row(of y: Int64) -> Int? {
    let row = (y - minY) >> Int64(shift)
    return row >= 0 && row < rows ? Int(row) : nil
  }

  /// The western edge of a column and the northern of a row, in cells of the lattice. At most 2³¹ + 2⁶².
  func west(of column: Int) -> Int64 { minX + Int64(column) << Int64(shift) }
  func north(of row: Int) -> Int64 { minY + Int64(row) << Int64(shift) }
}
