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
  /// The number of cells round the world, and the stored x of the cut in the east.
  let world, eastEdge: Int
  /// The coarsest level.
  let coarsest: Int

  /// The numbers of text kinds, groups and sources; where each text of the section begins; and the bytes of the texts.
  let informationCount: PackedColumn
  let informationStart: AscendingColumn
  let informationText: PackedColumn
  /// By level: the tolerance in meters, as the bits of a Double.
  let levelTolerance: PackedColumn
  /// The ranks of levels in arcs that are not closed, and in closed ones.
  let openLevels, closedLevels: LevelRanks
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
  /// By arc: where it begins in `stream`, in bytes; one more number is the end of the last arc.
  let arcStart: AscendingColumn
  /// By arc: 1 if it lies on the cut at the 180th meridian or at an end of the world, else 0.
  let isSeam: PackedColumn
  /// The bytes of the arcs.
  let stream: PackedColumn
  /// Positions in long arcs from which decoding can start: the bit of the next delta, and the vertex before it.
  let restartBit: AscendingColumn
  let restartX, restartY: PackedColumn
  /// The index: the parameters of its grid; where each square begins in `squareStream`, in bits; and their bytes.
  let squareParameters: PackedColumn
  let squareStart: AscendingColumn
  let squareStream: PackedColumn
  /// By raw value: the length of its lines in meters as the bits of a Float; nil if the regions are areas or points.
  let length: PackedColumn?
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

    columns = try PackColumns(.levels, in: directory, of: bytes)
    levelTolerance = try columns.packed(0, count: header.levelCount, width: 64)
    openLevels = LevelRanks(try columns.packed(1, count: header.levelCount), in: bytes)
    closedLevels = LevelRanks(try columns.packed(2, count: header.levelCount), in: bytes)

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
    arcStart = try columns.ascending(0, count: header.arcCount + 1)
    isSeam = try columns.packed(1, count: header.arcCount)

    columns = try PackColumns(.stream, in: directory, of: bytes)
    stream = try columns.packed(0, count: nil, width: 8)

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
    if hasLines {
      columns = try PackColumns(.lines, in: directory, of: bytes)
      length = try columns.packed(0, count: header.slotCount, width: 32)
    } else {
      length = nil
    }
    try checkKind(hasLines: hasLines, hasPoints: hasPoints)
    try checkCounts()
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
    guard header.vertexCount <= header.arcCount + 4 * stream.count, header.regionCount <= header.slotCount else {
      throw .damagedHeader("it counts more than the pack can hold")
    }
  }

  /// The level of the pack nearest to a number that an app has passed in.
  func clamped(level: Int) -> Int { min(max(level, 0), coarsest) }
}
