import Foundation
import MapPack

/// Reads numbers from bytes, at offsets that the caller has checked: one outside the data is a fault of the program and
/// ends it. `StageFile` reads with it.
struct ByteReader {
  /// The bytes of a stage file; their indices begin at 0.
  let data: Data

  /// The little-endian numbers in a range of bytes. Bytes that do not make up a whole number are left out.
  func numbers<Number: FixedWidthInteger>(_ range: Range<Int>) -> ContiguousArray<Number> {
    var numbers = ContiguousArray<Number>(repeating: 0, count: range.count / (Number.bitWidth / 8))
    // Every bit pattern is an integer. The copy ends with the shorter of the two.
    _ = numbers.withUnsafeMutableBytes { data.copyBytes(to: $0, from: range) }
    for index in numbers.indices { numbers[index] = Number(littleEndian: numbers[index]) }
    return numbers
  }

  func bytes(_ range: Range<Int>) -> ContiguousArray<UInt8> { numbers(range) }

  func uint32(at offset: Int) -> UInt32 { numbers(offset..<offset + 4)[0] }

  func uint64(at offset: Int) -> UInt64 { numbers(offset..<offset + 8)[0] }

  func areZero(_ range: Range<Int>) -> Bool { bytes(range).allSatisfy { $0 == 0 } }

  /// Text that is padded with zeros; `nil` if it is not UTF-8 or goes on behind a zero.
  func text(_ range: Range<Int>) -> String? {
    let bytes = bytes(range)
    let text = bytes.prefix { $0 != 0 }
    guard bytes[text.endIndex...].allSatisfy({ $0 == 0 }) else { return nil }
    return String(exactUTF8: text)
  }

  /// The CRC-32 of a range of bytes.
  func checksum(_ range: Range<Int>) -> UInt32 { CRC32.checksum(data.bytes.extracting(range)) }
}

extension String {
  /// The text of these bytes; `nil` if they are not UTF-8.
  init?(exactUTF8 bytes: ArraySlice<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    // Decoding replaces what is not UTF-8 by U+FFFD, which has other bytes.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
