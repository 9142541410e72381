/// A pack taken apart into header, sections and columns, and put together again with lengths and checksums that fit. So
/// a mutation of one part does not displace the others. Source: Format.md.
package struct PackParts {
  /// A column: its descriptor and its bytes.
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

    /// The number of bytes that the descriptor asks for.
    package var length: Int {
      let high = Int(descriptor.number(8, bytes: 4))
      let low = (count * width + 7) >> 3
      guard isAscending else { return low }
      let noted = max(0, count - 1) >> 6 * (Int.bitWidth - high.leadingZeroBitCount)
      return low + (noted + 7) >> 3 + (high + 7) >> 3
    }

    /// Sets the number of values, and the number of high bits that an ascending column of that many values needs.
    package mutating func setCount(_ count: Int) {
      descriptor.setNumber(4, bytes: 4, UInt64(count))
      if isAscending, descriptor.number(8, bytes: 4) < UInt64(count) {
        descriptor.setNumber(8, bytes: 4, UInt64(count))
      }
    }

    package mutating func setWidth(_ width: Int) { descriptor[15] = UInt8(width) }
  }

  /// A section: its entry in the directory, and its columns.
  package struct Section {
    /// The entry in the directory; its offset, length and checksum are written anew.
    package var entry: [UInt8]
    package var columns: [Column]

    package var tag: String { String(decoding: entry[0..<4], as: UTF8.self) }
  }

  package var header: [UInt8]
  package var sections: [Section]

  private static let headerLength = 128
  private static let entryLength = 32
  private static let descriptorLength = 16

  /// Takes a pack apart; `nil` if the bytes do not have the layout of a pack.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headerLength else { return nil }
    header = Array(bytes[..<Self.headerLength])
    sections = []
    let count = Int(header.number(12, bytes: 4))
    guard count <= 64, bytes.count >= Self.headerLength + count * Self.entryLength else { return nil }
    for index in 0..<count {
      let entryStart = Self.headerLength + index * Self.entryLength
      let entry = Array(bytes[entryStart..<entryStart + Self.entryLength])
      guard let begin = Int(exactly: entry.number(8, bytes: 8)), let length = Int(exactly: entry.number(16, bytes: 8)),
        begin <= bytes.count, length >= 8, length <= bytes.count - begin
      else { return nil }
      var section = Section(entry: entry, columns: [])
      let columns = Int(bytes.number(begin, bytes: 4))
      guard columns <= (length - 8) / Self.descriptorLength else { return nil }
      var offset = begin + 8 + columns * Self.descriptorLength
      for column in 0..<columns {
        let start = begin + 8 + column * Self.descriptorLength
        var column = Column(descriptor: Array(bytes[start..<start + Self.descriptorLength]), bytes: [])
        guard column.width <= 64, column.length <= begin + length - offset else { return nil }
        column.bytes = Array(bytes[offset..<offset + column.length])
        offset += column.length
        section.columns.append(column)
      }
      sections.append(section)
    }
  }

  /// A column, by its section's tag and its index in the section; `nil` if there is none.
  package func column(_ tag: String, _ index: Int) -> Column? {
    guard let section = sections.first(where: { $0.tag == tag }), index < section.columns.count else { return nil }
    return section.columns[index]
  }

  /// Changes a column, if there is one.
  package mutating func change(_ tag: String, _ index: Int, by change: (inout Column) -> Void) {
    guard let section = sections.firstIndex(where: { $0.tag == tag }), index < sections[section].columns.count else {
      return
    }
    change(&sections[section].columns[index])
  }

  /// The bytes of the pack, whose total length and checksums do not fit yet (`sign`). Sections lie at multiples of 8
  /// and have as many guard bytes as they need.
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

  /// Makes the length and the checksums of a pack fit its bytes, as far as it has them.
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
  /// The little-endian number at an offset.
  ///
  /// - Parameter bytes: its width, in bytes.
  package func number(_ offset: Int, bytes: Int) -> UInt64 {
    (0..<bytes).reduce(0) { $0 | UInt64(self[offset + $1]) << UInt64(8 * $1) }
  }

  /// Writes a little-endian number at an offset.
  ///
  /// - Parameter bytes: its width, in bytes.
  package mutating func setNumber(_ offset: Int, bytes: Int, _ value: UInt64) {
    for byte in 0..<bytes { self[offset + byte] = UInt8(truncatingIfNeeded: value >> UInt64(8 * byte)) }
  }
}
