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
  /// The world is walked from the place to the west, cell by cell of the index, up to a cell without borders, whose
  /// region is known. Each border that the way crosses leads from the region on its one side to that on its other;
  /// as each region that is entered is left again, but the last, the exclusive or of all of them is that one.
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
      let start = index.column(of: place.x)
    else { return nil }
    var region = 0
    var column = start
    walk: while column >= 0 {
      let entries = cellStart.range(row * index.columns + column, limit: cellEntry.count, in: bytes)
      let west = place.moved(toX: index.west(of: column))
      let east = column == start ? nil : place.moved(toX: index.west(of: column + 1))
      for entry in entries {
        let value = cellEntry.value(entry, in: bytes)
        if value <= header.slotCount {
          region ^= value
          break walk
        }
        region ^= change(
          across: value - header.slotCount - 1, from: west, upTo: place, before: east, in: bytes)
      }
      column -= 1
    }
    let slot = region - 1
    return slot >= 0 && slot < header.slotCount ? slot : nil
  }

  /// The exclusive or of the regions on both sides of those segments of a block that meet the place's parallel from
  /// one place up to, inclusively, another, or before a third.
  private func change(
    across block: Int, from west: CellPlace, upTo place: CellPlace, before east: CellPlace?, in bytes: RawSpan
  ) -> Int {
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
    var crossings = 0
    func test(_ toX: Int32, _ toY: Int32) {
      let segment = CellSegment(ax: x, ay: y, bx: toX, by: toY)
      if segment.meetsParallel(of: place) && !segment.meetsParallelWest(of: west)
        && (east.map(segment.meetsParallelWest) ?? segment.meetsParallelAtOrWest(of: place))
      {
        crossings += 1
      }
      x = toX
      y = toY
    }
    for _ in 0..<deltas {
      let nextX = x &+ cursor.rice(parameterX, bytes)
      let nextY = y &+ cursor.rice(parameterY, bytes)
      if coarsest > 0 { _ = cursor.level(coarsest: coarsest, bytes) }
      test(nextX, nextY)
    }
    if arcFlags.value(arc, in: bytes) & 1 != 0 && done + deltas == vertices - 1 {
      test(
        Int32(truncatingIfNeeded: blockX.value(firstBlock, in: bytes)),
        Int32(truncatingIfNeeded: blockY.value(firstBlock, in: bytes)))
    }
    return crossings & 1 == 0 ? 0 : left.value(arc, in: bytes) ^ right.value(arc, in: bytes)
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

  /// The western edge of a column, in cells of the lattice. At most 2³¹ + 2⁶².
  func west(of column: Int) -> Int64 { minX + Int64(column) << Int64(shift) }
}
