import Foundation

/// The bytes of an open pack, and where its columns lie in them. It is immutable, and all copies of a `Pack` share it.
///
/// A slot is a raw value, 0 … `slotCount` − 1; not every slot has a region. Coordinates in columns are in cells from
/// the pack's origin, x to the east and y to the south. Only `Pack.verify()` checks the numbers in columns, so whoever
/// reads them must cope with any.
final class PackStorage: Sendable {
  let data: Data
  let header: PackHeader
  let directory: [PackDirectoryEntry]
  /// The number of map points per cell, and the reverse; both are powers of two.
  let cell: Double
  let cellsPerMapPoint: Double
  /// The number of cells round the world, and the stored x of the cut in the east and in the west.
  let world, eastEdge, westEdge: Int
  /// The coarsest level.
  let coarsest: Int

  /// The numbers of text kinds, groups and sources; where each text of the section begins; and the bytes of the texts.
  let informationCount: PackedColumn
  let informationStart: AscendingColumn
  let informationText: PackedColumn
  /// The kinds of further texts, and which of them are names in a language.
  let furtherKinds: [String]
  let nameKinds: [NameKind]
  /// By level: the tolerance in meters, as the bits of a Double.
  let levelTolerance: PackedColumn
  /// By raw value, and last of the whole map: the bounds in cells, with the western edge in the window of the world.
  let minX, minY, width, height: PackedColumn
  /// By raw value: the area in m² as the bits of a Float; the label point as fractions of the main bounds; group plus
  /// one, 0 for none.
  let area, labelX, labelY, group: PackedColumn
  /// The raw values whose main bounds are smaller than their bounds; the inset and the size of these main bounds.
  let mainSlot: AscendingColumn
  let mainInsetX, mainInsetY, mainWidth, mainHeight: PackedColumn
  /// Where each text begins. Text k of raw value r is text r × kinds + k.
  let textStart: AscendingColumn
  /// The bytes of the texts; the raw values of all regions, ordered by their codes and by their names.
  let text, byCode, byName: PackedColumn
  /// The first ring of each raw value and of each polygon; the first use of each ring; the use of each arc by its
  /// owner.
  let ringOfSlot, ringOfPolygon, useOfRing, useOfArc: AscendingColumn
  /// The arcs of the uses by regions that do not own them.
  let foreignArc: PackedColumn
  /// By polygon: the coarsest level at which it is present; it is present at all finer ones.
  let polygonLevel: PackedColumn
  /// The bits of the arcs with all their vertices.
  let arcs: ArcBits
  /// The bits with the vertices of coarse levels alone; nil if the pack has none. `overviewVertexCount` is how many
  /// vertices these are.
  let overview: ArcBits?
  let overviewVertexCount: Int
  /// By arc: 1 if it lies on the cut at the 180th meridian or at an end of the world, else 0.
  let isSeam: PackedColumn
  /// Positions in long arcs from which decoding can start: the bit of the next delta, and the vertex before it.
  let restartBit: AscendingColumn
  let restartX, restartY: PackedColumn
  /// The index: the parameters of its grid; where each square begins in `squareStream`, in bits; and their bytes.
  let squareParameters: PackedColumn
  let squareStart: AscendingColumn
  let squareStream: PackedColumn
  /// By section with a number of each region, by raw value: that number as the bits of a Float; see
  /// `PackSection.number`.
  let numbers: [PackSection: PackedColumn]
  /// The numbers that the makers of the map chose; nil if there are none.
  let chosenNumbers: PackNumbers?
  let kind: RegionKind
  /// The grid of the index; nil if its parameters are damaged.
  let squares: SquareIndex?

