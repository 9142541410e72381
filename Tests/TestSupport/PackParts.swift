/// A pack taken apart into header, sections and columns, so that a mutation of one of them does not displace the others,
/// and put together again with lengths and checksums that fit. Knows of the format what Format.md says.
package struct PackParts {
  package struct Column {
    /// 16 bytes: minimum, number of values, high bits, step, kind, width.
    package var descriptor: [UInt8]
    package var bytes: [UInt8]

    package init(descriptor: [UInt8], bytes: [UInt8]) {
      self.descriptor = descriptor
      self.bytes = bytes
    }

    package var count: Int { Int(descriptor.number(4, bytes: 4)) }
    package var isAscending: Bool { descriptor[14] == 1 }
    package var width: Int { Int(descriptor[15]) }

    /// How many bytes the descriptor asks for.
    package var length: Int {
      let high = Int(descriptor.number(8, bytes: 4))
      let low = (count * width + 7) >> 3
      guard isAscending else { return low }
      let noted = max(0, count - 1) >> 6 * (Int.bitWidth - high.leadingZeroBitCount)
      return low + (noted + 7) >> 3 + (high + 7) >> 3
    }

    /// Asks for so many values, and for the high bits that an ascending column of them has to have.
    package mutating func setCount(_ count: Int) {
      descriptor.setNumber(4, bytes: 4, UInt64(count))
      if isAscending, descriptor.number(8, bytes: 4) < UInt64(count) {
        descriptor.setNumber(8, bytes: 4, UInt64(count))
      }
    }

    package mutating func setWidth(_ width: Int) { descriptor[15] = UInt8(width) }
  }

  package struct Section {
    /// The directory's entry; place, length and checksum are written anew.
    package var entry: [UInt8]
    package var columns: [Column]

    package var tag: String { String(decoding: entry[0..<4], as: UTF8.self) }
  }

  package var header: [UInt8]
  package var sections: [Section]

  private static let headerLength = 128
  private static let entryLength = 32
  private static let descriptorLength = 16

  /// Nil where the bytes are not laid out as a pack.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headerLength else { return nil }
    header = Array(bytes[..<Self.headerLength])
    sections = []
    let count = Int(header.number(12, bytes: 4))
    guard count <= 64, bytes.count >= Self.headerLength + count * Self.entryLength else { return nil }
    for index in 0..<count {
      let place = Self.headerLength + index * Self.entryLength
      let entry = Array(bytes[place..<place + Self.entryLength])
      guard let begin = Int(exactly: entry.number(8, bytes: 8)), let length = Int(exactly: entry.number(16, bytes: 8)),
        begin <= bytes.count, length >= 8, length <= bytes.count - begin
      else { return nil }
      var section = Section(entry: entry, columns: [])
      let columns = Int(bytes.number(begin, bytes: 4))
      guard columns <= (length - 8) / Self.descriptorLength else { return nil }
      var offset = begin + 8 + columns * Self.descriptorLength
      for column in 0..<columns {
        let place = begin + 8 + column * Self.descriptorLength
        var column = Column(descriptor: Array(bytes[place..<place + Self.descriptorLength]), bytes: [])
        guard column.width <= 64, column.length <= begin + length - offset else { return nil }
        column.bytes = Array(bytes[offset..<offset + column.length])
        offset += column.length
        section.columns.append(column)
      }
      sections.append(section)
    }
  }

  /// A column by its section's tag and its place there, counted from 0; nil where there is none.
  package func column(_ tag: String, _ place: Int) -> Column? {
    guard let section = sections.first(where: { $0.tag == tag }), place < section.columns.count else { return nil }
    return section.columns[place]
  }

  /// Changes a column, where there is one.
  package mutating func change(_ tag: String, _ place: Int, by change: (inout Column) -> Void) {
    guard let section = sections.firstIndex(where: { $0.tag == tag }), place < sections[section].columns.count else {
      return
    }
    change(&sections[section].columns[place])
  }

  /// The pack, sections at multiples of 8, each with as many guard bytes as it needs; unsigned.
  package var bytes: [UInt8] {
    var directory: [UInt8] = []
    var body: [UInt8] = []
    let begin = Self.headerLength + sections.count * Self.entryLength
    for section in sections {
      var bytes = [UInt8](repeating: 0, count: 8)
      bytes.setNumber(0, bytes: 4, UInt64(section.columns.count))
      for column in section.columns { bytes += column.descriptor }
      for column in section.columns { bytes += column.bytes }
      bytes += [UInt8](repeating: 0, count: 8 + (8 - bytes.count & 7) & 7)
      var entry = section.entry
      entry.setNumber(8, bytes: 8, UInt64(begin + body.count))
      entry.setNumber(16, bytes: 8, UInt64(bytes.count))
      directory += entry
      body += bytes
    }
    var header = header
    header.setNumber(12, bytes: 4, UInt64(sections.count))
    return header + directory + body
  }

  /// Makes a pack's length and checksums fit its bytes as they are, where they are there.
  package static func sign(_ bytes: inout [UInt8]) {
    guard bytes.count >= headerLength else { return }
    bytes.setNumber(96, bytes: 8, UInt64(bytes.count))
    let end = headerLength + Int(bytes.number(12, bytes: 4)) * entryLength
    if end <= bytes.count {
      for entry in stride(from: headerLength, to: end, by: entryLength) {
        guard let begin = Int(exactly: bytes.number(entry + 8, bytes: 8)),
          let length = Int(exactly: bytes.number(entry + 16, bytes: 8)), begin <= bytes.count,
          length <= bytes.count - begin
        else { continue }
        bytes.setNumber(entry + 24, bytes: 4, UInt64(crc32(bytes[begin..<begin + length])))
      }
      bytes.setNumber(104, bytes: 4, UInt64(crc32(bytes[headerLength..<end])))
    }
    bytes.setNumber(124, bytes: 4, UInt64(crc32(bytes[..<124])))
  }
}

/// CRC-32 of ISO 3309.
private func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  ~bytes.reduce(~UInt32(0)) { crc, byte in crc >> 8 ^ crcTable[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
}

private let crcTable: [UInt32] = (0..<256).map { byte in
  (0..<8).reduce(UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
}

extension [UInt8] {
  /// The little-endian number of so many bytes at a place.
  package func number(_ place: Int, bytes: Int) -> UInt64 {
    (0..<bytes).reduce(0) { $0 | UInt64(self[place + $1]) << UInt64(8 * $1) }
  }

  package mutating func setNumber(_ place: Int, bytes: Int, _ value: UInt64) {
    for byte in 0..<bytes { self[place + byte] = UInt8(truncatingIfNeeded: value >> UInt64(8 * byte)) }
  }
}
