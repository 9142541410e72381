import Foundation

/// The fixed fields at the start of a pack, each within its limits. `PackStorage` reads them, and checks whether counts
/// fit the sections. Two packs are equal if their headers are.
package struct PackHeader: Hashable, Sendable {
  /// See `RegionTable.identity`.
  package var identity: UInt64 = 0
  /// The first 16 bytes of the SHA-256 of all bytes after the header. Readers do not compute it.
  package var contentDigest: [UInt8] = []
  /// g: a cell is 2ᵍ map points wide.
  package var cellExponent = 0
  /// The number of levels, at least 1.
  package var levelCount = 1
  /// How many bits each coordinate of a label takes.
  package var labelBits = PackFormat.labelBits.lowerBound
  /// The largest raw value in the pack, plus one; 0 if there is no region.
  package var slotCount = 0
  /// Where the stored x 0 lies, in cells to the east of 180° W.
  package var originX: Int64 = 0
  /// Where the stored y 0 lies, in cells to the south of the plane's northern edge.
  package var originY: Int64 = 0
  /// The slots that have rings.
  package var regionCount = 0
  package var polygonCount = 0
  package var ringCount = 0
  /// How often rings use arcs.
  package var useCount = 0
  package var arcCount = 0
  package var restartCount = 0
  /// The vertices of all arcs at level 0. Both ends of an open arc count.
  package var vertexCount = 0
  package var sectionCount = 0
  /// The Rice parameter of the regions on the right of arcs.
  package var sideParameter = 0
  /// The Rice parameter of the pieces in squares.
  package var squareParameter = 0

  /// The counts that have 32 bits.
  package static let counts: [(field: Int, count: any WritableKeyPath<PackHeader, Int> & Sendable)] = [
    (PackHeaderField.sectionCount, \.sectionCount), (PackHeaderField.slotCount, \.slotCount),
    (PackHeaderField.regionCount, \.regionCount), (PackHeaderField.polygonCount, \.polygonCount),
    (PackHeaderField.ringCount, \.ringCount), (PackHeaderField.useCount, \.useCount),
    (PackHeaderField.arcCount, \.arcCount), (PackHeaderField.restartCount, \.restartCount),
  ]

  package init() {}

  /// Reads the header.
  /// - Throws: `PackError`: `.notAPack`; `.tooNew` if the pack has another major version, another plane, or a number
  ///   above a limit of `PackFormat`; `.damaged` if it is cut off or too long, contradicts its checksum, or has an
  ///   impossible field.
  init(_ bytes: RawSpan) throws(PackError) {
    try Self.checkThatPackIsWhole(bytes)
    func byte(_ field: Int) -> Int { Int(bytes.byte(at: field)) }
    let plane = byte(PackHeaderField.plane)
    guard plane == PackFormat.planeMercator else { throw .unsupported(what: "plane", found: plane) }
    cellExponent = Int(Int8(bitPattern: bytes.byte(at: PackHeaderField.cellExponent)))
    guard PackFormat.cellExponents.contains(cellExponent) else {
      throw .unsupported(what: "cell exponent", found: cellExponent)
    }
    levelCount = byte(PackHeaderField.levelCount)
    guard 1...PackFormat.levelLimit ~= levelCount else {
      throw .unsupported(what: "number of levels", found: levelCount)
    }
    labelBits = byte(PackHeaderField.labelBits)
    guard PackFormat.labelBits ~= labelBits else { throw .unsupported(what: "width of labels", found: labelBits) }
    sideParameter = byte(PackHeaderField.sideParameter)
    squareParameter = byte(PackHeaderField.squareParameter)
    guard max(sideParameter, squareParameter) < 1 << PackFormat.riceParameterBits else {
      throw .damagedHeader("a Rice parameter is above 31")
    }
    for (field, count) in Self.counts { self[keyPath: count] = Int(bytes.halfWord(at: field)) }
    guard slotCount <= PackFormat.slotLimit else {
      throw .unsupported(what: "number of raw values", found: slotCount)
    }
    identity = bytes.word(at: PackHeaderField.identity)
    contentDigest = (0..<16).map { bytes.byte(at: PackHeaderField.contentDigest + $0) }
    originX = Int64(bitPattern: bytes.word(at: PackHeaderField.originX))
    originY = Int64(bitPattern: bytes.word(at: PackHeaderField.originY))
    // So every coordinate in cells is an exact Double, and sums of two cannot wrap.
    guard originX.magnitude <= 1 << 52, originY.magnitude <= 1 << 52 else {
      throw .damagedHeader("the origin lies outside the world")
    }
    guard let vertices = Int(exactly: bytes.word(at: PackHeaderField.vertexCount)) else {
      throw .damagedHeader("the number of vertices is too large")
    }
    vertexCount = vertices
    guard sectionCount <= PackFormat.sectionLimit else {
      throw .damagedHeader("\(sectionCount) sections, at most \(PackFormat.sectionLimit) are allowed")
    }
  }

  /// Checks the magic number, the version, the checksum and the length.
  /// - Throws: `PackError`: `.notAPack`, `.tooNew` for another major version, `.damaged` for all else.
  private static func checkThatPackIsWhole(_ bytes: RawSpan) throws(PackError) {
    guard bytes.byteCount >= 8, bytes.word(at: PackHeaderField.magic) == PackFormat.magic else { throw .notAPack }
    guard bytes.byteCount >= PackFormat.headerLength else {
      throw .truncated(needed: PackFormat.headerLength, found: bytes.byteCount)
    }
    let version = Int(bytes.halfWord(at: PackHeaderField.majorVersion)) & 0xFFFF
    guard version == PackFormat.majorVersion else {
      throw .unsupportedVersion(found: version, understood: PackFormat.majorVersion)
    }
    let checksum = CRC32.checksum(bytes.extracting(0..<PackHeaderField.headerChecksum))
    guard checksum == bytes.halfWord(at: PackHeaderField.headerChecksum) else {
      throw .damagedHeader("its checksum does not fit")
    }
    let fileLength = bytes.word(at: PackHeaderField.fileLength)
    guard fileLength == UInt64(bytes.byteCount) else {
      guard fileLength > UInt64(bytes.byteCount) else {
        throw .damagedHeader("\(UInt64(bytes.byteCount) - fileLength) bytes follow the pack's end")
      }
      throw .truncated(needed: Int(clamping: fileLength), found: bytes.byteCount)
    }
  }
}