  /// Reads header, directory and descriptors, and finds the columns.
  /// - Throws: `PackError`: `.notAPack`; `.tooNew` if the major version, the plane or a section that must be understood
  ///   is not known, or a number is above a limit of `PackFormat`; `.damaged` if header, directory or descriptors
  ///   contradict themselves, each other or a checksum.
  /// - Complexity: O(sections)
  init(_ original: Data) throws(PackError) {
    // A slice of other data keeps that data's indices. A span does not, so all positions are counted from its start.
    data = original
    let bytes = original.bytes
    let header = try PackHeader(bytes)
    let directory = try packDirectory(header, in: bytes)
    self.header = header
    self.directory = directory
    cell = Double(sign: .plus, exponent: header.cellExponent, significand: 1)
    cellsPerMapPoint = Double(sign: .plus, exponent: -header.cellExponent, significand: 1)
    world = 1 << (PackFormat.worldExponent - header.cellExponent)
    eastEdge = world - Int(header.originX)
    westEdge = -Int(header.originX)
    coarsest = header.levelCount - 1
    try Self.checkThatAllIsUnderstood(directory)

    var columns = try PackColumns(.info, in: directory, of: bytes)
    informationCount = try columns.packed(0, count: 3)
    informationStart = try columns.ascending(1, count: nil)
    informationText = try columns.packed(2, count: nil, width: 8)
    let kinds = informationCount.value(0, in: bytes)
    guard PackFormat.textKinds ~= kinds else {
      throw .damagedSection(PackSection.info.tag, reason: "it has \(kinds) kinds of texts")
    }
    let firstKind = PackFormat.mapTextCount + PackFormat.nameKind + 1
    furtherKinds = informationStart.texts(
      firstKind..<PackFormat.mapTextCount + kinds, of: informationText, in: bytes)
    nameKinds = furtherKinds.enumerated().compactMap { NameKind($1, index: $0) }

    columns = try PackColumns(.levels, in: directory, of: bytes)
    levelTolerance = try columns.packed(0, count: header.levelCount, width: 64)
    let openLevels = LevelRanks(try columns.packed(1, count: header.levelCount), in: bytes)
    let closedLevels = LevelRanks(try columns.packed(2, count: header.levelCount), in: bytes)

    columns = try PackColumns(.regions, in: directory, of: bytes)
    minX = try columns.packed(0, count: header.slotCount + 1)
    minY = try columns.packed(1, count: header.slotCount + 1)
    width = try columns.packed(2, count: header.slotCount + 1)
    height = try columns.packed(3, count: header.slotCount + 1)
    area = try columns.packed(4, count: header.slotCount, width: 32)
    labelX = try columns.packed(5, count: header.slotCount)
    labelY = try columns.packed(6, count: header.slotCount)
    group = try columns.packed(7, count: header.slotCount)
    mainSlot = try columns.ascending(8, count: nil)
    mainInsetX = try columns.packed(9, count: mainSlot.count)
    mainInsetY = try columns.packed(10, count: mainSlot.count)
    mainWidth = try columns.packed(11, count: mainSlot.count)
    mainHeight = try columns.packed(12, count: mainSlot.count)

    columns = try PackColumns(.texts, in: directory, of: bytes)
    textStart = try columns.ascending(0, count: kinds * header.slotCount + 1)
    text = try columns.packed(1, count: nil, width: 8)
    byCode = try columns.packed(2, count: header.regionCount)
    byName = try columns.packed(3, count: header.regionCount)

    columns = try PackColumns(.rings, in: directory, of: bytes)
    ringOfSlot = try columns.ascending(0, count: header.slotCount + 1)
    ringOfPolygon = try columns.ascending(1, count: header.polygonCount)
    useOfRing = try columns.ascending(2, count: header.ringCount)
    useOfArc = try columns.ascending(3, count: header.arcCount)
    // So no walk over uses is longer than a multiple of the pack's size, however narrow a column is.
    guard header.useCount >= header.arcCount, header.useCount <= 2 * header.arcCount else {
      throw .damagedHeader("it counts \(header.useCount) uses of \(header.arcCount) arcs, each has one or two")
    }
    foreignArc = try columns.packed(4, count: header.useCount - header.arcCount)
    polygonLevel = try columns.packed(5, count: header.polygonCount)

    columns = try PackColumns(.arcs, in: directory, of: bytes)
    let arcStart = try columns.ascending(0, count: header.arcCount + 1)
    isSeam = try columns.packed(1, count: header.arcCount)

    columns = try PackColumns(.stream, in: directory, of: bytes)
    arcs = ArcBits(
      finest: 0, levelCount: header.levelCount, start: arcStart, stream: try columns.packed(0, count: nil, width: 8),
      openLevels: openLevels, closedLevels: closedLevels)
    (overview, overviewVertexCount) = try Self.overview(header, directory, in: bytes)

    columns = try PackColumns(.restarts, in: directory, of: bytes)
    restartBit = try columns.ascending(0, count: header.restartCount)
    restartX = try columns.packed(1, count: header.restartCount)
    restartY = try columns.packed(2, count: header.restartCount)

    columns = try PackColumns(.squares, in: directory, of: bytes)
    squareParameters = try columns.packed(0, count: 5)
    squareStart = try columns.ascending(1, count: nil)
    squareStream = try columns.packed(2, count: nil, width: 8)
    squares = SquareIndex(squareParameters, starts: squareStart, in: bytes)

    let (hasLines, hasPoints) = (PackSection.lines.isIn(directory), PackSection.points.isIn(directory))
    kind = hasLines ? .lines : hasPoints ? .points : .areas
    var numbers: [PackSection: PackedColumn] = [:]
    for section in PackSection.allCases where section.number != nil && section.isIn(directory) {
      columns = try PackColumns(section, in: directory, of: bytes)
      numbers[section] = try columns.packed(0, count: header.slotCount, width: 32)
    }
    self.numbers = numbers
    chosenNumbers =
      PackSection.numbers.isIn(directory)
      ? try PackNumbers(try PackColumns(.numbers, in: directory, of: bytes), slotCount: header.slotCount, in: bytes)
      : nil
    try checkKind(hasLines: hasLines, hasPoints: hasPoints)
    try checkCounts()
  }

