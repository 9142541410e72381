/// An entry of a pack's directory: where a section lies.
struct PackDirectoryEntry: Sendable {
  let tag: String
  let mustUnderstand: Bool
  let range: Range<Int>
  let checksum: UInt32
}

/// Reads the directory; every section it names lies inside the pack, behind the directory and behind the one before.
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
    let place = PackFormat.headerLength + entry * PackFormat.directoryEntryLength
    let tag = String(decoding: (0..<4).map { bytes.byte(at: place + $0) }, as: UTF8.self)
    guard let offset = Int(exactly: bytes.word(at: place + 8)),
      let length = Int(exactly: bytes.word(at: place + 16)),
      offset >= previousEnd, offset <= bytes.byteCount, length <= bytes.byteCount - offset
    else { throw .damagedSection(tag, reason: "it does not lie where a section may") }
    previousEnd = offset + length
    directory.append(
      PackDirectoryEntry(
        tag: tag, mustUnderstand: bytes.halfWord(at: place + 4) & PackFormat.mustUnderstand != 0,
        range: offset..<offset + length, checksum: bytes.halfWord(at: place + 24)))
  }
  return directory
}

/// Reads the descriptors of a section's columns; every column, and the guard bytes behind the last, lie inside it.
/// - Returns: the columns that this version knows, at least as many as it expects.
func packColumns(
  _ section: PackSection, in directory: [PackDirectoryEntry], of bytes: RawSpan
) throws(PackError) -> [PackedColumn] {
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
  var columns: [PackedColumn] = []
  var offset = descriptors + count * PackFormat.columnDescriptorLength
  for index in 0..<section.columnCount {
    let place = descriptors + index * PackFormat.columnDescriptorLength
    let minimum = bytes.word(at: place)
    let width = Int(bytes.byte(at: place + 12))
    let isNarrow = width <= PackFormat.columnWidthLimit
    guard minimum < 1 << 62, isNarrow || (width == 64 && minimum == 0 && section == .levels) else {
      throw .damagedSection(tag, reason: "column \(index) has an impossible width or minimum")
    }
    let column = PackedColumn(
      offset: offset, count: Int(bytes.halfWord(at: place + 8)), width: width, minimum: Int(minimum))
    guard column.length <= range.upperBound - PackFormat.guardLength - offset else {
      throw .damagedSection(tag, reason: "column \(index) does not fit into it")
    }
    offset += column.length
    columns.append(column)
  }
  return columns
}