/// An entry of a pack's directory: where a section lies.
struct PackDirectoryEntry: Sendable {
  /// Four characters; see `PackSection.tag`.
  let tag: String
  /// Whether a reader that does not know the section must refuse the pack.
  let mustUnderstand: Bool
  /// The section's bytes, from the start of the pack.
  let range: Range<Int>
  /// The CRC-32 of the section as the directory has it. `Pack.verify()` compares it, opening does not.
  let checksum: UInt32
}

/// Reads the directory, for `PackStorage`. Every section that it lists lies inside the pack, after the directory and
/// the section before.
/// - Throws: `PackError`: `.damaged` if the directory is cut off, contradicts its checksum, or lists a section that
///   lies elsewhere.
func packDirectory(_ header: PackHeader, in bytes: RawSpan) throws(PackError) -> [PackDirectoryEntry] {
  let end = PackFormat.headerLength + header.sectionCount * PackFormat.directoryEntryLength
  guard bytes.byteCount >= end else { throw .truncated(needed: end, found: bytes.byteCount) }
  let checksum = CRC32.checksum(bytes.extracting(PackFormat.headerLength..<end))
  guard checksum == bytes.halfWord(at: PackHeaderField.directoryChecksum) else {
    throw .damagedHeader("the checksum of the directory does not fit")
  }
  var directory: [PackDirectoryEntry] = []
  var previousEnd = end
  for entry in 0..<header.sectionCount {
    let position = PackFormat.headerLength + entry * PackFormat.directoryEntryLength
    let tag = String(decoding: (0..<4).map { bytes.byte(at: position + $0) }, as: UTF8.self)
    guard let offset = Int(exactly: bytes.word(at: position + 8)),
      let length = Int(exactly: bytes.word(at: position + 16)),
      offset >= previousEnd, offset <= bytes.byteCount, length <= bytes.byteCount - offset
    else { throw .damagedSection(tag, reason: "it does not lie where a section may") }
    previousEnd = offset + length
    directory.append(
      PackDirectoryEntry(
        tag: tag, mustUnderstand: bytes.halfWord(at: position + 4) & PackFormat.mustUnderstand != 0,
        range: offset..<offset + length, checksum: bytes.halfWord(at: position + 24)))
  }
  return directory
}

extension PackSection {
  /// Whether the pack has the section.
  func isIn(_ directory: [PackDirectoryEntry]) -> Bool { directory.contains { $0.tag == tag } }
}

/// The columns of a section that this version knows, as the section's descriptors list them. Errors number them from 1,
/// as Format.md does. If several sections have one tag, the first counts. Further columns are skipped. `PackStorage`
/// and `Pack.cases()` take their columns from here.
struct PackColumns {
  let section: PackSection
  private var columns: [Column] = []