  /// The overview, and how many vertices it has; nil and 0 if the pack has none.
  /// - Throws: `PackError.damagedSection` if it cannot be one.
  private static func overview(
    _ header: PackHeader, _ directory: [PackDirectoryEntry], in bytes: RawSpan
  ) throws(PackError) -> (ArcBits?, Int) {
    guard PackSection.overview.isIn(directory) else { return (nil, 0) }
    let columns = try PackColumns(.overview, in: directory, of: bytes)
    let numbers = try columns.packed(0, count: 2)
    let finest = numbers.value(0, in: bytes)
    guard 1..<max(1, header.levelCount) ~= finest else {
      throw .damagedSection(PackSection.overview.tag, reason: "it begins at level \(finest)")
    }
    let count = header.levelCount - finest
    let bits = ArcBits(
      finest: finest, levelCount: count, start: try columns.ascending(3, count: header.arcCount + 1),
      stream: try columns.packed(4, count: nil, width: 8),
      openLevels: LevelRanks(try columns.packed(1, count: count), in: bytes),
      closedLevels: LevelRanks(try columns.packed(2, count: count), in: bytes))
    return (bits, numbers.value(1, in: bytes))
  }

  /// Checks that no section must be understood and is not.
  /// - Throws: `PackError.unknownSection` if one is.
  private static func checkThatAllIsUnderstood(_ directory: [PackDirectoryEntry]) throws(PackError) {
    if let unknown = directory.first(where: { entry in
      entry.mustUnderstand && !PackSection.allCases.contains { $0.tag == entry.tag }
    }) {
      throw .unknownSection(unknown.tag)
    }
  }

  /// Checks that the sections and counts are those of a map of areas, of lines or of points.
  /// - Throws: `PackError`: `.damaged` if not.
  private func checkKind(hasLines: Bool, hasPoints: Bool) throws(PackError) {
    if hasPoints {
      _ = try PackColumns(.points, in: directory, of: data.bytes)
      guard !hasLines else {
        throw .damagedSection(PackSection.points.tag, reason: "a map is of lines or of points, and it has LINE too")
      }
      guard header.levelCount == 1 else {
        throw .damagedHeader("it counts \(header.levelCount) levels, a map of points has one")
      }
    }
    // Each line, and each point, is one arc.
    guard
      kind == .areas
        || [header.ringCount, header.useCount, header.arcCount].allSatisfy({ $0 == header.polygonCount })
    else {
      throw .damagedHeader("it counts \(header.polygonCount) lines or points, and not as many rings, uses and arcs")
    }
  }

  /// Checks that the header counts no more than the pack can hold.
  /// - Throws: `PackError.damagedHeader` if it does.
  private func checkCounts() throws(PackError) {
    // A delta takes at least two bits, so no answer can be larger than a multiple of the pack's size.
    guard header.vertexCount <= header.arcCount + 4 * arcs.stream.count, header.regionCount <= header.slotCount else {
      throw .damagedHeader("it counts more than the pack can hold")
    }
  }

  /// The level of the pack nearest to a number that an app has passed in.
  func clamped(level: Int) -> Int { min(max(level, 0), coarsest) }
}

// The stored bounds and labels, turned from cells into map points for `RegionShape` and `Pack`.
extension PackStorage {
  /// The bounds of a region, in map points; at the index after the last slot, those of the whole map. A slot without a
  /// region has bounds without size.
  /// - Precondition: the slot is in 0 … `slotCount`.
  func bounds(_ slot: Int) -> MapRect {
    let bytes = data.bytes
    return rect(
      x: minX.value(slot, in: bytes), y: minY.value(slot, in: bytes), width: width.value(slot, in: bytes),
      height: height.value(slot, in: bytes))
  }

  /// The main bounds of a region, in map points; at the index after the last slot, those of the whole map.
  /// - Precondition: the slot is in 0 … `slotCount`.
  /// - Complexity: O(log regions)
  func mainBounds(_ slot: Int) -> MapRect {
    let bytes = data.bytes
    let entry = mainSlot.lastIndex(notAbove: slot, in: bytes)
    guard entry >= 0, mainSlot.value(entry, in: bytes) == slot else { return bounds(slot) }
    return rect(
      x: minX.value(slot, in: bytes) &+ mainInsetX.value(entry, in: bytes),
      y: minY.value(slot, in: bytes) &+ mainInsetY.value(entry, in: bytes),
      width: mainWidth.value(entry, in: bytes), height: mainHeight.value(entry, in: bytes))
  }

