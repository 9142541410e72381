import Foundation

/// The bytes of an open pack and where its columns lie in them. Immutable, shared by all copies of a `Pack`.
final class PackStorage: Sendable {
  let data: Data
  let header: PackHeader
  let directory: [PackDirectoryEntry]
  /// Map points per cell.
  let cell: Double

  let informationStart, informationText: PackedColumn
  let levelTolerance: PackedColumn
  /// By raw value: first polygon; bounds in cells, the western edge in the frame of the world; area as a Float.
  let polygonStart, minX, minY, width, height, area: PackedColumn
  /// Twice the raw value is the code, the next is the name.
  let textStart, text, byCode, byName: PackedColumn
  let ringStart, polygonLevel, referenceStart, reference: PackedColumn
  let blockStart, arcVertexCount, left, right, arcFlags: PackedColumn
  let bitStart, blockX, blockY: PackedColumn
  let stream: PackedColumn
  let indexParameters, cellStart, cellEntry: PackedColumn

  init(_ original: Data) throws(PackError) {
    // A slice of other data keeps that data's indices, spans do not: all places are counted from the start.
    data = original
    let bytes = original.bytes
    let header = try PackHeader(bytes)
    let directory = try packDirectory(header, in: bytes)
    self.header = header
    self.directory = directory
    cell = Double(sign: .plus, exponent: header.cellExponent, significand: 1)
    if let unknown = directory.first(where: { entry in
      entry.mustUnderstand && !PackSection.allCases.contains { $0.tag == entry.tag }
    }) {
      throw .unknownSection(unknown.tag)
    }

    var columns = try packColumns(.info, in: directory, of: bytes)
    (informationStart, informationText) = (columns[0], columns[1])
    columns = try packColumns(.levels, in: directory, of: bytes)
    levelTolerance = columns[0]
    columns = try packColumns(.regions, in: directory, of: bytes)
    (polygonStart, minX, minY) = (columns[0], columns[1], columns[2])
    (width, height, area) = (columns[3], columns[4], columns[5])
    columns = try packColumns(.texts, in: directory, of: bytes)
    (textStart, text, byCode, byName) = (columns[0], columns[1], columns[2], columns[3])
    columns = try packColumns(.rings, in: directory, of: bytes)
    (ringStart, polygonLevel, referenceStart, reference) = (columns[0], columns[1], columns[2], columns[3])
    columns = try packColumns(.arcs, in: directory, of: bytes)
    (blockStart, arcVertexCount, left, right, arcFlags) = (columns[0], columns[1], columns[2], columns[3], columns[4])
    columns = try packColumns(.blocks, in: directory, of: bytes)
    (bitStart, blockX, blockY) = (columns[0], columns[1], columns[2])
    columns = try packColumns(.stream, in: directory, of: bytes)
    stream = columns[0]
    columns = try packColumns(.index, in: directory, of: bytes)
    (indexParameters, cellStart, cellEntry) = (columns[0], columns[1], columns[2])

    func expect(_ section: PackSection, _ column: PackedColumn, _ count: Int, width: Int? = nil) throws(PackError) {
      guard column.count == count else {
        throw .damagedSection(section.tag, reason: "a column has \(column.count) entries, \(count) are expected")
      }
      guard width == nil || column.width == width else {
        throw .damagedSection(section.tag, reason: "a column is \(column.width) bits wide, not \(width ?? 0)")
      }
    }
    try expect(.info, informationText, informationText.count, width: 8)
    try expect(.levels, levelTolerance, header.levelCount, width: 64)
    try expect(.regions, polygonStart, header.slotCount + 1)
    for column in [minX, minY, width, height] { try expect(.regions, column, header.slotCount) }
    try expect(.regions, area, header.slotCount, width: 32)
    try expect(.texts, textStart, 2 * header.slotCount + 1)
    try expect(.texts, text, text.count, width: 8)
    try expect(.texts, byCode, header.regionCount)
    try expect(.texts, byName, header.regionCount)
    try expect(.rings, ringStart, header.polygonCount + 1)
    try expect(.rings, polygonLevel, header.polygonCount)
    try expect(.rings, referenceStart, header.ringCount + 1)
    try expect(.rings, reference, header.referenceCount)
    try expect(.arcs, blockStart, header.arcCount + 1)
    for column in [arcVertexCount, left, right, arcFlags] { try expect(.arcs, column, header.arcCount) }
    try expect(.blocks, bitStart, header.blockCount + 1)
    try expect(.blocks, blockX, header.blockCount)
    try expect(.blocks, blockY, header.blockCount)
    try expect(.stream, stream, stream.count, width: 8)
    try expect(.index, indexParameters, 5)
    // A delta takes two bits at least: so no answer can be larger than a multiple of the pack's size.
    guard header.vertexCount <= header.blockCount + 4 * stream.count, header.regionCount <= header.slotCount else {
      throw .damagedHeader("it counts more than the pack can hold")
    }
  }

  func clamped(level: Int) -> Int { min(max(level, 0), header.levelCount - 1) }

  /// A text of section INFO; empty outside it.
  func information(_ index: Int) -> String {
    let bytes = data.bytes
    return string(informationStart.range(index, limit: informationText.count, in: bytes), of: informationText)
  }

  /// Section INFO holds the map's name, then four texts per source.
  var sourceCount: Int { max(0, (informationStart.count - 2) / 4) }

  func code(_ slot: Int) -> String { string(textRange(2 * slot), of: text) }
  func name(_ slot: Int) -> String { string(textRange(2 * slot + 1), of: text) }

  func textRange(_ index: Int) -> Range<Int> { textStart.range(index, limit: text.count, in: data.bytes) }

  private func string(_ range: Range<Int>, of blob: PackedColumn) -> String {
    String(decoding: textBytes(range, of: blob), as: UTF8.self)
  }

  /// The bytes of a text.
  /// - Precondition: the range lies in the column, which is 8 bits wide.
  func textBytes(_ range: Range<Int>, of blob: PackedColumn) -> [UInt8] {
    let bytes = data.bytes
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    for place in range { text.append(bytes.byte(at: blob.offset + place)) }
    return text
  }
}
