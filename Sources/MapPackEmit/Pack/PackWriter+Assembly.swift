import Foundation
import MapPack

/// The part of `PackWriter` that puts the encoded sections together with their header and checksums, its last step.
extension PackWriter {
  /// The parameters and counts in the header.
  struct PackNumbers {
    var labelBits = 0
    var sideParameter = 0
    var squareParameter = 0
    var polygons = 0
    var rings = 0
    var uses = 0
    var arcs = 0
    var restarts = 0
    var vertices = 0
  }

  /// The pack: header, directory and sections.
  ///
  /// Source: Format.md. A new field of the header belongs there, in `PackHeaderField` and in the reader.
  func assembled(
    _ sections: [(section: PackSection, bytes: ContiguousArray<UInt8>)], _ numbers: PackNumbers
  ) -> Data {
    var directory: ContiguousArray<UInt8> = []
    var offset = PackFormat.headerLength + sections.count * PackFormat.directoryEntryLength
    for (section, bytes) in sections {
      directory.append(contentsOf: section.tag.utf8)
      directory.append(contentsOf: (section.isOptional ? 0 : PackFormat.mustUnderstand).littleEndianBytes)
      directory.append(contentsOf: UInt64(offset).littleEndianBytes)
      directory.append(contentsOf: UInt64(bytes.count).littleEndianBytes)
      directory.append(contentsOf: CRC32.checksum(bytes.span.bytes).littleEndianBytes)
      directory.append(contentsOf: UInt32(0).littleEndianBytes)
      offset += bytes.count
    }
    var digest = SHA256Digest()
    digest.update(Data(directory))
    for (_, bytes) in sections { digest.update(Data(bytes)) }

    var header = ContiguousArray<UInt8>(repeating: 0, count: PackFormat.headerLength)
    func set(_ field: Int, _ value: some FixedWidthInteger) {
      for (index, byte) in value.littleEndianBytes.enumerated() { header[field + index] = byte }
    }
    set(PackHeaderField.magic, PackFormat.magic)
    set(PackHeaderField.majorVersion, UInt16(PackFormat.majorVersion))
    set(PackHeaderField.minorVersion, UInt16(PackFormat.minorVersion))
    set(PackHeaderField.sectionCount, UInt32(sections.count))
    set(PackHeaderField.identity, contents.identity)
    for (index, byte) in digest.finalize().prefix(16).enumerated() {
      header[PackHeaderField.contentDigest + index] = byte
    }
    set(PackHeaderField.plane, UInt8(PackFormat.planeMercator))
    set(PackHeaderField.cellExponent, Int8(grid.cellExponent))
    set(PackHeaderField.levelCount, UInt8(coverage.levels.count))
    set(PackHeaderField.labelBits, UInt8(numbers.labelBits))
    set(PackHeaderField.sideParameter, UInt8(numbers.sideParameter))
    set(PackHeaderField.squareParameter, UInt8(numbers.squareParameter))
    set(PackHeaderField.slotCount, UInt32(regionOfSlot.count))
    set(PackHeaderField.originX, grid.originX)
    set(PackHeaderField.originY, grid.originY)
    set(PackHeaderField.regionCount, UInt32(coverage.regions.count))
    set(PackHeaderField.polygonCount, UInt32(numbers.polygons))
    set(PackHeaderField.ringCount, UInt32(numbers.rings))
    set(PackHeaderField.useCount, UInt32(numbers.uses))
    set(PackHeaderField.arcCount, UInt32(numbers.arcs))
    set(PackHeaderField.restartCount, UInt32(numbers.restarts))
    set(PackHeaderField.vertexCount, UInt64(numbers.vertices))
    set(PackHeaderField.fileLength, UInt64(offset))
    set(PackHeaderField.directoryChecksum, CRC32.checksum(directory.span.bytes))
    let signed = ContiguousArray(header[..<PackHeaderField.headerChecksum])
    set(PackHeaderField.headerChecksum, CRC32.checksum(signed.span.bytes))

    var data = Data(capacity: offset)
    data.append(contentsOf: header)
    data.append(contentsOf: directory)
    for (_, bytes) in sections { data.append(contentsOf: bytes) }
    return data
  }
}