  /// The point at which a region's name goes, in map points. It lies in the main bounds.
  /// - Precondition: the slot is below `slotCount`.
  /// - Complexity: O(log regions)
  func labelPoint(_ slot: Int) -> MapPoint {
    let bytes = data.bytes
    let main = mainBounds(slot)
    func fraction(_ column: PackedColumn) -> Double {
      (Double(column.value(slot, in: bytes)) + 0.5)
        * Double(sign: .plus, exponent: -header.labelBits, significand: 1)
    }
    return MapPoint(x: main.minX + main.width * fraction(labelX), y: main.minY + main.height * fraction(labelY))
  }

  /// A number of a region from a column of Floats; 0 if it is not a positive number.
  func number(_ slot: Int, of column: PackedColumn) -> Double {
    let number = Float(bitPattern: UInt32(truncatingIfNeeded: column.bits(slot, in: data.bytes)))
    return number.isFinite && number > 0 ? Double(number) : 0
  }

  private func rect(x: Int, y: Int, width: Int, height: Int) -> MapRect {
    // The values of columns are at most 2³² + 2⁴⁸ + 2⁵⁶, and the origin is at most 2⁵². So the sums fit.
    MapRect(
      minX: Double(header.originX &+ Int64(x)) * cell, minY: Double(header.originY &+ Int64(y)) * cell,
      width: Double(width) * cell, height: Double(height) * cell)
  }
}

extension PackStorage {
  // The texts of the sections INFO and TEXT, for `Pack` and `RegionShape`.

  /// How many kinds of texts each region has: code, name, and those that the map's makers chose.
  var textKindCount: Int { informationCount.value(0, in: data.bytes) }
  /// How many groups and sources the pack has. Damage cannot make them more than there are texts.
  var groupCount: Int { min(informationCount.value(1, in: data.bytes), informationStart.count) }
  var sourceCount: Int { min(informationCount.value(2, in: data.bytes), informationStart.count) }

  /// A text of section INFO; empty outside the section.
  func information(_ index: Int) -> String {
    let bytes = data.bytes
    return informationText.text(informationStart.range(index, limit: informationText.count, in: bytes), in: bytes)
  }

  /// Consecutive texts of section INFO.
  func informations(_ entries: Range<Int>) -> [String] {
    informationStart.texts(entries, of: informationText, in: data.bytes)
  }

  var mapName: String { information(0) }
  /// The number of a region's group; −1 if it has none. In a damaged pack, there may be no group of this number.
  func group(ofSlot slot: Int) -> Int { group.value(slot, in: data.bytes) - 1 }
  func groupName(_ group: Int) -> String { information(PackFormat.mapTextCount + textKindCount + group) }

  func code(_ slot: Int) -> String { text(PackFormat.codeKind, of: slot) }
  func name(_ slot: Int) -> String { text(PackFormat.nameKind, of: slot) }

  /// A region's text of a kind; empty if it has none.
  func text(_ kind: Int, of slot: Int) -> String {
    guard kind < textKindCount else { return "" }
    let bytes = data.bytes
    return text.text(textStart.range(textKindCount * slot + kind, limit: text.count, in: bytes), in: bytes)
  }
}

// Bounds of several regions together; `RegionMap.bounds(of:)` and `mainBounds(of:)` ask for them. Those of one region
// are stored.
extension Pack {
  /// The smallest rectangle round one rectangle for each of some shapes, in map points; zero if all shapes are empty.
  ///
  /// It runs past the 180th meridian if that makes it narrower. Rectangles of shapes lie on the pack grid, so the
  /// result is exact.
  /// - Complexity: O(n log n) for n shapes
  package func bounds(of shapes: [RegionShape], _ rect: (RegionShape) -> MapRect) -> MapRect {
    let world = Int64(storage.world)
    var intervals: [ClosedRange<Int64>] = []
    var (minY, maxY) = (Double.infinity, -Double.infinity)
    for shape in shapes where !shape.isEmpty {
      let rect = rect(shape)
      // Rectangles of a damaged pack may lie outside the world, and are brought into it. All numbers stay below 2⁵⁸.
      let column = Int64(rect.minX / storage.cell) % world
      let west = column < 0 ? column + world : column
      let east = west + min(max(Int64(rect.width / storage.cell), 0), world)
      // What runs past the world's eastern edge goes on at the western one.
      intervals.append(west...min(east, world))
      if east > world { intervals.append(0...(east - world)) }
      (minY, maxY) = (min(minY, rect.minY), max(maxY, rect.maxY))
    }
    guard !intervals.isEmpty else { return .nowhere }
    let span = GlobeSpan(intervals, world: world)
    return MapRect(
      minX: Double(span.minX) * storage.cell, minY: minY, width: Double(span.width) * storage.cell,
      height: maxY - minY)
  }
}