  private struct Column {
    var kind: Int
    var packed: PackedColumn
    var ascending: AscendingColumn
  }

  /// Reads the descriptors. Every column, and the guard bytes after the last, lie inside the section.
  /// - Throws: `PackError.damagedSection` if the section is missing, or its columns do not fit into it.
  init(
    _ section: PackSection, in directory: [PackDirectoryEntry], of bytes: RawSpan
  ) throws(PackError) {
    self.section = section
    let tag = section.tag
    guard let entry = directory.first(where: { $0.tag == tag }) else {
      throw .damagedSection(tag, reason: "it is missing")
    }
    let range = entry.range
    guard range.count >= 8 else { throw .damagedSection(tag, reason: "it is too short") }
    let count = Int(bytes.halfWord(at: range.lowerBound))
    let descriptors = range.lowerBound + 8
    guard count >= section.columnCount else {
      throw .damagedSection(tag, reason: "it has \(count) columns, \(section.columnCount) are expected")
    }
    guard count <= (range.upperBound - descriptors) / PackFormat.columnDescriptorLength else {
      throw .damagedSection(tag, reason: "its columns do not fit into it")
    }
    var offset = descriptors + count * PackFormat.columnDescriptorLength
    for index in 0..<section.columnCount {
      let position = descriptors + index * PackFormat.columnDescriptorLength
      let minimum = Int(bytes.halfWord(at: position))
      let entries = Int(bytes.halfWord(at: position + 4))
      let highCount = Int(bytes.halfWord(at: position + 8))
      let step = Int(bytes.halfWord(at: position + 12) & 0xFFFF)
      let kind = Int(bytes.byte(at: position + 14))
      let width = Int(bytes.byte(at: position + 15))
      let isDouble = kind == PackFormat.packedColumn && width == 64 && minimum == 0 && step == 0
      guard width <= PackFormat.columnWidthLimit || isDouble,
        kind == PackFormat.packedColumn || kind == PackFormat.ascendingColumn
      else { throw .damagedSection(tag, reason: "column \(index + 1) has an impossible kind or width") }
      guard kind == PackFormat.packedColumn || highCount >= entries else {
        throw .damagedSection(tag, reason: "column \(index + 1) has fewer high bits than values")
      }
      let column = Column(
        kind: kind,
        packed: PackedColumn(offset: offset, count: entries, width: width, minimum: minimum, step: step),
        ascending: AscendingColumn(
          offset: offset, count: entries, width: width, minimum: minimum, step: step, highCount: highCount))
      let length = kind == PackFormat.packedColumn ? column.packed.length : column.ascending.length
      guard length <= range.upperBound - PackFormat.guardLength - offset else {
        throw .damagedSection(tag, reason: "column \(index + 1) does not fit into it")
      }
      offset += length
      columns.append(column)
    }
  }

  /// A packed column.
  /// - Parameters:
  ///   - index: which column, from 0.
  ///   - count: the expected number of entries; nil if it may have any number of them.
  ///   - width: the expected width in bits; nil if it may have any width.
  /// - Throws: `PackError.damagedSection` if the column is not as expected.
  func packed(_ index: Int, count: Int?, width: Int? = nil) throws(PackError) -> PackedColumn {
    let column = columns[index].packed
    try check(index, PackFormat.packedColumn, found: column.count, expected: count)
    guard width == nil || column.width == width else {
      throw .damagedSection(section.tag, reason: "column \(index + 1) is \(column.width) bits wide, not \(width ?? 0)")
    }
    return column
  }

  /// An ascending column.
  /// - Parameters:
  ///   - index: which column, from 0.
  ///   - count: the expected number of entries; nil if it may have any number of them.
  /// - Throws: `PackError.damagedSection` if the column is not as expected.
  func ascending(_ index: Int, count: Int?) throws(PackError) -> AscendingColumn {
    try check(index, PackFormat.ascendingColumn, found: columns[index].ascending.count, expected: count)
    return columns[index].ascending
  }

  private func check(_ index: Int, _ kind: Int, found: Int, expected: Int?) throws(PackError) {
    guard columns[index].kind == kind else {
      throw .damagedSection(section.tag, reason: "column \(index + 1) is of another kind than it should be")
    }
    guard expected == nil || found == expected else {
      throw .damagedSection(
        section.tag, reason: "column \(index + 1) has \(found) values, \(expected ?? 0) are expected")
    }
  }
}
