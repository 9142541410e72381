/// The checksum of a pack's header, directory and sections, and of the tools' stage files: CRC-32 as in ISO 3309,
/// ITU-T V.42, PNG and zip.
///
/// The polynomial is 0x04C11DB7; bits are reversed, and the start value and the result are inverted. The checksum of
/// the ASCII text `123456789` is 0xCBF43926.
package enum CRC32 {
  /// The checksum of these bytes.
  /// - Complexity: O(bytes), in steps of eight bytes
  package static func checksum(_ bytes: RawSpan) -> UInt32 {
    let span = tables.span
    var crc = ~UInt32(0)
    var position = 0
    let count = bytes.byteCount
    // Eight tables of 256 ("slicing by eight"): each step folds the next eight bytes into the remainder at once.
    while position &+ 8 <= count {
      let low = UInt32(truncatingIfNeeded: bytes.word(at: position)) ^ crc
      let high = UInt32(truncatingIfNeeded: bytes.word(at: position) >> 32)
      crc =
        span[0x700 &+ Int(low & 0xFF)] ^ span[0x600 &+ Int((low >> 8) & 0xFF)]
        ^ span[0x500 &+ Int((low >> 16) & 0xFF)] ^ span[0x400 &+ Int(low >> 24)]
        ^ span[0x300 &+ Int(high & 0xFF)] ^ span[0x200 &+ Int((high >> 8) & 0xFF)]
        ^ span[0x100 &+ Int((high >> 16) & 0xFF)] ^ span[Int(high >> 24)]
      position &+= 8
    }
    while position < count {
      crc = (crc >> 8) ^ span[Int((crc ^ UInt32(bytes.byte(at: position))) & 0xFF)]
      position &+= 1
    }
    return ~crc
  }

  /// Entry 256·n + b: the remainder of byte b followed by n zero bytes.
  private static let tables: ContiguousArray<UInt32> = {
    var tables = ContiguousArray<UInt32>(repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var remainder = UInt32(byte)
      for _ in 0..<8 { remainder = (remainder >> 1) ^ (remainder & 1 == 1 ? 0xEDB8_8320 : 0) }
      tables[byte] = remainder
    }
    for entry in 256..<tables.count {
      let shorter = tables[entry - 256]
      tables[entry] = (shorter >> 8) ^ tables[Int(shorter & 0xFF)]
    }
    return tables
  }()
}
