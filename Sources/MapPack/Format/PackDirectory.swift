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
